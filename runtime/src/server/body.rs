//! Reading the body of a request up to a limit, and decoding it.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::GetAll;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_core::de::IgnoredAny;
use serde_json::error::Category;

use super::{Rejection, media_type};
use crate::decode::{Context, Decode, read_whole};
use crate::{Json, Location, ValidationError};

/// Why there is no body to decode.
pub(super) enum Unreadable {
    /// The server responds at once.
    Rejected(Rejection),
    /// One more validation error of the request.
    Invalid(ValidationError),
}

/// Reads a body of at most `limit` bytes whose media type is JSON.
pub(super) async fn read_json(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<Bytes, Unreadable> {
    check_transfer_coding(headers)?;
    // Nothing is decompressed here; a layer that decompresses removes the header (RFC 9110,
    // 15.5.16).
    let encodings = headers.get_all(header::CONTENT_ENCODING);
    if has_other(encodings, b"identity") {
        return Err(reject(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    let mut media_types = headers.get_all(header::CONTENT_TYPE).iter();
    match (media_types.next(), media_types.next()) {
        // The better error for a request without a body is that it is missing.
        (None, _) if body.is_end_stream() => return Err(invalid("is missing")),
        (Some(media_type), None) if media_type::is_json(media_type.as_bytes()) => {}
        _ => return Err(reject(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    }
    // If the announced length exceeds the limit, nothing is read.
    if usize::try_from(body.size_hint().lower()).is_ok_and(|length| length <= limit) {
        read(body, limit).await
    } else {
        Err(reject(StatusCode::PAYLOAD_TOO_LARGE))
    }
}

/// Rejects transfer codings other than `chunked`, such as `gzip, chunked`. hyper decodes only the
/// last one, and passes on what the others have encoded. RFC 9112, 6.1 suggests 501 for them, but a
/// server does not respond with statuses that its API neither documents nor implies.
fn check_transfer_coding(headers: &HeaderMap) -> Result<(), Unreadable> {
    if !has_other(headers.get_all(header::TRANSFER_ENCODING), b"chunked") {
        return Ok(());
    }
    Err(Unreadable::Invalid(ValidationError {
        location: Location::Header,
        name: "Transfer-Encoding".to_owned(),
        problem: "must be `chunked`".to_owned(),
    }))
}

/// Whether a header has a value other than `known`.
fn has_other(values: GetAll<'_, HeaderValue>, known: &[u8]) -> bool {
    values
        .iter()
        .any(|value| !value.as_bytes().eq_ignore_ascii_case(known))
}

async fn read(body: Body, limit: usize) -> Result<Bytes, Unreadable> {
    match Limited::new(body, limit)
        .collect()
        .await
        .map(|body| body.to_bytes())
    {
        Ok(bytes) if bytes.is_empty() => Err(invalid("is missing")),
        Ok(bytes) => Ok(bytes),
        Err(error) if error.is::<LengthLimitError>() => Err(reject(StatusCode::PAYLOAD_TOO_LARGE)),
        Err(_) => Err(invalid("ended before it was complete")),
    }
}

fn reject(status: StatusCode) -> Unreadable {
    Unreadable::Rejected(Rejection::status(status))
}

fn invalid(problem: &str) -> Unreadable {
    Unreadable::Invalid(body_validation_error(problem))
}

/// A validation error of the body as a whole.
fn body_validation_error(problem: impl Into<String>) -> ValidationError {
    ValidationError {
        location: Location::Body,
        name: String::new(),
        problem: problem.into(),
    }
}

/// Decodes a body, or returns all of its validation errors.
///
/// A valid body is read in one pass, directly from its bytes. An invalid one is read again from a
/// tree, where reading can continue after a validation error.
pub(super) fn decode<T: Decode>(bytes: &[u8]) -> Result<T, Vec<ValidationError>> {
    let mut first = Context::enforcing();
    read_whole(bytes, |deserializer| T::decode(deserializer, &mut first)).map_err(|error| {
        // The value does not matter: the first pass has failed.
        collect(bytes, &error, first, |tree, all| drop(T::decode(tree, all)))
    })
}

/// All validation errors of a body that could not be read. `decode` reads it from a tree.
#[cold]
fn collect(
    bytes: &[u8],
    error: &serde_json::Error,
    first: Context,
    decode: fn(&Json, &mut Context),
) -> Vec<ValidationError> {
    let tree = match tree(bytes, error) {
        Ok(tree) => tree,
        Err(broken) => return vec![broken],
    };
    let mut all = Context::enforcing().collecting();
    if let Some(tree) = tree {
        decode(&tree, &mut all);
    }
    // Only the first pass sees a repeated field, because a tree holds it once.
    all.merge(first);
    let mut validation_errors = all.into_validation_errors();
    if validation_errors.is_empty() {
        validation_errors.push(body_validation_error("is not what this operation takes"));
    }
    validation_errors
}

/// The body as a tree, or the place where it stops being JSON. `None` if it is JSON that no tree
/// holds, such as the number `1e400` in an unknown field, which the first pass skips.
fn tree(bytes: &[u8], error: &serde_json::Error) -> Result<Option<Json>, ValidationError> {
    match error.classify() {
        Category::Data => match serde_json::from_slice(bytes) {
            Ok(tree) => Ok(Some(tree)),
            Err(_) if serde_json::from_slice::<IgnoredAny>(bytes).is_ok() => Ok(None),
            Err(error) => Err(broken(&error)),
        },
        Category::Syntax | Category::Eof | Category::Io => Err(broken(error)),
    }
}

/// The validation error of a body that is not JSON. It does not repeat the text.
fn broken(error: &serde_json::Error) -> ValidationError {
    let (line, column) = (error.line(), error.column());
    body_validation_error(format!("is not valid JSON: line {line}, column {column}"))
}
