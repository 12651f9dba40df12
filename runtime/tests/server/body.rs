//! The body of a request.

use serde_json::json;
use specsmith_runtime::server::ServerConfig;

use crate::api;
use crate::wire::{serve, start};
use crate::workshop::Workshop;

const TOOL: &str = r#"{"id": "saw", "weight": 3, "new": [], "parts": [{"name": "blade"}]}"#;

#[tokio::test]
async fn a_body_reaches_the_handler() {
    let response = start().await.send_json("POST /v1/tools", TOOL).await;
    let expected = json!({"data": {"id": "saw", "weight": 3, "parts": [{"name": "blade"}]}});
    assert_eq!((response.status, response.json()), (201, expected));
}

/// PowerShell and .NET write one. It has no meaning (RFC 8259, section 8.1).
#[tokio::test]
async fn a_byte_order_mark_before_json_is_skipped() {
    let server = start().await;
    let body = format!("\u{feff}{TOOL}");
    let response = server.send_json("POST /v1/tools", &body).await;
    assert_eq!(response.status, 201, "{}", response.text);
    let body = "\u{feff}{\"id\": 7, \"parts\": [null]}";
    let response = server.send_json("POST /v1/tools", body).await;
    assert_eq!(
        response.validation_errors(),
        [
            "body id: expected a string",
            "body parts[0]: must not be null"
        ]
    );
}

