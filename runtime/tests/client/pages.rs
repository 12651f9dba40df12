//! Streams of paginated lists.

use std::pin::{Pin, pin};

use futures_core::Stream;
use specsmith_runtime::client::Error;

use crate::api::{Client, Tool, ToolError};
use crate::server::{Server, Step, error, json};

/// A server with `total` tools and at most two per page.
async fn server(total: usize) -> Server {
    Server::response(move |_, request| page(total, request)).await
}

fn page(total: usize, request: &str) -> Step {
    let (_, offset) = request.split_once("offset=").unwrap();
    let offset: usize = offset.split(['&', ' ']).next().unwrap().parse().unwrap();
    let ids: Vec<String> = (offset..total)
        .take(2)
        .map(|id| format!(r#"{{"id": "t{id}"}}"#))
        .collect();
    json(
        200,
        &format!(r#"{{"data": [{}], "total_count": {total}}}"#, ids.join(",")),
    )
}

fn ids(tools: &[Tool]) -> Vec<&str> {
    tools.iter().map(|tool| tool.id.as_str()).collect()
}

#[tokio::test]
async fn a_stream_yields_all_items_of_all_pages() {
    let server = server(5).await;
    let tools = Client::quick(&server.url)
        .list_tools()
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(ids(&tools), ["t0", "t1", "t2", "t3", "t4"]);
    let path = "GET /v1/tools?offset=";
    assert_eq!(
        server.lines(),
        [format!("{path}0"), format!("{path}2"), format!("{path}4")]
    );
}

#[tokio::test]
async fn only_existing_pages_are_requested() {
    for (total, pages) in [(0, 1), (2, 1), (4, 2)] {
        let server = server(total).await;
        let tools = Client::quick(&server.url)
            .list_tools()
            .stream()
            .try_collect()
            .await
            .unwrap();
        assert_eq!((tools.len(), server.lines().len()), (total, pages));
    }
}

#[tokio::test]
async fn the_stream_starts_at_the_offset_of_the_call() {
    let server = server(5).await;
    let call = Client::quick(&server.url)
        .list_tools()
        .offset(3)
        .only(["a".into()]);
    assert_eq!(
        ids(&call.stream().try_collect().await.unwrap()),
        ["t3", "t4"]
    );
    assert_eq!(server.lines(), ["GET /v1/tools?only=a&offset=3"]);
}

#[tokio::test]
async fn the_stream_starts_at_the_declared_default_of_the_offset() {
    let server = server(3).await;
    let client = Client::quick(&server.url);
    let tools = client.list_tools_from_one(None).try_collect().await;
    assert_eq!(ids(&tools.unwrap()), ["t1", "t2"]);
    let tools = client.list_tools_from_one(Some(0)).try_collect().await;
    assert_eq!(ids(&tools.unwrap()), ["t0", "t1", "t2"]);
}

#[tokio::test]
async fn an_empty_page_ends_the_stream() {
    let server = Server::start([json(200, r#"{"data": [], "total_count": 7}"#)]).await;
    let tools = Client::quick(&server.url)
        .list_tools()
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert!(tools.is_empty());
    assert_eq!(server.lines().len(), 1);
}

#[tokio::test]
async fn a_list_without_end_is_an_error_after_the_most_pages() {
    let server = server(1 << 40).await;
    let client = Client::quick(&server.url);
    let failed = client
        .list_tools()
        .stream()
        .max_pages(3)
        .try_collect()
        .await;
    let error = failed.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert!(error.to_string().contains("more than 3 pages"), "{error}");
    assert_eq!(server.lines().len(), 3);

    let mut tools = client.list_tools().stream().max_pages(2);
    for _ in 0..4 {
        assert!(tools.next().await.unwrap().is_ok());
    }
    assert!(tools.next().await.unwrap().is_err());
    assert!(tools.next().await.is_none());
}

#[tokio::test]
async fn a_list_may_have_exactly_the_most_pages() {
    let server = server(5).await;
    let items = Client::quick(&server.url).list_tools().stream();
    assert_eq!(items.max_pages(3).try_collect().await.unwrap().len(), 5);
}

#[tokio::test]
async fn an_error_ends_the_stream() {
    let server = Server::response(|index, request| {
        if index == 1 {
            error(404, "m")
        } else {
            page(5, request)
        }
    })
    .await;
    let mut tools = Client::quick(&server.url).list_tools().stream();
    assert!(tools.next().await.unwrap().is_ok());
    assert!(tools.next().await.unwrap().is_ok());
    let failed = tools.next().await.unwrap().unwrap_err();
    assert!(
        matches!(failed, Error::Api(ToolError::NotFound(_))),
        "{failed:?}"
    );
    assert!(tools.next().await.is_none());
    assert!(tools.next().await.is_none());
}

#[tokio::test]
async fn items_implement_stream() {
    async fn count<T>(stream: impl Stream<Item = T>) -> usize {
        let mut stream: Pin<&mut _> = pin!(stream);
        let mut count = 0;
        while std::future::poll_fn(|context| stream.as_mut().poll_next(context))
            .await
            .is_some()
        {
            count += 1;
        }
        count
    }

    let server = server(3).await;
    assert_eq!(
        count(Client::quick(&server.url).list_tools().stream()).await,
        3
    );
}

#[tokio::test]
async fn a_stream_can_be_sent_to_a_task() {
    let server = server(3).await;
    let client = Client::quick(&server.url);
    let tools = tokio::spawn(async move { client.list_tools().stream().try_collect().await });
    assert_eq!(tools.await.unwrap().unwrap().len(), 3);
}
