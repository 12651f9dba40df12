//! Responses of several statuses, with headers, redirects and without content, over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;

use depot_api::Client;
use depot_api::client::Error;
use depot_api::operations::*;
use depot_api::types::{IssuePatch, Media, Repository};
use specsmith_tests::depot::{Depot, LARGE, client};
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::serving::base_url;

async fn start() -> (Client, SocketAddr) {
    let url = Depot::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    (client(&url), address)
}

/// A client of a server that sends these replies.
async fn stub(replies: impl IntoIterator<Item = Reply>) -> Client {
    client(&base_url(Stub::start(replies).await.address))
}

/// A response without a body whose headers can be any bytes.
fn bare(status: u16, headers: &[&[u8]]) -> Reply {
    let mut bytes = format!("HTTP/1.1 {status} X\r\nconnection: close\r\n").into_bytes();
    for header in headers {
        bytes.extend_from_slice(header);
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"\r\n");
    Reply::Bytes(bytes)
}

fn media(content: &str) -> Media<depot_api::types::Body> {
    Media::new("text/plain", content.to_owned())
}

/// What is wrong with a response that the client cannot use.
fn problem<T: std::fmt::Debug, E: std::fmt::Debug>(result: Result<T, Error<E>>) -> String {
    match result.unwrap_err() {
        Error::Decode(error) => error.problem.to_string(),
        error => panic!("{error:?}"),
    }
}

#[tokio::test]
async fn a_redirect_is_a_result() {
    let (client, address) = start().await;
    let found = client.get_repository("specsmith").await.unwrap();
    let GetRepositoryResponse::Ok(found) = found else {
        panic!("{found:?}")
    };
    assert_eq!(
        (found.body.size, found.x_rate_limit_remaining),
        (4096, Some(41))
    );
    let moved = client.get_repository("smith").send().await.unwrap();
    assert_eq!(moved.status, 301);
    let GetRepositoryResponse::MovedPermanently(moved) = moved.value else {
        panic!("{moved:?}")
    };
    assert_eq!(moved.location.as_str(), "/v1/repos/specsmith");
    assert_eq!(moved.x_rate_limit_remaining, None);
    let response = Request::new("GET", "/v1/repos/smith").send(address).await;
    assert_eq!((response.status, response.body.as_str()), (301, ""));
    assert_eq!(response.header("location"), Some("/v1/repos/specsmith"));
    assert_eq!(response.header("x-ratelimit-remaining"), None);
    let missing = client.get_repository("none").await.unwrap_err();
    assert!(matches!(missing, Error::Api(_)), "{missing:?}");
}

#[tokio::test]
async fn a_header_that_would_break_the_message_is_an_internal_error() {
    let (client, address) = start().await;
    let response = Request::new("GET", "/v1/repos/broken").send(address).await;
    assert_eq!((response.status, response.header("location")), (500, None));
    assert_eq!(response.header("set-cookie"), None);
    let error = client.get_repository("broken").await.unwrap_err();
    assert!(
        matches!(&error, Error::Rejected(of) if of.status == 500),
        "{error:?}"
    );
}

#[tokio::test]
async fn a_header_guards_against_lost_updates() {
    let (client, _) = start().await;
    let patch = |title: &str| IssuePatch {
        title: Some(title.to_owned()),
    };
    let first = client
        .update_issue("specsmith", 7, IssuePatch::default())
        .await
        .unwrap();
    assert_eq!(
        (first.etag.as_str(), first.x_rate_limit_remaining),
        ("\"1\"", Some(41))
    );
    let changed = client
        .update_issue("specsmith", 7, patch("b"))
        .if_match(&first.etag);
    let changed = changed.await.unwrap();
    assert_eq!(
        (changed.etag.as_str(), changed.body.title.as_str()),
        ("\"2\"", "b")
    );
    let late = client
        .update_issue("specsmith", 7, patch("c"))
        .if_match(first.etag);
    let late = late.await.unwrap_err();
    assert!(
        matches!(late, Error::Api(UpdateIssueError::Changed(_))),
        "{late:?}"
    );
}

