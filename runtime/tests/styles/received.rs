//! Parameters that the server reads, and validation errors.

use serde_json::json;

use crate::wire::start;

#[tokio::test]
async fn lists_are_read_in_all_styles() {
    let server = start().await;
    for (query, field, expected) in [
        (
            "repeated%5B%5D=1,2&repeated[]=&repeated[]=3",
            "repeated",
            json!(["1,2", "", "3"]),
        ),
        (
            "comma=1,2%2C3,+%20,",
            "comma",
            json!(["1", "2,3", "  ", ""]),
        ),
        ("comma=1&comma=2,3", "comma", json!(["1", "2", "3"])),
        ("numbers=1,-2,3e1", "numbers", json!([1, -2, 30])),
        ("numbers=", "numbers", json!([])),
        ("space=1%202+3", "space", json!(["1", "2", "3"])),
        ("pipe=1|2%7C3%7c4,5", "pipe", json!(["1", "2", "3", "4,5"])),
    ] {
        let body = server.get(&format!("/search/x?{query}"), &[]).await;
        assert_eq!(body[field], expected, "{query}");
    }
    for (path, expected) in [
        ("1,2", json!(["1", "2"])),
        ("1%2C2,a%2Fb", json!(["1,2", "a/b"])),
    ] {
        assert_eq!(
            server.get(&format!("/search/{path}"), &[]).await["ids"],
            expected,
            "{path}"
        );
    }
    for header in ["x-list: 1, 2,,3", "x-list: 1\r\nX-List: 2 ,3"] {
        assert_eq!(
            server.get("/search/x", &[header]).await["list"],
            json!(["1", "2", "3"])
        );
    }
}

#[tokio::test]
async fn validation_errors_in_lists_name_the_parameter() {
    let server = start().await;
    let line = "/search/1,2,3,4,5?comma=1&numbers=1,x,,3.5&space=%ff&pipe=%zz";
    assert_eq!(
        server
            .errors(line, &["x-list: \u{e9}", "cookie: ids=\u{e9}"])
            .await,
        [
            "path ids: must have at most 4 items",
            "query comma: must have at least 2 items",
            "query numbers: expected an integer",
            "query numbers: expected an integer",
            "query numbers: expected an integer",
            "query space: must be text in UTF-8",
            "query pipe: has a `%` without two hexadecimal digits after it",
        ]
    );
    assert_eq!(
        server.errors("/search/%ff,1", &[]).await,
        ["path ids: must be text in UTF-8"]
    );
}

#[tokio::test]
async fn objects_in_the_query_are_read() {
    let server = start().await;
    let search = |query: &str| format!("/search/x?{query}");
    let query = "filter[owner]=a+b&filter%5Bon%5D=true&filter[labels][]=x&filter[labels][]=y&filter[range][gte]=1\
                 &filters[owner]=c&filter%zz=1&%ff=2&limit=3";
    assert_eq!(
        server.get(&search(query), &[]).await["filter"],
        json!({"owner": "a b", "on": true, "labels": ["x", "y"], "range": {"gte": 1}})
    );
    for (query, expected) in [
        ("since=17", json!(17)),
        ("since[gte]=1&since[lt]=2", json!({"gte": 1, "lt": 2})),
        ("since=", json!({})),
        ("", json!(null)),
    ] {
        assert_eq!(
            server.get(&search(query), &[]).await["since"],
            expected,
            "{query}"
        );
    }
    let counts = server
        .get(&search("counts[0]=1&counts[a%20b]=2"), &[])
        .await;
    assert_eq!(counts["counts"], json!({"0": 1, "a b": 2}));
    for (query, expected) in [
        ("lat=1.5", json!({"lat": 1.5})),
        (
            "lat=1&zone[gte]=2&streets=x&streets=y&other=z",
            json!({"lat": 1.0, "zone": {"gte": 2}, "streets": ["x", "y"]}),
        ),
        ("latitude=1&zone2[gte]=x", json!(null)),
    ] {
        assert_eq!(
            server.get(&search(query), &[]).await["place"],
            expected,
            "{query}"
        );
    }
}

