//! What arrived: the request of one operation, to be read part by part.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use sync_wrapper::SyncWrapper;

use super::body::{self, Unreadable};
use super::parameter::Source;
use super::{AuthScheme, BearerToken, Invalid, Parameter, Refusal, wire};
use crate::decode::Decode;
use crate::{Fault, Operation};

/// The request of an operation.
///
/// Each part is read in the way that the API declares it. What is wrong is collected, over
/// all parameters and the body, until [`check`](Self::check) answers with all of it.
pub struct Input {
    parts: Parts,
    // A handler borrows the input while it waits, so it has to be `Sync`, which a body is
    // not; the body is only ever reached by `&mut`.
    body: SyncWrapper<Body>,
    /// The body once it was taken in, where it was there.
    received: Option<Bytes>,
    body_limit: usize,
    operation: &'static Operation,
    faults: Vec<Fault>,
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
            faults: Vec::new(),
        }
    }

    /// The operation that the request matched.
    pub const fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// The token in the header `Authorization`.
    ///
    /// # Errors
    /// The answer of `scheme` where there is none, or something else.
    pub fn bearer_token(&self, scheme: &AuthScheme) -> Result<BearerToken, Refusal> {
        scheme.bearer_token(&self.parts.headers)
    }

    /// The parameter that stands at `position` in the operation's path (the first is 0).
    pub fn path(&mut self, position: usize, name: &'static str) -> Parameter<'_> {
        let path = self.parts.uri.path();
        let value = wire::path_value(self.operation.path, path, position);
        Parameter::new(name, Source::Path(value), &mut self.faults)
    }

    /// A parameter in the query.
    pub fn query(&mut self, name: &'static str) -> Parameter<'_> {
        let query = self.parts.uri.query().unwrap_or_default();
        Parameter::new(name, Source::Query(query), &mut self.faults)
    }

    /// A parameter in a header.
    pub fn header(&mut self, name: &'static str) -> Parameter<'_> {
        Parameter::new(name, Source::Header(&self.parts.headers), &mut self.faults)
    }

    /// Takes in the body, which has to be there and to be JSON by its media type. It comes
    /// before [`json_body`](Self::json_body), which reads it without waiting.
    ///
    /// # Errors
    /// An answer at once: 413 where the body is longer than the limit, 415 where it is of
    /// another media type. A body that is not there is noted as a fault.
    pub async fn receive_json(&mut self) -> Result<(), Refusal> {
        let body = std::mem::take(self.body.get_mut());
        match body::read_json(&self.parts.headers, body, self.body_limit).await {
            Ok(bytes) => self.received = Some(bytes),
            Err(Unreadable::Refused(refusal)) => return Err(refusal),
            Err(Unreadable::Faulty(fault)) => self.faults.push(fault),
        }
        Ok(())
    }

    /// The body that was taken in.
    ///
    /// # Errors
    /// It is not a `T`, or there was none; all of its faults are noted.
    pub fn json_body<T: Decode>(&mut self) -> Result<T, Invalid> {
        let bytes = self.received.take().ok_or(Invalid)?;
        body::decode(&bytes).map_err(|mut faults| {
            self.faults.append(&mut faults);
            Invalid
        })
    }

    /// Whether all that was read so far is as the API wants it.
    ///
    /// # Errors
    /// The answer 400, which names every fault.
    pub fn check(&mut self) -> Result<(), Refusal> {
        if self.faults.is_empty() {
            Ok(())
        } else {
            Err(Refusal::invalid(std::mem::take(&mut self.faults)))
        }
    }
}

/// The only way to an `Invalid` is past [`Input::check`], so a handler that says
/// `offset?` after it never takes this one; it is here so that it may say so.
impl From<Invalid> for Refusal {
    fn from(_: Invalid) -> Self {
        Self::invalid(Vec::new())
    }
}
