//! Every limit is enforced.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio::time::{sleep, timeout};

use crate::running::{Client, KEY, lines, start};

const SOON: Duration = Duration::from_millis(100);

#[tokio::test]
async fn a_connection_without_a_request_is_closed_after_the_header_timeout() {
    let server = start(&["--header-timeout", "200ms"]).await;
    let begun = Instant::now();
    assert_eq!(server.connect().await.closed().await, "");
    assert!(begun.elapsed() >= Duration::from_millis(200));
}

#[tokio::test]
async fn slow_headers_are_cut_off_by_the_header_timeout() {
    let server = start(&["--header-timeout", "300ms"]).await;
    let mut client = server.connect().await;
    let begun = Instant::now();
    for line in ["GET /v1/credits HTTP/1.1\r\n", "host: test\r\n", "a: b\r\n"] {
        client.raw(line).await;
        sleep(SOON).await;
    }
    assert_eq!(client.closed().await, "");
    // Occasional bytes do not restart the timeout.
    assert!(begun.elapsed() < Duration::from_millis(600));
}

#[tokio::test]
async fn a_connection_is_reused_and_closed_when_it_stays_idle() {
    let server = start(&["--header-timeout", "300ms"]).await;
    let mut client = server.connect().await;
    for _ in 0..3 {
        client.request("GET /v1/credits", "").await;
        assert_eq!(client.response().await.status, 200);
        sleep(SOON).await;
    }
    assert_eq!(client.closed().await, "");
}

const PATCH: &str = "PATCH /v1/scim/group-mappings/gm_1";

/// A body that is never complete.
const HEAD: &str = "content-type: application/json\r\ncontent-length: 100\r\n";

#[tokio::test]
async fn a_slow_body_is_the_clients_error() {
    let server = start(&["--body-timeout", "300ms"]).await;
    let mut client = server.connect().await;
    let begun = Instant::now();
    client
        .request(PATCH, &format!("{HEAD}x-request-id: slow-body\r\n"))
        .await;
    client.raw("{\"role\":").await;
    // Occasional bytes do not restart the timeout.
    for _ in 0..2 {
        sleep(SOON).await;
        client.raw(" ").await;
    }
    let response = client.response().await;
    response.is_error(408, "The body of the request did not arrive in time");
    assert!(begun.elapsed() < Duration::from_millis(600));
    // The rest of the body would be indistinguishable from another request.
    assert_eq!(response.header("connection"), Some("close"));
    assert_eq!(client.closed().await, "");
    // It is not a failure of the server, so this line is the only one.
    let lines = lines("slow-body", 1).await;
    assert!(
        lines[0].contains("\"operation\":\"update_group_mapping\"")
            && lines[0].contains("\"status\":408"),
        "{lines:?}"
    );
}

/// The deadline is shorter than the time for the body.
#[tokio::test]
async fn a_slow_body_is_the_clients_error_before_the_deadline() {
    let server = start(&["--request-deadline", "500ms"]).await;
    let mut client = server.connect().await;
    client.request(PATCH, HEAD).await;
    let response = client.response().await;
    response.is_error(408, "The body of the request did not arrive in time");
    assert_eq!(client.closed().await, "");
}

#[tokio::test]
async fn a_request_whose_body_is_on_its_way_has_no_slot() {
    let server = start(&["--max-requests", "1"]).await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        let mut client = server.connect().await;
        client.request(PATCH, HEAD).await;
        slow.push(client);
    }
    sleep(SOON).await;
    let begun = Instant::now();
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
    assert!(begun.elapsed() < SOON);
    // Once the body is complete, the request is handled like any other.
    let body = format!("{:100}", "{\"role\":\"admin\"}");
    for mut client in slow {
        client.raw(&body).await;
        client.response().await.is_error(404, "Resource not found");
    }
}

