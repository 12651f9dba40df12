//! Clients that call a router directly, other transports, and layers around tries and calls. With
//! `WIRE_TRANSPORT=in-process`, the other tests use such clients too.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode};
use gateway_api::client::{Error, Retry};
use gateway_api::runtime::Operation;
use gateway_api::runtime::client::{CallRequest, CallResponse, HttpBody};
use gateway_api::{Client, server};
use payouts_api::types::{Event, What};
use payouts_api::webhooks::{Sender, router};
use specsmith_tests::gateway::{Gateway, MANAGEMENT_KEY};
use specsmith_tests::payouts::{Subscriber, signature};
use tower::layer::layer_fn;
use tower::util::MapRequestLayer;
use tower::{Layer, Service, ServiceBuilder, ServiceExt, service_fn};

/// Retries that wait for next to nothing.
const QUICK: Retry = Retry::new()
    .max_tries(3)
    .base_delay(Duration::from_millis(1))
    .max_delay(Duration::from_millis(2));

fn build(builder: gateway_api::ClientBuilder) -> Client {
    builder
        .bearer_token(MANAGEMENT_KEY)
        .retry(QUICK)
        .build()
        .unwrap()
}

/// A service that counts what it is asked, as users' metrics do.
#[derive(Clone)]
struct Counted<S> {
    inner: S,
    count: Arc<AtomicU32>,
}

impl<S: Service<R>, R> Service<R> for Counted<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: R) -> S::Future {
        self.count.fetch_add(1, Ordering::Relaxed);
        self.inner.call(request)
    }
}

fn counting<S>(count: &Arc<AtomicU32>) -> impl Layer<S, Service = Counted<S>> + Clone + use<S> {
    let count = Arc::clone(count);
    layer_fn(move |inner| Counted {
        inner,
        count: Arc::clone(&count),
    })
}

#[tokio::test]
async fn a_client_calls_handlers_without_a_socket() {
    let client = build(Client::in_process(server::router(Gateway::default())));
    assert_eq!(client.list_workspaces().await.unwrap().data.len(), 1);
    let error = client.list_workspaces().limit(1000).await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::BAD_REQUEST));
    let error = Client::in_process(server::router(Gateway::default()));
    let error = error.build().unwrap().list_workspaces().await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::UNAUTHORIZED));
}

