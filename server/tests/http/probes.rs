//! The endpoints for operators.

use gateway_server::http::Probes;
use gateway_server::store::Connections;

use crate::running::{start, start_with};

#[tokio::test]
async fn readyz_reports_why_the_store_is_not_ready() {
    let probes = Probes::new(async || Err("the database has no tables: run `gateway migrate`"));
    let server = start_with(&[], probes).await;
    let response = server.ask("/readyz").await;
    assert_eq!(response.status, 503);
    assert_eq!(
        response.text,
        "not ready: the database has no tables: run `gateway migrate`\n"
    );
    // The process is healthy: a restart would not help.
    assert_eq!(server.ask("/healthz").await.status, 200);
}

#[tokio::test]
async fn readyz_does_not_wait_for_a_store_that_does_not_respond() {
    let server = start_with(&[], Probes::new(std::future::pending::<Result<(), String>>)).await;
    let response = server.ask("/readyz").await;
    assert_eq!(response.status, 503);
    assert_eq!(
        response.text,
        "not ready: the store did not respond within 2s\n"
    );
}

#[tokio::test]
async fn the_two_listeners_share_no_paths() {
    let server = start(&[]).await;
    for path in ["/healthz", "/readyz", "/metrics"] {
        assert_eq!(server.send(&format!("GET {path}"), "").await.status, 404);
    }
    assert_eq!(server.ask("/v1/credits").await.status, 404);
    assert_eq!(server.ask("/docs").await.status, 404);
}

#[tokio::test]
async fn the_operations_listener_can_be_disabled() {
    let server = start(&["--operations-listen", "off"]).await;
    assert_eq!(server.operations, None);
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
}

#[tokio::test]
async fn metrics_are_labeled_by_operation_and_status() {
    let probes = Probes::new(async || Ok::<_, String>(()))
        .database(|| Connections { idle: 3, used: 2 })
        .dropped_log_lines(|| 7);
    let server = start_with(&[], probes).await;
    let mut client = server.connect().await;
    for line in ["GET /v1/credits", "GET /v1/credits", "GET /secret-path"] {
        client.request(line, "").await;
        client.response().await;
    }
    let response = server.ask("/metrics").await;
    let media_type = "text/plain; version=0.0.4; charset=utf-8";
    assert_eq!(response.header("content-type"), Some(media_type));
    for line in [
        "# TYPE gateway_requests_total counter",
        "gateway_requests_total{operation=\"get_credits\",status=\"200\"} 2",
        "gateway_requests_total{operation=\"none\",status=\"404\"} 1",
        "# TYPE gateway_request_duration_seconds histogram",
        "gateway_request_duration_seconds_bucket{operation=\"get_credits\",status=\"200\",le=\"30\"} 2",
        "gateway_request_duration_seconds_count{operation=\"get_credits\",status=\"200\"} 2",
        "gateway_requests_in_flight 0",
        "gateway_database_connections{state=\"idle\"} 3",
        "gateway_database_connections{state=\"used\"} 2",
        "gateway_log_lines_dropped_total 7",
    ] {
        assert!(
            response.text.lines().any(|it| it == line),
            "{line}\n{}",
            response.text
        );
    }
    // The operations connection itself is not counted.
    assert!(
        response.text.contains("gateway_connections 1\n"),
        "{}",
        response.text
    );
}
