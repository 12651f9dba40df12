//! Bodies of JSON lines.

use std::io;

use futures_util::{StreamExt, stream};
use specsmith_runtime::server::ServerConfig;
use specsmith_runtime::{BodyErrorKind, JsonLines, LineErrorKind};

use crate::api::{Client, Row};
use crate::archive::{start, start_with};
use crate::captured_spans::Spans;
use crate::scripted::{Server, Step};
use crate::wire::{Wire, exchange};

fn row(name: &str, number: i64) -> Row {
    Row {
        name: name.into(),
        number,
    }
}

/// Sends lines as they are.
async fn import(url: &str, lines: &str) -> String {
    let length = format!("content-length: {}", lines.len());
    let headers = ["content-type: application/x-ndjson", &length];
    exchange(url, "POST /rows", &headers, lines).await
}

#[tokio::test]
async fn values_are_streamed_in_both_directions() {
    let client = start().await.client;
    let rows = stream::iter(0..10_000).map(|number| Ok::<_, io::Error>(row("a", number)));
    assert_eq!(
        client.import(JsonLines::new(rows)).await.unwrap().bytes,
        10_000
    );
    assert_eq!(
        client.import(JsonLines::from(vec![])).await.unwrap().bytes,
        0
    );
    let rows = client.export("10000").await.unwrap();
    let numbers: Vec<i64> = rows.map(|row| row.unwrap().number).collect().await;
    assert_eq!(numbers, (0..10_000).collect::<Vec<_>>());
    let rows = client.export("list").await.unwrap();
    assert_eq!(rows.count().await, 2);
}

#[tokio::test]
async fn the_response_has_one_value_on_each_line() {
    let response = exchange(&start().await.url, "GET /rows/list", &[], "").await;
    assert!(
        response.contains("content-type: application/x-ndjson\r\n"),
        "{response}"
    );
    assert!(
        response.contains("{\"name\":\"row\",\"number\":1}\n{\"name\":\"row\",\"number\":2}\n"),
        "{response}"
    );
}

#[tokio::test]
async fn an_invalid_line_is_a_400_with_all_its_validation_errors() {
    let server = start().await;
    let lines = "\n{\"name\":\"a\",\"number\":1}\n\n{\"name\":\"\",\"number\":-1}\n{\"name\":7}\n";
    let response = import(&server.url, lines).await;
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let body: serde_json::Value = serde_json::from_str(body).unwrap();
    let expected = serde_json::json!([
        {"in": "body", "name": "line 4: name", "problem": "must have at least 1 character"},
        {"in": "body", "name": "line 4: number", "problem": "must be at least 0"},
    ]);
    assert_eq!(body["error"]["metadata"]["invalid"], expected);
    let response = import(&server.url, "{\"name\":\"a\",\"number\":1}\nhunter2\n").await;
    assert!(
        response.contains("line 2") && response.contains("is not valid JSON: column 1"),
        "{response}"
    );
    assert!(!response.contains("hunter2"));
}

