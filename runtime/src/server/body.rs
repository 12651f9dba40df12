//! The body of a request: taken in up to a limit, and decoded.

use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde_json::error::Category;

use super::Rejection;
use crate::decode::{Context, Decode, read_whole};
use crate::{Json, Location, ValidationError};

/// Why there is no body to decode.
pub(super) enum Unreadable {
    /// It is answered at once.
    Refused(Rejection),
    /// It is one more thing that is wrong with the request.
    Invalid(ValidationError),
}

/// Takes in a body of at most `limit` bytes that is JSON by its media type.
pub(super) async fn read_json(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
) -> Result<Bytes, Unreadable> {
    // Nothing is decompressed here; a layer that does so takes the header away (RFC 9110, 15.5.16).
    let encoding = headers.get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE));
    }
    match headers.get(header::CONTENT_TYPE) {
        // Whoever sends nothing at all is told that, not that nothing is of the wrong type.
        None if body.is_end_stream() => return Err(invalid("is missing")),
        Some(media_type) if is_json(media_type.as_bytes()) => {}
        _ => return Err(refused(StatusCode::UNSUPPORTED_MEDIA_TYPE)),
    }
    // A length that is announced is believed, so that nothing of the body has to be read.
    if usize::try_from(body.size_hint().lower()).is_ok_and(|length| length <= limit) {
        read(body, limit).await
    } else {
        Err(refused(StatusCode::PAYLOAD_TOO_LARGE))
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
        Err(error) if error.is::<LengthLimitError>() => Err(refused(StatusCode::PAYLOAD_TOO_LARGE)),
        Err(_) => Err(invalid("ended before it was complete")),
    }
}

fn refused(status: StatusCode) -> Unreadable {
    Unreadable::Refused(Rejection::status(status))
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

/// Whether a media type is `application/json` or one that is written in it, such as
/// `application/merge-patch+json`. Its parameters do not matter.
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

/// Decodes a body, or says everything that is wrong with it.
///
/// A good body is read in one pass, straight from its bytes. A bad one is read again from
/// a tree, in which reading can go on after a validation error.
pub(super) fn decode<T: Decode>(bytes: &[u8]) -> Result<T, Vec<ValidationError>> {
    let mut first = Context::enforcing();
    let error = match read_whole(bytes, |deserializer| T::decode(deserializer, &mut first)) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let tree = tree(bytes, &error)?;
    let mut all = Context::enforcing().collecting();
    // Whether this makes a value does not matter: the first pass did not.
    let _ = T::decode(&tree, &mut all);
    Err(merge(
        first.into_validation_errors(),
        all.into_validation_errors(),
    ))
}

/// The body as a tree, or where it stops to be JSON.
fn tree(bytes: &[u8], error: &serde_json::Error) -> Result<Json, Vec<ValidationError>> {
    match error.classify() {
        Category::Data => serde_json::from_slice(bytes).map_err(|error| vec![broken(&error)]),
        Category::Syntax | Category::Eof | Category::Io => Err(vec![broken(error)]),
    }
}

/// The validation error of a body that is not JSON. The text around the place is not repeated.
fn broken(error: &serde_json::Error) -> ValidationError {
    let (line, column) = (error.line(), error.column());
    body_validation_error(format!("is not valid JSON: line {line}, column {column}"))
}

/// What both passes found. A member that occurs twice is seen by the first only, since a
/// tree holds it once.
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
