//! Retries.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use specsmith_runtime::client::{Error, Retry, RetryBudget};

use crate::api::{Client, Tool, ToolError};
use crate::server::{Server, Step, error, error_with, json};

const TOOL: &str = r#"{"data": {"id": "t"}}"#;

fn tool() -> Tool {
    Tool {
        id: "t".into(),
        count: 3.into(),
        price: None,
    }
}

#[tokio::test]
async fn temporary_errors_are_retried() {
    let server = Server::start([
        error(429, "m"),
        json(502, "<html>"),
        error(429, "m"),
        json(200, TOOL),
    ])
    .await;
    let response = Client::quick(&server.url)
        .get_tool("t")
        .send()
        .await
        .unwrap();
    assert_eq!((response.tries, server.lines().len()), (4, 4));
}

#[tokio::test]
async fn the_error_of_the_last_try_is_returned() {
    let server = Server::start([error(429, "m")]).await;
    let client = Client::quick(&server.url);
    let failed = client.get_tool("t").await.unwrap_err();
    assert!(
        matches!(failed, Error::Api(ToolError::TooManyRequests(_))),
        "{failed:?}"
    );
    assert_eq!(server.lines().len(), 4);
    client
        .get_tool("t")
        .retry(Retry::never())
        .await
        .unwrap_err();
    assert_eq!(server.lines().len(), 5);
}

