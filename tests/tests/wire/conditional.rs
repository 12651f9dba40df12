//! Conditional requests over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use atlas_api::Client;
use atlas_api::client::Error;
use atlas_api::operations::*;
use atlas_api::types::{Conditional, ETag, LastModified, Validators};
use specsmith_tests::atlas::{Atlas, CHANGED, client, validators};
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::serving::base_url;

async fn start() -> (Atlas, Client, SocketAddr) {
    let atlas = Atlas::default();
    let url = atlas.serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    (atlas, client(&url), address)
}

/// The response to a request with these headers.
async fn sent(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
    let request = Request::new(method, path);
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(name, value)
    });
    request.send(address).await
}

fn before() -> LastModified {
    (SystemTime::from(validators().1) - Duration::from_secs(1)).into()
}

#[tokio::test]
async fn a_caller_with_a_current_copy_gets_nothing() {
    let (_, client, _) = start().await;
    let first = client.get_map("coast").send().await.unwrap();
    let known = first.validators();
    assert_eq!(known, validators().into());
    let etag = known.etag.clone().unwrap();
    let again = client.get_map("coast").if_none_match(&etag).await.unwrap();
    assert_eq!(again, Conditional::NotModified(known.clone()));
    let weak = ETag::weak(etag.tag());
    let again = client.get_map("coast").if_none_match(&weak).send().await;
    let again = again.unwrap();
    assert_eq!(
        (again.status.as_u16(), again.value),
        (304, Conditional::NotModified(known.clone()))
    );
    let since = known.last_modified.unwrap();
    let again = client.get_map("coast").if_modified_since(since).await;
    assert_eq!(again.unwrap(), Conditional::NotModified(known));
}

#[tokio::test]
async fn a_caller_with_an_old_copy_gets_the_content_with_its_validators() {
    let (_, client, _) = start().await;
    let old = ETag::strong("c0");
    let fresh = client.get_map("coast").if_none_match(&old).await.unwrap();
    let Conditional::Fresh(GetMapResponse::Ok(map), known) = fresh else {
        panic!("{fresh:?}")
    };
    assert_eq!((map.body.scale, map.x_edition), (50_000, Some(3)));
    assert_eq!(known, Validators::from(validators()));
    let fresh = client.get_map("coast").if_modified_since(before()).await;
    assert!(matches!(fresh.unwrap(), Conditional::Fresh(_, of) if of == known));
    // The tag takes precedence over the time, either way.
    let call = client.get_map("coast").if_none_match(&old);
    let fresh = call.if_modified_since(validators().1).await.unwrap();
    assert!(matches!(fresh, Conditional::Fresh(..)));
    let call = client.get_map("coast").if_modified_since(before());
    let same = call.if_none_match(&validators().0).await.unwrap();
    assert_eq!(same, Conditional::NotModified(known));
}

#[tokio::test]
async fn other_responses_are_sent_as_they_are() {
    let (_, client, address) = start().await;
    let etag = validators().0;
    let moved = client.get_map("shore").if_none_match(&etag).await.unwrap();
    let Conditional::Fresh(GetMapResponse::MovedPermanently(moved), known) = moved else {
        panic!("{moved:?}")
    };
    assert_eq!(moved.location.as_str(), "/v1/maps/coast");
    assert_eq!(known, Validators::default());
    let draft = client.get_map("draft").if_none_match(&etag).await.unwrap();
    assert!(matches!(draft, Conditional::Fresh(_, known) if known == Validators::default()));
    let missing = client.get_map("nowhere").if_none_match(&etag).await;
    assert!(matches!(missing, Err(Error::Api(GetMapError::NotFound(_)))));
    let missing = sent(
        address,
        "GET",
        "/v1/maps/nowhere",
        &[("if-none-match", "*")],
    )
    .await;
    assert_eq!((missing.status, missing.header("etag")), (404, None));
}

#[tokio::test]
async fn a_304_has_no_content_and_no_headers_about_it() {
    let (_, _, address) = start().await;
    let path = "/v1/maps/coast";
    let whole = sent(address, "GET", path, &[]).await;
    assert_eq!(whole.status, 200);
    for name in ["content-type", "content-language", "content-length"] {
        assert!(whole.header(name).is_some(), "{name}");
    }
    for method in ["GET", "HEAD"] {
        let response = sent(address, method, path, &[("if-none-match", "\"c1\"")]).await;
        assert_eq!((response.status, &*response.body), (304, ""), "{method}");
        assert_eq!(response.header("etag"), Some("\"c1\""));
        assert_eq!(response.header("last-modified"), Some(CHANGED));
        let mut names = response.headers.keys().map(|name| name.as_str());
        assert!(
            !names.any(|name| name.starts_with("content-")),
            "{response:?}"
        );
        assert_eq!(response.header("transfer-encoding"), None);
    }
    let response = sent(address, "GET", path, &[("if-none-match", "\"c1\"")]).await;
    assert_eq!(response.header("x-edition"), Some("3"));
}

