//! Shutdown: requests that can finish in time are not lost.

use std::time::{Duration, Instant};

use tokio::net::TcpStream;
use tokio::time::sleep;

use crate::running::{lines, start};

const SOON: Duration = Duration::from_millis(50);

#[tokio::test]
async fn a_request_in_flight_finishes_and_no_connection_is_accepted() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client.request("DELETE /v1/keys/slow", "").await;
    sleep(SOON).await;
    server.signal();
    sleep(SOON).await;
    assert!(TcpStream::connect(server.address).await.is_err());
    let response = client.response().await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("connection"), Some("close"));
    drop(client);
    assert_eq!(server.end().await.cut, 0);
}

#[tokio::test]
async fn readyz_reports_the_shutdown_while_requests_finish() {
    let server = start(&[]).await;
    assert_eq!(server.ask("/readyz").await.status, 200);
    let mut client = server.connect().await;
    client.request("DELETE /v1/keys/slow", "").await;
    sleep(SOON).await;
    server.signal();
    sleep(SOON).await;
    let response = server.ask("/readyz").await;
    assert_eq!(
        (response.status, &*response.text),
        (503, "not ready: shutting down\n")
    );
    assert_eq!(server.ask("/healthz").await.status, 200);
    assert_eq!(client.response().await.status, 200);
}

#[tokio::test]
async fn idle_connections_are_closed_at_once() {
    let server = start(&[]).await;
    let mut used = server.connect().await;
    used.request("GET /v1/credits", "").await;
    assert_eq!(used.response().await.status, 200);
    let mut fresh = server.connect().await;
    sleep(SOON).await;
    let begun = Instant::now();
    server.signal();
    assert_eq!(used.closed().await, "");
    assert_eq!(fresh.closed().await, "");
    drop((used, fresh));
    assert_eq!(server.end().await.cut, 0);
    assert!(begun.elapsed() < Duration::from_millis(500));
}

#[tokio::test]
async fn a_request_longer_than_the_grace_period_is_cut_off() {
    let server = start(&["--grace-period", "200ms"]).await;
    let mut client = server.connect().await;
    client
        .request("DELETE /v1/keys/stuck", "x-request-id: cut-off\r\n")
        .await;
    sleep(SOON).await;
    server.signal();
    assert_eq!(client.closed().await, "");
    assert_eq!(server.end().await.cut, 1);
    let lines = lines("cut-off", 1).await;
    assert!(lines[0].contains("cut off by the shutdown"), "{lines:?}");
}

#[tokio::test]
async fn a_second_signal_ends_the_grace_period() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client.request("DELETE /v1/keys/stuck", "").await;
    sleep(SOON).await;
    server.signal();
    sleep(SOON).await;
    server.signal();
    assert_eq!(client.closed().await, "");
    assert_eq!(server.end().await.cut, 1);
}

#[tokio::test]
async fn the_shutdown_delay_keeps_serving_while_not_ready() {
    let server = start(&["--shutdown-delay", "300ms"]).await;
    let mut client = server.connect().await;
    client.request("GET /v1/credits", "").await;
    assert_eq!(client.response().await.header("connection"), None);
    server.signal();
    sleep(SOON).await;
    assert_eq!(server.ask("/readyz").await.status, 503);
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
    // Clients with a connection move on to another server.
    client.request("GET /v1/credits", "").await;
    let response = client.response().await;
    assert_eq!(
        (response.status, response.header("connection")),
        (200, Some("close"))
    );
    assert_eq!(client.closed().await, "");
    sleep(Duration::from_millis(400)).await;
    assert!(TcpStream::connect(server.address).await.is_err());
    server.end().await;
}
