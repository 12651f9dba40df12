//! What the client sends, and what it does not.

use std::collections::BTreeMap;

use specsmith_runtime::client::Error;
use specsmith_runtime::codegen as rt;
use specsmith_runtime::codegen::HeaderStyle;

use crate::api::{Call, Client, Place, Range, Since, filter, texts};
use crate::scripted::{Server, json};

type Change = fn(Call<rt::Json>) -> Call<rt::Json>;

/// The request of a call of `search`.
async fn request(change: Change) -> String {
    let server = Server::start([json(200, "null")]).await;
    change(Client::new(&server.url).search(&["x"]))
        .await
        .unwrap();
    server.requests().remove(0)
}

/// The query of a call of `search`.
async fn query(change: Change) -> String {
    let request = request(change).await;
    let line = request.lines().next().unwrap();
    let target = line.strip_prefix("GET /search/x").unwrap();
    target.trim_end_matches(" HTTP/1.1").to_owned()
}

/// The values of a header of a call of `search`.
async fn header(name: &str, change: Change) -> Vec<String> {
    let request = request(change).await;
    let values = request.lines().filter_map(|line| line.split_once(": "));
    let values = values.filter(|(known, _)| known.eq_ignore_ascii_case(name));
    values.map(|(_, value)| value.to_owned()).collect()
}

/// The error of a call of `search`, which is not sent.
async fn error(change: Change) -> String {
    let server = Server::start([json(200, "null")]).await;
    let error = change(Client::new(&server.url).search(&["x"]))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert!(server.lines().is_empty());
    let text = error.to_string();
    text.strip_prefix("search: ").unwrap().to_owned()
}

fn range(gte: i64) -> Range {
    Range {
        gte: Some(gte),
        lt: None,
    }
}

