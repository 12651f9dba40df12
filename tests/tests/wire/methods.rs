//! Every method of HTTP, and bodies of methods that seldom have one.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use articles_api::types::{Article, ArticleId, Wanted};
use specsmith_tests::articles::{Publisher, client};
use specsmith_tests::raw::Request;

#[tokio::test]
async fn head_options_and_trace_are_operations() {
    let client = client(&Publisher::default().serve().await);
    let checked = client.check_archive().send().await.unwrap();
    assert_eq!(checked.status, 200);
    client.ask_about_articles().await.unwrap();
    let received = client.trace_request().await.unwrap();
    assert_eq!(received["max-forwards"], "3");
}

#[tokio::test]
async fn a_delete_request_can_have_a_body() {
    let publisher = Publisher::default();
    let client = client(&publisher.serve().await);
    let withdrawn = client.withdraw_articles(vec![ArticleId::new("a-1")]).await;
    withdrawn.unwrap();
    let left: Vec<String> = publisher.articles(|articles| articles.keys().cloned().collect());
    assert_eq!(left, ["a-2"]);
}

#[tokio::test]
async fn a_get_request_can_have_a_body() {
    let client = client(&Publisher::default().serve().await);
    let ids = |found: Vec<Article>| found.into_iter().map(|of| of.id).collect::<Vec<_>>();
    let wanted = Wanted {
        title: Some("Article a-2".to_owned()),
    };
    let found = client.find_articles().body(wanted).most(3).await.unwrap();
    assert_eq!(ids(found), ["a-2".into()]);
    let all = client.find_articles().await.unwrap();
    assert_eq!(ids(all), ["a-1".into(), "a-2".into()]);
}

#[tokio::test]
async fn the_body_of_a_get_request_needs_its_media_type() {
    let url = Publisher::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    let get = || Request::new("GET", "/v1/found");
    let body = r#"{"title": "Article a-1"}"#;
    for (request, status) in [
        (get(), 200),
        (get().json(body), 200),
        (get().chunked("application/json", body), 200),
        (get().json(""), 200),
        (get().json("{"), 400),
        (get().body("text/plain", body), 415),
        // HEAD is served like GET, without a body.
        (Request::new("HEAD", "/v1/found"), 200),
    ] {
        let response = request.send(address).await;
        assert_eq!(response.status, status, "{request:?}: {}", response.body);
    }
}

#[tokio::test]
async fn a_head_request_gets_no_content() {
    let url = Publisher::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    // The server responds to HEAD where there is a GET, and where HEAD is an operation.
    for (path, status, length) in [
        ("/v1/articles/a-1", 200, true),
        ("/v1/archive", 200, false),
        ("/v1/articles/none", 404, true),
    ] {
        let response = Request::new("HEAD", path).send(address).await;
        assert_eq!(
            (response.status, response.body.as_str()),
            (status, ""),
            "{path}"
        );
        // The length is the length of the content of a GET.
        let announced = response.header("content-length").unwrap_or("0");
        assert_eq!(announced != "0", length, "{path}: {announced}");
    }
    let get = Request::new("GET", "/v1/archive").send(address).await;
    assert_eq!((get.status, get.header("allow")), (405, Some("HEAD")));
}
