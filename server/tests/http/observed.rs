//! Each request gets an identifier, a log line and metrics, and none of them contains a secret.

use std::time::Duration;

use serde_json::Value;
use tokio::time::sleep;

use crate::running::{lines, start};

fn parse(line: &str) -> Value {
    assert!(
        line.ends_with("}\n") && line.lines().count() == 1,
        "{line:?}"
    );
    serde_json::from_str(line).unwrap()
}

#[tokio::test]
async fn a_request_keeps_its_id_or_gets_one() {
    let server = start(&[]).await;
    let kept = server
        .send("GET /v1/credits", "x-request-id: my.trace-1_a\r\n")
        .await;
    assert_eq!(kept.header("x-request-id"), Some("my.trace-1_a"));
    let too_long = format!("x-request-id: {}\r\n", "a".repeat(65));
    for headers in ["", "x-request-id: \r\n", "x-request-id: a b\r\n", &too_long] {
        let response = server.send("GET /nowhere", headers).await;
        let id = response.header("x-request-id").unwrap();
        let id = uuid::Uuid::parse_str(id).expect("a UUID");
        assert_eq!(id.get_version_num(), 7);
    }
}

#[tokio::test]
async fn a_request_is_logged_as_one_line() {
    let server = start(&[]).await;
    for (id, line, operation, method, status) in [
        ("line-ok", "GET /v1/credits", "get_credits", "GET", 200),
        ("line-404", "GET /nowhere", "none", "GET", 404),
        ("line-405", "PUT /v1/credits", "none", "PUT", 405),
        ("line-odd", "BREW /v1/credits", "none", "other", 405),
    ] {
        let response = server.send(line, &format!("x-request-id: {id}\r\n")).await;
        assert_eq!(response.status, status);
        let lines = lines(id, 1).await;
        assert_eq!(lines.len(), 1, "{lines:?}");
        let line = parse(&lines[0]);
        let names: Vec<_> = line.as_object().unwrap().keys().cloned().collect();
        let expected = [
            "duration_ms",
            "level",
            "message",
            "method",
            "operation",
            "request_id",
            "status",
            "target",
            "timestamp",
        ];
        assert_eq!(names, expected);
        assert_eq!(line["operation"], operation);
        assert_eq!(line["method"], method);
        assert_eq!(line["status"], status);
        assert!(line["duration_ms"].as_f64().unwrap() < 1000.0);
        assert_eq!(line["message"], "responded");
    }
}

#[tokio::test]
async fn the_cause_of_an_internal_error_is_logged_with_the_request_id() {
    let server = start(&[]).await;
    let response = server
        .send("DELETE /v1/keys/broken", "x-request-id: failing\r\n")
        .await;
    response.is_error(500, "Internal Server Error");
    let lines = lines("failing", 2).await;
    let cause = parse(&lines[0]);
    assert_eq!(cause["level"], "ERROR");
    assert_eq!(cause["cause"], "the disk at 10.0.0.7 is full");
    assert_eq!(parse(&lines[1])["status"], 500);
}

#[tokio::test]
async fn responses_of_the_api_are_not_cached() {
    let server = start(&[]).await;
    for (line, status) in [
        ("GET /v1/credits", 200),
        ("GET /nowhere", 404),
        ("PUT /v1/credits", 405),
        ("DELETE /v1/keys/broken", 500),
    ] {
        let response = server.send(line, "").await;
        assert_eq!(response.status, status);
        assert_eq!(response.header("cache-control"), Some("no-store"), "{line}");
    }
}

#[tokio::test]
async fn logs_and_metrics_contain_no_secret() {
    let server = start(&[]).await;
    let line = "DELETE /v1/keys/sk-or-secret-hash?q=secret-query";
    let headers = "x-request-id: secretive\r\ncookie: secret-cookie\r\n";
    assert_eq!(server.send(line, headers).await.status, 500);
    let mut logged = lines("secretive", 2).await.concat();
    let bearer = "authorization: Bearer secret-token\r\nx-request-id: unknown-key\r\n";
    let mut client = server.connect().await;
    client
        .raw(format!(
            "GET /v1/generation?id=secret-id HTTP/1.1\r\nhost: secret-host\r\n{bearer}\r\n"
        ))
        .await;
    assert_eq!(client.response().await.status, 401);
    logged += &lines("unknown-key", 1).await.concat();
    let metrics = server.ask("/metrics").await.text;
    for secret in ["secret-", "sk-or"] {
        assert!(!logged.contains(secret), "{logged}");
        assert!(!metrics.contains(secret), "{metrics}");
    }
}

#[tokio::test]
async fn an_abandoned_request_is_logged_and_removed_from_the_gauges() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client
        .request("DELETE /v1/keys/stuck", "x-request-id: abandoned\r\n")
        .await;
    sleep(Duration::from_millis(50)).await;
    let metrics = server.ask("/metrics").await.text;
    assert!(
        metrics.contains("\ngateway_requests_in_flight 1\n"),
        "{metrics}"
    );
    drop(client);
    let lines = lines("abandoned", 1).await;
    let line = parse(&lines[0]);
    assert_eq!(line["message"], "abandoned by the client");
    assert_eq!(line["operation"], "delete_key");
    assert_eq!(line["status"], 499);
    let metrics = server.ask("/metrics").await.text;
    assert!(
        metrics.contains("\ngateway_requests_in_flight 0\n"),
        "{metrics}"
    );
    assert!(
        metrics.contains("gateway_requests_total{operation=\"delete_key\",status=\"499\"} 1\n"),
        "{metrics}"
    );
}

#[tokio::test]
async fn head_is_get_without_a_body_and_options_lists_the_methods() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client.request("HEAD /v1/credits", "").await;
    let head = client.response_to(false).await;
    assert_eq!(head.status, 200);
    // The length is the length of the body of GET.
    client.request("GET /v1/credits", "").await;
    let get = client.response().await;
    assert_eq!(head.header("content-length"), get.header("content-length"));
    client.request("OPTIONS /v1/credits", "").await;
    let options = client.response().await;
    options.is_error(405, "Method Not Allowed");
    assert_eq!(options.header("allow"), Some("GET,HEAD"));
}
