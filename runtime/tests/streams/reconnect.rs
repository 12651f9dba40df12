//! Streams that continue after the connection has broken.

use futures_util::StreamExt;
use specsmith_runtime::StreamError;
use specsmith_runtime::client::Error;
#[cfg(feature = "trace-context")]
use specsmith_runtime::{Body, EventStream, codegen as rt};
#[cfg(feature = "trace-context")]
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::api::Client;
#[cfg(feature = "trace-context")]
use crate::api::{ArchiveError, ERRORS, Failure, REPORT, Tick};
use crate::archive::start;
use crate::captured_spans::Spans;
use crate::scripted::{Server, Step, error};
#[cfg(feature = "trace-context")]
use crate::wire::exchange;

fn connection(text: &str) -> Step {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 1000\r\n\r\n";
    Step::Cut(format!("{head}retry: 1\n\n{text}").into())
}

fn empty(status: &str) -> Step {
    Step::Write(format!("HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").into())
}

#[tokio::test]
async fn no_event_is_lost_and_none_comes_twice() {
    let server = start().await;
    let ticks = server.client.follow().await.unwrap();
    let numbers: Vec<i64> = ticks.map(|tick| tick.unwrap().number).collect().await;
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn the_next_request_names_the_last_complete_event() {
    let server = Server::start([
        connection("data: {\"number\": 1}\n\n"),
        connection("id: 2\ndata: {\"number\": 2}\n\nid: 3\ndata: {\"numb"),
        connection("id: 3\ndata: {\"number\": 3}\n\ndata: [DONE]\n\n"),
    ])
    .await;
    let mut ticks = Client::new(&server.url)
        .follow()
        .header("x-trace", "t")
        .await
        .unwrap();
    let mut numbers = Vec::new();
    while let Some(tick) = ticks.next().await {
        numbers.push(tick.unwrap().number);
    }
    assert_eq!(numbers, [1, 2, 3]);
    assert_eq!(ticks.last_event_id(), Some("3"));
    let requests = server.requests();
    let ids = requests.iter().map(|request| {
        assert!(
            request.contains("x-trace: t\r\n")
                && request.contains("accept: text/event-stream, application/json;q=0.9\r\n")
        );
        request
            .lines()
            .find_map(|line| line.strip_prefix("last-event-id: "))
    });
    assert_eq!(ids.collect::<Vec<_>>(), [None, None, Some("2")]);
}

#[tokio::test]
async fn a_response_without_content_ends_the_stream() {
    let server = Server::start([
        connection("data: {\"number\": 1}\n\n"),
        empty("204 No Content"),
    ])
    .await;
    let ticks = Client::new(&server.url).follow().await.unwrap();
    assert_eq!(
        ticks
            .map(|tick| tick.unwrap().number)
            .collect::<Vec<_>>()
            .await,
        [1]
    );
}

#[tokio::test]
async fn an_error_response_ends_the_stream_with_an_error() {
    for (step, status) in [
        (error(404, "gone"), 404),
        (error(401, "who?"), 401),
        (empty("418 I'm a teapot"), 418),
    ] {
        let server = Server::start([connection("data: {\"number\": 1}\n\n"), step]).await;
        let mut ticks = Client::new(&server.url).follow().await.unwrap();
        ticks.next().await.unwrap().unwrap();
        let error = ticks.next().await.unwrap().unwrap_err();
        let StreamError::Reconnect(cause) = error else {
            panic!("{error:?}")
        };
        let cause = cause.downcast::<Error<std::convert::Infallible>>().unwrap();
        assert_eq!(cause.status().unwrap(), status);
        assert!(ticks.next().await.is_none());
    }
}

#[tokio::test]
async fn an_error_event_is_final() {
    let server = Server::start([connection("event: error\ndata: {\"code\": 1}\n\n")]).await;
    let mut ticks = Client::new(&server.url).follow().await.unwrap();
    let error = ticks.next().await.unwrap().unwrap_err();
    assert!(matches!(error, StreamError::Event(_)), "{error:?}");
    assert!(ticks.next().await.is_none());
    assert_eq!(server.lines().len(), 1);
}

/// The client's own retries apply to each connection.
#[tokio::test]
async fn a_connection_that_fails_for_a_moment_is_tried_again() {
    let server = Server::start([
        connection("id: 1\ndata: {\"number\": 1}\n\n"),
        empty("503 Service Unavailable"),
        connection("data: [DONE]\n\n"),
    ])
    .await;
    let ticks = Client::new(&server.url).follow().await.unwrap();
    assert_eq!(ticks.count().await, 1);
    assert_eq!(server.lines().len(), 3);
}

#[tokio::test]
async fn the_next_connection_is_in_the_span_of_the_call() {
    let spans = Spans::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Spans::default());
    let guard = tracing::subscriber::set_default(spans.clone());
    let server = Server::start([
        connection("data: {\"number\": 1}\n\n"),
        connection("data: [DONE]\n\n"),
    ])
    .await;
    let ticks = Client::new(&server.url).follow().await.unwrap();
    assert_eq!(ticks.count().await, 1);
    drop(guard);
    // A call and its request, and the same again.
    assert_eq!(spans.parents(), [None, Some(1), Some(1), Some(3)]);
}

/// A server whose handler opens a stream, which the test reads.
#[cfg(feature = "trace-context")]
struct Opener {
    client: Client,
    opened: UnboundedSender<EventStream<Tick, Failure>>,
}

#[cfg(feature = "trace-context")]
impl Opener {
    async fn open(&self) -> Result<Body, ArchiveError> {
        let ticks = self.client.follow().await.unwrap();
        self.opened.send(ticks).unwrap();
        Ok(Body::default())
    }
}

#[cfg(feature = "trace-context")]
#[tokio::test]
async fn the_next_connection_belongs_to_the_trace_of_the_call() {
    let server = Server::start([
        connection("data: {\"number\": 1}\n\n"),
        connection("data: [DONE]\n\n"),
    ])
    .await;
    let (opened, mut streams) = unbounded_channel();
    let client = Client::new(&server.url);
    let opener = Opener { client, opened };
    let router = rt::Server::<Opener>::new(opener, rt::ServerConfig::new(), &ERRORS)
        .open_route(&REPORT, Opener::open)
        .finish("");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let line = format!("{} {}", REPORT.method, REPORT.path);
    exchange(&url, &line, &[&format!("traceparent: {PARENT}")], "").await;
    let ticks = streams.recv().await.unwrap();
    assert_eq!(ticks.count().await, 1);
    let sent = format!("traceparent: {PARENT}\r\n");
    let requests = server.requests();
    assert_eq!(requests.len(), 2);
    for request in requests {
        assert!(request.contains(&sent), "{request}");
    }
}

#[cfg(feature = "trace-context")]
const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
