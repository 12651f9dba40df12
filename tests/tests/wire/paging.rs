//! Lists that are paged, but whose responses are of any type: a stream over all pages.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::fmt::Debug;

use lists_api::Client;
use lists_api::client::{Error, Items, Retry};
use lists_api::types::{Query, Ship, Sought};
use serde_json::{Value as Json, json};
use specsmith_tests::lists::{self, COUNT, client, serve};
use specsmith_tests::raw::{Reply, Stub};

async fn ids<E: Debug>(items: Items<Ship, E>) -> Vec<String> {
    let ships = items.try_collect().await.unwrap();
    ships.into_iter().map(|ship| ship.id).collect()
}

fn from(first: usize) -> Vec<String> {
    (first..COUNT).map(|number| format!("s-{number}")).collect()
}

fn ship(number: usize) -> Json {
    json!({ "id": format!("s-{number}"), "name": format!("Ship {number}") })
}

/// The targets of the requests that a stub has seen, and the outcome of the stream.
async fn targets<E>(
    replies: Vec<Reply>,
    stream: impl Fn(&Client) -> Items<Ship, E>,
) -> (Vec<String>, Result<usize, Error<E>>) {
    let stub = Stub::start(replies).await;
    let outcome = stream(&client(stub.address)).try_collect().await;
    let seen = stub.seen();
    let targets = seen.iter().map(|request| {
        let line = request.lines().next().unwrap();
        let target = line.trim_start_matches("GET /v1/browse");
        target.trim_end_matches(" HTTP/1.1").to_owned()
    });
    (targets.collect(), outcome.map(|ships| ships.len()))
}

#[tokio::test]
async fn the_call_returns_the_response_as_it_is() {
    let client = client(serve().await);
    let fleet = client.browse_at_cursor().limit(2).await.unwrap();
    assert_eq!(fleet.fleet.ships.into_value().unwrap().len(), 2);
    let paging = fleet.paging.unwrap();
    assert_eq!(paging.next_cursor.into_value().unwrap(), "a&b=/+ 2");
}

#[tokio::test]
async fn every_way_to_the_next_page() {
    let client = client(serve().await);
    assert_eq!(ids(client.browse_at_cursor().stream()).await, from(0));
    let one = client.browse_at_cursor().limit(1).flag("x");
    assert_eq!(ids(one.stream()).await, from(0));
    let later = client.browse_at_cursor().after("a&b=/+ 4");
    assert_eq!(ids(later.stream()).await, from(4));
    assert_eq!(ids(client.browse_numbered().stream()).await, from(0));
    let second = client.browse_numbered().page(1).size(3);
    assert_eq!(ids(second.stream()).await, from(3));
    // Items count from 1, and the total counts all items.
    assert_eq!(ids(client.browse_skipped().stream()).await, from(0));
    assert_eq!(ids(client.browse_skipped().from(4).stream()).await, from(3));
    assert_eq!(ids(client.browse_linked().stream()).await, from(0));
    assert_eq!(ids(client.browse_list().stream()).await, from(0));
    assert_eq!(ids(client.browse_after("s-2").stream()).await, from(3));
}

fn some_ids() -> Vec<String> {
    [0, 1, 3, 4, 6].map(|number| format!("s-{number}")).to_vec()
}

/// Each page is asked for with the same body.
#[tokio::test]
async fn a_get_with_a_body_is_paged() {
    let client = client(serve().await);
    let sought = Sought { ids: some_ids() };
    let call = client.browse_found(sought.clone());
    assert_eq!(ids(call.stream()).await, some_ids());
    let later = client.browse_found(sought).after("4");
    assert_eq!(ids(later.stream()).await, ["s-6"]);

    let page = json!({ "fleet": { "ships": [ship(0)] }, "paging": { "next_cursor": "2" } });
    let replies = [page, json!({ "fleet": {} })].map(|body| Reply::json(200, &body));
    let stub = Stub::start(replies).await;
    let sought = Sought { ids: some_ids() };
    let stream = lists::client(stub.address).browse_found(sought);
    assert_eq!(ids(stream.stream()).await, ["s-0"]);
    let body = json!({ "ids": some_ids() }).to_string();
    let seen = stub.seen();
    let lines: Vec<&str> = seen.iter().map(|of| of.lines().next().unwrap()).collect();
    let line = |query: &str| format!("GET /v1/browse/found{query} HTTP/1.1");
    assert_eq!(lines, [line(""), line("?after=2")]);
    for request in &seen {
        assert!(request.ends_with(&body), "{request}");
        assert!(
            request.contains("content-type: application/json\r\n"),
            "{request}"
        );
    }
}

