//! A malformed request is 400. The response names every invalid place, but never the value.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use gateway_api::operations::{LIST_GUARDRAILS, UPDATE_GROUP_MAPPING};
use specsmith_tests::gateway::{MANAGEMENT_KEY, ORDINARY_KEY};
use specsmith_tests::raw::Request;
use specsmith_tests::serving::Served;

/// Queries, each with its validation errors.
const BAD_QUERIES: &[(&str, &[(&str, &str)])] = &[
    ("limit=0", &[("limit", "must be from 1 to 100")]),
    ("limit=101", &[("limit", "must be from 1 to 100")]),
    ("limit=-5", &[("limit", "must be from 1 to 100")]),
    ("offset=-1", &[("offset", "must be at least 0")]),
    ("limit=ten", &[("limit", "expected an integer")]),
    ("limit=", &[("limit", "expected an integer")]),
    ("limit=1.5", &[("limit", "expected an integer")]),
    ("limit=007", &[("limit", "expected an integer")]),
    ("limit=%2B7", &[("limit", "expected an integer")]),
    (
        "limit=99999999999999999999",
        &[(
            "limit",
            "must be from -9223372036854775808 to 9223372036854775807",
        )],
    ),
    (
        "limit=1&limit=2",
        &[("limit", "must not be given more than once")],
    ),
    (
        "offset=x&limit=0",
        &[
            ("offset", "expected an integer"),
            ("limit", "must be from 1 to 100"),
        ],
    ),
    (
        "workspace_id=%ff&offset=%ff",
        &[
            ("workspace_id", "must be text in UTF-8"),
            ("offset", "must be text in UTF-8"),
        ],
    ),
];

#[tokio::test]
async fn a_malformed_query_is_400_and_the_response_names_every_parameter() {
    let served = Served::start().await;
    for (query, errors) in BAD_QUERIES {
        let request = Request::new("GET", &format!("/v1/guardrails?{query}")).key(MANAGEMENT_KEY);
        let response = request.send(served.address).await;
        assert_eq!(response.status, 400, "{query}");
        assert_eq!(response.error()["message"], "Invalid request parameters");
        assert_eq!(
            response.validation_errors(),
            in_place("query", errors),
            "{query}"
        );
    }
    assert_eq!(served.gateway.calls(&LIST_GUARDRAILS), 0);
}

/// JSON Schema accepts these integers, so the server accepts what the OpenAPI document allows.
#[tokio::test]
async fn an_integer_may_be_written_with_a_zero_fraction_or_an_exponent() {
    let served = Served::start().await;
    for query in ["limit=1.0&offset=-0", "limit=1e2&offset=0.0"] {
        let request = Request::new("GET", &format!("/v1/guardrails?{query}")).key(MANAGEMENT_KEY);
        assert_eq!(request.send(served.address).await.status, 200, "{query}");
    }
}

fn in_place(place: &str, errors: &[(&str, &str)]) -> Vec<(String, String, String)> {
    errors
        .iter()
        .map(|(name, problem)| (place.into(), (*name).into(), (*problem).into()))
        .collect()
}

#[tokio::test]
async fn parameters_at_their_bounds_and_unknown_parameters_are_accepted() {
    let served = Served::start().await;
    for query in [
        "limit=1",
        "limit=100",
        "offset=0",
        "offset=9223372036854775807",
        "colour=red&limit=7",
    ] {
        let request = Request::new("GET", &format!("/v1/guardrails?{query}")).key(MANAGEMENT_KEY);
        assert_eq!(request.send(served.address).await.status, 200, "{query}");
    }
}

#[tokio::test]
async fn a_malformed_path_is_400() {
    let served = Served::start().await;
    for (method, path, name, problem) in [
        ("DELETE", "/v1/byok/17", "id", "expected a UUID"),
        (
            "DELETE",
            "/v1/byok/6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e1",
            "id",
            "expected a UUID",
        ),
        ("DELETE", "/v1/keys/%ff", "hash", "must be text in UTF-8"),
    ] {
        let response = Request::new(method, path)
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await;
        assert_eq!(response.status, 400, "{path}");
        assert_eq!(
            response.validation_errors(),
            in_place("path", &[(name, problem)]),
            "{path}"
        );
    }
}

/// Two hexadecimal digits must follow a percent sign (RFC 3986, 2.1). The server does not guess.
#[tokio::test]
async fn an_invalid_percent_encoding_is_400() {
    let served = Served::start().await;
    for (method, target, place, name) in [
        ("DELETE", "/v1/keys/%zz", "path", "hash"),
        ("DELETE", "/v1/keys/100%", "path", "hash"),
        ("GET", "/v1/generation?id=%4", "query", "id"),
    ] {
        let response = Request::new(method, target)
            .key(MANAGEMENT_KEY)
            .send(served.address)
            .await;
        assert_eq!(response.status, 400, "{target}");
        let (found, named, _) = response.validation_errors().remove(0);
        assert_eq!((found.as_str(), named.as_str()), (place, name), "{target}");
    }
}

