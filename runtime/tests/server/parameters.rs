//! Parameters in the path, the query and headers.

use serde_json::json;

use crate::wire::start;

#[tokio::test]
async fn parameters_reach_the_handler() {
    let server = start().await;
    let line = "GET /v1/tools?name=a+b%2Bc%26d&limit=7&tag=x&tag=y%20z";
    let response = server.send(line, &["x-trace: 12"]).await;
    let expected = json!({"name": "a b+c&d", "limit": 7, "tags": ["x", "y z"], "trace": 12});
    assert_eq!((response.status, response.json()), (200, expected));
}

#[tokio::test]
async fn an_absent_parameter_has_its_default() {
    let response = start().await.send("GET /v1/tools", &[]).await;
    assert_eq!(
        response.json(),
        json!({"name": null, "limit": 50, "tags": [], "trace": null})
    );
}

/// JSON Schema accepts these integers, so the server accepts what the OpenAPI document allows.
#[tokio::test]
async fn an_integer_may_be_written_with_a_zero_fraction_or_an_exponent() {
    let server = start().await;
    for (written, expected) in [("3.0", 3), ("-0", 0), ("1e2", 100), ("20e-1", 2)] {
        let trace = format!("x-trace: {written}");
        let response = server.send("GET /v1/tools", &[&trace]).await;
        assert_eq!(response.json()["trace"], expected, "{written}");
    }
}

#[tokio::test]
async fn the_rules_of_an_optional_list_apply_if_it_is_present() {
    let server = start().await;
    let response = server.send("GET /v1/tools?tag=lonely", &[]).await;
    assert_eq!(
        response.validation_errors(),
        ["query tag: must have at least 2 items"]
    );
    assert_eq!(server.send("GET /v1/tools", &[]).await.status, 200);
}

#[tokio::test]
async fn unknown_parameters_are_ignored() {
    let response = start()
        .await
        .send("GET /v1/tools?limits=0&=&&%ff=1", &[])
        .await;
    assert_eq!(response.status, 200);
}

#[tokio::test]
async fn every_validation_error_is_named_at_once() {
    let server = start().await;
    let line = "GET /v1/tools?limit=101&tag=&tag=fine&tag=longer-than-twenty-characters&name=%ff";
    let response = server.send(line, &["x-trace: high"]).await;
    let expected = [
        "query name: must be text in UTF-8",
        "query limit: must be from 1 to 100",
        "query tag: must have from 1 to 20 characters",
        "query tag: must have from 1 to 20 characters",
        "header x-trace: expected an integer",
    ];
    assert_eq!(response.validation_errors(), expected);
    assert!(!response.text.contains("longer-than") && !response.text.contains("high"));
}

#[tokio::test]
async fn a_repeated_value_is_a_validation_error() {
    let server = start().await;
    let response = server
        .send(
            "GET /v1/tools?limit=1&%6cimit=2",
            &["x-trace: 1", "x-trace: 2"],
        )
        .await;
    let expected = [
        "query limit: must not be given more than once",
        "header x-trace: must not be given more than once",
    ];
    assert_eq!(response.validation_errors(), expected);
}

#[tokio::test]
async fn the_number_of_validation_errors_is_bounded() {
    let line = format!("GET /v1/tools?{}", "tag=&".repeat(1000));
    assert_eq!(
        start()
            .await
            .send(&line, &[])
            .await
            .validation_errors()
            .len(),
        100
    );
}

#[tokio::test]
async fn an_encoded_path_value_is_one_segment() {
    let server = start().await;
    let response = server
        .send("GET /v1/tools/a%2Fb/parts/%C3%A9%20+%2E%2E", &[])
        .await;
    assert_eq!(
        (response.status, response.json()),
        (200, json!(["a/b", "é +.."]))
    );
}

#[tokio::test]
async fn a_path_that_is_not_utf8_is_a_validation_error() {
    let response = start().await.send("GET /v1/tools/%ff/parts/%C3", &[]).await;
    let expected = [
        "path tool: must be text in UTF-8",
        "path part: must be text in UTF-8",
    ];
    assert_eq!(response.validation_errors(), expected);
}

#[tokio::test]
async fn the_rules_of_a_path_value_are_checked() {
    let response = start()
        .await
        .send("DELETE /v1/tools/longer-than-twenty-characters", &[])
        .await;
    assert_eq!(
        response.validation_errors(),
        ["path id: must have from 1 to 20 characters"]
    );
}

#[tokio::test]
async fn an_invalid_percent_encoding_is_a_validation_error() {
    let server = start().await;
    let problem = "has a `%` without two hexadecimal digits after it";
    for (line, parameter) in [
        ("DELETE /v1/tools/%zz", "path id"),
        ("DELETE /v1/tools/100%", "path id"),
        ("GET /v1/tools?name=%4", "query name"),
        ("GET /v1/tools?tag=a&tag=%+1", "query tag"),
    ] {
        let response = server.send(line, &[]).await;
        assert_eq!(response.status, 400, "{line}");
        assert_eq!(
            response.validation_errors(),
            [format!("{parameter}: {problem}")],
            "{line}"
        );
    }
    assert_eq!(server.send("GET /v1/tools?%zz=%zz", &[]).await.status, 200);
}