#[tokio::test]
async fn a_handler_can_skip_invalid_lines() {
    let lines = "{\"name\":\"skip\",\"number\":1}\noops\n{\"name\":\"\",\"number\":1}\n{\"name\":\"a\",\"number\":1}";
    let response = import(&start().await.url, lines).await;
    assert!(response.ends_with(r#"{"bytes":1}"#), "{response}");
}

#[tokio::test]
async fn a_line_that_is_too_long_is_a_400() {
    let server = start_with(ServerConfig::new().max_item_bytes(40)).await;
    let response = import(
        &server.url,
        &format!("\n{{\"name\":\"{}\"}}\n", "x".repeat(40)),
    )
    .await;
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
    assert!(
        response.contains("line 2") && response.contains("must have at most 40 bytes"),
        "{response}"
    );
}

#[tokio::test]
async fn lines_that_exceed_the_limit_of_the_body_are_413() {
    let server = start_with(ServerConfig::new().body_limit(1000)).await;
    let rows = stream::iter(0..50).map(|number| Ok::<_, io::Error>(row("a", number)));
    let error = server
        .client
        .import(JsonLines::new(rows))
        .await
        .unwrap_err();
    assert_eq!(error.status().unwrap(), 413);
}

#[tokio::test]
async fn the_handler_gets_a_line_before_the_next_one_is_sent() {
    let server = start().await;
    let mut wire = Wire::connect(&server.url).await;
    let head = "POST /rows HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/x-ndjson\r\ncontent-length: 1000\r\n\r\n";
    wire.send(format!("{head}oops\n")).await;
    // The response does not wait for the rest.
    let response = wire.read_until("column 1").await;
    assert!(response.starts_with("HTTP/1.1 400 "), "{response}");
}

#[tokio::test]
async fn a_response_that_breaks_off_is_an_error_after_its_lines() {
    let mut rows = start().await.client.export("broken").await.unwrap();
    // Both may be reported at once, because the connection is closed.
    let error = loop {
        match rows.next().await.unwrap() {
            Ok(row) => assert_eq!(row.number, 1),
            Err(error) => break error,
        }
    };
    let LineErrorKind::Body(cause) = error.kind() else {
        panic!("{error:?}")
    };
    assert_eq!(cause.kind(), BodyErrorKind::Interrupted);
    assert!(!error.is_of_request());
}

#[tokio::test]
async fn the_client_does_not_check_constraints() {
    let lines =
        "{\"name\":\"\",\"number\":-1,\"new\":[]}\n{\"name\":7}\n{\"name\":\"b\",\"number\":1}";
    let length = lines.len();
    let response = format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n{lines}");
    let server = Server::start([Step::Write(response.into())]).await;
    let mut rows = Client::new(&server.url).export("1").await.unwrap();
    assert_eq!(rows.next().await.unwrap().unwrap(), row("", -1));
    let error = rows.next().await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "body `line 2: name`: expected a string");
    assert_eq!(rows.next().await.unwrap().unwrap(), row("b", 1));
}

#[tokio::test]
async fn a_lenient_client_accepts_lines_that_lack_something() {
    let lines = "{\"name\":\"a\"}\nnot JSON\n{\"number\":\"7\"}\n";
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n";
    let response = format!("{head}content-length: {}\r\n\r\n{lines}", lines.len());
    let server = Server::start([Step::Write(response.into())]).await;
    let client = Client::builder(&server.url).lenient(true).build().unwrap();
    let mut rows = client.export("1").await.unwrap();
    assert_eq!(rows.next().await.unwrap().unwrap(), row("a", 0));
    let error = rows.next().await.unwrap().unwrap_err().to_string();
    assert!(error.contains("`line 2`: is not valid JSON"), "{error}");
    assert_eq!(rows.next().await.unwrap().unwrap(), row("", 7));
}

#[tokio::test]
async fn a_lenient_client_warns_about_lines_in_the_span_of_the_call() {
    let spans = Spans::default();
    // See `log.rs`.
    let _second = tracing::Dispatch::new(Spans::default());
    let guard = tracing::subscriber::set_default(spans.clone());
    let lines = "{\"number\":\"7\"}\n";
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\n";
    let response = format!("{head}content-length: {}\r\n\r\n{lines}", lines.len());
    let server = Server::start([Step::Write(response.into())]).await;
    let client = Client::builder(&server.url).lenient(true).build().unwrap();
    let mut rows = client.export("1").await.unwrap();
    assert_eq!(rows.next().await.unwrap().unwrap(), row("", 7));
    drop(guard);
    // Its name is missing, and its number is a string.
    assert_eq!(spans.warned(), [Some(1), Some(1)]);
}

#[tokio::test]
async fn the_client_limits_the_length_of_lines() {
    let server = start().await;
    let client = Client::builder(&server.url)
        .max_item_bytes(10)
        .build()
        .unwrap();
    let error = client
        .export("1")
        .await
        .unwrap()
        .next()
        .await
        .unwrap()
        .unwrap_err();
    assert_eq!(error.to_string(), "line 1 is larger than 10 bytes");
}