#[tokio::test]
async fn a_missing_or_empty_query_parameter_is_400() {
    let served = Served::start().await;
    for (query, problem) in [
        ("", "is missing"),
        ("?id=", "must have at least 1 character"),
    ] {
        let request = Request::new("GET", &format!("/v1/generation{query}")).key(ORDINARY_KEY);
        let response = request.send(served.address).await;
        assert_eq!(response.status, 400, "`{query}`");
        assert_eq!(
            response.validation_errors(),
            in_place("query", &[("id", problem)])
        );
    }
}

/// Bodies, each with its validation error.
const BAD_BODIES: &[(&str, &str, &str)] = &[
    ("{}", "role", "is missing"),
    (r#"{"role":null}"#, "role", "must not be null"),
    (
        r#"{"role":"owner"}"#,
        "role",
        "expected one of `admin`, `member`",
    ),
    (r#"{"role":7}"#, "role", "expected a string"),
    (r#"{"role":["admin"]}"#, "role", "expected a string"),
    (r#"{"role":"admin","role":"admin"}"#, "role", "occurs twice"),
    ("[]", "", "expected an object"),
    ("null", "", "must not be null"),
    (r#""admin""#, "", "expected an object"),
    ("", "", "is missing"),
    ("{", "", "is not valid JSON: line 1, column 1"),
    (
        r#"{"role":"admin"} x"#,
        "",
        "is not valid JSON: line 1, column 18",
    ),
];

#[tokio::test]
async fn a_malformed_body_is_400_and_the_response_names_the_place() {
    let served = Served::start().await;
    for (body, name, problem) in BAD_BODIES {
        let response = served.patch_mapping("gm_42d8", body).await;
        assert_eq!(response.status, 400, "{body}");
        assert_eq!(
            response.validation_errors(),
            in_place("body", &[(name, problem)]),
            "{body}"
        );
    }
    assert_eq!(served.gateway.calls(&UPDATE_GROUP_MAPPING), 0);
}

#[tokio::test]
async fn validation_errors_of_the_path_and_the_body_are_in_one_response() {
    let served = Served::start().await;
    let response = served.patch_mapping("%ff", r#"{"role":"owner"}"#).await;
    assert_eq!(response.status, 400);
    let path = in_place("path", &[("id", "must be text in UTF-8")]);
    let body = in_place("body", &[("role", "expected one of `admin`, `member`")]);
    assert_eq!(response.validation_errors(), [path, body].concat());
}

#[tokio::test]
async fn unknown_fields_of_a_request_are_ignored() {
    let served = Served::start().await;
    let response = served
        .patch_mapping("gm_42d8", r#"{"note":{"a":[1]},"role":"admin","_":null}"#)
        .await;
    assert_eq!(response.status, 200);
    assert_eq!(response.json()["data"]["role"], "admin");
}

#[tokio::test]
async fn a_400_never_repeats_invalid_values() {
    let served = Served::start().await;
    let secret = "ada-s3cr3t";
    let query = format!(
        "/v1/guardrails?limit={secret}&offset={secret}&workspace_id=a&workspace_id={secret}"
    );
    let by_query = Request::new("GET", &query)
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    let by_path = Request::new("DELETE", &format!("/v1/byok/{secret}"))
        .key(MANAGEMENT_KEY)
        .send(served.address)
        .await;
    let mut responses = vec![by_query, by_path];
    for body in [
        format!(r#"{{"role":"{secret}"}}"#),
        format!(r#"{{"role":{{"{secret}":1}}}}"#),
        format!(r#"{{"{secret}":1}}"#),
        format!(r#"{{"{secret}":1,"{secret}":2}}"#),
        format!(r#""{secret}""#),
        format!(r#"{{"role":{secret}}}"#),
    ] {
        responses.push(served.patch_mapping("gm_42d8", &body).await);
    }
    for response in responses {
        assert_eq!(response.status, 400, "{response:?}");
        assert!(!response.body.contains(secret), "{response:?}");
        assert!(
            !format!("{:?}", response.headers).contains(secret),
            "{response:?}"
        );
    }
}

/// A deeply nested body must not overflow the gateway's stack.
#[tokio::test]
async fn a_deeply_nested_body_is_400() {
    let served = Served::start().await;
    let deep = "[".repeat(200_000);
    for body in [
        format!(r#"{{"role":{deep}"#),
        format!(r#"{{"role":"admin","note":{deep}"#),
        deep,
    ] {
        assert_eq!(served.patch_mapping("gm_42d8", &body).await.status, 400);
    }
}