#[tokio::test]
async fn each_status_has_its_content_and_headers() {
    let (client, address) = start().await;
    let created = client
        .upload_asset("specsmith", "a", media("abc"))
        .await
        .unwrap();
    assert_eq!(created.status(), 201);
    let UploadAssetResponse::Created(created) = created else {
        panic!("{created:?}")
    };
    assert_eq!(created.body.size, 3);
    assert_eq!(created.location.as_str(), "/v1/repos/specsmith/assets/a");
    let unchanged = client
        .upload_asset("specsmith", "a", media("abc"))
        .await
        .unwrap();
    let remaining = Some(41);
    assert_eq!(
        unchanged,
        UploadAssetResponse::Unchanged(UploadAssetUnchanged {
            x_rate_limit_remaining: remaining
        })
    );
    let large = "x".repeat(LARGE);
    let accepted = client
        .upload_asset("specsmith", "b", media(&large))
        .send()
        .await
        .unwrap();
    assert_eq!(accepted.status, 202);
    let UploadAssetResponse::Accepted(accepted) = accepted.value else {
        panic!("{accepted:?}")
    };
    assert_eq!(accepted.retry_after, 30);
    let request = Request::new("POST", "/v1/repos/specsmith/assets/c").body("text/plain", "abc");
    let response = request.send(address).await;
    assert_eq!(response.status, 201);
    assert_eq!(
        response.header("location"),
        Some("/v1/repos/specsmith/assets/c")
    );
    assert_eq!(response.header("content-type"), Some("application/json"));
}

#[tokio::test]
async fn the_handler_chooses_a_status_of_a_class() {
    let (client, address) = start().await;
    for status in [200, 203, 299] {
        let found = client.ask_mirror(format!("2:{status}")).send().await;
        let found = found.unwrap();
        assert_eq!(
            (found.status.as_u16(), found.value.status()),
            (status, status)
        );
        let AskMirrorResponse::Success(found) = found.value else {
            panic!("{found:?}")
        };
        assert_eq!((found.status, found.body.size), (status, 3));
    }
    for status in [300, 304, 308, 399] {
        let moved = client.ask_mirror(format!("3:{status}")).await.unwrap();
        assert_eq!(moved.status(), status);
        let AskMirrorResponse::Redirection(moved) = moved else {
            panic!("{moved:?}")
        };
        assert_eq!(moved.location.as_str(), "https://mirror.example/");
    }
    let none = client.ask_mirror("none").await.unwrap();
    assert_eq!(none, AskMirrorResponse::NoContent);
    let raw = Request::new("GET", "/v1/mirrors/2:203").send(address).await;
    let body = r#"{"name":"mirrored","size":3}"#;
    assert_eq!((raw.status, raw.body.as_str()), (203, body));
    let raw = Request::new("GET", "/v1/mirrors/3:307").send(address).await;
    assert_eq!((raw.status, raw.body.as_str()), (307, ""));
    assert_eq!(raw.header("location"), Some("https://mirror.example/"));
}

#[tokio::test]
async fn a_status_outside_its_class_is_an_internal_error() {
    let (client, _) = start().await;
    // 204 has its own response, and 205 has no content.
    let statuses = [
        "2:0", "2:2", "2:199", "2:300", "2:404", "2:65535", "2:204", "2:205",
    ];
    for response in statuses.into_iter().chain(["3:200", "3:400"]) {
        let error = client.ask_mirror(response).await.unwrap_err();
        let is_internal = matches!(&error, Error::Rejected(of) if of.status == 500);
        assert!(is_internal, "{response}: {error:?}");
    }
}

#[tokio::test]
async fn the_only_response_can_have_a_class() {
    let (client, address) = start().await;
    for status in [200, 206] {
        let found = client.read_mirror(u32::from(status)).await.unwrap();
        assert_eq!(found.status, status);
        assert_eq!(found.status_2.as_deref(), Some("partial"));
        assert_eq!(found.body.collect().await.unwrap(), "abc");
    }
    for status in ["204", "301", "500"] {
        let path = format!("/v1/mirrors/{status}/content");
        let raw = Request::new("GET", &path).send(address).await;
        assert_eq!(raw.status, 500, "{status}");
    }
}