/// JSON Schema accepts these integers, so the server accepts what the OpenAPI document allows.
#[tokio::test]
async fn an_integer_may_be_written_with_a_zero_fraction_or_an_exponent() {
    let server = start().await;
    for (written, expected) in [("3.0", 3), ("1e2", 100), ("20e-1", 2)] {
        let body = format!(r#"{{"id": "saw", "weight": {written}, "parts": []}}"#);
        let response = server.send_json("POST /v1/tools", &body).await;
        assert_eq!(response.json()["data"]["weight"], expected, "{written}");
    }
    for (written, problem) in [
        ("3.5", "expected an integer"),
        ("9007199254740993.0", "expected an integer"),
        ("-0", "must be from 1 to 100"),
    ] {
        let body = format!(r#"{{"id": "saw", "weight": {written}, "parts": []}}"#);
        let response = server.send_json("POST /v1/tools", &body).await;
        let expected = format!("body weight: {problem}");
        assert_eq!(response.validation_errors(), [expected], "{written}");
    }
}

#[tokio::test]
async fn every_validation_error_of_parameters_and_body_is_named_at_once() {
    let server = start().await;
    let body = r#"{"id": 7, "weight": 7000, "secret": "correct horse", "parts": [{}, {"name": ""}, null]}"#;
    let response = server
        .send_json("POST /v1/tools?dry_run=perhaps", body)
        .await;
    let expected = [
        "query dry_run: expected `true` or `false`",
        "body id: expected a string",
        "body weight: must be from 1 to 100",
        "body secret: must have at most 8 characters",
        "body parts[0].name: is missing",
        "body parts[1].name: must have at least 1 character",
        "body parts[2]: must not be null",
    ];
    assert_eq!(response.validation_errors(), expected);
    for secret in ["perhaps", "7000", "correct horse"] {
        assert!(!response.text.contains(secret), "{}", response.text);
    }
}

#[tokio::test]
async fn a_repeated_field_is_a_validation_error() {
    let body = r#"{"id": "a", "id": "b", "parts": []}"#;
    let response = start().await.send_json("POST /v1/tools", body).await;
    assert_eq!(response.validation_errors(), ["body id: occurs twice"]);
    let body = r#"{"weight": 3, "weight": 3, "parts": [{}], "id": 7}"#;
    let response = start().await.send_json("POST /v1/tools", body).await;
    let expected = [
        "body id: expected a string",
        "body weight: occurs twice",
        "body parts[0].name: is missing",
    ];
    assert_eq!(response.validation_errors(), expected);
}

/// What an unknown field contains is ignored, so it cannot hide validation errors either.
#[tokio::test]
async fn an_unknown_field_hides_no_validation_error() {
    let server = start().await;
    let deep = "[".repeat(3000) + &"]".repeat(3000);
    for ignored in ["1e400", r#""\ud800""#, &deep] {
        let valid = format!(r#"{{"id": "a", "parts": [], "unknown": {ignored}}}"#);
        let response = server.send_json("POST /v1/tools", &valid).await;
        assert_eq!(response.status, 201, "{ignored:.20}");
        let invalid = format!(r#"{{"id": 7, "parts": [], "unknown": {ignored}}}"#);
        let response = server.send_json("POST /v1/tools", &invalid).await;
        assert_eq!(
            response.validation_errors(),
            ["body id: expected a string"],
            "{ignored:.20}"
        );
    }
}

#[tokio::test]
async fn invalid_json_is_one_validation_error_with_its_place() {
    let server = start().await;
    for (body, place) in [
        ("{\"id\": \"hunter2\",\n  oops}", "line 2, column 3"),
        ("{\"id\": 7, \"parts\": [hunter2", "line 1, column 21"),
        (
            "{\"id\": \"a\", \"parts\": []} hunter2",
            "line 1, column 26",
        ),
        ("{", "line 1, column 1"),
    ] {
        let response = server.send_json("POST /v1/tools", body).await;
        assert_eq!(
            response.validation_errors(),
            [format!("body : is not valid JSON: {place}")]
        );
        assert!(!response.text.contains("hunter2") && !response.text.contains("oops"));
    }
}

#[tokio::test]
async fn a_deeply_nested_body_is_rejected() {
    let body = format!(r#"{{"id": "a", "parts": {}"#, "[".repeat(100_000));
    let response = start().await.send_json("POST /v1/tools", &body).await;
    assert_eq!(response.status, 400);
}

#[tokio::test]
async fn a_missing_body_is_a_validation_error() {
    let server = start().await;
    assert_eq!(
        server.send("POST /v1/tools", &[]).await.validation_errors(),
        ["body : is missing"]
    );
    assert_eq!(
        server
            .send_json("POST /v1/tools", "")
            .await
            .validation_errors(),
        ["body : is missing"]
    );
}

#[tokio::test]
async fn another_media_type_is_415() {
    let server = start().await;
    let key = "authorization: Bearer management";
    for media_type in [
        "text/plain",
        "application/jsonp",
        "application/x-www-form-urlencoded",
        "+json",
        "application/json; charset=utf-16",
        "application/json; charset=latin1",
        "application/json\r\ncontent-type: text/plain",
        "application/json\r\ncontent-type: application/json",
    ] {
        let header = format!("content-type: {media_type}");
        let response = server
            .send_bare("POST /v1/tools", &[key, &header], TOOL)
            .await;
        let message = match media_type.starts_with("application/json;") {
            true => "The charset of the body must be UTF-8",
            false => "The media type of the body must be `application/json`",
        };
        response.is_error(415, message);
    }
    server
        .send_bare("POST /v1/tools", &[key], TOOL)
        .await
        .is_error(415, "The media type of the body must be `application/json`");
}

/// hyper decodes only the last coding.
#[tokio::test]
async fn a_transfer_coding_other_than_chunked_is_400() {
    let server = start().await;
    let problem = "header transfer-encoding: must be `chunked`";
    for (codings, expected) in [
        ("chunked", None),
        ("Chunked", None),
        ("gzip, chunked", Some(problem)),
        ("gzip\r\ntransfer-encoding: chunked", Some(problem)),
        ("chunked, chunked", Some(problem)),
    ] {
        let request = format!(
            "POST /v1/tools HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\
             authorization: Bearer management\r\ncontent-type: application/json\r\n\
             transfer-encoding: {codings}\r\n\r\n{:x}\r\n{TOOL}\r\n0\r\n\r\n",
            TOOL.len()
        );
        let response = server.raw(request.as_bytes()).await;
        match expected {
            Some(problem) => assert_eq!(response.validation_errors(), [problem], "{codings}"),
            None => assert_eq!(response.status, 201, "{codings}"),
        }
    }
}

#[tokio::test]
async fn an_encoded_body_is_415() {
    let server = start().await;
    let (key, json) = (
        "authorization: Bearer management",
        "content-type: application/json",
    );
    for (encoding, status) in [
        ("gzip", 415),
        ("br", 415),
        ("identity", 201),
        ("identity\r\ncontent-encoding: gzip", 415),
    ] {
        let encoded = format!("content-encoding: {encoding}");
        let response = server
            .send_bare("POST /v1/tools", &[key, json, &encoded], TOOL)
            .await;
        assert_eq!(response.status, status, "{encoding}");
    }
}

#[tokio::test]
async fn json_media_types_are_accepted() {
    let server = start().await;
    let key = "authorization: Bearer management";
    for media_type in [
        "Application/JSON; charset=utf-8",
        "application/vnd.tool+json",
    ] {
        let header = format!("content-type: {media_type}");
        assert_eq!(
            server
                .send_bare("POST /v1/tools", &[key, &header], TOOL)
                .await
                .status,
            201
        );
    }
}

fn too_large() -> String {
    format!("The body must have at most {} bytes", TOOL.len())
}

#[tokio::test]
async fn a_body_that_is_too_large_is_413() {
    let config = ServerConfig::new().body_limit(TOOL.len());
    let server = serve(api::router_with(Workshop, config)).await;
    assert_eq!(server.send_json("POST /v1/tools", TOOL).await.status, 201);
    let response = server
        .send_json("POST /v1/tools", &format!("{TOOL} "))
        .await;
    response.is_error(413, &too_large());
}

#[tokio::test]
async fn a_body_without_a_content_length_is_limited() {
    let config = ServerConfig::new().body_limit(TOOL.len());
    let server = serve(api::router_with(Workshop, config)).await;
    let head = "POST /v1/tools HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\
        authorization: Bearer management\r\ncontent-type: application/json\r\n\
        transfer-encoding: chunked\r\n\r\n";
    let (first, second) = TOOL.split_at(10);
    let chunks = |last: &str| {
        let chunk = |text: &str| format!("{:x}\r\n{text}\r\n", text.len());
        format!("{head}{}{}{last}0\r\n\r\n", chunk(first), chunk(second))
    };
    assert_eq!(server.raw(chunks("").as_bytes()).await.status, 201);
    let response = server.raw(chunks("1\r\n \r\n").as_bytes()).await;
    response.is_error(413, &too_large());
}
