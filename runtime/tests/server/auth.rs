//! Authentication and permissions.

use specsmith_runtime::server::BearerToken;

use crate::wire::start;

#[tokio::test]
async fn a_request_without_credentials_is_401_with_a_challenge() {
    let server = start().await;
    let response = server.send_bare("GET /v1/tools", &[], "").await;
    response.is_error(401, "Missing Authentication header");
    assert_eq!(
        response.header("www-authenticate"),
        Some("Bearer realm=\"api\"")
    );
}

#[tokio::test]
async fn an_unknown_key_is_401_with_a_challenge() {
    let server = start().await;
    for credentials in [
        "Bearer nobody",
        "Bearer",
        "Bearer  ",
        "Basic bWU6aHVudGVyMg==",
        "key",
    ] {
        let header = format!("authorization: {credentials}");
        let response = server.send_bare("GET /v1/tools", &[&header], "").await;
        response.is_error(401, "Invalid API key");
        assert_eq!(
            response.header("www-authenticate"),
            Some("Bearer realm=\"api\", error=\"invalid_token\"")
        );
    }
}

#[tokio::test]
async fn two_keys_are_401() {
    let server = start().await;
    let headers = [
        "authorization: Bearer management",
        "authorization: Bearer management",
    ];
    server
        .send_bare("GET /v1/tools", &headers, "")
        .await
        .is_error(401, "Invalid API key");
}

#[tokio::test]
async fn the_name_of_the_scheme_is_case_insensitive() {
    let server = start().await;
    for scheme in ["bearer", "BEARER"] {
        let header = format!("authorization: {scheme} management");
        assert_eq!(
            server
                .send_bare("GET /v1/tools", &[&header], "")
                .await
                .status,
            200
        );
    }
}

#[tokio::test]
async fn a_key_of_the_wrong_kind_is_403() {
    let server = start().await;
    let response = server
        .send_bare("GET /v1/tools", &["authorization: Bearer ordinary"], "")
        .await;
    response.is_error(403, "Only management keys can perform this operation");
    assert_eq!(response.header("www-authenticate"), None);
}

#[tokio::test]
async fn a_failing_key_store_is_500_without_details() {
    let server = start().await;
    let response = server
        .send_bare("GET /v1/tools", &["authorization: Bearer unlucky"], "")
        .await;
    response.is_error(500, "Internal Server Error");
}

/// The name of the tool would make the handler panic.
#[tokio::test]
async fn a_failing_key_store_has_a_status_that_the_operation_documents() {
    let server = start().await;
    let response = server
        .send_bare(
            "DELETE /v1/tools/panicking",
            &["authorization: Bearer limited"],
            "",
        )
        .await;
    response.is_error(429, "Rate limit exceeded");
    assert_eq!(response.header("retry-after"), Some("30"));
}

#[tokio::test]
async fn a_failing_key_store_is_500_if_the_operation_does_not_document_its_status() {
    let server = start().await;
    let response = server
        .send_bare("GET /v1/tools", &["authorization: Bearer limited"], "")
        .await;
    response.is_error(500, "Internal Server Error");
    assert_eq!(response.header("retry-after"), None);
}

#[tokio::test]
async fn authentication_comes_before_validation() {
    let server = start().await;
    let response = server.send_bare("GET /v1/tools?limit=none", &[], "").await;
    response.is_error(401, "Missing Authentication header");
}

#[test]
fn a_token_is_not_shown() {
    let shown = format!("{:?}", BearerToken::new("hunter2"));
    assert_eq!(shown, "BearerToken(<secret>)");
}
