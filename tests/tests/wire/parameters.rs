//! Parameters in every style. They arrive unchanged, servers accept every way to write them, and validation errors name the
//! invalid ones.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;
use std::net::SocketAddr;

use searches_api::types::{
    BookId, Colour, Filter, Key, Options, Page, Place, Position, Query, Range, Ratio, Since,
    Swatch, Tag, Uri,
};
use serde_json::{Value, json};
use specsmith_tests::raw::Request;
use specsmith_tests::searches::{client, serve};

fn tags(texts: &[&str]) -> Vec<Tag> {
    texts.iter().map(|text| Tag::new(*text)).collect()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn lists_and_cookies_arrive_unchanged() {
    let client = client(serve().await);
    let uri = "https://b.example/?a=b,c&d=%20#e+f";
    let call = client
        .list_books(vec![1, -2], tags(&["a,b", "é &=", "|"]), "s-1")
        .words(texts(&["1,2", "a|b", "", "%20"]))
        .colours(vec![Colour::Red, Colour::from("light blue")])
        .expand(texts(&["", "a[b]=c"]))
        .next(Uri::from(uri))
        .shelves(texts(&["a b", "\"c\"", "é"]))
        .lines(tags(&["a", "b c"]))
        .depth(-9)
        .recent(vec![7, 8]);
    let lists = call.await.unwrap();
    assert_eq!(lists.ids, [1, -2]);
    assert_eq!(lists.tags, tags(&["a,b", "é &=", "|"]));
    assert_eq!(lists.words, ["1,2", "a|b", "", "%20"]);
    assert_eq!(lists.colours, [Colour::Red, Colour::from("light blue")]);
    assert_eq!(lists.expand, ["", "a[b]=c"]);
    assert_eq!(lists.next, Some(Uri::from(uri)));
    assert_eq!(lists.shelves, ["a b", "\"c\"", "é"]);
    assert_eq!(lists.lines, tags(&["a", "b c"]));
    assert_eq!((lists.session.as_str(), lists.depth), ("s-1", -9));
    assert_eq!(lists.recent, [7, 8]);
}

#[tokio::test]
async fn parameters_of_any_name_arrive_unchanged() {
    let client = client(serve().await);
    let terms = BTreeMap::from([
        ("title".to_owned(), texts(&["a b"])),
        ("é&=".to_owned(), texts(&["1", "2"])),
    ]);
    let earlier = BTreeMap::from([("gone".to_owned(), texts(&["x"]))]);
    let call = client.find_books().most(2).expand(texts(&["all"]));
    let call = call.terms(earlier).place(Place::new(1.5, 2.0));
    let found = call.terms(terms.clone()).await.unwrap();
    assert_eq!(found.terms, Some(terms));
    assert_eq!((found.most, found.expand), (Some(2), texts(&["all"])));
    assert_eq!(found.place, Some(Place::new(1.5, 2.0)));
    assert_eq!(client.find_books().await.unwrap().terms, None);

    let query = Query {
        others: BTreeMap::from([("shelf".to_owned(), 7)]),
        ..Query::new("dune")
    };
    assert_eq!(client.find_more_books(query.clone()).await.unwrap(), query);
}

#[tokio::test]
async fn a_parameter_of_any_name_has_no_name_of_another_one() {
    let client = client(serve().await);
    for name in ["most", "lat", "expand", "a[b]"] {
        let terms = BTreeMap::from([(name.to_owned(), texts(&["1"]))]);
        let error = client.find_books().terms(terms).await.unwrap_err();
        let is_request = matches!(error, searches_api::client::Error::Request(_));
        assert!(is_request, "{name}: {error}");
    }
}

#[tokio::test]
async fn invalid_parameters_of_any_name_are_named() {
    let address = serve().await;
    let found = Request::new("GET", "/v1/found?a=1&b=2&c=3")
        .send(address)
        .await;
    assert_eq!(found.status, 200, "{found:?}");
    let terms = json!({ "a": ["1"], "b": ["2"], "c": ["3"] });
    assert_eq!(found.json()["terms"], terms);
    let not_text = "has a name that is not text in UTF-8";
    let not_encoded = "has a name with a `%` without two hexadecimal digits after it";
    let cases = [
        ("found?a=1&b=2&c=3&d=4", "", "must have at most 3 items"),
        ("found?a=%ff", "a", "must be text in UTF-8"),
        ("found?%ff=1", "", not_text),
        ("found?a=1&%=1", "", not_encoded),
        (
            "found?a[b]=1&a=2",
            "a",
            "must not be given both with and without names or indexes in brackets",
        ),
        ("found?most=x&a=1", "most", "expected an integer"),
        ("found/more?text=a&b=x", "b", "expected an integer"),
        ("found/more?text=a&%ff=1", "", not_text),
    ];
    let requests = cases.map(|(path, name, problem)| {
        let request = Request::new("GET", &format!("/v1/{path}"));
        (request, "query", name, problem)
    });
    assert_problems(address, requests).await;
    // An operation whose parameters all have names ignores others.
    filtered(address, "%ff=1").await;
}

#[tokio::test]
async fn lists_that_would_change_on_their_way_are_not_sent() {
    let client = client(serve().await);
    let call = || client.list_books(vec![1], tags(&["a"]), "s");
    let calls = [
        call().words(texts(&["a b"])),
        call().shelves(texts(&["a,b"])),
        call().shelves(texts(&[" a"])),
        client.list_books(Vec::new(), tags(&["a"]), "s"),
        client.list_books(vec![1], tags(&["a"]), "a;b"),
    ];
    for (index, call) in calls.into_iter().enumerate() {
        let error = call.await.unwrap_err();
        assert!(
            matches!(error, searches_api::Error::Request(_)),
            "{index}: {error:?}"
        );
    }
}

#[tokio::test]
async fn objects_arrive_unchanged() {
    let client = client(serve().await);
    let filter = Filter {
        on: Some(true),
        labels: Some(texts(&["a&b", "[c]", "é"])),
        range: Some(Range {
            gte: Some(1),
            lt: None,
        }),
        ..Filter::new("ada = 1")
    };
    let place = Place {
        zone: Some(Range {
            gte: None,
            lt: Some(-1),
        }),
        ..Place::new(1.5, -2.0)
    };
    let parts = vec![
        Range {
            gte: Some(1),
            lt: Some(2),
        },
        Range {
            gte: Some(3),
            lt: None,
        },
    ];
    let options = Options {
        most: Some(5),
        parts: Some(parts),
    };
    let counts = BTreeMap::from([("a.b c".to_owned(), 1), ("é".to_owned(), -2)]);
    let anything: Value = json!([1, { "a": "&=+#é 👍" }, null]);
    let sent = anything.to_string().parse().unwrap();
    let preferences = vec![
        None,
        Some(Range {
            gte: Some(0),
            lt: None,
        }),
    ];
    let call = client
        .filter_books(filter.clone(), place.clone(), sent)
        .created(Range {
            gte: Some(2),
            lt: None,
        })
        .counts(counts.clone())
        .options(options.clone())
        .r#where(filter.clone())
        .level(-4)
        .header_filter(filter.clone())
        .preferences(preferences.clone());
    let objects = call.await.unwrap();
    assert_eq!(objects.filter, filter);
    assert_eq!(
        objects.created,
        Some(Since::Range(Range {
            gte: Some(2),
            lt: None
        }))
    );
    assert_eq!(objects.counts, Some(counts));
    assert_eq!(objects.place, place);
    assert_eq!(objects.options, Some(options));
    assert_eq!(objects.r#where, Some(filter.clone()));
    assert_eq!(objects.level, -4);
    let returned: Value = serde_json::to_string(&objects.anything)
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(returned, anything);
    assert_eq!(objects.header_filter, Some(filter));
    assert_eq!(objects.preferences, Some(preferences));
    // A parameter that is set again replaces all its parts.
    let filter = Filter::new("bob");
    let again = client
        .filter_books(filter.clone(), Place::new(0.0, 0.0), json_value())
        .options(Options {
            most: Some(1),
            parts: None,
        })
        .options(Options {
            most: None,
            parts: Some(vec![Range::default()]),
        })
        .created(5)
        .created(6);
    let again = again.await.unwrap();
    assert_eq!(again.created, Some(Since::At(6)));
    assert_eq!(again.options.and_then(|options| options.most), None);
}

#[tokio::test]
async fn unions_and_constants_arrive() {
    let client = client(serve().await);
    let call = client
        .read_book(BookId::new("b-7/8"), Page::Last)
        .keys(vec![
            Key::Number(7),
            Key::Page(Page::First),
            Key::Id(BookId::new("b-,")),
        ])
        .marks(vec![Position::Number(-1), Position::Page(Page::Last)])
        .seen(3)
        .ratio(0.5_f32);
    let read = call.await.unwrap();
    assert_eq!(read.key, Key::Id(BookId::new("b-7/8")));
    assert_eq!(read.from, Position::Page(Page::Last));
    assert_eq!(
        read.keys,
        [
            Key::Number(7),
            Key::Page(Page::First),
            Key::Id(BookId::new("b-,"))
        ]
    );
    assert_eq!(
        read.marks,
        [Position::Number(-1), Position::Page(Page::Last)]
    );
    assert_eq!(read.seen, Some(Position::Number(3)));
    assert_eq!(read.ratio, Some(Ratio::Value(0.5)));
    client.ping().await.unwrap();
}

const VERSION: &str = "2026-03-01";

#[tokio::test]
async fn a_union_takes_what_its_variants_take_and_a_constant_its_value() {
    let address = serve().await;
    let read = |query: &str| {
        Request::new("GET", &format!("/v1/reading/7?{query}")).header("cookie", "consent=given")
    };
    let valid = read("from=1.0&format=text&version=2.0&ratio=true").header("api-version", VERSION);
    let response = valid.send(address).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(
        response.json(),
        json!({"key": 7, "from": 1, "keys": [], "marks": [], "ratio": true})
    );
    let ping = |version: &str| Request::new("GET", "/v1/ping").header("api-version", version);
    assert_eq!(ping(VERSION).send(address).await.status, 204);
    let with_version = |query: &str| read(query).header("api-version", VERSION);
    let consent =
        Request::new("GET", "/v1/reading/7?from=1&format=text").header("api-version", VERSION);
    let of_version = format!("must be `{VERSION}`");
    let cases = [
        (
            with_version("from=a&format=text"),
            "query",
            "from",
            "expected a string or an integer",
        ),
        (
            with_version("from=1&format=text&keys=7,b"),
            "query",
            "keys",
            "must match the pattern `^b-`",
        ),
        (
            with_version("from=1&format=html"),
            "query",
            "format",
            "must be `text`",
        ),
        (with_version("from=1"), "query", "format", "is missing"),
        (
            with_version("from=1&format=text&format=text"),
            "query",
            "format",
            "must not be given more than once",
        ),
        (
            with_version("from=1&format=text&version=3"),
            "query",
            "version",
            "must be `2`",
        ),
        (
            with_version("from=1&format=text&ratio=x"),
            "query",
            "ratio",
            "expected a boolean or a number",
        ),
        (
            read("from=1&format=text"),
            "header",
            "api-version",
            "is missing",
        ),
        (consent.clone(), "cookie", "consent", "is missing"),
        (
            consent.header("cookie", "consent=no"),
            "cookie",
            "consent",
            "must be `given`",
        ),
        (ping("2025-01-01"), "header", "api-version", &of_version),
        (
            Request::new("GET", "/v1/ping"),
            "header",
            "api-version",
            "is missing",
        ),
    ];
    assert_problems(address, cases).await;
}

fn json_value() -> searches_api::types::Json {
    "1".parse().unwrap()
}

const REQUIRED: &str = "filter[kind]=filter&filter[owner]=ada&lat=1&lon=2&anything=1";

fn swatch(r: i64, g: f64, name: &str) -> Swatch {
    Swatch {
        r,
        g: Some(g),
        name: Some(name.to_owned()),
    }
}

#[tokio::test]
async fn objects_in_one_text_arrive_unchanged() {
    let client = client(serve().await);
    let matrix = BTreeMap::from([("ö;=".to_owned(), -1), ("b".to_owned(), 2)]);
    let piped = BTreeMap::from([("a b".to_owned(), "1,2".to_owned())]);
    let call = client
        .mix_colours(
            swatch(1, 0.5, "a,b=c/d"),
            swatch(2, -1.5, "e,=f"),
            swatch(3, 2.25, "g.h"),
            matrix.clone(),
            texts(&["x y", "z=,"]),
            vec![1, -2, 3],
        )
        .listed(swatch(4, 0.25, "i,j&k"))
        .spaced(swatch(5, 1.0, "l,m"))
        .piped(piped.clone())
        .one_header(swatch(6, 1.0, "n"))
        .header_pairs(swatch(7, 1.0, "o=p"))
        .one_cookie(swatch(8, 1.0, "q"));
    let mixed = call.await.unwrap();
    assert_eq!(mixed.commas, swatch(1, 0.5, "a,b=c/d"));
    assert_eq!(mixed.pairs, swatch(2, -1.5, "e,=f"));
    assert_eq!(mixed.label, swatch(3, 2.25, "g.h"));
    assert_eq!(mixed.matrix, matrix);
    assert_eq!(mixed.dots, ["x y", "z=,"]);
    assert_eq!(mixed.semicolons, [1, -2, 3]);
    assert_eq!(mixed.listed, Some(swatch(4, 0.25, "i,j&k")));
    assert_eq!(mixed.spaced, Some(swatch(5, 1.0, "l,m")));
    assert_eq!(mixed.piped, Some(piped));
    assert_eq!(mixed.one_header, Some(swatch(6, 1.0, "n")));
    assert_eq!(mixed.header_pairs, Some(swatch(7, 1.0, "o=p")));
    assert_eq!(mixed.one_cookie, Some(swatch(8, 1.0, "q")));
}

#[tokio::test]
async fn objects_that_would_change_on_their_way_are_not_sent() {
    let client = client(serve().await);
    let red = || Swatch::new(1);
    let call = || {
        let matrix = BTreeMap::from([("a".to_owned(), 1)]);
        client.mix_colours(red(), red(), red(), matrix, texts(&["a"]), vec![1])
    };
    call().await.unwrap();
    for (call, problem) in [
        (call().one_header(swatch(1, 1.0, "a,b")), "a comma"),
        (call().one_cookie(swatch(1, 1.0, "a,b")), "a comma"),
        (call().spaced(swatch(1, 1.0, "a b")), "the separator"),
        (
            client.mix_colours(red(), red(), red(), BTreeMap::new(), texts(&["a"]), vec![1]),
            "must not be empty",
        ),
        (
            client.mix_colours(
                red(),
                red(),
                red(),
                BTreeMap::from([("a".to_owned(), 1)]),
                texts(&["a.b"]),
                vec![1],
            ),
            "a dot",
        ),
    ] {
        let error = call.await.unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[tokio::test]
async fn servers_read_objects_in_one_text() {
    let address = serve().await;
    let path =
        "/v1/mixed%20colours/r,1,g,2/r=1//.r=1.g=1.5/;a=1;b=2/.a.b/;semicolons=1;semicolons=2";
    let get = |query: &str| Request::new("GET", &format!("{path}?{query}"));
    let found = get("listed=r%2C7%2Cname%2Cx").send(address).await.json();
    assert_eq!(found["commas"], json!({"r": 1, "g": 2.0}));
    assert_eq!(found["label"], json!({"r": 1, "g": 1.5}));
    assert_eq!(found["matrix"], json!({"a": 1, "b": 2}));
    assert_eq!(found["dots"], json!(["a", "b"]));
    assert_eq!(found["semicolons"], json!([1, 2]));
    assert_eq!(found["listed"], json!({"r": 7, "name": "x"}));
    for (request, name, problem) in [
        (
            get("listed=r"),
            "listed",
            "must have a value after each name",
        ),
        (
            get("listed=r,1,r,2"),
            "listed",
            "must not have a name more than once",
        ),
        (get("listed=r,256"), "listed.r", "must be at most 255"),
        (get("listed=g,1"), "listed.r", "is missing"),
        (
            get("").header("x-pairs", "r=a"),
            "x-pairs.r",
            "expected an integer",
        ),
        // The names of its fields are not shown.
        (
            get("").header("x-swatch", "r,a"),
            "x-swatch",
            "expected an integer",
        ),
    ] {
        let response = request.send(address).await;
        assert_eq!(response.status, 400, "{name}");
        let body = response.body;
        assert!(body.contains(name) && body.contains(problem), "{body}");
    }
}

#[tokio::test]
async fn commas_between_values_without_commas_may_be_encoded() {
    let address = serve().await;
    let found = listed(address, "1%2C2?tags=a%2Cb", &["session=s"], &[]).await;
    assert_eq!(found["ids"], json!([1, 2]));
    // A tag may have a comma.
    assert_eq!(found["tags"], json!(["a,b"]));
}

/// Calls `GET /v1/books` with these and the required parameters. Returns what the handler got.
async fn filtered(address: SocketAddr, query: &str) -> Value {
    let request = Request::new("GET", &format!("/v1/books?{REQUIRED}&{query}"));
    let response = request.send(address).await;
    assert_eq!(response.status, 200, "{query}: {}", response.body);
    response.json()
}

/// Calls `GET /v1/books/{ids}` with these parameters. Returns what the handler got.
async fn listed(address: SocketAddr, target: &str, cookies: &[&str], headers: &[&str]) -> Value {
    let request = Request::new("GET", &format!("/v1/books/{target}"));
    let with_cookies = cookies
        .iter()
        .fold(request, |request, cookie| request.header("cookie", cookie));
    let request = headers.iter().fold(with_cookies, |request, line| {
        let (name, value) = line.split_once(": ").unwrap();
        request.header(name, value)
    });
    let response = request.send(address).await;
    assert_eq!(response.status, 200, "{target}: {}", response.body);
    response.json()
}

#[tokio::test]
async fn servers_read_every_spelling() {
    let address = serve().await;
    let value = listed(
        address,
        "1,%32?tags=a,b%2Cc&tags=d&words=a+b%20c&colours=red|green%7Cblue&expand%5B%5D=x&expand[]=y",
        &["a=b; session=\"s 1\"", "recent=1,2; depth=4"],
        &["x-shelves: a , b,", "X-Shelves: c", "x-lines: d,e"],
    )
    .await;
    assert_eq!(value["ids"], json!([1, 2]));
    assert_eq!(value["tags"], json!(["a", "b,c", "d"]));
    assert_eq!(value["words"], json!(["a", "b", "c"]));
    assert_eq!(value["colours"], json!(["red", "green", "blue"]));
    assert_eq!(value["expand"], json!(["x", "y"]));
    assert_eq!(value["shelves"], json!(["a", "b", "c"]));
    assert_eq!(value["lines"], json!(["d", "e"]));
    assert_eq!(
        (&value["session"], &value["depth"]),
        (&json!("s 1"), &json!(4))
    );
    assert_eq!(value["recent"], json!([1, 2]));
    // Lists that are empty or absent are the same; parameters may be in any order.
    let value = listed(address, "7?words=&colours=&tags=a", &["session=s"], &[]).await;
    assert_eq!(
        (&value["words"], &value["colours"], &value["recent"]),
        (&json!([]), &json!([]), &json!([]))
    );
    assert_eq!(value["depth"], json!(3));

    let value = filtered(
        address,
        "filter%5Brange%5D[gte]=3&filter[labels][1]=b&filter[labels][0]=a&zone[lt]=4&other=5&created=6",
    )
    .await;
    assert_eq!(value["filter"]["range"], json!({"gte": 3}));
    assert_eq!(value["filter"]["labels"], json!(["a", "b"]));
    assert_eq!(value["filter"]["kind"], "filter");
    assert_eq!(
        value["place"],
        json!({"lat": 1.0, "lon": 2.0, "zone": {"lt": 4}})
    );
    assert_eq!(value["created"], json!(6));
    assert_eq!(value.get("options"), None);
    let value = filtered(
        address,
        "where={%22kind%22:%22filter%22,%22owner%22:%22a%22}",
    )
    .await;
    assert_eq!(value["where"], json!({"kind": "filter", "owner": "a"}));
}

#[tokio::test]
async fn every_invalid_parameter_is_named() {
    let address = serve().await;
    let filter = |query: &str| Request::new("GET", &format!("/v1/books?{REQUIRED}&{query}"));
    let list = |target: &str, cookie: &str| {
        Request::new("GET", &format!("/v1/books/{target}")).header("cookie", cookie)
    };
    let cases = [
        (
            list("1,x?tags=a", "session=s"),
            "path",
            "ids",
            "expected an integer",
        ),
        (
            list("1,2,3,4,5?tags=a", "session=s"),
            "path",
            "ids",
            "must have at most 4 items",
        ),
        (
            list("1", "session=s"),
            "query",
            "tags",
            "must have at least 1 item",
        ),
        (
            list("1?tags=a,", "session=s"),
            "query",
            "tags",
            "must have from 1 to 20 characters",
        ),
        (
            list("1?tags=a&colours=red", "session=s"),
            "query",
            "colours",
            "must have at least 2 items",
        ),
        (
            list("1?tags=%ff", "session=s"),
            "query",
            "tags",
            "must be text in UTF-8",
        ),
        (list("1?tags=a", "a=b"), "cookie", "session", "is missing"),
        (
            list("1?tags=a", "session=a; session=b"),
            "cookie",
            "session",
            "must not be given more than once",
        ),
        (
            list("1?tags=a", "session=much too long"),
            "cookie",
            "session",
            "must have at most 8 characters",
        ),
        (
            list("1?tags=a", "session=s; depth=10"),
            "cookie",
            "depth",
            "must be at most 9",
        ),
        (
            list("1?tags=a", "session=s; recent=1,2,3,4"),
            "cookie",
            "recent",
            "must have at most 3 items",
        ),
        (
            filter("filter[on]=maybe"),
            "query",
            "filter.on",
            "expected `true` or `false`",
        ),
        (
            filter("filter[kind]=other"),
            "query",
            "filter.kind",
            "must be a single value, not a list",
        ),
        (
            filter("filter[range]=1"),
            "query",
            "filter.range",
            "expected an object",
        ),
        (
            filter("filter[range"),
            "query",
            "filter",
            "has brackets in its name that do not match",
        ),
        (
            filter("counts[a]=x"),
            "query",
            "counts",
            "expected an integer",
        ),
        (
            filter("counts="),
            "query",
            "counts",
            "must have at least 1 item",
        ),
        (
            filter("lat=91"),
            "query",
            "lat",
            "must be a single value, not a list",
        ),
        (
            filter("zone[gte]=-1"),
            "query",
            "zone.gte",
            "must be at least 0",
        ),
        (
            filter("parts[1][gte]=1"),
            "query",
            "parts",
            "expected a list, whose indexes count up from 0",
        ),
        (filter("where=1"), "query", "where", "expected an object"),
        (
            filter("where={"),
            "query",
            "where",
            "is not valid JSON: line 1, column 1",
        ),
        (
            filter("where={%22kind%22:%22x%22,%22owner%22:%22a%22}"),
            "query",
            "where.kind",
            "must be `filter`",
        ),
        (filter("level=10"), "query", "level", "must be at most 9"),
        (
            filter("a").header("x-filter", "{\"kind\":\"filter\"}"),
            "header",
            "x-filter",
            "is missing",
        ),
        (
            filter("a").header("cookie", "preferences=%5B1%5D"),
            "cookie",
            "preferences[0]",
            "expected an object",
        ),
    ];
    assert_problems(address, cases).await;
}

/// Sends requests, and compares the only validation error of each with the given place, name and problem.
async fn assert_problems<'c>(
    address: SocketAddr,
    cases: impl IntoIterator<Item = (Request, &'c str, &'c str, &'c str)>,
) {
    let mut wrong = Vec::new();
    for (request, place, name, problem) in cases {
        let response = request.send(address).await;
        let expected = json!([{ "in": place, "name": name, "problem": problem }]);
        let found =
            (response.status == 400).then(|| response.json()["metadata"]["invalid"].clone());
        if found.as_ref() != Some(&expected) {
            wrong.push(format!("{expected}\n  {}", response.body));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