/// A router sees what it would see behind a connection: a host, a path without a server, and the length of a body.
#[tokio::test]
async fn a_router_in_the_process_gets_requests_as_from_a_connection() {
    let router = axum::Router::new().fallback(async |request: Request<Body>| {
        assert_eq!(request.uri(), "/v1/workspaces?limit=5");
        assert_eq!(request.headers()["host"], "localhost");
        assert!(!request.headers().contains_key("content-length"));
        Response::new(Body::from(r#"{"data":[],"total_count":0}"#))
    });
    let client = build(Client::in_process(router));
    client.list_workspaces().limit(5).await.unwrap();
}

#[tokio::test]
async fn a_handler_that_takes_too_long_is_a_timeout() {
    let router = axum::Router::new().fallback(std::future::pending::<StatusCode>);
    let client = build(Client::in_process(router).total_timeout(Duration::from_millis(20)));
    let error = client.list_workspaces().await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
}

#[tokio::test]
async fn webhooks_reach_a_receiver_in_the_process() {
    let subscriber = Subscriber::default();
    let sender =
        Sender::builder(|body: &[u8]| signature(body)).in_process(router(subscriber.clone()));
    let sender = sender.build().unwrap();
    let event = Event {
        id: "evt_1".to_owned(),
        created: 1_700_000_000,
        what: What::AccountClosed,
    };
    sender
        .payout_event("https://customer.example/payout_event", event)
        .await
        .unwrap();
    assert_eq!(subscriber.count(), 1);
}

/// A transport is any service, and learns which operation a request belongs to.
#[tokio::test]
async fn a_function_is_a_transport() {
    let transport = service_fn(async |request: Request<HttpBody>| {
        let operation = request.extensions().get::<&'static Operation>().unwrap();
        assert_eq!(operation.name, "list_workspaces");
        assert_eq!(request.uri(), "https://gateway.example/v1/workspaces");
        Ok::<_, Infallible>(Response::new(Body::from(r#"{"data":[],"total_count":7}"#)))
    });
    let client = build(Client::builder("https://gateway.example").transport(transport));
    assert_eq!(client.list_workspaces().await.unwrap().total_count, 7);
}

#[tokio::test]
async fn layers_go_around_each_try_or_around_the_whole_call() {
    let (tries, calls) = (Arc::default(), Arc::default());
    let broken = service_fn(|_: Request<HttpBody>| ready(Err::<Response<Body>, _>("no network")));
    let builder = Client::builder("http://gateway.example").transport(broken);
    let client = build(builder.layer(counting(&tries)).call_layer(counting(&calls)));
    let error = client.list_workspaces().await.unwrap_err();
    let text = "list_workspaces: the transport failed (3 tries)";
    assert_eq!(error.to_string(), text);
    assert_eq!(
        std::error::Error::source(&error).unwrap().to_string(),
        "no network"
    );
    assert!(!error.is_connect());
    assert_eq!(tries.load(Ordering::Relaxed), 3);
    assert_eq!(calls.load(Ordering::Relaxed), 1);
}

/// Layers see the default transport too, and a layer that is added later goes around earlier ones.
#[tokio::test]
async fn layers_go_around_connections() {
    let served = specsmith_tests::serving::Served::start().await;
    let add = |value: &'static str| {
        MapRequestLayer::new(move |mut request: Request<HttpBody>| {
            let value = HeaderValue::from_static(value);
            request.headers_mut().insert("authorization", value);
            request
        })
    };
    let builder = Client::builder(served.base_url());
    let builder = builder
        .layer(add("Bearer sk-management-4f1d"))
        .layer(add("Bearer wrong"));
    let client = builder.build().unwrap();
    client.list_workspaces().await.unwrap();
}

/// A layer of `tower`, whose error is not one of the client.
#[tokio::test]
async fn a_call_that_a_layer_refuses_is_an_error_with_its_reason() {
    let limit = layer_fn(|inner| {
        let limit = ServiceBuilder::new().load_shed().concurrency_limit(1);
        limit.service(inner)
    });
    let router = axum::Router::new().fallback(std::future::pending::<StatusCode>);
    let builder = Client::in_process(router).total_timeout(Duration::from_millis(20));
    let client = build(builder.call_layer(limit));
    let calls = (client.list_workspaces(), client.list_workspaces());
    let (first, second) = tokio::join!(calls.0.send(), calls.1.send());
    assert!(first.unwrap_err().is_timeout());
    let error = second.unwrap_err();
    let text = "list_workspaces: a layer failed";
    assert_eq!(error.to_string(), text);
    let source = std::error::Error::source(&error).unwrap();
    assert!(
        source.is::<tower::load_shed::error::Overloaded>(),
        "{source:?}"
    );
}

/// What a layer around calls sees of them: the operation, and the status or the error.
#[tokio::test]
async fn a_layer_around_calls_sees_their_results() {
    let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let layer = layer_fn(move |inner: gateway_api::runtime::client::CallService| {
        let log = Arc::clone(&log);
        service_fn(move |call: CallRequest| {
            let (inner, log, operation) = (inner.clone(), Arc::clone(&log), call.operation().name);
            async move {
                let result = inner.oneshot(call).await;
                let status = result.as_ref().ok().map(CallResponse::status);
                let error = result.as_ref().err().map(|error| {
                    error
                        .downcast_ref::<Error<Infallible>>()
                        .unwrap()
                        .is_timeout()
                });
                log.lock()
                    .unwrap()
                    .push((operation, status.map(|status| status.as_u16()), error));
                result
            }
        })
    });
    let builder = Client::in_process(server::router(Gateway::default()));
    let client = build(builder.call_layer(layer.clone()));
    client.list_workspaces().await.unwrap();
    let missing: gateway_api::types::ByokCredentialId =
        "00000000-0000-0000-0000-000000000000".parse().unwrap();
    client.delete_byok_credential(missing).await.unwrap_err();
    let slow = axum::Router::new().fallback(std::future::pending::<StatusCode>);
    let slow = Client::in_process(slow).total_timeout(Duration::from_millis(20));
    let error = build(slow.call_layer(layer))
        .list_workspaces()
        .await
        .unwrap_err();
    assert!(error.is_timeout());
    let expected = [
        ("list_workspaces", Some(200), None),
        ("delete_byok_credential", Some(404), None),
        ("list_workspaces", None, Some(true)),
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

/// A try that breaks in a layer is repeated only if the operation is idempotent.
#[tokio::test]
async fn a_layer_that_fails_is_no_proof_that_nothing_was_sent() {
    #[derive(Clone)]
    struct Failing(Arc<AtomicU32>);

    impl Service<Request<HttpBody>> for Failing {
        type Response = Response<Body>;
        type Error = std::io::Error;
        type Future = Ready<Result<Response<Body>, std::io::Error>>;

        fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Poll::Ready(Err(std::io::ErrorKind::ConnectionReset.into()))
        }

        fn call(&mut self, _: Request<HttpBody>) -> Self::Future {
            unreachable!("it is never ready")
        }
    }

    let count = Arc::new(AtomicU32::new(0));
    let client = checkout_api::Client::builder("http://checkout.example")
        .transport(Failing(Arc::clone(&count)))
        .retry(QUICK);
    let payment = checkout_api::types::Payment {
        id: "p1".to_owned(),
        amount: 7,
    };
    let error = client
        .build()
        .unwrap()
        .pay("valid", payment)
        .await
        .unwrap_err();
    assert!(matches!(error, checkout_api::client::Error::Transport(_)));
    assert_eq!(count.load(Ordering::Relaxed), 1);
}
