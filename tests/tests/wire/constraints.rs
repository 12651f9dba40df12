//! Constraints of aliases in lists, maps, other fields, variants and bodies, over a real socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;

use palettes_api::types::*;
use serde_json::{Value, json};
use specsmith_tests::palettes::{client, serve};
use specsmith_tests::raw::{Request, Response};

const LONG: &str = "must have at most 5 characters";
const PERCENT: &str = "must be from 0 to 100";

/// The validation errors of a response, each as `place problem`.
fn errors(response: &Response) -> Vec<String> {
    assert_eq!(response.status, 400, "{}", response.body);
    let errors = response.validation_errors().into_iter();
    errors
        .map(|(_, name, problem)| format!("{name} {problem}").trim().to_owned())
        .collect()
}

/// Sends JSON and expects these errors.
async fn rejects(method: &str, path: &str, body: Value, expected: &[&str]) {
    let address = serve().await;
    let request = Request::new(method, &format!("/v1{path}"));
    let response = request.json(body.to_string()).send(address).await;
    let expected: Vec<String> = expected.iter().map(|error| (*error).to_owned()).collect();
    assert_eq!(errors(&response), expected, "{body}");
}

#[tokio::test]
async fn valid_values_arrive_unchanged() {
    let client = client(serve().await);
    let palette = json!({
        "names": ["red", "red", "blue"],
        "groups": { "warm": [["red"], ["pink", "rose"]], "cold": [] },
        "shares": { "a": 0, "b": 100, "c": 1 },
        "private": { "x": 1 },
        "pair": ["a", [1, null]],
        "shade": "dark",
        "mix": { "inner": [{ "names": [], "left": 3 }] },
        "inner": [[{ "names": ["a"] }], []],
        "right": 100,
    });
    let sent: Palette = serde_json::from_value(palette.clone()).unwrap();
    let returned = client.put_palette(sent).await.unwrap();
    assert_eq!(serde_json::to_value(returned).unwrap(), palette);
    let shares = Shares::from([("a".to_owned(), 100)]);
    assert_eq!(client.put_shares(shares.clone()).await.unwrap(), shares);
    let names = client.put_names(vec!["a".to_owned()]).await.unwrap();
    assert_eq!(names, ["a"]);
}

#[tokio::test]
async fn the_errors_of_a_body_name_the_values_in_it() {
    let pattern = "must match the pattern `^[a-z]+$`";
    rejects(
        "PUT",
        "/palette",
        json!({
            "names": ["red", "far too long", "blue", "Q"],
            "groups": { "warm": [["red", "purple"]], "cold": [["a", "a"], ["a", "b", "c", "d"]] },
            "shares": { "a": 101, "b": 0, "c": -1 },
            "pair": ["purple", [0, null, 101]],
            "shade": 101,
            "mix": { "names": ["a", "B"] },
            "inner": [[], [{ "names": [] }, { "names": [] }]],
            "left": 200,
            "right": 100,
        }),
        &[
            &format!("names[1] {LONG} and {pattern}"),
            &format!("names[3] {pattern}"),
            "groups.cold[0] must not contain the same item twice",
            "groups.cold[1] must have at most 3 items",
            &format!("groups.warm[0][1] {LONG}"),
            &format!("shares.a {PERCENT}"),
            &format!("shares.c {PERCENT}"),
            &format!("pair[0] {LONG}"),
            &format!("pair[1][2] {PERCENT}"),
            &format!("shade {PERCENT}"),
            &format!("mix.names[1] {pattern}"),
            "inner[1] must have at most 1 item",
            &format!("left {PERCENT}"),
        ],
    )
    .await;
}

/// The rules inside hold however deep the object is.
#[tokio::test]
async fn values_in_recursive_objects_are_checked() {
    let inner = json!({ "names": ["purple"], "left": -1, "shade": "B" });
    rejects(
        "PUT",
        "/palette",
        json!({ "names": [], "inner": [[inner.clone()]], "mix": { "inner": [inner] } }),
        &[
            "mix.inner[0].names[0] must have at most 5 characters",
            "mix.inner[0].shade must match the pattern `^[a-z]+$`",
            "mix.inner[0].left must be from 0 to 100",
            "inner[0][0].names[0] must have at most 5 characters",
            "inner[0][0].shade must match the pattern `^[a-z]+$`",
            "inner[0][0].left must be from 0 to 100",
        ],
    )
    .await;
}

#[tokio::test]
async fn the_keys_of_personal_values_are_not_in_errors() {
    rejects(
        "PUT",
        "/palette",
        json!({ "names": [], "private": { "secret key": 101 } }),
        &[&format!("private {PERCENT}")],
    )
    .await;
}

#[tokio::test]
async fn a_body_has_the_constraints_of_its_alias() {
    let items = "must have at most 3 items";
    rejects("PUT", "/names/a", json!(["a", "b", "c", "d"]), &[items]).await;
    let long = format!("[1] {LONG}");
    rejects("PUT", "/names/a", json!(["a", "purple"]), &[&long]).await;
    let address = serve().await;
    let absent = Request::new("PUT", "/v1/names/a,b").send(address).await;
    assert_eq!((absent.status, absent.json()), (200, json!(["a", "b"])));
}

