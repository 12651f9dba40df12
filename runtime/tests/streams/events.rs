//! Server-sent events.

use std::time::Duration;

use futures_util::StreamExt;
use specsmith_runtime::StreamError;
use specsmith_runtime::client::Error;
use specsmith_runtime::server::ServerConfig;

use crate::api::{ArchiveError, Client, Failure};
use crate::archive::{start, start_with};
use crate::scripted::{Server, Step};
use crate::wire::{Wire, exchange};

/// A response with this text as events.
fn events(text: &str) -> Step {
    let length = text.len();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n";
    Step::Write(format!("{head}content-length: {length}\r\n\r\n{text}").into())
}

#[tokio::test]
async fn events_arrive_until_the_end_marker() {
    let server = start().await;
    let ticks = server.client.watch("3").await.unwrap();
    let numbers: Vec<i64> = ticks.map(|tick| tick.unwrap().number).collect().await;
    assert_eq!(numbers, [0, 1, 2]);
    let response = exchange(&server.url, "GET /ticks/1", &[], "").await;
    assert!(
        response.contains("content-type: text/event-stream\r\n"),
        "{response}"
    );
    assert!(
        response.contains("cache-control: no-cache\r\n"),
        "{response}"
    );
    assert!(
        response.contains("data: {\"number\":0}\n\ndata: [DONE]\n\n"),
        "{response}"
    );
}

#[tokio::test]
async fn an_error_after_the_status_is_an_error_of_the_stream() {
    let server = start().await;
    let mut ticks = server.client.watch("failing").await.unwrap();
    assert_eq!(ticks.next().await.unwrap().unwrap().number, 1);
    let error = ticks.next().await.unwrap().unwrap_err();
    assert!(
        matches!(error, StreamError::Event(Failure { code: 529 })),
        "{error:?}"
    );
    assert!(ticks.next().await.is_none());
}

