//! What arrived: the request of one operation, to be read part by part.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use sync_wrapper::SyncWrapper;

use super::body::{self, Unreadable};
use super::parameter::Source;
use super::{AuthScheme, BearerToken, Invalid, Parameter, Rejection, wire};
use crate::decode::Decode;
use crate::{Operation, ValidationError};

/// The request of an operation.
///
/// Each part is read in the way that the API declares it. What is wrong is collected, over
/// all parameters and the body, until [`check`](Self::check) responds with all of it.
pub struct Input {
    parts: Parts,
    // A handler borrows the input while it waits, so it has to be `Sync`, which a body is
    // not; the body is only ever reached by `&mut`.
    body: SyncWrapper<Body>,
    /// The body once it was taken in, where it was there.
    received: Option<Bytes>,
    body_limit: usize,
    operation: &'static Operation,
    validation_errors: Vec<ValidationError>,
}

impl Input {
    pub(super) fn new(request: Request, operation: &'static Operation, body_limit: usize) -> Self {
        let (parts, body) = request.into_parts();
        let body = SyncWrapper::new(body);
        Self {
            parts,
            body,
            received: None,
            body_limit,
            operation,
            validation_errors: Vec::new(),
        }
    }

    /// The operation that the request matched.
    pub const fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// The token in the header `Authorization`.
    ///
    /// # Errors
    /// The response of `scheme` where there is none, or something else.
    pub fn bearer_token(&self, scheme: &AuthScheme) -> Result<BearerToken, Rejection> {
        scheme.bearer_token(&self.parts.headers)
    }

    /// The parameter that stands at `position` in the operation's path (the first is 0).
    pub fn path(&mut self, position: usize, name: &'static str) -> Parameter<'_> {
        let path = self.parts.uri.path();
        let value = wire::path_value(self.operation.path, path, position);
        Parameter::new(name, Source::Path(value), &mut self.validation_errors)
    }

    /// A parameter in the query.
    pub fn query(&mut self, name: &'static str) -> Parameter<'_> {
        let query = self.parts.uri.query().unwrap_or_default();
        Parameter::new(name, Source::Query(query), &mut self.validation_errors)
    }

    /// A parameter in a header.
    pub fn header(&mut self, name: &'static str) -> Parameter<'_> {
        Parameter::new(
            name,
            Source::Header(&self.parts.headers),
            &mut self.validation_errors,
        )
    }

    /// Takes in the body, which has to be there and to be JSON by its media type. It comes
    /// before [`json_body`](Self::json_body), which reads it without waiting.
    ///
    /// # Errors
    /// A response at once: 413 where the body is longer than the limit, 415 where it is of
    /// another media type. A body that is not there is noted as a validation error.
    pub async fn receive_json(&mut self) -> Result<(), Rejection> {
        let body = std::mem::take(self.body.get_mut());
        match body::read_json(&self.parts.headers, body, self.body_limit).await {
            Ok(bytes) => self.received = Some(bytes),
            Err(Unreadable::Refused(rejection)) => return Err(rejection),
            Err(Unreadable::Invalid(validation_error)) => {
                self.validation_errors.push(validation_error)
            }
        }
        Ok(())
    }

    /// The body that was taken in.
    ///
    /// # Errors
    /// It is not a `T`, or there was none; all of its validation errors are noted.
    pub fn json_body<T: Decode>(&mut self) -> Result<T, Invalid> {
        let bytes = self.received.take().ok_or(Invalid)?;
        body::decode(&bytes).map_err(|mut validation_errors| {
            self.validation_errors.append(&mut validation_errors);
            Invalid
        })
    }

    /// Whether all that was read so far is as the API wants it.
    ///
    /// # Errors
    /// The return 400, which names every validation error.
    pub fn check(&mut self) -> Result<(), Rejection> {
        if self.validation_errors.is_empty() {
            Ok(())
        } else {
            Err(Rejection::invalid(std::mem::take(
                &mut self.validation_errors,
            )))
        }
    }
}

/// The only way to an `Invalid` is past [`Input::check`], so a handler that says
/// `offset?` after it never takes this one; it is here so that it may say so.
impl From<Invalid> for Rejection {
    fn from(_: Invalid) -> Self {
        Self::invalid(Vec::new())
    }
}
