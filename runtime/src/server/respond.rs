//! From the result of a handler to a response.

use axum::http::StatusCode;
use axum::response::Response;
use serde_core::Serialize;

use super::{Rejection, response};
use crate::encode::to_json;
use crate::error::{AnyStatusError, ErrorShape, OperationError};
use crate::{Operation, ResponseBody};

/// The response to a request whose handler returned `result`.
///
/// # Errors
/// The response of an error, or an internal error if the value has no JSON.
pub(super) fn respond<T: Serialize, E: OperationError>(
    operation: &Operation,
    result: Result<T, E>,
    errors: &ErrorShape,
) -> Result<Response, Rejection> {
    let value = result.map_err(|error| failed(error.status_error(), errors))?;
    let status = StatusCode::from_u16(operation.success).unwrap_or(StatusCode::OK);
    let body = match operation.response {
        ResponseBody::Empty => return Ok(response::empty(status)),
        ResponseBody::Value => to_json(Vec::with_capacity(CAPACITY), &value),
        ResponseBody::Envelope(name) => {
            open(name).and_then(|body| to_json(body, &value)).map(close)
        }
    };
    match body {
        Ok(body) => Ok(response::json(status, body)),
        Err(error) => Err(Rejection::internal(error.into())),
    }
}

/// The initial capacity of a body in bytes.
const CAPACITY: usize = 512;

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
