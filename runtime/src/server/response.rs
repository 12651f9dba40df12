//! Responses, compiled once for all operations.

use std::convert::Infallible;
use std::future::ready;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use axum::routing::{MethodRouter, Route};
use tower::layer::layer_fn;
use tower::{Layer, service_fn};

use super::Rejection;
use super::endpoint::RouteService;
use super::trace::{self, Traced};
use crate::codegen::BoxError;
use crate::error::{AnyStatusError, ErrorBody, ErrorShape, covers};
use crate::{Json, ValidationError};

/// The media type of JSON.
pub(super) const JSON: &str = "application/json";

/// A response with a body of this media type.
pub(super) fn of_media(media: &'static str, status: StatusCode, body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    let media = HeaderValue::from_static(media);
    response.headers_mut().insert(header::CONTENT_TYPE, media);
    response
}

/// A response with text of this media type.
///
/// # Errors
/// An internal error if the specification has a media type that no header can hold.
pub(super) fn text(status: StatusCode, media: &str, text: String) -> Result<Response, Rejection> {
    let media = HeaderValue::try_from(format!("{media}; charset=utf-8"))
        .map_err(|error| Rejection::internal(error.into()))?;
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, media);
    Ok(response)
}

/// A response to `HEAD`: it has the headers of a response with a body, whose length only the handler knows. From an
/// empty body, axum would conclude that it is 0, so the length of this one is unknown.
pub(super) fn head(status: StatusCode) -> Response {
    let nothing = futures_util::stream::empty::<Result<Bytes, Infallible>>();
    let mut response = Response::new(Body::from_stream(nothing));
    *response.status_mut() = status;
    response
}

/// A response without a body.
pub(super) fn empty(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}

/// An error in the API's shape.
pub(super) fn error(status: StatusCode, body: &ErrorBody, errors: &ErrorShape) -> Response {
    let mut response = of_media(errors.media, status, errors.encode(body));
    challenge(&mut response, &[BEARER]);
    response
}

/// An error that the API documents, with the headers that it declares.
///
/// # Errors
/// The error has a status of another one, or its body cannot be written.
pub(super) fn status_error(
    error: &dyn AnyStatusError,
    errors: &ErrorShape,
) -> Result<Response, BoxError> {
    let status = error.status();
    if !covers(error.statuses(), status) {
        return Err(format!("the error cannot have the status {status}").into());
    }
    let status = StatusCode::from_u16(status)?;
    let body = error.encode(errors)?;
    let mut response = match body.media {
        Some(media) => of_media(media, status, body.bytes),
        None => empty(status),
    };
    challenge(&mut response, &[BEARER]);
    error.write_headers(response.headers_mut());
    Ok(response)
}

/// The challenge to a request without a key. A challenge has at least one parameter, and no error
/// if no key was sent (RFC 6750, section 3).
pub(super) const BEARER: &str = "Bearer realm=\"api\"";

/// The challenge to a key that is not accepted.
pub(super) const INVALID_TOKEN: &str = "Bearer realm=\"api\", error=\"invalid_token\"";

/// Sets the challenges of a response 401.
pub(super) fn challenge(response: &mut Response, challenges: &[&'static str]) {
    // A response of this status must have a challenge (RFC 9110, section 15.5.2).
    if response.status() == StatusCode::UNAUTHORIZED {
        let headers = response.headers_mut();
        headers.remove(header::WWW_AUTHENTICATE);
        for challenge in challenges {
            let challenge = HeaderValue::from_static(challenge);
            headers.append(header::WWW_AUTHENTICATE, challenge);
        }
    }
}

/// Sets the challenge of a response 401, unless the response has a challenge already.
pub(super) fn replace_challenge(response: &mut Response, challenge: &'static str) {
    if let Some(value) = response.headers_mut().get_mut(header::WWW_AUTHENTICATE)
        && *value == BEARER
    {
        *value = HeaderValue::from_static(challenge);
    }
}

/// The message if no operation has the path. It differs from the API's message for a missing
/// resource: the caller should look at the URL instead.
pub(super) const UNKNOWN_PATH: &str = "No operation has this path";

/// Responds to requests whose path has operations, but none with their method. The router adds the header `Allow`.
pub(super) fn method_not_allowed(errors: &'static ErrorShape) -> MethodRouter {
    MethodRouter::new().layer(always(StatusCode::METHOD_NOT_ALLOWED, None, errors))
}

/// Responds to all requests, because no operation has their path.
pub(super) fn unknown_path(errors: &'static ErrorShape) -> MethodRouter {
    // The router adds an empty header `Allow`. A fallback would not, but could not be merged with that of another API.
    MethodRouter::new().layer(always(StatusCode::NOT_FOUND, Some(UNKNOWN_PATH), errors))
}

/// The same for all paths without a route. A router that is merged with this one can have other fallbacks.
pub(super) fn to_any_path(router: Router, errors: &'static ErrorShape) -> Router {
    router.layer(always(StatusCode::NOT_FOUND, Some(UNKNOWN_PATH), errors))
}

/// Responds instead of a route.
fn always(
    status: StatusCode,
    message: Option<&'static str>,
    errors: &'static ErrorShape,
) -> impl Layer<Route, Service: RouteService> + Clone {
    layer_fn(move |_: Route| {
        service_fn(move |request: Request| {
            let response = rejection(status, message, &[], errors);
            trace::record(&Traced::new(None, &request).span, &response);
            ready(Ok(response))
        })
    })
}

/// The maximum number of validation errors that a message lists.
const MAX_LISTED_ERRORS: usize = 5;

/// An error that the router creates. `message` replaces the API's message for the status; the
/// validation errors are in the metadata, or in the message if the shape has no metadata.
pub(super) fn rejection(
    status: StatusCode,
    message: Option<&str>,
    validation_errors: &[ValidationError],
    errors: &ErrorShape,
) -> Response {
    let mut body = errors.body(status.as_u16());
    if let Some(message) = message {
        body.message = message.into();
    }
    if errors.metadata.is_none() && !validation_errors.is_empty() {
        let first_errors: Vec<String> = validation_errors
            .iter()
            .take(MAX_LISTED_ERRORS)
            .map(ToString::to_string)
            .collect();
        let more = match validation_errors.len().saturating_sub(MAX_LISTED_ERRORS) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let shown = first_errors.join("; ");
        // The reason phrase says nothing that the status does not.
        body.message = match errors.message_of_api(status.as_u16()) {
            Some(message) => format!("{message}: {shown}{more}"),
            None => format!("{shown}{more}"),
        };
    }
    if let Some(first) = validation_errors.first() {
        let listed = validation_errors
            .iter()
            .map(ValidationError::to_json)
            .collect();
        body.details_mut().parameter = first.part().map(str::to_owned);
        body.metadata_mut()
            .insert(ValidationError::FIELD.into(), Json::Array(listed));
    }
    error(status, &body, errors)
}

/// An error in the API's shape, for layers around the router that respond in its place. `message`
/// replaces the API's message for the status. The layer adds any further headers, such as
/// `Retry-After`.
pub fn error_response(status: StatusCode, message: Option<&str>, errors: &ErrorShape) -> Response {
    rejection(status, message, &[], errors)
}
