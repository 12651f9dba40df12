//! Limits of time and size.

use std::time::{Duration, Instant};

use specsmith_runtime::client::{Error, Retry, TimeoutKind};

use crate::api::Client;
use crate::server::{Server, Step, json, json_with};

const TOOL: &str = r#"{"data": {"id": "t"}}"#;
const LONG: Duration = Duration::from_secs(20);

fn kind<E>(error: &Error<E>) -> Option<(TimeoutKind, u32)> {
    match error {
        Error::Timeout(timeout) => Some((timeout.kind, timeout.tries)),
        _ => None,
    }
}

#[tokio::test]
async fn a_try_that_times_out_is_retried() {
    let server = Server::start([Step::Hang(LONG), json(200, TOOL)]).await;
    let call = Client::quick(&server.url)
        .get_tool("t")
        .try_timeout(Duration::from_millis(100));
    assert_eq!(call.send().await.unwrap().tries, 2);

    let server = Server::start([Step::Hang(LONG)]).await;
    let client = Client::quick_builder(&server.url)
        .try_timeout(Duration::from_millis(50))
        .build()
        .unwrap();
    let error = client.get_tool("t").await.unwrap_err();
    assert_eq!(kind(&error), Some((TimeoutKind::Try, 4)));
    assert!(error.is_timeout());
    let expected = "get_tool: the try timed out after 50 ms (4 tries)";
    assert_eq!(error.to_string(), expected);
}

#[tokio::test]
async fn a_body_that_takes_too_long_is_a_timeout() {
    let slow = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec();
    let server = Server::start([Step::Write(slow)]).await;
    let call = Client::quick(&server.url)
        .get_tool("t")
        .try_timeout(Duration::from_millis(100));
    let error = call.retry(Retry::never()).await.unwrap_err();
    assert_eq!(kind(&error), Some((TimeoutKind::Try, 1)));
}

#[tokio::test]
async fn a_call_ends_at_its_time_limit() {
    let server = Server::start([Step::Hang(LONG)]).await;
    let client = Client::quick_builder(&server.url)
        .total_timeout(Duration::from_millis(300))
        .build()
        .unwrap();
    let began = Instant::now();
    let error = client
        .get_tool("t")
        .try_timeout(Duration::from_millis(200))
        .await
        .unwrap_err();
    assert_eq!(kind(&error), Some((TimeoutKind::Total, 2)));
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
    let error = client
        .get_tool("t")
        .timeout(Duration::from_millis(50))
        .await
        .unwrap_err();
    assert_eq!(kind(&error), Some((TimeoutKind::Total, 1)));
}

#[tokio::test]
async fn time_limits_can_be_unlimited() {
    let server = Server::start([json(200, TOOL)]).await;
    let call = Client::quick(&server.url).get_tool("t");
    call.timeout(Duration::MAX)
        .try_timeout(Duration::MAX)
        .await
        .unwrap();
}

#[tokio::test]
async fn responses_that_are_too_large_are_errors() {
    let body = format!(r#"{{"data": {{"id": "{}"}}}}"#, "x".repeat(2000));
    let mut chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
    for piece in body.as_bytes().chunks(300) {
        chunked.extend(format!("{:x}\r\n", piece.len()).into_bytes());
        chunked.extend_from_slice(piece);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    for step in [json(200, &body), Step::Write(chunked)] {
        let server = Server::start([step]).await;
        let limited = |limit| {
            Client::quick_builder(&server.url)
                .max_response_bytes(limit)
                .build()
                .unwrap()
        };
        assert_eq!(
            limited(body.len())
                .get_tool("t")
                .await
                .unwrap()
                .id
                .as_str()
                .len(),
            2000
        );
        let error = limited(body.len() - 1).get_tool("t").await.unwrap_err();
        let Error::TooLarge(large) = &error else {
            panic!("{error:?}")
        };
        assert_eq!((large.status.as_u16(), large.limit), (200, body.len() - 1));
        // A retry would get a response of the same size.
        assert_eq!(server.lines().len(), 2);
    }
}

#[tokio::test]
async fn a_response_that_is_too_large_is_identified() {
    let response = json_with(200, "x-request-id: r6\r\n", r#"{"data": {"id": "t"}}"#);
    let server = Server::start([response]).await;
    let client = Client::quick_builder(&server.url).max_response_bytes(20);
    let error = client.build().unwrap().get_tool("t").await.unwrap_err();
    assert_eq!(error.request_id(), Some("r6"));
    assert_eq!(
        error.to_string(),
        "get_tool: the response 200 OK is larger than 20 bytes (request r6)"
    );
}

#[test]
#[should_panic(expected = "`enable_time`")]
fn a_call_in_a_runtime_without_timers_panics_and_says_what_to_do() {
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_io().build().unwrap();
    let client = Client::quick("http://127.0.0.1:9");
    let _: Result<_, _> = runtime.block_on(client.list_tools().send());
}