#[tokio::test]
async fn lists_in_the_query_are_written_in_their_style() {
    let cases: [(Change, &str); 7] = [
        (
            |call| call.query("a", &texts(&["1,2", "&"])),
            "?a=1%2C2&a=%26",
        ),
        (
            |call| call.query_as("a", rt::QueryStyle::COMMA, &texts(&["1,2", "", "é"])),
            "?a=1%2C2,,%C3%A9",
        ),
        (
            |call| call.query_as("a", rt::QueryStyle::SPACE, &vec![1, 2]),
            "?a=1%202",
        ),
        (
            |call| call.query_as("a", rt::QueryStyle::PIPE, &vec![1, 2]),
            "?a=1%7C2",
        ),
        (
            |call| {
                call.query_as(
                    "a",
                    rt::QueryStyle::COMMA.allow_reserved(),
                    &texts(&["a/b", "c,d"]),
                )
            },
            "?a=a/b,c%2Cd",
        ),
        (
            |call| call.query_as("a", rt::QueryStyle::COMMA, &texts(&[])),
            "",
        ),
        (
            |call| {
                let reserved = rt::QueryStyle::REPEATED.allow_reserved();
                call.query_as("a=", reserved, &String::from("https://b/?c=d&e#f+g h"))
            },
            "?a%3D=https://b/?c=d%26e%23f%2Bg%20h",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(query(change).await, expected);
    }
}

#[tokio::test]
async fn objects_in_the_query_are_written_like_forms() {
    let cases: [(Change, &str); 6] = [
        (
            |call| call.query_deep("since", rt::Lists::Repeated, &Since::At(17)),
            "?since=17",
        ),
        (
            |call| call.query_deep("since", rt::Lists::Repeated, &Since::Range(range(1))),
            "?since%5Bgte%5D=1",
        ),
        (
            |call| {
                let mut found = filter("a b");
                found.labels = Some(texts(&["x", "y"]));
                call.query_deep("filter", rt::Lists::Brackets, &found)
            },
            "?filter%5Bowner%5D=a%20b&filter%5Blabels%5D%5B%5D=x&filter%5Blabels%5D%5B%5D=y",
        ),
        (
            |call| {
                call.query_deep(
                    "counts",
                    rt::Lists::Repeated,
                    &BTreeMap::<String, i64>::new(),
                )
            },
            "?counts=",
        ),
        (
            |call| {
                let zone = Some(range(2));
                let place = Place {
                    lat: 0.5,
                    zone,
                    streets: Some(texts(&["s"])),
                };
                call.query_flat(rt::Lists::Indexed, &place)
            },
            "?lat=0.5&zone%5Bgte%5D=2&streets%5B0%5D=s",
        ),
        (
            |call| call.query("json", &rt::AsJson(&filter("é"))),
            "?json=%7B%22owner%22%3A%22%5Cu00e9%22%7D",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(query(change).await, expected);
    }
}

#[tokio::test]
async fn setting_a_parameter_again_replaces_all_of_its_parts() {
    let change: Change = |call| {
        let place = |zone| Place {
            lat: 0.5,
            zone,
            streets: None,
        };
        call.query("b", &1)
            .query_deep("a", rt::Lists::Repeated, &Since::Range(range(1)))
            .query_flat(rt::Lists::Repeated, &place(Some(range(1))))
            .query("ab", &2)
            .query_deep("a", rt::Lists::Repeated, &Since::At(3))
            .query_flat(rt::Lists::Repeated, &place(None))
            .query_as("b", rt::QueryStyle::COMMA, &vec![4, 5])
    };
    assert_eq!(query(change).await, "?ab=2&a=3&lat=0.5&b=4,5");
}

#[tokio::test]
async fn lists_in_headers_are_on_one_line_or_several() {
    assert_eq!(
        header("x-list", |call| call.header_value("x-list", &vec![1, 2])).await,
        ["1,2"]
    );
    assert_eq!(
        header("x-list", |call| call.header_value_as(
            "x-list",
            HeaderStyle::LINES,
            &vec![1, 2]
        ))
        .await,
        ["1", "2"]
    );
    let again: Change = |call| {
        let call = call
            .header_value_as("x-list", HeaderStyle::LINES, &vec![1, 2])
            .header_value("x-list", &3);
        call.header_value_as("x-list", HeaderStyle::LINES, &vec![4, 5])
    };
    assert_eq!(header("x-list", again).await, ["4", "5"]);
    assert!(
        header("x-list", |call| call
            .header_value("x-list", &Vec::<i64>::new()))
        .await
        .is_empty()
    );
    let json: Change = |call| call.header_value("x-json", &rt::AsJson(&filter("é\n")));
    assert_eq!(header("x-json", json).await, ["{\"owner\":\"\\u00e9\\n\"}"]);
}

#[tokio::test]
async fn cookies_are_written_into_one_header() {
    let change: Change = |call| {
        call.cookie("session", &String::from("old"))
            .cookie("ids", &vec![1, 2])
            .cookie("none", &Vec::<i64>::new())
            .cookie("prefs", &rt::AsJson(&range(1)))
            .cookie("session", &String::from("s=1"))
    };
    let expected = "ids=1,2; prefs=%7B%22gte%22%3A1%7D; session=s=1";
    assert_eq!(header("cookie", change).await, [expected]);
}

#[tokio::test]
async fn cookies_are_added_to_the_header_of_the_caller() {
    let server = Server::start([json(200, "null")]).await;
    let client = Client::builder(&server.url)
        .header("cookie", "a=0; session=1; b=2")
        .build()
        .unwrap();
    let session = |call: Call<rt::Json>| call.cookie("session", &String::from("3"));
    session(client.search(&["x"])).await.unwrap();
    session(client.search(&["x"]).header("Cookie", "c=4"))
        .await
        .unwrap();
    client.search(&["x"]).await.unwrap();
    let cookies: Vec<String> = server
        .requests()
        .iter()
        .map(|request| {
            let mut lines = request
                .lines()
                .filter_map(|line| line.strip_prefix("cookie: "));
            let line = lines.next().unwrap().to_owned();
            assert_eq!(lines.next(), None);
            line
        })
        .collect();
    assert_eq!(
        cookies,
        [
            "a=0; b=2; session=3",
            "c=4; session=3",
            "a=0; session=1; b=2"
        ]
    );
}

#[tokio::test]
async fn values_that_a_server_would_read_differently_are_not_sent() {
    let separator = "the parameter `a` has an item that contains the separator of the list";
    let empty = "the parameter `a` is a list of one empty item";
    let item = "the parameter `a` has an item that is empty, contains a comma or has white space at an end";
    let cases: [(Change, &str); 16] = [
        (
            |call| call.query_as("a", rt::QueryStyle::SPACE, &texts(&["1 2"])),
            separator,
        ),
        (
            |call| call.query_as("a", rt::QueryStyle::PIPE, &texts(&["1|2"])),
            separator,
        ),
        (
            |call| call.query_as("a", rt::QueryStyle::COMMA, &texts(&[""])),
            empty,
        ),
        (|call| call.header_value("a", &texts(&["1,2"])), item),
        (|call| call.header_value("a", &texts(&["1", ""])), item),
        (
            |call| call.header_value_as("a", HeaderStyle::LINES, &texts(&["1", " 2"])),
            item,
        ),
        (
            |call| call.cookie("a", &texts(&["1,2"])),
            "the cookie `a` has an item that contains a comma",
        ),
        (
            |call| call.cookie("a", &texts(&[""])),
            "the cookie `a` is a list of one empty item",
        ),
        (
            |call| call.cookie("a", &String::from("1; b=2")),
            "the cookie `a` has characters that no cookie can hold",
        ),
        (
            |call| call.cookie("a", &String::from("\"1\"")),
            "the cookie `a` has characters that no cookie can hold",
        ),
        (
            |call| call.cookie("a", &f64::NAN),
            "the parameter `a` is not a finite number",
        ),
        (
            |call| call.query("a", &rt::AsJson(&f64::NAN)),
            "the parameter `a` cannot be written as JSON: the value is not finite, and JSON has no number for it",
        ),
        (
            |call| call.query("a", &vec![1.0, f64::NAN]),
            "the parameter `a` is not a finite number",
        ),
        (
            |call| {
                let place = Place {
                    lat: f64::NAN,
                    zone: None,
                    streets: None,
                };
                call.query_flat(rt::Lists::Repeated, &place)
            },
            "the query cannot be written: the value of \"lat\" is not finite, and a form has no number for it",
        ),
        (
            |call| {
                call.query_deep(
                    "a",
                    rt::Lists::Repeated,
                    &BTreeMap::from([("b[".to_owned(), 1_i64)]),
                )
            },
            "the query cannot be written: \
             the value of \"a\" has a field whose name is empty or contains a bracket",
        ),
        (
            |call| call.path(&[&Vec::<i64>::new()]),
            "the path parameter `ids` must not be empty, `.` or `..`",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(error(change).await, expected);
    }
}

#[tokio::test]
async fn sensitive_values_are_never_shown() {
    let server = Server::start([json(200, "null")]).await;
    let secret = String::from("s3cr3t");
    let call = Client::new(&server.url)
        .search(&["x"])
        .cookie("session", &secret)
        .query("a", &secret)
        .header_value_as("x-a", HeaderStyle::COMMA.sensitive(), &vec![secret.clone()])
        .header_value_as(
            "x-b",
            HeaderStyle::LINES.sensitive(),
            &vec![secret.clone(), secret.clone()],
        );
    let mut shown = format!("{call:?}");
    call.await.unwrap();
    let failed = Client::new("http://127.0.0.1:1")
        .search(&["x"])
        .cookie("session", &secret);
    shown += &format!("{:?}", failed.await.unwrap_err());
    let failed = Client::new(&server.url)
        .search(&["x"])
        .cookie("session", &format!("{secret};"));
    shown += &format!("{:?}", failed.await.unwrap_err());
    assert!(!shown.contains("s3cr3t"), "{shown}");
}
