//! The code between the router and a handler.
//!
//! One future runs a handler, instead of an `async` block or several combinators: a block stores the future that it
//! captures twice, a combinator moves it, and each request pays for copying it.

use std::any::Any;
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::http::{Extensions, StatusCode};
use axum::response::Response;
use pin_project_lite::pin_project;
use tower::{Service, service_fn};
use tracing::Span;

use super::config::Settings;
use super::implementation::Implementation;
use super::trace::{self, Traced};
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
}

impl Endpoint {
    /// The handler as a service. Requests must have the constants, if there are some.
    pub(super) fn service<A, F, Fut>(
        self,
        api: Implementation<A>,
        settings: Settings,
        constants: Option<Arc<[ConstantParameter]>>,
        handler: F,
    ) -> impl RouteService
    where
        A: Send + Sync + 'static,
        F: Fn(Implementation<A>, Input) -> Fut + Clone + Send + Sync + 'static,
        Fut: Future<Output = Result<Response, Infallible>> + Send + 'static,
    {
        service_fn(move |request: Request| {
            let mut input = Input::new(request, self.operation, settings);
            if let Some(constants) = &constants {
                input.check_constants(constants);
            }
            handler(api.clone(), input)
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
            self.run(handler.call(request), traced, extensions)
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
            self.run(service.call(request), traced, Extensions::new())
        })
    }

    /// Runs a handler. `extensions` is memory for the extensions of its response.
    fn run<H: Future<Output = Result<Response, Infallible>>>(
        self,
        handler: H,
        traced: Traced,
        extensions: Extensions,
    ) -> impl Future<Output = H::Output> {
        Running {
            #[cfg(not(feature = "trace-context"))]
            handler,
            #[cfg(feature = "trace-context")]
            handler: crate::trace_context::scope(traced.context, handler),
            span: traced.span,
            endpoint: self,
            extensions,
        }
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

pin_project! {
    /// A handler that runs.
    struct Running<H> {
        #[pin]
        handler: H,
        span: Span,
        endpoint: Endpoint,
        extensions: Extensions,
    }
}

impl<H: Future<Output = Result<Response, Infallible>>> Future for Running<H> {
    type Output = H::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<H::Output> {
        let this = self.project();
        let _entered = this.span.enter();
        // State that a panic leaves inconsistent is dropped with the request. Handlers keep shared
        // state consistent, as they must for any task that panics.
        let polled = catch_unwind(AssertUnwindSafe(|| this.handler.poll(context)));
        let mut response = match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(Ok(response))) => response,
            Err(panic) => this.endpoint.panicked(&*panic),
        };
        trace::record(this.span, &response);
        let mut extensions = std::mem::take(this.extensions);
        extensions.insert(this.endpoint.operation);
        extensions.extend(std::mem::take(response.extensions_mut()));
        *response.extensions_mut() = extensions;
        Poll::Ready(Ok(response))
    }
}