#[tokio::test]
async fn an_error_before_the_status_is_an_error_of_the_call() {
    let error = start().await.client.watch("missing").await.unwrap_err();
    assert!(
        matches!(error, Error::Api(ArchiveError::NotFound(_))),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_internal_error_of_the_stream_interrupts_it_without_details() {
    let server = start().await;
    let mut ticks = server.client.watch("broken").await.unwrap();
    assert_eq!(ticks.next().await.unwrap().unwrap().number, 1);
    let error = ticks.next().await.unwrap().unwrap_err();
    assert!(matches!(error, StreamError::Interrupted(_)), "{error:?}");
    let response = exchange(&server.url, "GET /ticks/broken", &[], "").await;
    assert!(
        response.contains("{\"number\":1}") && !response.contains("10.0.0.7"),
        "{response}"
    );
    assert!(
        !response.contains("[DONE]") && !response.ends_with("0\r\n\r\n"),
        "{response}"
    );
}

#[tokio::test]
async fn the_events_of_another_server_can_be_passed_on() {
    let (first, second) = (start().await, start().await);
    let ticks = first.client.watch(&second.url).await.unwrap();
    let results: Vec<_> = ticks.collect().await;
    assert!(
        matches!(
            &results[..],
            [Ok(_), Err(StreamError::Event(Failure { code: 529 }))]
        ),
        "{results:?}"
    );
    assert_eq!(
        first
            .client
            .watch("relayed")
            .await
            .unwrap_err()
            .status()
            .unwrap(),
        500
    );
}

#[tokio::test]
async fn a_silent_stream_is_kept_alive() {
    let config = ServerConfig::new().keep_alive(Duration::from_millis(20));
    let server = start_with(config).await;
    let mut wire = Wire::connect(&server.url).await;
    wire.send("GET /ticks/held HTTP/1.1\r\nhost: test\r\n\r\n")
        .await;
    wire.read_until("{\"number\":1}").await;
    wire.read_until(":\n\n\r\n3\r\n:\n\n").await;
    // So a client with a shorter patience than the stream has silence stays connected.
    let client = Client::builder(&server.url)
        .idle_timeout(Duration::from_millis(500))
        .build()
        .unwrap();
    let mut ticks = client.watch("held").await.unwrap();
    ticks.next().await.unwrap().unwrap();
    let later = tokio::time::timeout(Duration::from_millis(1500), ticks.next()).await;
    assert!(later.is_err(), "{later:?}");
}

#[tokio::test]
async fn a_stream_that_stalls_is_interrupted() {
    let server = start().await;
    let client = Client::builder(&server.url)
        .idle_timeout(Duration::from_millis(50))
        .build()
        .unwrap();
    let mut ticks = client.watch("held").await.unwrap();
    ticks.next().await.unwrap().unwrap();
    let error = ticks.next().await.unwrap().unwrap_err();
    assert!(matches!(error, StreamError::Interrupted(_)), "{error:?}");
}

#[tokio::test]
async fn dropping_the_stream_drops_that_of_the_handler() {
    let mut server = start().await;
    let mut ticks = server.client.watch("held").await.unwrap();
    ticks.next().await.unwrap().unwrap();
    assert!(!*server.dropped.borrow());
    drop(ticks);
    server.dropped.wait_for(|dropped| *dropped).await.unwrap();
}

/// An empty stream would hide the mistake.
#[tokio::test]
async fn a_response_that_is_no_event_stream_is_undocumented() {
    for head in ["content-type: text/html\r\n", ""] {
        let response = format!("HTTP/1.1 200 OK\r\n{head}content-length: 9\r\n\r\n<html>hi!");
        let server = Server::start([Step::Write(response.into())]).await;
        let error = Client::new(&server.url).watch("1").await.unwrap_err();
        let Error::Undocumented(response) = error else {
            panic!("{error:?}")
        };
        assert_eq!(response.body, "<html>hi!");
    }
}

#[tokio::test]
async fn the_client_limits_the_length_of_events() {
    let server = Server::start([events(&format!("data: {}\n\n", "x".repeat(100)))]).await;
    let client = Client::builder(&server.url)
        .max_item_bytes(100)
        .build()
        .unwrap();
    let error = client
        .watch("1")
        .await
        .unwrap()
        .next()
        .await
        .unwrap()
        .unwrap_err();
    assert!(
        matches!(error, StreamError::TooLong { limit: 100 }),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_event_that_cannot_be_read_names_the_operation() {
    let events = "data: {\"number\": \"x\"}\n\ndata: []\n\ndata: oops\n\n";
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n";
    let response = format!("{head}content-length: {}\r\n\r\n{events}", events.len());
    let server = Server::start([Step::Write(response.into())]).await;
    let mut ticks = Client::new(&server.url).watch("1").await.unwrap();
    for problem in [
        "`number`: expected an integer",
        "its data: expected an object",
        "it is not JSON (line 1, column 1)",
    ] {
        let error = ticks.next().await.unwrap().unwrap_err();
        let expected = format!("watch: an event cannot be read: {problem}");
        assert_eq!(error.to_string(), expected);
    }
}

#[tokio::test]
async fn a_lenient_client_accepts_events_that_lack_something() {
    let text = "data: {}\n\ndata: {\"number\": \"2\"}\n\ndata: [DONE]\n\n";
    let server = Server::start([events(text), events(text)]).await;
    let lenient = Client::builder(&server.url).lenient(true).build().unwrap();
    let ticks = lenient.watch("1").await.unwrap();
    let numbers: Vec<i64> = ticks.map(|tick| tick.unwrap().number).collect().await;
    assert_eq!(numbers, [0, 2]);

    let mut ticks = Client::new(&server.url).watch("1").await.unwrap();
    let error = ticks.next().await.unwrap().unwrap_err().to_string();
    assert!(error.contains("`number`: is missing"), "{error}");
}

#[tokio::test]
async fn a_stream_that_ends_without_its_marker_was_interrupted() {
    let server = Server::start([events("data: {\"number\": 1}\n\n")]).await;
    let mut ticks = Client::new(&server.url).watch("1").await.unwrap();
    ticks.next().await.unwrap().unwrap();
    let error = ticks.next().await.unwrap().unwrap_err();
    assert!(matches!(error, StreamError::Interrupted(_)), "{error:?}");
}
