//! Every way to page a list: what is on the wire, and a stream over all pages.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Debug;

use lists_api::client::{Error, Items};
use lists_api::types::{NumberedQuery, Ship, ShipQuery};
use serde_json::{Value as Json, json};
use specsmith_tests::lists::{COUNT, client, serve};
use specsmith_tests::raw::{Reply, Request, Stub};

/// The body of the response to a GET request.
async fn get(target: &str) -> Json {
    let response = Request::new("GET", &format!("/v1{target}"));
    let response = response.send(serve().await).await;
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

fn ship(number: usize) -> Json {
    json!({ "id": format!("s-{number}"), "name": format!("Ship {number}") })
}

async fn ids<E: Debug>(items: Items<Ship, E>) -> Vec<String> {
    let ships = items.try_collect().await.unwrap();
    ships.into_iter().map(|ship| ship.id).collect()
}

fn all() -> Vec<String> {
    from(0)
}

fn from(first: usize) -> Vec<String> {
    (first..COUNT).map(|number| format!("s-{number}")).collect()
}

#[tokio::test]
async fn a_page_after_an_item() {
    let first = json!({ "object": "list", "data": [ship(0), ship(1)], "has_more": true });
    assert_eq!(get("/ships").await, first);
    let last = json!({ "object": "list", "data": [ship(6)], "has_more": false });
    assert_eq!(get("/ships?starting_after=s-5&limit=3").await, last);
    let client = client(serve().await);
    assert_eq!(ids(client.list_ships().stream()).await, all());
    assert_eq!(ids(client.list_ships().limit(1).stream()).await, all());
    let call = client.list_ships().starting_after("s-2");
    assert_eq!(ids(call.stream()).await, from(3));
}

/// A token is text of the server's choice. It is absent on the last page.
#[tokio::test]
async fn a_page_at_a_token() {
    let page = get("/by-token").await;
    assert_eq!(page["next_page_token"], "a&b=/+ 2");
    assert!(
        get("/by-token?page_size=9")
            .await
            .get("next_page_token")
            .is_none()
    );
    let client = client(serve().await);
    assert_eq!(ids(client.list_by_token().stream()).await, all());
    let page = client.list_by_token().await.unwrap();
    let next = client
        .list_by_token()
        .page_token(page.next_page_token.unwrap());
    assert_eq!(ids(next.stream()).await, from(2));
}

/// A cursor can be a number. It is null on the last page.
#[tokio::test]
async fn a_page_at_a_number() {
    let page = get("/by-number").await;
    assert_eq!((&page["next"], &page["count"]), (&json!(3), &json!(7)));
    let last = get("/by-number?from=6").await;
    assert_eq!(last, json!({ "ships": [ship(6)], "next": null }));
    let client = client(serve().await);
    assert_eq!(ids(client.list_by_number().stream()).await, all());
    assert_eq!(ids(client.list_by_number().from(4).stream()).await, from(4));
}

#[tokio::test]
async fn numbered_pages_end_with_the_last_page_or_the_total() {
    let client = client(serve().await);
    assert_eq!(get("/counted?page=2").await["last_page"], 4);
    assert_eq!(ids(client.list_counted().stream()).await, all());
    assert_eq!(ids(client.list_counted().page(3).stream()).await, from(4));
    assert_eq!(ids(client.list_totalled().stream()).await, all());
    assert_eq!(ids(client.list_totalled().page(2).stream()).await, from(4));
}

#[tokio::test]
async fn pages_without_a_total_end_with_an_empty_one() {
    let client = client(serve().await);
    assert_eq!(ids(client.list_bare().stream()).await, all());
    assert_eq!(ids(client.list_bare().offset(5).stream()).await, from(5));
    assert_eq!(get("/bare?offset=7").await, json!({ "ships": [] }));
}

/// The body is the list. A link keeps the rest of the query, and is relative to the URL of the request.
#[tokio::test]
async fn a_page_with_a_link() {
    let server = serve().await;
    let response = Request::new("GET", "/v1/linked?per_page=3&flag=a%26b&page=2")
        .send(server)
        .await;
    assert_eq!(response.json(), json!([ship(3), ship(4), ship(5)]));
    let link = response.header("link").unwrap();
    assert_eq!(link, r#"<?per_page=3&flag=a%26b&page=3>; rel="next""#);
    let last = Request::new("GET", "/v1/linked?page=4").send(server).await;
    assert_eq!((last.json(), last.header("link")), (json!([ship(6)]), None));

    let client = client(server);
    assert_eq!(ids(client.list_linked().stream()).await, all());
    let from_second = client.list_linked().flag("x").page(2).per_page(3);
    assert_eq!(ids(from_second.stream()).await, from(3));
    let page = client.list_linked().await.unwrap();
    assert_eq!((page.items.len(), page.next), (2, Some(2)));
}

#[tokio::test]
async fn a_page_with_a_header() {
    let server = serve().await;
    let response = Request::new("GET", "/v1/by-header").send(server).await;
    assert_eq!(response.header("x-next-token"), Some("after 3"));
    let last = Request::new("GET", "/v1/by-header?token=after%206");
    assert_eq!(last.send(server).await.header("x-next-token"), None);
    let client = client(server);
    assert_eq!(ids(client.list_by_header().stream()).await, all());
    let page = client.list_by_header().token("after 6").await.unwrap();
    assert_eq!((page.items.len(), page.next), (1, None));
}

/// The forms of links that servers send, and what is wrong with them.
#[tokio::test]
async fn links_of_other_servers() {
    let reply = |link: &str| Reply::response(200, &[("link", link)], "[]");
    for (link, expected) in [
        (
            r#"<https://a.example/x?page=5&per_page=2>; rel="next", <?page=9>; rel="last""#,
            Ok(Some(5)),
        ),
        (
            r#"</x?page=1>; rel="prev first", </x?a=1&page=7>; REL=next"#,
            Ok(Some(7)),
        ),
        (r#"<?page=1>; rel="last""#, Ok(None)),
        (
            r#"<?after=5>; rel="next""#,
            Err("a link to a next page without `page`"),
        ),
        (
            r#"<?page=>; rel="next""#,
            Err("a link to a next page without `page`"),
        ),
        (
            r#"<?page=x>; rel="next""#,
            Err("the position of a next page that is wrong"),
        ),
    ] {
        let stub = Stub::start([reply(link)]).await;
        let page = client(stub.address).list_linked().await;
        match (page, expected) {
            (Ok(page), Ok(next)) => assert_eq!(page.next, next, "{link}"),
            (Err(error), Err(part)) => {
                let error = error.to_string();
                assert!(error.contains(part), "{error}");
            }
            (page, expected) => panic!("{link}: {page:?} instead of {expected:?}"),
        }
    }
}

/// The lines of the requests that a stub has seen, and the outcome of the stream.
async fn pages_of<E>(
    replies: &[Json],
    stream: impl Fn(&lists_api::Client) -> Items<Ship, E>,
) -> (Vec<String>, Result<usize, Error<E>>) {
    let replies = replies.iter().map(|body| Reply::json(200, body));
    let stub = Stub::start(replies).await;
    let outcome = stream(&client(stub.address)).try_collect().await;
    let lines = stub.seen();
    let lines = lines.iter().map(|request| {
        let line = request.lines().next().unwrap();
        line.trim_start_matches("GET /v1")
            .trim_end_matches(" HTTP/1.1")
            .to_owned()
    });
    (lines.collect(), outcome.map(|ships| ships.len()))
}

/// A server whose limit is smaller than the requested one returns fewer items than asked for, on every page.
#[tokio::test]
async fn a_short_page_is_not_the_last_one() {
    let page = |numbers: &[usize]| {
        let ships: Vec<Json> = numbers.iter().map(|number| ship(*number)).collect();
        json!({ "ships": ships, "total": 3 })
    };
    let replies = [page(&[0]), page(&[1]), page(&[2])];
    let stream = |client: &lists_api::Client| client.list_totalled().per_page(50).stream();
    let (lines, count) = pages_of(&replies, stream).await;
    let line = |page| format!("/totalled?per_page=50&page={page}");
    assert_eq!(lines, [line(0), line(1), line(2)]);
    assert_eq!(count.unwrap(), 3);
}

/// The position is a field of the JSON body, whose other fields stay as they are.
#[tokio::test]
async fn a_page_at_a_cursor_in_the_body() {
    let search = async |body: Json| {
        let request = Request::new("POST", "/v1/search").json(body.to_string());
        request.send(serve().await).await.json()
    };
    let first = search(json!({})).await;
    assert_eq!(
        first,
        json!({ "ships": [ship(0), ship(1)], "next_cursor": "\"at\" 2" })
    );
    let last = search(json!({ "cursor": "\"at\" 6", "limit": 1 })).await;
    assert_eq!(last, json!({ "ships": [ship(6)] }));
    let client = client(serve().await);
    let query = ShipQuery::default();
    assert_eq!(
        ids(client.search_ships(query.clone()).stream()).await,
        all()
    );
    let fifth = ShipQuery {
        cursor: "\"at\" 4".to_owned().into(),
        limit: Some(1),
        ..query.clone()
    };
    assert_eq!(ids(client.search_ships(fifth).stream()).await, from(4));
    let named = ShipQuery {
        name: Some("Ship 5".to_owned()),
        ..query
    };
    assert_eq!(
        ids(client.search_ships(named.clone()).stream()).await,
        ["s-5"]
    );
    assert!(client.search_ships(named).await.unwrap().ships.is_empty());
}

/// Without a body, the client creates one.
#[tokio::test]
async fn a_page_of_a_number_in_the_body() {
    let client = client(serve().await);
    assert_eq!(ids(client.search_numbered().stream()).await, all());
    let second = client
        .search_numbered()
        .body(NumberedQuery { page: Some(2) });
    assert_eq!(ids(second.stream()).await, from(3));
    let replies = [
        json!({ "ships": [ship(0)], "total": 2 }),
        json!({ "ships": [ship(1)], "total": 2 }),
    ];
    let stub = Stub::start(replies.iter().map(|page| Reply::json(200, page))).await;
    let client = specsmith_tests::lists::client(stub.address);
    let ships = client
        .search_numbered()
        .stream()
        .try_collect()
        .await
        .unwrap();
    assert_eq!(ships.len(), 2);
    let bodies: Vec<String> = stub.seen();
    let bodies = bodies
        .iter()
        .filter_map(|request| request.split("\r\n\r\n").nth(1));
    assert_eq!(
        bodies.collect::<Vec<_>>(),
        [r#"{"page":1}"#, r#"{"page":2}"#]
    );
}

/// The client reads the position from the URL, and stays with its server.
#[tokio::test]
async fn a_page_at_a_url() {
    let page = get("/by-url?page=2").await;
    assert_eq!(page["next"], "https://ships.example/v1/by-url?page=3");
    assert_eq!(get("/by-url?page=4").await["next"], Json::Null);
    let client = client(serve().await);
    assert_eq!(ids(client.list_by_url().stream()).await, all());
    assert_eq!(ids(client.list_by_url().page(3).stream()).await, from(4));

    let page = |next: &str| json!({ "ships": [ship(0)], "next": next });
    let replies = [page("?x=1&page=7#page=8"), page("")];
    let (lines, count) = pages_of(&replies, |client| client.list_by_url().flag("f").stream()).await;
    assert_eq!(lines, ["/by-url?flag=f", "/by-url?flag=f&page=7"]);
    assert_eq!(count.unwrap(), 2);
    // The list must not end at a URL that cannot be read.
    for url in ["/other", "/by-url?page=", "?page"] {
        let (lines, outcome) = pages_of(&[page(url)], |client| client.list_by_url().stream()).await;
        assert_eq!(lines.len(), 1);
        assert_eq!(
            outcome.unwrap_err().to_string(),
            "list_by_url: the server returned a URL of a next page without `page`"
        );
    }
    let (lines, outcome) = pages_of(&[page("?page=2"), page("?page=2")], |client| {
        client.list_by_url().stream()
    })
    .await;
    assert_eq!((lines.len(), outcome.is_err()), (2, true));
}

/// Items need not be objects.
#[tokio::test]
async fn pages_of_texts_and_lists() {
    let client = client(serve().await);
    assert_eq!(get("/names?page=3").await, json!(["Ship 6"]));
    let names = client.list_names().stream().try_collect().await.unwrap();
    assert_eq!((names.len(), &*names[6]), (COUNT, "Ship 6"));
    let sizes = client.list_sizes().stream().try_collect().await.unwrap();
    assert_eq!(
        sizes,
        [vec![1, 1], vec![], vec![2, 1], vec![], vec![3, 1], vec![]]
    );
}

/// An empty page with a cursor is not the last one: the server may have filtered its items.
#[tokio::test]
async fn an_empty_page_with_a_cursor_is_not_the_last_one() {
    let replies = [
        json!({ "ships": [], "next_page_token": "x y" }),
        json!({ "ships": [ship(0)], "next_page_token": "" }),
    ];
    let (lines, count) = pages_of(&replies, |client| client.list_by_token().stream()).await;
    assert_eq!(lines, ["/by-token", "/by-token?page_token=x%20y"]);
    assert_eq!(count.unwrap(), 1, "an empty cursor is none");
}

/// Without this, a server could keep a client busy forever.
#[tokio::test]
async fn a_cursor_that_comes_again_is_an_error() {
    let page = |next: &str| json!({ "ships": [ship(0)], "next_page_token": next });
    let replies = [page("a"), page("b"), page("a"), page("b")];
    let (lines, outcome) = pages_of(&replies, |client| client.list_by_token().stream()).await;
    assert_eq!(lines.len(), 3, "{lines:?}");
    let error = outcome.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "list_by_token: the server returned the position of an earlier page again"
    );
}

/// The items of the page with the repeated cursor are as good as any, and come before the error.
#[tokio::test]
async fn the_items_before_a_cursor_that_comes_again_are_not_lost() {
    let page = |number| json!({ "ships": [ship(number)], "next_page_token": "a" });
    let stub = Stub::start([page(0), page(1)].map(|page| Reply::json(200, &page))).await;
    let mut ships = client(stub.address).list_by_token().stream();
    for id in ["s-0", "s-1"] {
        assert_eq!(ships.next().await.unwrap().unwrap().id, id);
    }
    assert!(matches!(ships.next().await, Some(Err(Error::Request(_)))));
    assert!(
        ships.next().await.is_none(),
        "the stream ends after the error"
    );
}

/// A list that says that it has more, but has no last item to go on after.
#[tokio::test]
async fn a_page_without_items_has_no_next_page() {
    let replies = [json!({ "object": "list", "data": [], "has_more": true })];
    let (lines, count) = pages_of(&replies, |client| client.list_ships().stream()).await;
    assert_eq!((lines.len(), count.unwrap()), (1, 0));
}

#[tokio::test]
async fn positions_are_checked() {
    let server = serve().await;
    for (target, name, problem) in [
        ("/v1/ships?limit=4", "limit", "must be from 1 to 3"),
        (
            "/v1/by-number?from=-1",
            "from",
            "must be from 0 to 4294967295",
        ),
        ("/v1/counted?page=0", "page", "must be at least 1"),
    ] {
        let response = Request::new("GET", target).send(server).await;
        assert_eq!(response.status, 400, "{response:?}");
        assert!(
            response.body.contains(name) && response.body.contains(problem),
            "{response:?}"
        );
    }
}
