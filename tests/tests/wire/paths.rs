//! Parameters that are part of a segment of the path, and those that match several segments.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use searches_api::Error;
use serde_json::json;
use specsmith_tests::raw::Request;
use specsmith_tests::searches::{client, serve};

#[tokio::test]
async fn values_arrive_unchanged() {
    let client = client(serve().await);
    for (base, head) in [
        ("main", "next"),
        ("a...b", "c"),
        ("a/b", "é ?"),
        ("..", "."),
        ("a", "b..."),
    ] {
        let parts = client.compare_editions(7, base, head).await.unwrap().parts;
        assert_eq!(parts, ["compare", "7", base, head]);
    }
    for name in ["a", "a.json", ".json", "a.b/c", "x.JSON"] {
        let parts = client.get_json(name).await.unwrap().parts;
        assert_eq!(parts, ["get json", name]);
        let parts = client.put_json(name).await.unwrap().parts;
        assert_eq!(parts, ["put json", name]);
    }
    let parts = client.get_folder("a.json").await.unwrap().parts;
    assert_eq!(parts, ["get folder", "a.json"]);
    let parts = client.get_signed_readme().await.unwrap().parts;
    assert_eq!(parts, ["get signed readme"]);
    let parts = client.get_file("a.xml").await.unwrap().parts;
    assert_eq!(parts, ["get file", "a.xml"]);
    for path in ["a", "docs/a b.md", "a/b/c/é?#%2F", "a//b", "a/"] {
        let parts = client.get_contents(1, 20, path).await.unwrap().parts;
        assert_eq!(parts, ["get contents", "1", "20", path]);
    }
}

#[tokio::test]
async fn values_that_a_server_would_read_otherwise_are_not_sent() {
    let client = client(serve().await);
    for (base, head) in [("a", "b...c"), ("", "b"), ("a", "")] {
        let error = client.compare_editions(7, base, head).await.unwrap_err();
        assert!(
            matches!(error, Error::Request(_)),
            "{base} {head}: {error:?}"
        );
    }
    for path in ["", ".", "a/..", "../a", "a/./b"] {
        let error = client.get_contents(1, 2, path).await.unwrap_err();
        assert!(matches!(error, Error::Request(_)), "{path}: {error:?}");
    }
}

#[tokio::test]
async fn the_route_with_more_literal_text_wins() {
    let address = serve().await;
    for (method, path, expected) in [
        ("GET", "files/a", json!(["get file", "a"])),
        ("GET", "files/a.json", json!(["get json", "a"])),
        ("GET", "files/a%2ejson", json!(["get file", "a.json"])),
        ("GET", "files/.json", json!(["get file", ".json"])),
        ("GET", "files/a%2Fb.json", json!(["get json", "a/b"])),
        ("PUT", "files/a.json", json!(["put json", "a"])),
        ("GET", "files/readme", json!(["get readme"])),
        ("GET", "files/readme/", json!(["get folder", "readme"])),
        (
            "GET",
            "files/readme?format=html",
            json!(["get html readme"]),
        ),
        ("GET", "files/readme?format=pdf", json!(["get readme"])),
        (
            "GET",
            "editions/1/compare/a....b",
            json!(["compare", "1", "a.", "b"]),
        ),
        (
            "GET",
            "contents/v1.2/a%2Fb/c/",
            json!(["get contents", "1", "2", "a/b/c/"]),
        ),
    ] {
        let response = Request::new(method, &format!("/v1/{path}"))
            .send(address)
            .await;
        assert_eq!(response.status, 200, "{path}: {}", response.body);
        assert_eq!(response.json()["parts"], expected, "{path}");
    }
}

#[tokio::test]
async fn what_matches_no_route_is_unknown_and_methods_are_those_of_the_route() {
    let address = serve().await;
    for path in [
        "editions/1/compare/a..b",
        "editions/1/compare/a...",
        "editions/1/compare/...b",
        "editions/1/compare/",
        "contents/v1/a",
        "contents/1.2/a",
        "contents/v1.2",
        "contents/v1.2/",
    ] {
        let response = Request::new("GET", &format!("/v1/{path}"))
            .send(address)
            .await;
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(
            response.json()["message"],
            "No operation has this path",
            "{path}"
        );
    }
    for (method, path, allowed) in [
        ("DELETE", "files/a.json", ["GET", "HEAD", "PUT"].as_slice()),
        ("PUT", "files/a", &["GET", "HEAD"]),
        ("POST", "editions/1/compare/a...b", &["GET", "HEAD"]),
        ("POST", "contents/v1.2/a/b", &["GET", "HEAD"]),
    ] {
        let response = Request::new(method, &format!("/v1/{path}"))
            .send(address)
            .await;
        assert_eq!(
            (response.status, response.json()["code"].as_u64()),
            (405, Some(405)),
            "{path}"
        );
        let mut found: Vec<&str> = response.header("allow").unwrap().split(',').collect();
        found.sort_unstable();
        assert_eq!(found, allowed, "{path}");
    }
    let head = Request::new("HEAD", "/v1/files/a.json").send(address).await;
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    // The values are checked like the values of other parameters.
    for (path, name, problem) in [
        ("editions/x/compare/a...b", "book", "expected an integer"),
        (
            "editions/1/compare/a...much-too-long",
            "head",
            "must have at most 9 characters",
        ),
        ("contents/v1.256/a", "minor", "must be from 0 to 255"),
        ("contents/v1.2/%ff", "path", "must be text in UTF-8"),
    ] {
        let response = Request::new("GET", &format!("/v1/{path}"))
            .send(address)
            .await;
        let invalid = response.json()["metadata"]["invalid"].clone();
        assert_eq!(
            invalid,
            json!([{ "in": "path", "name": name, "problem": problem }]),
            "{path}"
        );
    }
}

/// RFC 3986, 6.2.2.1.
#[tokio::test]
async fn the_digits_of_escapes_may_be_small() {
    let address = serve().await;
    let parts = client(address).get_sizes().await.unwrap().parts;
    assert_eq!(parts, ["get sizes"]);
    for (path, status) in [
        ("gr%C3%B6%C3%9Fen", 200),
        ("gr%c3%b6%c3%9fen", 200),
        ("gr%c3%b6%c3%9fEn", 404),
    ] {
        let request = Request::new("GET", &format!("/v1/{path}"));
        let response = request.send(address).await;
        assert_eq!(response.status, status, "{path}");
    }
}