/// The rest of the body stays as it is.
#[tokio::test]
async fn the_position_is_in_the_body_or_in_a_header() {
    let client = client(serve().await);
    assert_eq!(ids(client.browse_posted().stream()).await, from(0));
    let later = Query {
        start_cursor: Some("4".to_owned()),
        ..Query::default()
    };
    assert_eq!(
        ids(client.browse_posted().body(later).stream()).await,
        from(4)
    );
    assert_eq!(
        ids(client.browse_posted_pages(Query::default()).stream()).await,
        from(0)
    );
    let second = Query {
        page: Some(2),
        ..Query::default()
    };
    assert_eq!(
        ids(client.browse_posted_pages(second).stream()).await,
        from(2)
    );
    assert_eq!(ids(client.browse_by_header().stream()).await, from(0));
    assert_eq!(
        ids(client.browse_by_header().x_cursor("3").stream()).await,
        from(3)
    );

    let page = json!({ "fleet": { "ships": [ship(0)] }, "paging": { "next_cursor": "2" } });
    let replies = || [page.clone(), json!({ "fleet": {} })].map(|body| Reply::json(200, &body));
    let stub = Stub::start(replies()).await;
    let query = Query {
        prefix: Some("s".to_owned()),
        ..Query::default()
    };
    let stream = lists::client(stub.address).browse_posted().body(query);
    assert_eq!(ids(stream.stream()).await, ["s-0"]);
    let seen = stub.seen();
    let bodies: Vec<&str> = seen
        .iter()
        .map(|of| of.rsplit("\r\n\r\n").next().unwrap())
        .collect();
    let expected = [r#"{"prefix":"s"}"#, r#"{"prefix":"s","start_cursor":"2"}"#];
    assert_eq!(bodies, expected);
}

/// The parameters of any name stay, the position among them changes, and the key is sent once.
#[tokio::test]
async fn parameters_of_any_name_and_a_key_in_the_query_stay() {
    let client = client(serve().await);
    let terms = BTreeMap::from([("id".to_owned(), some_ids())]);
    assert_eq!(ids(client.browse_matching().stream()).await, from(0));
    let matching = client.browse_matching().terms(terms.clone());
    assert_eq!(ids(matching.stream()).await, some_ids());
    let second = client.browse_matching().terms(terms.clone()).page(2);
    assert_eq!(ids(second.stream()).await, some_ids()[2..]);
    assert_eq!(ids(client.browse_matching_linked().stream()).await, from(0));
    let linked = client.browse_matching_linked().terms(terms);
    assert_eq!(ids(linked.stream()).await, some_ids());
}

#[tokio::test]
async fn each_page_is_asked_for_with_one_key() {
    let terms = BTreeMap::from([("a b".to_owned(), vec!["&".to_owned(), "é".to_owned()])]);
    let ticket = "ticket=a%26b%3D%2F%2B%20ticket";
    let terms_sent = "a%20b=%26&a%20b=%C3%A9";
    let page = |total: usize| {
        let body = json!({ "fleet": { "ships": [ship(0)] }, "paging": { "total": total } });
        Reply::json(200, &body)
    };
    let (lines, outcome) = targets(vec![page(2), page(2)], |client| {
        client.browse_matching().terms(terms.clone()).stream()
    })
    .await;
    assert_eq!(outcome.unwrap(), 2);
    let line = |page| format!("/matching?{terms_sent}&page={page}&{ticket}");
    assert_eq!(lines, [line(1), line(2)]);

    let page = |next: &str| {
        let body = json!({ "ships": [ship(0)], "links": { "next": next } });
        Reply::json(200, &body)
    };
    let next = "?x=%26&ticket=old&after=2&tick%65t=older&ticket";
    let (lines, outcome) = targets(vec![page(next), page("")], |client| {
        client
            .browse_matching_linked()
            .terms(terms.clone())
            .stream()
    })
    .await;
    assert_eq!(outcome.unwrap(), 2);
    let first = format!("/matching-linked?{terms_sent}&{ticket}");
    let second = format!("/matching-linked?x=%26&after=2&{ticket}");
    assert_eq!(lines, [first, second]);
}

/// What another server may send instead, with the requests that follow.
#[tokio::test]
async fn cursors_of_other_servers() {
    let page = |next: Json, more: Json| {
        let paging = json!({ "next_cursor": next, "has_more": more });
        Reply::json(
            200,
            &json!({ "fleet": { "ships": [ship(0)] }, "paging": paging }),
        )
    };
    let end = || Reply::json(200, &json!({ "fleet": {} }));
    for (first, expected) in [
        // A number, and the URL of the next page.
        (page(json!(7), Json::Null), Some("/cursor?after=7")),
        (
            page(json!("/v1/browse/cursor?limit=2&after=x%2F"), json!(true)),
            Some("/cursor?after=x%2F"),
        ),
        (page(json!("y"), json!(false)), None),
        (page(Json::Null, json!(false)), None),
        (page(json!(""), Json::Null), None),
    ] {
        let (lines, outcome) = targets(vec![first, end()], |client| {
            client.browse_at_cursor().stream()
        })
        .await;
        assert_eq!(outcome.unwrap(), 1);
        let expected: Vec<&str> = ["/cursor"].into_iter().chain(expected).collect();
        assert_eq!(lines, expected);
    }
}

#[tokio::test]
async fn a_list_without_items_is_empty() {
    for body in [
        json!({ "fleet": {} }),
        json!({ "fleet": { "ships": null } }),
        json!({ "fleet": null }),
    ] {
        let (_, outcome) = targets(vec![Reply::json(200, &body)], |client| {
            client.browse_numbered().stream()
        })
        .await;
        assert_eq!(outcome.unwrap(), 0, "{body}");
    }
}

/// A path of the same server is followed, and no other server.
#[tokio::test]
async fn a_url_leads_to_no_other_server() {
    let page = |next: &str| {
        Reply::json(
            200,
            &json!({ "ships": [ship(0)], "links": { "next": next } }),
        )
    };
    for (url, expected) in [
        (
            "https://evil.example/v1/browse/linked?flag=2",
            Ok("/linked?flag=2"),
        ),
        ("?flag=2#part", Ok("/linked?flag=2")),
        ("/api/v1/browse/linked/?a=1&b=%20", Ok("/linked?a=1&b=%20")),
        ("/V1/Browse/Linked?flag=2", Ok("/linked?flag=2")),
        ("/v1/browse/other?flag=2", Ok("/other?flag=2")),
        ("other/2", Ok("/other/2")),
        ("https://evil.example/?flag=2", Err("on another server")),
        ("//evil.example/v1/other", Err("on another server")),
        ("/v1/browse/linked", Err("without a query")),
    ] {
        let (lines, outcome) = targets(vec![page(url), page("")], |client| {
            client.browse_linked().flag("f").stream()
        })
        .await;
        match expected {
            Ok(next) => {
                assert_eq!(outcome.unwrap(), 2, "{url}");
                assert_eq!(lines, ["/linked?flag=f", next]);
            }
            Err(problem) => {
                let error = outcome.unwrap_err().to_string();
                assert!(error.ends_with(problem), "{error}");
                assert_eq!(lines.len(), 1);
            }
        }
    }
}

#[tokio::test]
async fn a_list_in_an_envelope_follows_links() {
    let body = json!({ "data": [ship(0)] }).to_string();
    let next = [("link", r#"</v1/browse/list?page=2>; rel="next""#)];
    let replies = vec![
        Reply::response(200, &next, &body),
        Reply::response(200, &[], &body),
    ];
    let (lines, outcome) = targets(replies, |client| client.browse_list().stream()).await;
    assert_eq!(outcome.unwrap(), 2);
    assert_eq!(lines, ["/list", "/list?page=2"]);
}

/// An error names the place in the whole response.
#[tokio::test]
async fn items_of_another_type_are_an_error() {
    for (body, problem) in [
        (
            json!({ "ships": [{ "id": 1, "name": "x" }], "links": {} }).to_string(),
            "body `ships[0].id`: expected a string",
        ),
        ("[]".to_owned(), "body: expected an object"),
        ("{".to_owned(), "it ends before the JSON does"),
    ] {
        let (_, outcome) = targets(vec![Reply::response(200, &[], &body)], |client| {
            client.browse_linked().stream()
        })
        .await;
        let error = outcome.unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

/// A list that comes back to a page would never end.
#[tokio::test]
async fn a_url_that_comes_again_is_an_error() {
    let page = || {
        let body = json!({ "ships": [ship(0)], "links": { "next": "?flag=2" } });
        Reply::json(200, &body)
    };
    let replies = vec![page(), page()];
    let (lines, outcome) = targets(replies, |client| client.browse_linked().stream()).await;
    assert_eq!(lines, ["/linked", "/linked?flag=2"]);
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains("an earlier page again"), "{error}");
}

/// Other fields have the name of the one with the items, and are not lists.
#[tokio::test]
async fn only_the_named_fields_are_read() {
    let body = json!({
        "ships": 1,
        "paging": [{ "next_cursor": "x" }],
        "fleet": { "fleet": { "ships": "x" }, "ships": [ship(0)] },
    });
    let replies = vec![Reply::json(200, &body)];
    let (lines, outcome) = targets(replies, |client| client.browse_at_cursor().stream()).await;
    assert_eq!((lines.len(), outcome.unwrap()), (1, 1));
}

/// A lenient client accepts items that lack what the specification requires.
#[tokio::test]
async fn lenient_streams() {
    let body = json!({ "ships": [{ "id": "s-1" }, { "id": "s-2" }], "links": {} });
    let stub = Stub::start([Reply::json(200, &body)]).await;
    let url = specsmith_tests::serving::base_url(stub.address);
    let builder = Client::builder(url).retry(Retry::never()).lenient(true);
    let client = builder.build().unwrap();
    let ships = client.browse_linked().stream().try_collect().await.unwrap();
    assert_eq!((ships.len(), &*ships[1].name), (2, ""));
}
