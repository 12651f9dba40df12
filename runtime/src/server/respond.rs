//! From the outcome of a handler to a response.

use axum::http::StatusCode;
use axum::response::Response;
use serde_core::Serialize;

use super::{Rejection, response};
use crate::encode::to_json;
use crate::error::{AnyStatusError, ErrorShape, OperationError};

/// Responses 200 with the value itself.
///
/// # Errors
/// The handler's error as the API writes it; 500 where the value cannot be written. This
/// holds for every function here.
pub fn respond<T: Serialize, E: OperationError>(
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    respond_as(200, result, errors)
}

/// Responses `status` with the value itself.
pub fn respond_as<T: Serialize, E: OperationError>(
    status: u16,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    let value = succeeded(result, errors)?;
    answered(status, to_json(Vec::with_capacity(CAPACITY), &value))
}

/// Responses 200 with an object that has the value as its member `envelope`.
pub fn respond_in<T: Serialize, E: OperationError>(
    envelope: &str,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    respond_in_as(200, envelope, result, errors)
}

/// Responses `status` with an object that has the value as its member `envelope`.
pub fn respond_in_as<T: Serialize, E: OperationError>(
    status: u16,
    envelope: &str,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    let value = succeeded(result, errors)?;
    answered(
        status,
        open(envelope)
            .and_then(|body| to_json(body, &value))
            .map(close),
    )
}

/// Responses 204, which has no body.
pub fn respond_empty<E: OperationError>(
    result: Result<(), E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    respond_empty_as(204, result, errors)
}

/// Responses `status` without a body.
pub fn respond_empty_as<E: OperationError>(
    status: u16,
    result: Result<(), E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    succeeded(result, errors)?;
    Ok(response::empty(success(status)))
}

/// How much room a body has before it grows for the first time, in bytes.
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

/// Begins the object around a value: `{"data":`.
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

fn answered(status: u16, body: serde_json::Result<Vec<u8>>) -> Result<Response, Rejection> {
    match body {
        Ok(body) => Ok(response::json(success(status), body)),
        Err(error) => Err(Rejection::internal(error.into())),
    }
}

/// The status of a success. A specification has only statuses that there are.
fn success(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::OK)
}
