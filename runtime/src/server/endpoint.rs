//! What stands between the router and a handler.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use futures_util::FutureExt;
use tower::{Service, service_fn};

use super::{Input, Rejection, response};
use crate::Operation;
use crate::error::{ErrorShape, OneLine};

/// What the router takes as a route. It has to be ready at all times.
pub(super) trait RouteService:
    Service<Request, Response = Response, Error = Infallible, Future: Send + 'static>
    + Clone
    + Send
    + Sync
    + 'static
{
}

impl<S> RouteService for S
where
    S: Service<Request, Response = Response, Error = Infallible>,
    S: Clone + Send + Sync + 'static,
    S::Future: Send + 'static,
{
}

/// An operation as a server has it.
#[derive(Clone, Copy)]
pub(super) struct Endpoint {
    pub(super) operation: &'static Operation,
    pub(super) errors: &'static ErrorShape,
    pub(super) body_limit: usize,
}

impl Endpoint {
    /// The handler as a service.
    pub(super) fn service<A, F, Fut>(self, api: Arc<A>, handler: F) -> impl RouteService
    where
        A: Send + Sync + 'static,
        F: Fn(Arc<A>, Input) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<Response, Rejection>> + Send + 'static,
    {
        service_fn(move |request| {
            let input = Input::new(request, self.operation, self.body_limit);
            let outcome = handler(Arc::clone(&api), input);
            async move {
                let response = outcome.await;
                Ok(response
                    .unwrap_or_else(|rejection| rejection.response(self.operation, self.errors)))
            }
        })
    }

    /// Puts around `service` what holds for every operation: the operation is in the
    /// extensions of the response, and a panic gets 500.
    pub(super) fn guard(self, mut service: impl RouteService) -> impl RouteService {
        service_fn(move |request: Request| {
            // What a panic leaves half done dies with the request; what handlers share is
            // theirs to keep whole, as it is when a task panics.
            let outcome = AssertUnwindSafe(service.call(request)).catch_unwind();
            async move {
                let mut response = match outcome.await {
                    Ok(Ok(response)) => response,
                    Err(panic) => self.panicked(&*panic),
                };
                response.extensions_mut().insert(self.operation);
                Ok(response)
            }
        })
    }

    /// Puts the operation into the extensions of the request, for layers in front of
    /// `service`. A handler does not need it there, and it is not for nothing.
    pub(super) fn announce(self, mut service: impl RouteService) -> impl RouteService {
        service_fn(move |mut request: Request| {
            request.extensions_mut().insert(self.operation);
            service.call(request)
        })
    }

    /// The response after a panic.
    fn panicked(self, panic: &(dyn Any + Send)) -> Response {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref().copied());
        let cause = OneLine(message.unwrap_or("a value that is not text"));
        tracing::error!(
            operation = self.operation.name,
            %cause,
            "the operation panicked"
        );
        response::rejection(StatusCode::INTERNAL_SERVER_ERROR, None, &[], self.errors)
    }
}