#[tokio::test]
async fn an_exact_status_wins_over_its_class() {
    let json = ("content-type", "application/json");
    let asset = r#"{"name": "a", "size": 1}"#;
    let client = stub([
        bare(204, &[]),
        Reply::response(226, &[json], asset),
        bare(202, &[]),
        bare(303, &[]),
        bare(404, &[]),
    ])
    .await;
    let none = client.ask_mirror("a").await.unwrap();
    assert_eq!(none, AskMirrorResponse::NoContent);
    assert_eq!(client.ask_mirror("a").await.unwrap().status(), 226);
    // Other responses of the class need their content and headers.
    assert_eq!(problem(client.ask_mirror("a").await), "it is empty");
    let moved = problem(client.ask_mirror("a").await);
    assert_eq!(moved, "header `location`: is missing");
    let missing = client.ask_mirror("a").await.unwrap_err();
    assert!(matches!(missing, Error::Undocumented(_)), "{missing:?}");
}

#[tokio::test]
async fn bytes_have_headers_and_redirects() {
    let (client, _) = start().await;
    client
        .upload_asset("specsmith", "a", media("ab"))
        .await
        .unwrap();
    let DownloadAssetResponse::Ok(found) = client.download_asset("specsmith", "a").await.unwrap()
    else {
        panic!("there is an asset")
    };
    assert_eq!(found.x_checksum.as_deref(), Some("195"));
    assert_eq!(found.body.media, "application/x-asset");
    assert_eq!(found.body.content.collect().await.unwrap(), "ab");
    let mirrored = client
        .download_asset("specsmith", "mirrored")
        .await
        .unwrap();
    let DownloadAssetResponse::Found(mirrored) = mirrored else {
        panic!("{mirrored:?}")
    };
    assert_eq!(
        mirrored.location.as_str(),
        "https://mirror.example/mirrored?a=b"
    );
    let missing = client
        .download_asset("specsmith", "none")
        .await
        .unwrap_err();
    assert!(matches!(missing, Error::Api(_)), "{missing:?}");
}

#[tokio::test]
async fn the_length_of_a_head_response_is_that_of_the_handler() {
    let (client, address) = start().await;
    client
        .upload_asset("specsmith", "a", media("abcde"))
        .await
        .unwrap();
    let found = client.check_asset("specsmith", "a").await.unwrap();
    let CheckAssetResponse::Ok(found) = found else {
        panic!("{found:?}")
    };
    assert_eq!(
        (found.content_length, found.etag.as_deref()),
        (5, Some("\"5\""))
    );
    // A length that is not known is not 0.
    let unknown = client
        .check_asset("specsmith", "mirrored")
        .send()
        .await
        .unwrap();
    assert_eq!(unknown.status, 203);
    let CheckAssetResponse::Unknown(unknown) = unknown.value else {
        panic!("{unknown:?}")
    };
    assert_eq!(unknown.content_length, None);
    for (name, status, length) in [("a", 200, Some("5")), ("mirrored", 203, None)] {
        let path = format!("/v1/repos/specsmith/checks/{name}");
        let response = Request::new("HEAD", &path).send(address).await;
        assert_eq!((response.status, response.body.as_str()), (status, ""));
        assert_eq!(response.header("content-length"), length, "{name}");
        assert_eq!(response.header("transfer-encoding"), None, "{name}");
    }
    let missing = client.check_asset("specsmith", "none").await.unwrap_err();
    assert!(matches!(missing, Error::Api(_)), "{missing:?}");
}

#[tokio::test]
async fn a_required_header_that_is_missing_or_malformed_is_an_error() {
    let client = stub([
        bare(301, &[]),
        bare(301, &[b"location: /\xff"]),
        bare(202, &[b"retry-after: soon"]),
        bare(202, &[b"retry-after: -1"]),
        bare(202, &[]),
    ])
    .await;
    let header = |name: &str, problem: &str| format!("header `{name}`: {problem}");
    for expected in ["is missing", "expected text in UTF-8"] {
        let moved = client.get_repository("a").await;
        assert_eq!(problem(moved), header("location", expected));
    }
    for expected in ["expected an integer", "must be from 0", "is missing"] {
        let accepted = client.upload_asset("a", "b", media("c")).await;
        let found = problem(accepted);
        assert!(
            found.starts_with(&header("retry-after", expected)),
            "{found}"
        );
    }
}