#[tokio::test]
async fn other_statuses_are_not_retried() {
    for status in [404, 500, 501] {
        let server = Server::start([error(status, "m")]).await;
        Client::quick(&server.url).get_tool("t").await.unwrap_err();
        assert_eq!(server.lines().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn temporary_statuses_of_proxies_are_retried() {
    for status in [408, 503, 504] {
        let server = Server::start([error(status, "m")]).await;
        Client::quick(&server.url).get_tool("t").await.unwrap_err();
        assert_eq!(server.lines().len(), 4, "{status}");
    }
}

#[tokio::test]
async fn a_post_is_sent_once() {
    for step in [
        error(429, "m"),
        Step::Cut(Vec::new()),
        Step::Hang(Duration::from_millis(200)),
    ] {
        let server = Server::start([step]).await;
        let call = Client::quick(&server.url).add_tool(tool());
        call.try_timeout(Duration::from_millis(100))
            .await
            .unwrap_err();
        assert_eq!(server.lines().len(), 1);
    }
}

/// The server received the request before it redirected it, and may have executed it.
#[tokio::test]
async fn a_redirected_post_is_sent_once() {
    let redirect = "HTTP/1.1 307 Temporary Redirect\r\ncontent-length: 0\r\n\
                    location: http://127.0.0.1:1/v1/tools\r\n\r\n";
    let server = Server::start([Step::Write(redirect.into())]).await;
    let client = Client::quick_builder(&server.url).http_client(reqwest::Client::new());
    let client = client.build().unwrap();
    let failed = client.add_tool(tool()).await.unwrap_err();
    assert!(failed.is_connect(), "{failed:?}");
    assert_eq!(server.lines(), ["POST /v1/tools"]);
    let failed = client.get_tool("t").await.unwrap_err();
    assert!(failed.is_connect(), "{failed:?}");
    assert_eq!(server.lines().len(), 1 + 4);
}

#[tokio::test]
async fn a_post_is_retried_if_nothing_was_sent() {
    let failed = Client::quick("http://127.0.0.1:1")
        .add_tool(tool())
        .await
        .unwrap_err();
    assert!(
        matches!(&failed, Error::Transport(error) if error.tries == 4),
        "{failed:?}"
    );
}

#[tokio::test]
async fn broken_connections_are_retried() {
    let cut_body = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"data\"".to_vec();
    let cut_head = b"HTTP/1.1 200".to_vec();
    let steps = [
        Step::Cut(cut_body.clone()),
        Step::Cut(Vec::new()),
        Step::Cut(cut_head),
        json(200, TOOL),
    ];
    let server = Server::start(steps).await;
    let response = Client::quick(&server.url)
        .get_tool("t")
        .send()
        .await
        .unwrap();
    assert_eq!(response.tries, 4);

    let server = Server::start([Step::Cut(cut_body)]).await;
    let failed = Client::quick(&server.url).get_tool("t").await.unwrap_err();
    let Error::Transport(transport) = &failed else {
        panic!("{failed:?}")
    };
    assert!(!transport.is_connect());
    assert_eq!(
        failed.to_string(),
        "get_tool: the connection broke while the body of the response was read, after 7 of 100 bytes (4 tries)"
    );

    // A body without a length, and a response that has not begun.
    let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{\"d\r\n".to_vec();
    for (step, problem) in [
        (
            chunked,
            "the connection broke while the body of the response was read, after 3 bytes"
                .to_owned(),
        ),
        (Vec::new(), "the connection to HOST failed".to_owned()),
    ] {
        let server = Server::start([Step::Cut(step)]).await;
        let call = Client::quick(&server.url).get_tool("t");
        let failed = call.retry(Retry::never()).await.unwrap_err();
        let host = server.url.strip_prefix("http://").unwrap();
        let host = host.split('/').next().unwrap();
        let expected = format!("get_tool: {}", problem.replace("HOST", host));
        assert_eq!(failed.to_string(), expected);
    }
}

#[tokio::test]
async fn retry_after_in_seconds_is_respected() {
    let server = Server::start([error_with(429, "retry-after: 1\r\n", "m"), json(200, TOOL)]).await;
    let began = Instant::now();
    Client::quick(&server.url).get_tool("t").await.unwrap();
    assert!(
        began.elapsed() >= Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn retry_after_as_a_date_is_respected() {
    // A date has whole seconds, so this is from one to two seconds away.
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(2));
    let header = format!("retry-after: {date}\r\n");
    let server = Server::start([error_with(429, &header, "m"), json(200, TOOL)]).await;
    let began = Instant::now();
    Client::quick(&server.url).get_tool("t").await.unwrap();
    assert!(
        began.elapsed() >= Duration::from_millis(900),
        "{:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn retry_after_beyond_the_time_limit_ends_the_call() {
    let server = Server::start([error_with(429, "retry-after: 3600\r\n", "m")]).await;
    let began = Instant::now();
    let failed = Client::quick(&server.url).get_tool("t").await.unwrap_err();
    assert!(began.elapsed() < Duration::from_secs(5));
    assert_eq!(
        (server.lines().len(), failed.retry_after()),
        (1, Some(Duration::from_secs(3600)))
    );
    let Error::Api(ToolError::TooManyRequests(error)) = failed else {
        panic!("{failed:?}")
    };
    assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)));
}

#[tokio::test]
async fn every_try_is_reported() {
    let steps = [
        error_with(429, "x-request-id: r1\r\n", "m"),
        Step::Cut(Vec::new()),
        json(200, TOOL),
    ];
    let server = Server::start(steps).await;
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&seen);
    let builder = Client::quick_builder(&server.url).on_try(move |tried| {
        let status = tried.status.map(|status| status.as_u16());
        let id = tried.request_id.map(String::from);
        log.lock().unwrap().push((
            tried.operation.name,
            tried.number,
            status,
            id,
            tried.error.is_some(),
            tried.wait.is_some(),
        ));
    });
    builder.build().unwrap().get_tool("t").await.unwrap();
    assert_eq!(
        *seen.lock().unwrap(),
        [
            ("get_tool", 1, Some(429), Some("r1".into()), false, true),
            ("get_tool", 2, None, None, true, true),
            ("get_tool", 3, Some(200), None, false, false),
        ]
    );
}

#[tokio::test]
async fn a_post_is_retried_if_the_server_asks_for_it_and_the_caller_wants_that() {
    let asked = |status| error_with(status, "retry-after: 0\r\n", "m");
    let asking = Retry::new().base_delay(Duration::ZERO).when_asked(true);
    for (step, retry, tries) in [
        (asked(429), asking.clone(), 4),
        (asked(503), asking.clone(), 4),
        (asked(500), asking.clone(), 1),
        (error(429, "m"), asking.clone(), 1),
        (asked(429), Retry::new().base_delay(Duration::ZERO), 1),
    ] {
        let server = Server::start([step]).await;
        let client = Client::quick(&server.url);
        client.add_tool(tool()).retry(retry).await.unwrap_err();
        assert_eq!(server.lines().len(), tries);
    }
    // For all calls of a client.
    let server = Server::start([asked(429)]).await;
    let client = Client::quick_builder(&server.url).retry(asking);
    let client = client.build().unwrap();
    client.add_tool(tool()).await.unwrap_err();
    assert_eq!(server.lines().len(), 4);
}

#[tokio::test]
async fn further_statuses_are_retried_if_the_operation_is_idempotent() {
    let server = Server::start([error(500, "m")]).await;
    let client = Client::quick(&server.url);
    let retry = Retry::new().base_delay(Duration::ZERO).statuses([500, 521]);
    client.get_tool("t").retry(retry.clone()).await.unwrap_err();
    assert_eq!(server.lines().len(), 4);
    client.add_tool(tool()).retry(retry).await.unwrap_err();
    assert_eq!(server.lines().len(), 5);
}

#[tokio::test]
async fn a_function_of_the_caller_decides_before_all_other_rules() {
    let steps = [
        error_with(418, "x-busy: yes\r\n", "m"),
        Step::Cut(Vec::new()),
        error(429, "m"),
    ];
    let server = Server::start(steps).await;
    let retry = Retry::new().base_delay(Duration::ZERO).when(|failed| {
        let is_busy = |headers: &http::HeaderMap| headers.contains_key("x-busy");
        match failed.status {
            Some(status) if status == 429 => Some(false),
            Some(_) => failed.headers.map(is_busy),
            // A `POST`, too.
            None => Some(failed.error.is_some()),
        }
    });
    let failed = Client::quick(&server.url).add_tool(tool()).retry(retry);
    let failed = failed.await.unwrap_err();
    assert_eq!(failed.status().unwrap(), 429);
    assert_eq!(server.lines().len(), 3);
}

/// A server that fails gets each request only once when the tokens are used up, whatever a call wants.
#[tokio::test]
async fn a_client_has_a_budget_of_retries() {
    let server = Server::response(|_, request| match request.contains("/t ") {
        true => error(503, "m"),
        false => json(200, TOOL),
    })
    .await;
    let reports = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&reports);
    let builder = Client::quick_builder(&server.url)
        .retry_budget(RetryBudget::new().tokens(20))
        .on_try(move |tried| log.lock().unwrap().push(tried.over_budget));
    let client = builder.build().unwrap();
    for tries in [4, 2, 1, 1] {
        let before = server.lines().len();
        client.clone().get_tool("t").await.unwrap_err();
        assert_eq!(server.lines().len() - before, tries);
    }
    let expected = [false, false, false, false, false, true, true, true];
    assert_eq!(*reports.lock().unwrap(), expected);
    // Successes return tokens.
    for _ in 0..5 {
        client.get_tool("u").await.unwrap();
    }
    let before = server.lines().len();
    client.get_tool("t").await.unwrap_err();
    assert_eq!(server.lines().len() - before, 2);
}

#[tokio::test]
async fn the_budget_can_be_turned_off() {
    let server = Server::start([error(503, "m")]).await;
    let builder = Client::quick_builder(&server.url).retry_budget(RetryBudget::unlimited());
    let client = builder.build().unwrap();
    let retry = Retry::new().max_tries(120).base_delay(Duration::ZERO);
    client.get_tool("t").retry(retry).await.unwrap_err();
    assert_eq!(server.lines().len(), 120);
}
