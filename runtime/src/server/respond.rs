//! From the result of a handler to a response.

use axum::http::StatusCode;
use axum::response::Response;
use serde_core::Serialize;

use super::{Rejection, response};
use crate::encode::to_json;
use crate::error::{AnyStatusError, ErrorShape, OperationError};

/// Responds 200 with the value.
///
/// # Errors
/// The handler's error, or 500 if the value cannot be written. This applies to every function here.
pub fn respond<T: Serialize, E: OperationError>(
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    respond_as(200, result, errors)
}

/// Responds with `status` and the value.
pub fn respond_as<T: Serialize, E: OperationError>(
    status: u16,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    let value = succeeded(result, errors)?;
    json_response(status, to_json(Vec::with_capacity(CAPACITY), &value))
}

/// Responds 200 with an object whose field `envelope` is the value.
pub fn respond_in<T: Serialize, E: OperationError>(
    envelope: &str,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    respond_in_as(200, envelope, result, errors)
}

/// Responds with `status` and an object whose field `envelope` is the value.
pub fn respond_in_as<T: Serialize, E: OperationError>(
    status: u16,
    envelope: &str,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    let value = succeeded(result, errors)?;
    json_response(
        status,
        open(envelope)
            .and_then(|body| to_json(body, &value))
            .map(close),
    )
}

/// Responds 204, without a body.
pub fn respond_empty<E: OperationError>(
    result: Result<(), E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    respond_empty_as(204, result, errors)
}

/// Responds with `status`, without a body.
pub fn respond_empty_as<E: OperationError>(
    status: u16,
    result: Result<(), E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    succeeded(result, errors)?;
    Ok(response::empty(success(status)))
}

/// The initial capacity of a body in bytes.
const CAPACITY: usize = 512;

fn succeeded<T, E: OperationError>(
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<T, Rejection> {
    result.map_err(|error| failed(error.status_error(), errors))
}

/// The error of a handler.
fn failed(error: &dyn AnyStatusError, errors: &ErrorShape) -> Rejection {
    let response = response::status_error(error, errors);
    Rejection::handler(response, error.context().cause().cloned())
}

/// Starts the object around a value: `{"data":`.
fn open(envelope: &str) -> serde_json::Result<Vec<u8>> {
    let mut body = Vec::with_capacity(CAPACITY);
    body.push(b'{');
    let mut body = to_json(body, envelope)?;
    body.push(b':');
    Ok(body)
}

fn close(mut body: Vec<u8>) -> Vec<u8> {
    body.push(b'}');
    body
}

fn json_response(status: u16, body: serde_json::Result<Vec<u8>>) -> Result<Response, Rejection> {
    match body {
        Ok(body) => Ok(response::json(success(status), body)),
        Err(error) => Err(Rejection::internal(error.into())),
    }
}

/// The status of a success. `check` accepts only valid statuses in a specification.
fn success(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::OK)
}
