//! Input that is not valid HTTP or too long.

use crate::running::{KEY, start};

#[tokio::test]
async fn invalid_http_gets_400_and_the_connection_is_closed() {
    let server = start(&[]).await;
    for garbage in [
        "\x16\x03\x01\x02\0\x01\0\x01\u{1}\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\nno colon\r\n\r\n",
        "GET / HTTP/1.1\r\ncontent-length: many\r\n\r\n",
        "GET / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
    ] {
        let mut client = server.connect().await;
        client.raw(garbage).await;
        let response = client.closed().await;
        assert!(
            response.starts_with("HTTP/1.1 400 "),
            "{garbage:?}: {response}"
        );
    }
}

/// hyper creates these responses itself, without a body. If this test fails, hyper may allow to
/// customize them, and they can get the format of the API's errors.
#[tokio::test]
async fn a_response_to_an_unparsable_request_has_no_body() {
    let server = start(&["--max-header-bytes", "256KiB"]).await;
    // hyper accepts targets of up to 65,534 bytes.
    let (target, header) = ("x".repeat(100_000), "x".repeat(300_000));
    for (raw, status) in [
        ("GET\r\n\r\n".to_owned(), 400),
        (format!("GET /{target} HTTP/1.1\r\n\r\n"), 414),
        (format!("GET / HTTP/1.1\r\nx: {header}\r\n\r\n"), 431),
    ] {
        let mut client = server.connect().await;
        client.raw(raw).await;
        let response = client.closed().await;
        assert!(
            response.starts_with(&format!("HTTP/1.1 {status} ")),
            "{response}"
        );
        assert!(response.contains("content-length: 0"), "{response}");
        assert!(response.ends_with("\r\n\r\n"), "{response}");
    }
    let metrics = server.ask("/metrics").await.text;
    assert!(
        metrics.contains("gateway_malformed_requests_total 3\n"),
        "{metrics}"
    );
}

#[tokio::test]
async fn too_long_headers_get_431() {
    let server = start(&["--max-header-bytes", "4KiB"]).await;
    let fits = format!("x-long: {}\r\n", "x".repeat(3000));
    assert_eq!(server.send("GET /v1/credits", &fits).await.status, 200);
    for length in [5_000, 500_000] {
        let mut client = server.connect().await;
        let long = format!("x-long: {}\r\n", "x".repeat(length));
        client.request("GET /v1/credits", &long).await;
        let response = client.closed().await;
        assert!(
            response.starts_with("HTTP/1.1 431 "),
            "{length}: {response:?}"
        );
    }
}

#[tokio::test]
async fn too_many_headers_get_431() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client
        .request("GET /v1/credits", &"a: b\r\n".repeat(101))
        .await;
    let response = client.closed().await;
    assert!(response.starts_with("HTTP/1.1 431 "), "{response}");
}

/// Two servers in a row may otherwise take a request for different hosts (RFC 9112, 3.2).
#[tokio::test]
async fn a_request_names_one_host() {
    let server = start(&[]).await;
    for (version, hosts, status) in [
        ("1.1", "", 400),
        ("1.1", "host: a.test\r\nhost: b.test\r\n", 400),
        ("1.1", "host: a.test\r\nhost: a.test\r\n", 400),
        ("1.1", "host: a.test b.test\r\n", 400),
        ("1.1", "host: user@a.test\r\n", 400),
        ("1.1", "host: a.test/path\r\n", 400),
        ("1.1", "host: a.test\r\n", 200),
        ("1.1", "host: [::1]:8080\r\n", 200),
        ("1.1", "host:\r\n", 200),
        ("1.0", "", 200),
        ("1.0", "host: a.test\r\nhost: b.test\r\n", 400),
    ] {
        let mut client = server.connect().await;
        let head = format!("GET /v1/credits HTTP/{version}\r\n{KEY}{hosts}\r\n");
        client.raw(head).await;
        let response = client.response().await;
        assert_eq!(
            response.status, status,
            "HTTP/{version} {hosts:?}: {response:?}"
        );
        if status == 400 {
            assert!(response.text.contains("`Host`"), "{response:?}");
        }
    }
}

#[tokio::test]
async fn pipelined_requests_get_their_responses_in_order() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    let request = |line: &str, id: u32| {
        format!("{line} HTTP/1.1\r\nhost: test\r\n{KEY}x-request-id: {id}\r\n\r\n")
    };
    let all = [
        request("DELETE /v1/keys/slow", 1),
        request("GET /v1/credits", 2),
        request("GET /nowhere", 3),
    ];
    client.raw(all.concat()).await;
    for (id, status) in [("1", 200), ("2", 200), ("3", 404)] {
        let response = client.response().await;
        assert_eq!(
            (response.header("x-request-id"), response.status),
            (Some(id), status)
        );
    }
}

#[tokio::test]
async fn garbage_after_a_request_does_not_affect_the_request() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client
        .raw(format!(
            "GET /v1/credits HTTP/1.1\r\nhost: test\r\n{KEY}\r\n\0\0 garbage\r\n\r\n"
        ))
        .await;
    assert_eq!(client.response().await.status, 200);
    let rest = client.closed().await;
    assert!(rest.starts_with("HTTP/1.1 400 "), "{rest}");
    assert_eq!(rest.matches("HTTP/1.1").count(), 1);
}

#[tokio::test]
async fn an_unusual_target_is_not_found() {
    let server = start(&[]).await;
    for line in [
        "OPTIONS *",
        "GET http://elsewhere.example/nowhere",
        "GET //",
    ] {
        let response = server.send(line, "").await;
        response.is_error(404, "No operation has this path");
    }
    let absolute = server
        .send("GET http://gateway.example/v1/credits", "")
        .await;
    assert_eq!(absolute.status, 200);
}
