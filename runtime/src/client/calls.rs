//! Whole calls as a service, which layers go around.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::StatusCode;
use tower_layer::Layer;
use tower_service::Service;

use super::call::Pending;
use super::execute::with_retries;
use super::outcome::{Failure, Outcome};
use super::request::Request;
use super::transport::{SendError, Sending, call_ready};
use super::{Error, TransportError};
use crate::Operation;
use crate::codegen::BoxError;

/// A call that is about to run, for [`ClientBuilder::call_layer`](super::ClientBuilder::call_layer).
#[derive(Clone)]
pub struct CallRequest(pub(super) Request);

impl CallRequest {
    /// The operation.
    pub const fn operation(&self) -> &'static Operation {
        self.0.operation
    }
}

impl fmt::Debug for CallRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CallRequest")
            .field(&self.0.operation.name)
            .finish()
    }
}

/// A call that ended with a response, whether or not that is an error of the API.
///
/// The types of the call are applied later, outside the layers. So layers do not see whether the body can be read:
/// [`Error::Decode`] is a response of a successful status to them.
pub struct CallResponse {
    status: StatusCode,
    result: Result<Outcome, Failure>,
}

impl CallResponse {
    /// The status of the last response.
    pub const fn status(&self) -> StatusCode {
        self.status
    }
}

impl fmt::Debug for CallResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CallResponse").field(&self.status).finish()
    }
}

/// Runs the calls of a client, below the layers that are added to it with
/// [`ClientBuilder::call_layer`](super::ClientBuilder::call_layer). It is a `tower::Service`.
///
/// Its error is an [`Error<Infallible>`](Error) if there is no response.
#[derive(Clone)]
pub struct CallService(Arc<dyn Fn(CallRequest) -> Sending<CallResponse> + Send + Sync>);

impl CallService {
    /// Runs calls without any layer.
    pub(super) fn new() -> Self {
        Self(Arc::new(|call| {
            Box::pin(async { into_response(with_retries(call.0).await) })
        }))
    }

    /// The service with a layer around it.
    pub(super) fn with<L>(self, layer: &L) -> Self
    where
        L: Layer<Self>,
        L::Service: Service<CallRequest, Response = CallResponse> + Clone + Send + Sync + 'static,
        <L::Service as Service<CallRequest>>::Error: Into<BoxError>,
        <L::Service as Service<CallRequest>>::Future: Send,
    {
        let service = layer.layer(self);
        Self(Arc::new(move |call| {
            Box::pin(call_ready(service.clone(), call))
        }))
    }

    /// Runs a call.
    pub(super) fn run(&self, request: Request) -> Pending {
        let operation = request.operation.name;
        let response = (self.0)(CallRequest(request));
        Box::pin(async move {
            match response.await {
                Ok(response) => response.result,
                Err(error) => Err(into_failure(operation, error)),
            }
        })
    }
}

impl Service<CallRequest> for CallService {
    type Response = CallResponse;
    type Error = BoxError;
    type Future = Sending<CallResponse>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: CallRequest) -> Self::Future {
        (self.0)(call)
    }
}

impl fmt::Debug for CallService {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallService").finish_non_exhaustive()
    }
}

/// A result as layers see it: a response, or an error without one.
fn into_response(result: Result<Outcome, Failure>) -> Result<CallResponse, BoxError> {
    let status = match result {
        Ok(Outcome::Success(ref response) | Outcome::Documented(ref response, _)) => {
            response.status
        }
        Err(Failure::Rejected(ref error)) => error.status,
        Err(Failure::Undocumented(ref error)) => error.status(),
        Err(Failure::TooLarge(ref error)) => error.status,
        Err(failure @ (Failure::Transport(_) | Failure::Timeout(_) | Failure::Request(_))) => {
            return Err(Error::<Infallible>::from(failure).into());
        }
    };
    Ok(CallResponse { status, result })
}

/// The failure that layers return: that of the call, or their own.
fn into_failure(operation: &'static str, error: BoxError) -> Failure {
    let error = match error.downcast::<Error<Infallible>>() {
        Ok(error) => match *error {
            Error::Transport(error) => return Failure::Transport(error),
            Error::Timeout(error) => return Failure::Timeout(error),
            Error::Request(error) => return Failure::Request(error),
            error => error.into(),
        },
        Err(error) => error,
    };
    Failure::Transport(TransportError {
        operation,
        tries: 0,
        error: SendError::Other(error),
    })
}
