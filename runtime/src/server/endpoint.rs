//! The code between the router and a handler.
//!
//! Futures are combined instead of awaited in `async` blocks: a block stores the future that it
//! captures twice, and each request pays for copying it.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::extract::Request;
use axum::http::{Extensions, HeaderValue, StatusCode, Version, header};
use axum::response::Response;
use futures_util::FutureExt;
use tower::{Service, service_fn};

use super::config::Settings;
use super::handler::Outcome;
use super::implementation::Implementation;
use super::trace::Traced;
use super::{ConstantParameter, Input, response};
use crate::Operation;
use crate::error::{ErrorShape, OneLine};

/// What the router accepts as a route. It must always be ready.
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

/// An operation of a server.
#[derive(Clone, Copy)]
pub(super) struct Endpoint {
    pub(super) operation: &'static Operation,
    pub(super) errors: &'static ErrorShape,
    pub(super) settings: Settings,
}

impl Endpoint {
    /// The handler as a service. Requests must have the constants, if there are some.
    pub(super) fn service<A, F, Fut>(
        self,
        api: Implementation<A>,
        constants: Option<Arc<[ConstantParameter]>>,
        handler: F,
    ) -> impl RouteService
    where
        A: Send + Sync + 'static,
        F: Fn(Implementation<A>, Input) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Outcome> + Send + 'static,
    {
        service_fn(move |request: Request| {
            let closes_in_header = request.version() < Version::HTTP_2;
            let mut input = Input::new(request, self.operation, self.settings);
            if let Some(constants) = &constants {
                input.check_constants(constants);
            }
            let outcome = handler(api.clone(), input);
            outcome.map(move |Outcome { result, exposed }| {
                let mut response = result
                    .unwrap_or_else(|rejection| rejection.response(self.operation, self.errors));
                response.extensions_mut().extend(exposed);
                // The client still owes the body, so the connection is of no use (RFC 9110, section 15.5.9).
                if response.status() == StatusCode::REQUEST_TIMEOUT && closes_in_header {
                    let close = HeaderValue::from_static("close");
                    response.headers_mut().insert(header::CONNECTION, close);
                }
                Ok(response)
            })
        })
    }

    /// Adds to a handler what every operation has: the operation in the extensions of the response,
    /// and a 500 if the handler panics.
    ///
    /// Unless the application reads the head of the request, nobody needs its extensions, so their memory is reused for
    /// the response.
    pub(super) fn guard(
        self,
        mut handler: impl RouteService,
        reads_head: bool,
    ) -> impl RouteService {
        service_fn(move |mut request: Request| {
            let mut extensions = match reads_head {
                true => Extensions::new(),
                false => std::mem::take(request.extensions_mut()),
            };
            extensions.clear();
            let traced = Traced::new(Some(self.operation), &request);
            #[cfg(feature = "trace-context")]
            if reads_head {
                traced.add_to(&mut request);
            }
            let outcome = traced.run(self.catch_panic(handler.call(request)));
            outcome.map(move |mut response| {
                extensions.insert(self.operation);
                extensions.extend(std::mem::take(response.extensions_mut()));
                *response.extensions_mut() = extensions;
                Ok(response)
            })
        })
    }

    /// Like [`guard`](Self::guard), around layers. They see the extensions of the request, with the
    /// operation among them, and can set the extensions of the response.
    pub(super) fn guard_layers(self, mut service: impl RouteService) -> impl RouteService {
        service_fn(move |mut request: Request| {
            request.extensions_mut().insert(self.operation);
            let traced = Traced::new(Some(self.operation), &request);
            #[cfg(feature = "trace-context")]
            traced.add_to(&mut request);
            let outcome = traced.run(self.catch_panic(service.call(request)));
            outcome.map(move |mut response| {
                response.extensions_mut().insert(self.operation);
                Ok(response)
            })
        })
    }

    fn catch_panic(
        self,
        outcome: impl Future<Output = Result<Response, Infallible>> + Send + 'static,
    ) -> impl Future<Output = Response> + Send + 'static {
        // State that a panic leaves inconsistent is dropped with the request. Handlers keep shared
        // state consistent, as they must for any task that panics.
        let outcome = AssertUnwindSafe(outcome).catch_unwind();
        outcome.map(move |outcome| match outcome {
            Ok(Ok(response)) => response,
            Err(panic) => self.panicked(&*panic),
        })
    }

    /// The response after a panic.
    fn panicked(self, panic: &(dyn Any + Send)) -> Response {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref().copied());
        let cause = OneLine(message.unwrap_or("a value that is not text"));
        tracing::error!(
            operation = self.operation.name,
            %cause,
            "the operation panicked"
        );
        response::rejection(StatusCode::INTERNAL_SERVER_ERROR, None, &[], self.errors)
    }
}