#[tokio::test]
async fn conditions_are_read_as_http_says_and_malformed_ones_are_ignored() {
    let (_, _, address) = start().await;
    let later = "Sun, 06 Nov 1994 09:00:00 GMT";
    let earlier = "Sun, 06 Nov 1994 08:00:00 GMT";
    let tag = |tags: &'static str| ("if-none-match", tags);
    let since = |date: &'static str| ("if-modified-since", date);
    let cases: &[(&[(&str, &str)], u16)] = &[
        (&[tag("*")], 304),
        (&[tag("\"c1\"")], 304),
        (&[tag("W/\"c1\"")], 304),
        (&[tag("\"a\", W/\"b\" , \"c1\"")], 304),
        (&[tag("\"a,b\",,\"c1\"")], 304),
        (&[tag("\"a\""), tag("\"c1\"")], 304),
        (&[tag("\"C1\"")], 200),
        (&[tag("\"a\", \"b\"")], 200),
        (&[tag("c1")], 200),
        (&[tag("\"c1\", b")], 200),
        (&[tag("w/\"c1\"")], 200),
        (&[tag("")], 200),
        (&[since(CHANGED)], 304),
        (&[since(later)], 304),
        (&[since("Sunday, 06-Nov-94 09:00:00 GMT")], 304),
        (&[since(earlier)], 200),
        (&[since("1994-11-06T09:00:00Z")], 200),
        (&[since(later), since(later)], 200),
        (&[tag("\"a\""), since(later)], 200),
        (&[tag("c1"), since(later)], 200),
        (&[tag("\"c1\""), since(earlier)], 304),
    ];
    for method in ["GET", "HEAD"] {
        for (headers, status) in cases {
            let response = sent(address, method, "/v1/maps/coast", headers).await;
            assert_eq!(response.status, *status, "{method} {headers:?}");
        }
    }
}

#[tokio::test]
async fn head_has_the_headers_of_the_content() {
    let (_, client, _) = start().await;
    let found = client.check_map("coast").send().await.unwrap();
    assert_eq!(found.value.content_length, 34);
    assert_eq!(found.validators(), validators().into());
    let same = client
        .check_map("coast")
        .if_none_match(&validators().0)
        .await;
    assert_eq!(same.unwrap(), Conditional::NotModified(validators().into()));
    let fresh = client.check_map("coast").if_modified_since(before()).await;
    assert!(matches!(fresh.unwrap(), Conditional::Fresh(of, _) if of.content_length == 34));
}

#[tokio::test]
async fn a_handler_that_looks_at_the_conditions_saves_work() {
    let (atlas, client, _) = start().await;
    let loaded = || atlas.loaded.load(Ordering::Relaxed);
    assert_eq!(client.get_legend().await.unwrap(), "x: a wreck");
    assert_eq!(loaded(), 1);
    let (_, changed) = validators();
    let same = client
        .get_legend()
        .if_modified_since(changed)
        .send()
        .await
        .unwrap();
    let not_modified = Conditional::NotModified(changed.into());
    assert_eq!((same.value, loaded()), (not_modified, 1));
    assert_eq!(same.headers["last-modified"], CHANGED);
    client
        .get_legend()
        .if_modified_since(before())
        .await
        .unwrap();
    assert_eq!(loaded(), 2);
}

#[tokio::test]
async fn not_modified_for_a_caller_without_a_current_copy_is_an_internal_error() {
    let (_, _, address) = start().await;
    let path = "/v1/maps/stuck";
    assert_eq!(sent(address, "HEAD", path, &[]).await.status, 500);
    let old = [("if-none-match", "\"c0\"")];
    assert_eq!(sent(address, "HEAD", path, &old).await.status, 500);
    let current = [("if-none-match", "\"c1\"")];
    assert_eq!(sent(address, "HEAD", path, &current).await.status, 304);
}

