//! Lists are paginated, and a stream yields the items of all pages.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::pin::Pin;

use futures_core::Stream;
use gateway_api::Error;
use gateway_api::errors::InternalServerError;
use gateway_api::operations::ListWorkspacesError;
use gateway_api::operations::{LIST_GUARDRAILS, LIST_ORGANIZATION_MEMBERS, LIST_WORKSPACES};
use serde_json::json;
use specsmith_tests::gateway::{MANAGEMENT_KEY, Turn, many};
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::serving::{Served, base_url, build};
use specsmith_tests::spec::example_json;

/// A gateway with `count` workspaces: `ws-0`, `ws-1`, ….
async fn with_workspaces(count: usize) -> Served {
    let served = Served::start().await;
    served.gateway.records(|records| {
        let named = |workspace: &mut gateway_api::types::Workspace, number| {
            workspace.id = format!("ws-{number}").into();
        };
        records.workspaces = many(&records.workspaces[0], count, named);
    });
    served
}

fn ids(workspaces: &[gateway_api::types::Workspace]) -> Vec<&str> {
    workspaces
        .iter()
        .map(|workspace| workspace.id.as_str())
        .collect()
}

#[tokio::test]
async fn offset_and_limit_select_the_page() {
    let client = with_workspaces(7).await.client();
    for (offset, limit, expected) in [
        (0, 3, vec!["ws-0", "ws-1", "ws-2"]),
        (5, 3, vec!["ws-5", "ws-6"]),
        (6, 1, vec!["ws-6"]),
        (7, 3, vec![]),
        (1_000_000, 100, vec![]),
    ] {
        let page = client
            .list_workspaces()
            .offset(offset)
            .limit(limit)
            .await
            .unwrap();
        assert_eq!(ids(&page.data), expected, "offset {offset}, limit {limit}");
        assert_eq!(
            page.total_count, 7,
            "the total counts the items of all pages"
        );
    }
}

#[tokio::test]
async fn without_a_limit_a_page_has_fifty_items() {
    let page = with_workspaces(51)
        .await
        .client()
        .list_workspaces()
        .await
        .unwrap();
    assert_eq!((page.data.len(), page.total_count), (50, 51));
    assert_eq!(page.data[0].id.as_str(), "ws-0");
}

#[tokio::test]
async fn a_page_has_the_documented_fields_on_the_wire() {
    let served = Served::start().await;
    let response = Request::new("GET", "/v1/organization/members")
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    let expected = json!({ "data": [example_json("OrganizationMember")], "total_count": 1 });
    assert_eq!(response.json(), expected);
}

#[tokio::test]
async fn an_empty_list_has_no_items() {
    let served = with_workspaces(0).await;
    let page = served.client().list_workspaces().await.unwrap();
    assert_eq!((page.data, page.total_count), (vec![], 0));
    let all = served
        .client()
        .list_workspaces()
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(all, vec![]);
    assert_eq!(served.gateway.calls(&LIST_WORKSPACES), 2);
}

#[tokio::test]
async fn an_offset_or_limit_out_of_bounds_does_not_reach_the_handler() {
    let served = Served::start().await;
    for (offset, limit) in [(0, 0), (0, 101), (-1, 1), (0, -1)] {
        let error = served
            .client()
            .list_guardrails()
            .offset(offset)
            .limit(limit)
            .await
            .unwrap_err();
        assert_eq!(
            error.status().unwrap(),
            400,
            "offset {offset}, limit {limit}"
        );
    }
    assert_eq!(served.gateway.calls(&LIST_GUARDRAILS), 0);
}

#[tokio::test]
async fn a_stream_yields_the_items_of_all_pages() {
    for (count, limit, pages) in [(7, 3, 3), (6, 3, 2), (1, 100, 1), (250, 100, 3)] {
        let served = with_workspaces(count).await;
        let mut items = served.client().list_workspaces().limit(limit).stream();
        let mut seen = Vec::new();
        while let Some(workspace) = items.next().await {
            seen.push(workspace.unwrap());
        }
        let expected: Vec<_> = (0..count).map(|number| format!("ws-{number}")).collect();
        assert_eq!(ids(&seen), expected);
        assert_eq!(
            served.gateway.calls(&LIST_WORKSPACES),
            pages,
            "{count} items by {limit}"
        );
        assert!(
            items.next().await.is_none(),
            "the stream yields nothing after its end"
        );
        assert_eq!(
            served.gateway.calls(&LIST_WORKSPACES),
            pages,
            "the stream requests nothing after its end"
        );
    }
}

#[tokio::test]
async fn a_stream_starts_at_the_offset_and_keeps_the_filter() {
    let served = Served::start().await;
    served.gateway.records(|records| {
        let named = |guardrail: &mut gateway_api::types::Guardrail, number: usize| {
            guardrail.id = format!("gr-{number}").into();
            let workspace = if number.is_multiple_of(2) {
                "even"
            } else {
                "odd"
            };
            guardrail.workspace_id = Some(workspace.into());
        };
        records.guardrails = many(&records.guardrails[0], 10, named);
    });
    let call = served
        .client()
        .list_guardrails()
        .workspace_id("odd")
        .offset(1)
        .limit(2);
    let all = call.stream().try_collect().await.unwrap();
    let ids: Vec<_> = all.iter().map(|guardrail| guardrail.id.as_str()).collect();
    assert_eq!(ids, ["gr-3", "gr-5", "gr-7", "gr-9"]);
    assert_eq!(served.gateway.calls(&LIST_GUARDRAILS), 2);
}