#[tokio::test]
async fn validation_errors_in_objects_are_named_with_their_path() {
    let server = start().await;
    let line = "/search/x?filter[on]=1&filter[range][gte]=-1&since=now&counts[a]=x&counts[b%5D%5B=1\
                &zone[gte]=x&streets[a]=x&json=%7B%22on%22:1,%22range%22:%5B%5D%7D&limit=10";
    assert_eq!(
        server.errors(line, &[]).await,
        [
            "query since: expected a number or a range",
            "query filter.owner: is missing",
            "query filter.on: expected `true` or `false`",
            "query filter.range.gte: must be at least 0",
            "query counts: has brackets in its name that do not match",
            "query lat: is missing",
            "query zone.gte: expected an integer",
            "query streets: expected a list, whose indexes count up from 0",
            "query json.owner: is missing",
            "query json.on: expected a boolean",
            "query json.range: expected an object",
            "query limit: must be from 1 to 9",
        ]
    );
    assert_eq!(
        server
            .errors("/search/x?filter=1&filter[owner]=x&lat=1&lat[a]=2", &[])
            .await,
        [
            "query filter: must not be given both with and without names or indexes in brackets",
            "query lat: must not be given both with and without names or indexes in brackets",
        ]
    );
    assert_eq!(
        server
            .errors("/search/x?filter=x&lat=1&lat=2&counts=%ff", &[])
            .await,
        [
            "query filter: expected an object",
            "query counts: must be text in UTF-8",
            "query lat: must be a single value, not a list",
        ]
    );
}

#[tokio::test]
async fn json_is_read_from_queries_headers_and_cookies() {
    let server = start().await;
    let json = "{\"owner\":\"\\u00e9+\",\"on\":true}";
    let expected = json!({"owner": "é+", "on": true});
    let query = "/search/x?json=%7B%22owner%22%3A%22%5Cu00e9%2B%22%2C%22on%22%3Atrue%7D&limit=1e0";
    let body = server.get(query, &[&format!("x-json: {json}")]).await;
    assert_eq!(
        (&body["json"], &body["header_json"], &body["limit"]),
        (&expected, &expected, &json!(1))
    );
    for cookie in [
        json,
        "%7B%22owner%22%3A%22%C3%A9%2B%22%2C%22on%22%3Atrue%7D",
    ] {
        let body = server
            .get("/search/x", &[&format!("cookie: prefs={cookie}; a=1")])
            .await;
        assert_eq!(body["prefs"], expected, "{cookie}");
    }
    assert_eq!(
        server
            .errors(
                "/search/x?json=%7B&json=1&limit=x",
                &["x-json: {\"owner\": 1}", "cookie: prefs=%7B%7"]
            )
            .await,
        [
            "query json: must not be given more than once",
            "query limit: is not valid JSON: line 1, column 1",
            "header x-json.owner: expected a string",
            "cookie prefs: has a `%` without two hexadecimal digits after it",
        ]
    );
}

#[tokio::test]
async fn cookies_are_read() {
    let server = start().await;
    for cookie in [
        "cookie: a=0; session=s=1; ids=1,2",
        "Cookie: session=\"s=1\"\r\ncookie: ids=\"1,2\"",
    ] {
        let body = server.get("/search/x", &[cookie]).await;
        assert_eq!(
            (&body["session"], &body["cookie_ids"]),
            (&json!("s=1"), &json!(["1", "2"])),
            "{cookie}"
        );
    }
    assert_eq!(
        server
            .errors("/search/x", &["cookie: session=1; session=2"])
            .await,
        ["cookie session: must not be given more than once"]
    );
}

#[tokio::test]
async fn validation_errors_in_hidden_values_name_only_the_parameter() {
    let server = start().await;
    let headers = [
        "x-secrets: {\"hunter2\": \"a\"}",
        "cookie: secrets={%22hunter2%22:%22a%22}",
    ];
    assert_eq!(
        server
            .errors("/search/x?secrets[hunter2]=a", &headers)
            .await,
        [
            "query secrets: expected an integer",
            "header x-secrets: expected an integer",
            "cookie secrets: expected an integer",
        ]
    );
}

#[tokio::test]
async fn required_parameters_must_be_present() {
    let server = start().await;
    assert_eq!(
        server.errors("/find", &[]).await,
        [
            "query filter: is missing",
            "query lat: is missing",
            "query json: is missing",
            "query comma: must have at least 1 item",
            "cookie session: is missing",
        ]
    );
    let line = "/find?filter[owner]=a&lat=1&json={}&comma=1";
    assert_eq!(
        server.get(line, &["cookie: session=abc"]).await,
        json!([{"owner": "a"}, {"lat": 1.0}, {}, [1], "abc"])
    );
    assert_eq!(
        server.errors(line, &["cookie: session=ab"]).await,
        ["cookie session: must have at least 3 characters"]
    );
}

#[tokio::test]
async fn hostile_queries_are_rejected() {
    let server = start().await;
    let deep = format!("/search/x?filter{}=1", "[range]".repeat(100));
    assert_eq!(
        server.errors(&deep, &[]).await,
        ["query filter: has a name with more than 32 parts"]
    );
    let many = format!("/search/x?{}", "counts[=1&".repeat(1000));
    assert_eq!(server.errors(&many, &[]).await.len(), 100);
    let body = server.get("/search/x?counts[4000000000]=1", &[]).await;
    assert_eq!(body["counts"], json!({"4000000000": 1}));
}