#[tokio::test]
async fn a_request_waits_for_a_slot_again_after_its_body() {
    let flags = ["--max-requests", "1", "--request-deadline", "600ms"];
    let server = start(&flags).await;
    let mut client = server.connect().await;
    client.request(PATCH, HEAD).await;
    sleep(SOON).await;
    let mut other = server.connect().await;
    other.request("DELETE /v1/keys/stuck", "").await;
    sleep(SOON).await;
    client.raw(format!("{:100}", "{}")).await;
    let response = client.response().await;
    response.is_error(503, "Service Unavailable");
    assert_eq!(response.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn an_address_with_too_many_connections_gets_no_more() {
    let server = start(&["--max-connections-per-address", "2"]).await;
    let (mut first, second) = (server.connect().await, server.connect().await);
    sleep(SOON).await;
    assert_eq!(server.connect().await.closed().await, "");
    first.request("GET /v1/credits", "").await;
    assert_eq!(first.response().await.status, 200);
    drop(second);
    sleep(SOON).await;
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
}

#[tokio::test]
async fn a_trusted_proxy_has_any_number_of_connections() {
    let proxies = ["--trusted-proxies", "127.0.0.0/8"];
    let server = start(&[&["--max-connections-per-address", "1"], &proxies[..]].concat()).await;
    let clients: Vec<_> = [server.connect().await, server.connect().await].into();
    for mut client in clients {
        client.request("GET /v1/credits", "").await;
        assert_eq!(client.response().await.status, 200);
    }
}

#[tokio::test]
async fn an_address_that_sends_wrong_keys_all_the_time_gets_429() {
    let server = start(&["--failure-limit", "3/60s"]).await;
    let mut client = server.connect().await;
    let wrong = "GET /v1/credits HTTP/1.1\r\nhost: test\r\nauthorization: Bearer wrong\r\n\r\n";
    let missing = "GET /v1/credits HTTP/1.1\r\nhost: test\r\n\r\n";
    for request in [wrong, missing, wrong] {
        client.raw(request).await;
        assert_eq!(client.response().await.status, 401);
    }
    client.raw(missing).await;
    let response = client.response().await;
    response.is_error(429, "Too many requests without a valid key");
    let wait: u64 = response.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    // The connection is free for others.
    assert_eq!(client.closed().await, "");
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
}

/// Its key may be valid: whether it is looked up was decided when the request came.
#[tokio::test]
async fn a_blocked_request_gets_429_even_if_it_waits_until_the_time_is_over() {
    let server = start(&["--failure-limit", "1/2s", "--max-requests", "1"]).await;
    let wrong = "GET /v1/credits HTTP/1.1\r\nhost: test\r\nauthorization: Bearer wrong\r\n\r\n";
    let mut client = server.connect().await;
    client.raw(wrong).await;
    assert_eq!(client.response().await.status, 401);
    let begun = Instant::now();
    let mut other = server.connect().await;
    other.request("DELETE /v1/keys/stuck", "").await;
    server.has_in_flight(1).await;
    client.raw(wrong).await;
    server.has_in_flight(2).await;
    sleep(Duration::from_secs(2).saturating_sub(begun.elapsed())).await;
    // The slot of the other request becomes free.
    drop(other);
    let response = client.response().await;
    assert_eq!(response.status, 429);
    assert_eq!(response.header("retry-after"), Some("1"));
}

#[tokio::test]
async fn behind_a_trusted_proxy_clients_have_their_own_addresses() {
    let server = start(&["--failure-limit", "1/60s", "--trusted-proxies", "127.0.0.1"]).await;
    let send = async |forwarded: &str| {
        let mut client = server.connect().await;
        let head = "GET /v1/credits HTTP/1.1\r\nhost: test\r\nauthorization: Bearer wrong\r\n";
        client.raw(format!("{head}{forwarded}\r\n\r\n")).await;
        client.response().await.status
    };
    for (forwarded, status) in [
        ("x-forwarded-for: 198.51.100.1", 401),
        ("x-forwarded-for: 198.51.100.1", 429),
        // This proxy writes another header, so this one is the client's.
        (
            "forwarded: for=198.51.100.3\r\nx-forwarded-for: 198.51.100.1",
            429,
        ),
        ("x-forwarded-for: 192.0.2.9, 198.51.100.1", 429),
        ("x-forwarded-for: 198.51.100.2", 401),
    ] {
        assert_eq!(send(forwarded).await, status, "{forwarded}");
    }
}

#[tokio::test]
async fn what_a_client_says_about_its_own_address_counts_for_nothing() {
    let server = start(&["--failure-limit", "1/60s"]).await;
    for (number, status) in [(1, 401), (2, 429), (3, 429)] {
        let mut client = server.connect().await;
        let head = "GET /v1/credits HTTP/1.1\r\nhost: test\r\n";
        client
            .raw(format!(
                "{head}x-forwarded-for: 198.51.100.{number}\r\n\r\n"
            ))
            .await;
        assert_eq!(client.response().await.status, status);
    }
}

#[tokio::test]
async fn a_request_without_a_key_is_rejected_before_its_body_arrives() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client
        .raw(
            "PATCH /v1/scim/group-mappings/gm_1 HTTP/1.1\r\nhost: test\r\n\
             content-type: application/json\r\ncontent-length: 100\r\n\r\n",
        )
        .await;
    assert_eq!(client.response().await.status, 401);
}

#[tokio::test]
async fn a_slow_handler_is_cut_off_by_the_deadline() {
    let server = start(&["--request-deadline", "200ms"]).await;
    let response = server
        .send("DELETE /v1/keys/stuck", "x-request-id: too-late\r\n")
        .await;
    response.is_error(500, "Internal Server Error");
    assert_eq!(response.header("x-request-id"), Some("too-late"));
    let lines = lines("too-late", 2).await;
    assert!(lines[0].contains("--request-deadline"), "{lines:?}");
    assert!(
        lines[1].contains("\"operation\":\"delete_key\""),
        "{lines:?}"
    );
    // The slot is free again, and the server continues.
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
}

#[tokio::test]
async fn a_request_waits_for_a_slot() {
    let server = start(&["--max-requests", "1"]).await;
    let mut first = server.connect().await;
    first.request("DELETE /v1/keys/slow", "").await;
    sleep(SOON).await;
    let begun = Instant::now();
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
    assert!(begun.elapsed() > SOON);
    assert_eq!(first.response().await.status, 200);
}

#[tokio::test]
async fn a_request_without_a_slot_gets_503_with_retry_after() {
    let flags = ["--max-requests", "1", "--request-deadline", "600ms"];
    let server = start(&flags).await;
    let mut first = server.connect().await;
    first.request("DELETE /v1/keys/stuck", "").await;
    sleep(SOON).await;
    let begun = Instant::now();
    let busy = server
        .send("GET /v1/credits", "x-request-id: no-slot\r\n")
        .await;
    busy.is_error(503, "Service Unavailable");
    assert_eq!(busy.header("retry-after"), Some("1"));
    // Rejected well before the deadline: a slot at the end would leave no time for the handler.
    assert!(begun.elapsed() < Duration::from_millis(450));
    let lines = lines("no-slot", 2).await;
    assert!(lines[0].contains("--max-requests"), "{lines:?}");
    assert!(
        lines[1].contains("\"operation\":\"get_credits\""),
        "{lines:?}"
    );
    assert_eq!(first.response().await.status, 500);
    assert_eq!(server.send("GET /v1/credits", "").await.status, 200);
}

#[tokio::test]
async fn excess_connections_wait_in_the_kernels_queue() {
    let server = start(&["--max-connections", "1"]).await;
    let mut first = server.connect().await;
    first.request("GET /v1/credits", "").await;
    assert_eq!(first.response().await.status, 200);
    let mut second = server.connect().await;
    second.request("GET /v1/credits", "").await;
    assert!(timeout(SOON, second.response()).await.is_err());
    drop(first);
    assert_eq!(second.response().await.status, 200);
}

#[tokio::test]
async fn a_client_that_does_not_read_its_response_is_cut_off() {
    let server = start(&["--write-timeout", "200ms"]).await;
    // With a default buffer, the kernel would take the whole response.
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut socket = socket.connect(server.address).await.unwrap();
    let request = format!("DELETE /v1/keys/large HTTP/1.1\r\nhost: test\r\n{KEY}\r\n");
    socket.write_all(request.as_bytes()).await.unwrap();
    let closed = "\ngateway_connections 0\n";
    while !server.ask("/metrics").await.text.contains("status=\"404\"") {
        sleep(SOON).await;
    }
    assert!(!server.ask("/metrics").await.text.contains(closed));
    sleep(Duration::from_millis(400)).await;
    let metrics = server.ask("/metrics").await.text;
    assert!(metrics.contains(closed), "{metrics}");
}

#[tokio::test]
async fn a_client_that_sends_too_long_a_body_receives_413() {
    let server = start(&["--max-body", "64KiB"]).await;
    let mut client = server.connect().await;
    // The whole body is sent before the response is read. The connection must not be reset meanwhile.
    let body = vec![b' '; 4 << 20];
    let head = format!(
        "PATCH /v1/scim/group-mappings/gm_1 HTTP/1.1\r\nhost: test\r\n{KEY}content-type: \
         application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    client.raw(head).await;
    client.raw(body).await;
    let message = "The body must have at most 65536 bytes";
    client.response().await.is_error(413, message);
    assert_eq!(client.closed().await, "");
}

#[tokio::test]
async fn a_chunked_body_that_is_too_long_is_rejected() {
    let server = start(&["--max-body", "1KiB"]).await;
    let mut client = server.connect().await;
    let head = "content-type: application/json\r\ntransfer-encoding: chunked\r\n";
    client
        .request("PATCH /v1/scim/group-mappings/gm_1", head)
        .await;
    client
        .raw(format!("800\r\n{}\r\n", " ".repeat(0x800)))
        .await;
    let message = "The body must have at most 1024 bytes";
    client.response().await.is_error(413, message);
}

#[tokio::test]
async fn a_client_that_expects_100_continue_receives_it() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    let head = "content-type: application/json\r\ncontent-length: 16\r\nexpect: 100-continue\r\n";
    client
        .request("PATCH /v1/scim/group-mappings/gm_1", head)
        .await;
    assert_eq!(client.response().await.status, 100);
    client.raw("{\"role\":\"admin\"}").await;
    assert_eq!(client.response().await.status, 404);
}

#[tokio::test]
async fn requests_on_many_connections_all_get_a_response() {
    let server = start(&[
        "--max-requests",
        "4",
        "--max-connections",
        "16",
        "--max-connections-per-address",
        "16",
    ])
    .await;
    let clients = (0..100).map(|_| async {
        let mut client = Client::connect(server.address).await;
        client
            .request("GET /v1/credits", "connection: close\r\n")
            .await;
        client.response().await.status
    });
    let responses = futures_util::future::join_all(clients).await;
    assert!(
        responses.iter().all(|&status| status == 200),
        "{responses:?}"
    );
}