#[tokio::test]
async fn an_optional_header_that_cannot_be_read_is_absent() {
    let body = r#"{"name": "a", "size": 1}"#;
    let json = ("content-type", "application/json");
    let limit = |value| ("x-ratelimit-remaining", value);
    let client = stub([
        Reply::response(200, &[json, limit("7")], body),
        Reply::response(200, &[json, limit("many")], body),
        Reply::response(200, &[json, limit("-1")], body),
        Reply::response(200, &[json, limit("")], body),
        bare(203, &[b"x-ratelimit-remaining: \xff\xfe"]),
    ])
    .await;
    for expected in [Some(7), None, None, None] {
        let found = client.get_repository("a").await.unwrap();
        let expected = GetRepositoryOk {
            x_rate_limit_remaining: expected,
            ..Repository {
                name: "a".to_owned(),
                size: 1,
            }
            .into()
        };
        assert_eq!(found, GetRepositoryResponse::Ok(expected));
    }
    let found = client.check_asset("a", "b").await.unwrap();
    let expected = CheckAssetUnknown {
        content_length: None,
        x_rate_limit_remaining: None,
    };
    assert_eq!(found, CheckAssetResponse::Unknown(expected));
}

#[tokio::test]
async fn the_length_of_a_head_response_can_exceed_that_of_any_body() {
    // The client holds at most 16 MiB, but nothing arrives here.
    let client = stub([
        bare(200, &[b"content-length: 18446744073709551614"]),
        bare(200, &[b"content-length: 5"]),
        bare(200, &[]),
    ])
    .await;
    for expected in [u64::MAX - 1, 5] {
        let found = client.check_asset("a", "b").await.unwrap();
        let CheckAssetResponse::Ok(found) = found else {
            panic!("{found:?}")
        };
        assert_eq!(found.content_length, expected);
    }
    let missing = problem(client.check_asset("a", "b").await);
    assert_eq!(missing, "header `content-length`: is missing");
}

#[tokio::test]
async fn other_statuses_are_not_documented() {
    let client = stub([
        bare(302, &[b"location: /"]),
        Reply::response(200, &[], ""),
        bare(304, &[]),
    ])
    .await;
    let moved = client.get_repository("a").await.unwrap_err();
    assert!(matches!(moved, Error::Undocumented(_)), "{moved:?}");
    let created = client.upload_asset("a", "b", media("c")).await.unwrap_err();
    assert!(matches!(created, Error::Undocumented(_)), "{created:?}");
    let checked = client.check_asset("a", "b").await.unwrap_err();
    assert!(matches!(checked, Error::Undocumented(_)), "{checked:?}");
}

#[tokio::test]
async fn pages_have_headers() {
    let (client, address) = start().await;
    let response = client.list_issues("specsmith").send().await.unwrap();
    assert_eq!(response.headers["x-ratelimit-remaining"], "41");
    assert_eq!(response.headers["x-count"], "5");
    assert_eq!(
        (response.value.items.len(), response.value.next),
        (2, Some(2))
    );
    let mut items = client.list_issues("specsmith").per_page(3).stream();
    let mut numbers = Vec::new();
    while let Some(issue) = items.next().await {
        numbers.push(issue.unwrap().number);
    }
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    let last = Request::new("GET", "/v1/repos/specsmith/issues?page=3");
    let last = last.send(address).await;
    assert_eq!((last.status, last.header("link")), (200, None));
    assert_eq!(last.header("x-count"), Some("5"));
    let middle = Request::new("GET", "/v1/repos/specsmith/issues?page=2");
    let middle = middle.send(address).await;
    assert_eq!(middle.header("link"), Some("<?page=3>; rel=\"next\""));
    assert_eq!(middle.header("x-ratelimit-remaining"), Some("41"));
    let missing = client.list_issues("none").await.unwrap_err();
    assert!(matches!(missing, Error::Api(_)), "{missing:?}");
}

#[tokio::test]
async fn event_streams_have_headers() {
    let (client, address) = start().await;
    let mut activity = client.watch_activity("specsmith").await.unwrap();
    assert_eq!(activity.x_rate_limit_remaining, Some(41));
    let mut numbers = Vec::new();
    while let Some(issue) = activity.body.next().await {
        numbers.push(issue.unwrap().number);
    }
    assert_eq!(numbers, [7, 8]);
    let raw = Request::new("GET", "/v1/repos/specsmith/activity");
    let raw = raw.send(address).await;
    assert_eq!(raw.header("x-ratelimit-remaining"), Some("41"));
    assert_eq!(raw.header("content-type"), Some("text/event-stream"));
    let missing = client.watch_activity("none").await.unwrap_err();
    assert!(matches!(missing, Error::Api(_)), "{missing:?}");
}
