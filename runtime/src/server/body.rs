//! Reading the body of a request up to a limit, and decoding it.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::error::Category;

use super::Rejection;
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
    // Nothing is decompressed here; a layer that decompresses removes the header (RFC 9110,
    // 15.5.16).
    let encoding = headers.get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(reject(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    match headers.get(header::CONTENT_TYPE) {
        // The better error for a request without a body is that it is missing.
        None if body.is_end_stream() => return Err(invalid("is missing")),
        Some(media_type) if is_json(media_type.as_bytes()) => {}
        _ => return Err(reject(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    }
    // If the announced length exceeds the limit, nothing is read.
    if usize::try_from(body.size_hint().lower()).is_ok_and(|length| length <= limit) {
        read(body, limit).await
    } else {
        Err(reject(StatusCode::PAYLOAD_TOO_LARGE))
    }
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

/// Whether a media type is `application/json` or has the suffix `+json`, such as
/// `application/merge-patch+json`. Parameters are ignored.
fn is_json(media_type: &[u8]) -> bool {
    let essence = media_type
        .split(|&byte| byte == b';')
        .next()
        .unwrap_or_default();
    let essence = essence.trim_ascii();
    if essence.eq_ignore_ascii_case(b"application/json") {
        return true;
    }
    let kind = essence.get(.."application/".len());
    let suffix = essence
        .len()
        .checked_sub("+json".len())
        .and_then(|at| essence.get(at..));
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case(b"application/"))
        && suffix.is_some_and(|suffix| suffix.eq_ignore_ascii_case(b"+json"))
}

/// Decodes a body, or returns all of its validation errors.
///
/// A valid body is read in one pass, directly from its bytes. An invalid one is read again from a
/// tree, where reading can continue after a validation error.
pub(super) fn decode<T: Decode>(bytes: &[u8]) -> Result<T, Vec<ValidationError>> {
    let mut first = Context::enforcing();
    let error = match read_whole(bytes, |deserializer| T::decode(deserializer, &mut first)) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let tree = tree(bytes, &error)?;
    let mut all = Context::enforcing().collecting();
    // The value does not matter: the first pass has failed.
    let _ = T::decode(&tree, &mut all);
    Err(merge(
        first.into_validation_errors(),
        all.into_validation_errors(),
    ))
}

/// The body as a tree, or the place where it stops being JSON.
fn tree(bytes: &[u8], error: &serde_json::Error) -> Result<Json, Vec<ValidationError>> {
    match error.classify() {
        Category::Data => serde_json::from_slice(bytes).map_err(|error| vec![broken(&error)]),
        Category::Syntax | Category::Eof | Category::Io => Err(vec![broken(error)]),
    }
}

/// The validation error of a body that is not JSON. It does not repeat the text.
fn broken(error: &serde_json::Error) -> ValidationError {
    let (line, column) = (error.line(), error.column());
    body_validation_error(format!("is not valid JSON: line {line}, column {column}"))
}

/// The validation errors of both passes. Only the first sees a repeated field, because a tree holds
/// it once.
fn merge(first: Vec<ValidationError>, mut all: Vec<ValidationError>) -> Vec<ValidationError> {
    for validation_error in first {
        if !all.contains(&validation_error) {
            all.push(validation_error);
        }
    }
    if all.is_empty() {
        all.push(body_validation_error("is not what this operation takes"));
    }
    all
}
