//! A request of one operation, read part by part.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use sync_wrapper::SyncWrapper;

use super::body::{self, Unreadable};
use super::parameter::Source;
use super::{Arguments, AuthScheme, BearerToken, Invalid, Parameter, Rejection, wire};
use crate::decode::Decode;
use crate::{Operation, ValidationError};

/// The request of an operation.
///
/// Each part is read as the API declares it. Validation errors of parameters and body are collected
/// until the router responds with all of them.
pub struct Input {
    parts: Parts,
    // `Authorize::authorize` borrows the input across await points, so it must be `Sync`. A body is not,
    // and is only reached through `&mut`.
    body: SyncWrapper<Body>,
    /// The body, once it has been read.
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
    /// The response of `scheme` if there is no bearer token.
    pub fn bearer_token(&self, scheme: &AuthScheme) -> Result<BearerToken<'_>, Rejection> {
        scheme.bearer_token(&self.parts.headers)
    }

    /// The parameter at `position` in the operation's path (the first is 0).
    pub fn path(&mut self, position: usize, name: &'static str) -> Parameter<'_> {
        let path = self.parts.uri.path();
        let value = wire::path_value(self.operation.path, path, position);
        Parameter::new(name, Source::Path(value), &mut self.validation_errors)
    }

    /// A query parameter.
    pub fn query(&mut self, name: &'static str) -> Parameter<'_> {
        let query = self.parts.uri.query().unwrap_or_default();
        Parameter::new(name, Source::Query(query), &mut self.validation_errors)
    }

    /// A header parameter.
    pub fn header(&mut self, name: &'static str) -> Parameter<'_> {
        Parameter::new(
            name,
            Source::Header(&self.parts.headers),
            &mut self.validation_errors,
        )
    }

    /// Receives the body, which must be present and JSON by its media type. [`json`](Self::json) decodes
    /// it later, without waiting.
    ///
    /// # Errors
    /// Responds at once: 413 if the body exceeds the limit, 415 if it has another media type. A
    /// missing body is a validation error.
    pub(super) async fn receive_json(&mut self) -> Result<(), Rejection> {
        let body = std::mem::take(self.body.get_mut());
        match body::read_json(&self.parts.headers, body, self.body_limit).await {
            Ok(bytes) => self.received = Some(bytes),
            Err(Unreadable::Rejected(rejection)) => return Err(rejection),
            Err(Unreadable::Invalid(validation_error)) => {
                self.validation_errors.push(validation_error)
            }
        }
        Ok(())
    }

    /// Reads the arguments that several operations share, such as the requested page.
    ///
    /// # Errors
    /// One of them is invalid.
    pub fn part<T: Arguments>(&mut self) -> Result<T, Invalid> {
        T::read(self)
    }

    /// The decoded body.
    ///
    /// # Errors
    /// The body is missing or is not a `T`; all of its validation errors are recorded.
    pub fn json<T: Decode>(&mut self) -> Result<T, Invalid> {
        let bytes = self.received.take().ok_or(Invalid)?;
        body::decode(&bytes).map_err(|mut validation_errors| {
            self.validation_errors.append(&mut validation_errors);
            Invalid
        })
    }

    /// Responds if there are validation errors so far.
    ///
    /// # Errors
    /// The response 400 with every validation error.
    pub(super) fn check(&mut self) -> Result<(), Rejection> {
        if self.validation_errors.is_empty() {
            Ok(())
        } else {
            Err(Rejection::invalid(std::mem::take(
                &mut self.validation_errors,
            )))
        }
    }
}

/// `Invalid` is returned only with a validation error, for which the router responds first. So the
/// result of this conversion is never sent.
impl From<Invalid> for Rejection {
    fn from(_: Invalid) -> Self {
        Self::invalid(Vec::new())
    }
}