#[tokio::test]
async fn parameters_are_checked_inside() {
    let shares = "%7B%22a%22:101%7D";
    let target = format!("/v1/names/a,purple?shade=B&shades=1&shades=101&shares={shares}");
    let request = Request::new("PUT", &target).header("x-names", "a, purple");
    let response = request.send(serve().await).await;
    assert_eq!(
        errors(&response),
        [
            format!("more[1] {LONG}"),
            "shade must match the pattern `^[a-z]+$`".to_owned(),
            format!("shades {PERCENT}"),
            format!("shares.a {PERCENT}"),
            format!("x-names[1] {LONG}"),
        ]
    );
}

#[tokio::test]
async fn forms_are_checked_inside() {
    let address = serve().await;
    let send = async |form: &str| {
        let request = Request::new("PUT", "/v1/shares");
        let request = request.body("application/x-www-form-urlencoded", form);
        errors(&request.send(address).await)
    };
    assert_eq!(send("a=101&b=1").await, [format!("a {PERCENT}")]);
    assert_eq!(send("a=1&b=1&c=1").await, ["must have at most 2 items"]);
}

#[tokio::test]
async fn each_line_is_checked() {
    let address = serve().await;
    let send = async |lines: &str| {
        let request = Request::new("POST", "/v1/lines");
        request
            .body("application/x-ndjson", lines)
            .send(address)
            .await
    };
    let valid = send("[\"a\"]\n[]\n").await;
    assert_eq!((valid.status, valid.json()), (200, json!([["a"], []])));
    assert_eq!(
        errors(&send("[\"a\"]\n[\"a\",\"purple\"]\n").await),
        [format!("line 2: [1] {LONG}")]
    );
    assert_eq!(
        errors(&send("[\"a\",\"a\"]").await),
        ["line 1 must not contain the same item twice"]
    );
}

fn part(name: &str, content: &str) -> String {
    format!("--x\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{content}\r\n")
}

/// A form that is read as a whole, and one that the handler reads part by part.
#[tokio::test]
async fn parts_are_checked_inside() {
    let address = serve().await;
    let send = async |path: &str, parts: &[(&str, &str)]| {
        let mut body: String = parts.iter().map(|(name, text)| part(name, text)).collect();
        body.push_str("--x--\r\n");
        let request = Request::new("POST", path);
        let request = request.body("multipart/form-data; boundary=x", body);
        request.send(address).await
    };
    let response = send(
        "/v1/uploads",
        &[
            ("names", "a"),
            ("names", "purple"),
            ("shares", "{\"a\":101}"),
        ],
    )
    .await;
    assert_eq!(
        errors(&response),
        [format!("names {LONG}"), format!("shares.a {PERCENT}")]
    );
    let response = send("/v1/sketches", &[("names", "a"), ("names", "purple")]).await;
    assert_eq!(errors(&response), [format!("names {LONG}")]);
}

/// Neither side checks responses.
#[tokio::test]
async fn the_client_accepts_a_response_beyond_the_constraints() {
    let client = client(serve().await);
    let image = FilePart::new("x");
    let names = client
        .add_sketch(Sketch {
            names: Vec::new(),
            image,
        })
        .await;
    assert_eq!(names.unwrap(), ["far too long"]);
    let shares = client.put_shares(BTreeMap::from([("a".to_owned(), 101)]));
    assert!(shares.await.is_err(), "the server checks requests");
}

#[tokio::test]
async fn rules_between_fields_are_checked_after_the_type() {
    let client = client(serve().await);
    let blend = json!({
        "base": "red",
        "over": "blue",
        "weight": 0.3,
        "since": "2026-02-01",
        "steps": ["mix", null, 2],
        "x-more": 1,
        "rest": null,
    });
    let sent: Blend = serde_json::from_value(blend.clone()).unwrap();
    let returned = client.put_blend(sent).await.unwrap();
    assert_eq!(serde_json::to_value(returned).unwrap(), blend);

    for (body, expected) in [
        (json!({ "over": "blue" }), &["base is missing"][..]),
        (
            json!({ "base": "none", "Rest": 1 }),
            &[
                "must not fit the schema of `not`",
                "Rest has a name that is not allowed",
            ],
        ),
        (
            json!({ "steps": [0, "a"] }),
            &[
                "steps must contain other items, see `contains`",
                "steps[0] has another type than the schema says",
            ],
        ),
        // A body that does not have its type has no other errors.
        (
            json!({ "over": 1, "weight": -0.5 }),
            &["over expected a string", "weight must be at least 0"],
        ),
    ] {
        rejects("PUT", "/blend", body, expected).await;
    }
    // A byte order mark has no meaning, so it must not hide anything.
    let request = Request::new("PUT", "/v1/blend");
    let body = format!("\u{feff}{}", json!({ "over": "blue" }));
    let response = request.json(body).send(serve().await).await;
    assert_eq!(errors(&response), ["base is missing"]);
}

#[tokio::test]
async fn null_is_no_body_where_a_body_may_be_absent() {
    let address = serve().await;
    for body in [" null\n", ""] {
        let request = Request::new("PUT", "/v1/names/red");
        let response = request.json(body.to_owned()).send(address).await;
        assert_eq!(response.status, 200, "{}", response.body);
        assert_eq!(response.body, r#"["red"]"#);
    }
    rejects("PUT", "/palette", Value::Null, &["must not be null"]).await;
}

#[test]
fn defaults_are_values_of_their_types() {
    let blend = Blend::default();
    assert_eq!(blend.weight(), "0.1".parse().unwrap());
    assert_eq!(blend.since(), "2026-01-31".parse().unwrap());
}