#[tokio::test]
async fn a_page_is_requested_when_its_first_item_is_needed() {
    let served = with_workspaces(6).await;
    let mut items = served.client().list_workspaces().limit(2).stream();
    assert_eq!(served.gateway.calls(&LIST_WORKSPACES), 0);
    for (item, pages) in [(0, 1), (1, 1), (2, 2)] {
        items.next().await.unwrap().unwrap();
        assert_eq!(
            served.gateway.calls(&LIST_WORKSPACES),
            pages,
            "at item {item}"
        );
    }
}

/// It implements `Stream`, so its combinators work.
#[tokio::test]
async fn items_implement_stream() {
    let mut items = with_workspaces(5)
        .await
        .client()
        .list_workspaces()
        .limit(2)
        .stream();
    let mut count = 0;
    while let Some(item) =
        std::future::poll_fn(|context| Pin::new(&mut items).poll_next(context)).await
    {
        item.unwrap();
        count += 1;
    }
    assert_eq!(count, 5);
}

/// A stream can be read in another task.
#[tokio::test]
async fn a_stream_can_be_sent_to_a_task() {
    let items = with_workspaces(5)
        .await
        .client()
        .list_workspaces()
        .limit(2)
        .stream();
    assert_eq!(
        tokio::spawn(items.try_collect())
            .await
            .unwrap()
            .unwrap()
            .len(),
        5
    );
}

#[tokio::test]
async fn a_stream_ends_with_the_error_of_a_page() {
    let served = with_workspaces(5).await;
    let failure = Turn::response::<ListWorkspacesError>(InternalServerError::new());
    served.gateway.tell(&LIST_WORKSPACES, [Turn::Work, failure]);
    let mut items = served.client().list_workspaces().limit(2).stream();
    assert!(items.next().await.unwrap().is_ok());
    assert!(items.next().await.unwrap().is_ok());
    let error = items.next().await.unwrap().unwrap_err();
    assert!(
        matches!(
            error,
            Error::Api(ListWorkspacesError::InternalServerError(_))
        ),
        "{error:?}"
    );
    assert!(items.next().await.is_none());

    let failure = Turn::response::<ListWorkspacesError>(InternalServerError::new());
    served.gateway.tell(&LIST_WORKSPACES, [Turn::Work, failure]);
    assert!(
        served
            .client()
            .list_workspaces()
            .limit(2)
            .stream()
            .try_collect()
            .await
            .is_err()
    );
}

/// Members who join or leave between two requests must not make the stream endless.
#[tokio::test]
async fn a_stream_ends_at_an_empty_page_regardless_of_the_total() {
    let member = example_json("OrganizationMember");
    let full = json!({ "data": [member, member], "total_count": 9 });
    let empty = json!({ "data": [], "total_count": 9 });
    let stub = Stub::start([Reply::json(200, &full), Reply::json(200, &empty)]).await;
    let client = build(gateway_api::Client::builder(base_url(stub.address)).bearer_token("sk"));
    let members = client
        .list_organization_members()
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(members.len(), 2);
    let asked: Vec<_> = stub
        .seen()
        .iter()
        .map(|request| request.lines().next().unwrap().to_owned())
        .collect();
    let line = |offset| format!("GET /v1/organization/members?offset={offset} HTTP/1.1");
    assert_eq!(asked, [line(0), line(2)]);
}

#[tokio::test]
async fn every_paginated_operation_has_a_stream() {
    let client = Served::start().await.client();
    assert_eq!(
        client
            .list_workspaces()
            .stream()
            .try_collect()
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        client
            .list_guardrails()
            .stream()
            .try_collect()
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        client
            .list_guardrail_assignments()
            .stream()
            .try_collect()
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        client
            .list_presets()
            .stream()
            .try_collect()
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        client
            .list_group_mappings()
            .stream()
            .try_collect()
            .await
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        client
            .list_organization_members()
            .stream()
            .try_collect()
            .await
            .unwrap()
            .len(),
        1
    );
}

/// The request for a page is retried as any other request.
#[tokio::test]
async fn the_requests_of_a_stream_are_retried() {
    let served = Served::start().await;
    served.gateway.tell(
        &LIST_ORGANIZATION_MEMBERS,
        [Turn::Delay(std::time::Duration::from_millis(1500))],
    );
    let client = build(served.builder().bearer_token(MANAGEMENT_KEY));
    let call = client
        .list_organization_members()
        .try_timeout(std::time::Duration::from_millis(500));
    assert_eq!(call.stream().try_collect().await.unwrap().len(), 1);
    assert_eq!(served.gateway.calls(&LIST_ORGANIZATION_MEMBERS), 2);
}