#[tokio::test]
async fn pages_are_conditional_with_their_links() {
    let (_, client, address) = start().await;
    let fresh = client
        .list_maps()
        .page(2)
        .if_none_match(&ETag::strong(1))
        .await;
    let Conditional::Fresh(page, known) = fresh.unwrap() else {
        panic!("page 2 has another tag")
    };
    assert_eq!((page.items.len(), page.next), (1, None));
    assert_eq!(known, ETag::weak(2).into());
    let same = client.list_maps().if_none_match(&ETag::strong(1)).await;
    let known = ETag::weak(1).into();
    assert_eq!(same.unwrap(), Conditional::NotModified(known));
    let same = sent(address, "GET", "/v1/maps", &[("if-none-match", "W/\"1\"")]).await;
    assert_eq!(same.status, 304);
    assert_eq!(same.header("link"), Some("<?page=2>; rel=\"next\""));
    let mut items = client.list_maps().stream();
    let mut count = 0;
    while let Some(item) = items.next().await {
        item.unwrap();
        count += 1;
    }
    assert_eq!(count, 2);
}

#[tokio::test]
async fn each_content_to_choose_from_has_a_tag_of_its_own() {
    let (_, client, address) = start().await;
    let (points, image) = (ETag::strong("points"), ETag::strong("image"));
    let same = client.get_sheet("coast").if_none_match(&points).await;
    assert_eq!(
        same.unwrap(),
        Conditional::NotModified(points.clone().into())
    );
    let fresh = client.get_sheet("coast").if_none_match(&image).await;
    assert_eq!(
        fresh.unwrap(),
        Conditional::Fresh(vec![1, 2], points.clone().into())
    );
    let same = client
        .get_sheet("coast")
        .image()
        .if_none_match(&image)
        .await;
    assert!(
        matches!(same.unwrap(), Conditional::NotModified(known) if known == image.clone().into())
    );
    let fresh = client
        .get_sheet("coast")
        .image()
        .if_none_match(&points)
        .await;
    let Conditional::Fresh(body, known) = fresh.unwrap() else {
        panic!("the image has another tag")
    };
    assert_eq!(body.collect().await.unwrap().as_ref(), [0x89, 0x50]);
    assert_eq!(known, image.into());
    let headers = [("accept", "image/png"), ("if-none-match", "\"image\"")];
    let same = sent(address, "GET", "/v1/maps/coast/sheet", &headers).await;
    assert_eq!((same.status, same.header("vary")), (304, Some("accept")));
}

#[tokio::test]
async fn a_304_that_nobody_asked_for_is_undocumented() {
    let reply = || Reply::response(304, &[("etag", "\"c1\"")], "");
    let stub = Stub::start([reply(), reply(), reply()]).await;
    let client = client(&base_url(stub.address));
    let error = client.get_map("coast").await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
    let error = client.get_sheet("coast").image().await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
    let same = client
        .get_map("coast")
        .if_none_match(&ETag::weak("c1"))
        .await;
    let known = ETag::strong("c1").into();
    assert_eq!(same.unwrap(), Conditional::NotModified(known));
    let seen = stub.seen();
    assert!(!seen[0].contains("if-"), "{seen:?}");
    assert!(seen[2].contains("if-none-match: W/\"c1\"\r\n"), "{seen:?}");
}

#[tokio::test]
async fn a_304_without_validators_is_still_one() {
    let replies = [
        Reply::response(304, &[], ""),
        Reply::response(304, &[("etag", "c1"), ("last-modified", "today")], ""),
    ];
    let count = replies.len();
    let stub = Stub::start(replies).await;
    let client = client(&base_url(stub.address));
    for _ in 0..count {
        let same = client.get_map("coast").if_none_match(&ETag::weak(1)).await;
        let nothing = Validators::default();
        assert_eq!(same.unwrap(), Conditional::NotModified(nothing));
    }
}

#[tokio::test]
async fn malformed_validators_of_a_response_are_absent() {
    let headers = [
        ("content-type", "application/json"),
        ("etag", "c1"),
        ("last-modified", "yesterday"),
    ];
    let reply = Reply::response(200, &headers, "{\"name\": \"coast\", \"scale\": 1}");
    let stub = Stub::start([reply]).await;
    let client = client(&base_url(stub.address));
    let fresh = client
        .get_map("coast")
        .if_none_match(&ETag::strong(1))
        .await;
    assert!(
        matches!(fresh.unwrap(), Conditional::Fresh(_, known) if known == Validators::default())
    );
}
