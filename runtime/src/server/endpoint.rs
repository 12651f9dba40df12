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
        let (handler, span) = traced.run(handler);
        Running {
            handler: Some(handler),
            span,
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
        // `None` once it has been dropped.
        #[pin]
        handler: Option<H>,
        span: Span,
        endpoint: Endpoint,
        extensions: Extensions,
    }

    impl<H> PinnedDrop for Running<H> {
        fn drop(this: Pin<&mut Self>) {
            let mut this = this.project();
            // What the handler of a cancelled request logs while it is dropped belongs to the request.
            let _entered = this.span.enter();
            this.handler.set(None);
        }
    }
}

impl<H: Future<Output = Result<Response, Infallible>>> Future for Running<H> {
    type Output = H::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<H::Output> {
        let this = self.project();
        let _entered = this.span.enter();
        let Some(handler) = this.handler.as_pin_mut() else {
            return Poll::Pending;
        };
        // State that a panic leaves inconsistent is dropped with the request. Handlers keep shared
        // state consistent, as they must for any task that panics.
        let polled = catch_unwind(AssertUnwindSafe(|| handler.poll(context)));
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

#[cfg(test)]
mod tests {
    use std::future::pending;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::Waker;

    use axum::body::Body;
    use tracing::span::{Attributes, Id, Record};
    use tracing::{Dispatch, Event, Metadata, Subscriber};

    use super::*;

    static LEND: Operation = Operation::new("lend", axum::http::Method::POST, "/loans");

    /// Counts the spans that are entered.
    #[derive(Clone, Default)]
    struct Entered(Arc<AtomicUsize>);

    impl Subscriber for Entered {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }

        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}
        fn record_follows_from(&self, _: &Id, _: &Id) {}
        fn event(&self, _: &Event<'_>) {}

        fn enter(&self, _: &Id) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }

        fn exit(&self, _: &Id) {
            self.0.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Keeps how many spans are entered when it is dropped.
    struct Noted(Entered, Arc<AtomicUsize>);

    impl Drop for Noted {
        fn drop(&mut self) {
            let entered = self.0.0.load(Ordering::SeqCst);
            self.1.store(entered, Ordering::SeqCst);
        }
    }

    #[test]
    fn a_handler_is_dropped_in_its_span() {
        let entered = Entered::default();
        let when_dropped = Arc::new(AtomicUsize::new(0));
        let noted = Noted(entered.clone(), Arc::clone(&when_dropped));
        let handler = async move {
            let _noted = noted;
            pending().await
        };
        let endpoint = Endpoint {
            operation: &LEND,
            errors: &ErrorShape::JSON,
        };
        // With two subscribers, each span asks them anew.
        let _second = Dispatch::new(Entered::default());
        tracing::subscriber::with_default(entered.clone(), || {
            let traced = Traced::new(Some(&LEND), &Request::new(Body::empty()));
            let mut running = Box::pin(endpoint.run(handler, traced, Extensions::new()));
            let mut context = Context::from_waker(Waker::noop());
            assert!(running.as_mut().poll(&mut context).is_pending());
            assert_eq!(entered.0.load(Ordering::SeqCst), 0);
            drop(running);
        });
        assert_eq!(when_dropped.load(Ordering::SeqCst), 1);
    }
}
