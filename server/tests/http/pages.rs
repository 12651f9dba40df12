//! The pages that need no key.

use std::io::Read;

use flate2::read::GzDecoder;

use crate::running::start;

#[tokio::test]
async fn the_reference_page_is_self_contained() {
    let server = start(&[]).await;
    let response = server.send("GET /docs", "").await;
    assert_eq!(response.status, 200);
    assert_eq!(response.text, "<script>go()</script>docs");
    assert_eq!(
        response.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
    let policy = response.header("content-security-policy").unwrap();
    assert!(
        policy.contains("default-src 'none'; script-src 'sha256-"),
        "{policy}"
    );
}

#[tokio::test]
async fn pages_are_compressed_for_clients_that_accept_it() {
    let server = start(&[]).await;
    for (path, text) in [
        ("/docs", "<script>go()</script>docs"),
        ("/openapi.json", "{\"openapi\":\"3.1.0\"}"),
        ("/reference.md", "# Docs\n"),
        ("/llms.txt", "# Docs\n\n> For programs.\n"),
    ] {
        let line = format!("GET {path}");
        let plain = server.send(&line, "").await;
        assert_eq!(
            (plain.header("content-encoding"), &*plain.text),
            (None, text)
        );
        let mut client = server.connect().await;
        let accepting = "accept-encoding: br, gzip\r\nconnection: close\r\n";
        client.request(&line, accepting).await;
        let (head, body) = client.closed_bytes().await;
        for header in [
            "content-encoding: gzip",
            "vary: accept-encoding",
            "x-content-type-options: nosniff",
        ] {
            assert!(
                head.contains(&format!("\r\n{header}\r\n")),
                "{path}: {head}"
            );
        }
        let mut unpacked = String::new();
        GzDecoder::new(&*body)
            .read_to_string(&mut unpacked)
            .unwrap();
        assert_eq!(unpacked, text);
        // The two bodies have different tags, each of which is known.
        let etag = head
            .lines()
            .find_map(|line| line.strip_prefix("etag: "))
            .unwrap();
        assert_ne!(plain.header("etag"), Some(etag));
        let again = format!("accept-encoding: gzip\r\nif-none-match: {etag}\r\n");
        assert_eq!(server.send(&line, &again).await.status, 304);
        let other = server
            .send(&line, &format!("if-none-match: {etag}\r\n"))
            .await;
        assert_eq!(
            other.status, 200,
            "a client that cannot unpack it gets the text"
        );
    }
}

#[tokio::test]
async fn a_cached_page_is_not_sent_again() {
    let server = start(&[]).await;
    for path in ["/docs", "/openapi.json", "/reference.md", "/llms.txt"] {
        let line = format!("GET {path}");
        let first = server.send(&line, "").await;
        let etag = first.header("etag").unwrap();
        assert_eq!(first.header("cache-control"), Some("public, no-cache"));
        for known in [etag, "*", &format!("\"other\", W/{etag}")] {
            let again = server
                .send(&line, &format!("if-none-match: {known}\r\n"))
                .await;
            assert_eq!((again.status, &*again.text), (304, ""), "{known}");
            assert_eq!(again.header("etag"), Some(etag));
        }
        let other = server.send(&line, "if-none-match: \"other\"\r\n").await;
        assert_eq!(other.status, 200);
    }
}

#[tokio::test]
async fn pages_need_no_key_and_are_read_only() {
    let server = start(&[]).await;
    let mut client = server.connect().await;
    client
        .raw("GET /openapi.json HTTP/1.1\r\nhost: test\r\n\r\n")
        .await;
    let response = client.response().await;
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(
        (response.status, &*response.text),
        (200, "{\"openapi\":\"3.1.0\"}")
    );
    client.raw("GET / HTTP/1.1\r\nhost: test\r\n\r\n").await;
    let root = client.response().await;
    assert_eq!((root.status, root.header("location")), (307, Some("/docs")));
    let folder = server.send("GET /docs/", "").await;
    assert_eq!(
        (folder.status, folder.header("location")),
        (308, Some("/docs"))
    );
    let changed = server.send("POST /docs", "content-length: 0\r\n").await;
    changed.is_error(405, "Method Not Allowed");
    assert_eq!(changed.header("allow"), Some("GET,HEAD"));
    server
        .send("GET /nowhere", "")
        .await
        .is_error(404, "No operation has this path");
}
