//! Successful responses without content, and handlers that fail.

use serde_json::json;

use crate::wire::start;

#[tokio::test]
async fn success_without_content_is_204() {
    let response = start().await.send("DELETE /v1/tools/saw", &[]).await;
    assert_eq!((response.status, response.text.as_str()), (204, ""));
    assert_eq!(response.header("content-type"), None);
}

#[tokio::test]
async fn a_documented_error_has_the_shape_of_the_api() {
    let response = start().await.send("DELETE /v1/tools/missing", &[]).await;
    let expected = json!({"error": {
        "code": 404, "message": "Resource not found", "metadata": {"shelf": 7},
    }});
    assert_eq!((response.status, response.json()), (404, expected));
}

#[tokio::test]
async fn a_documented_error_has_its_headers() {
    let response = start().await.send("DELETE /v1/tools/limited", &[]).await;
    response.is_error(429, "Rate limit exceeded");
    assert_eq!(response.header("retry-after"), Some("30"));
}

#[tokio::test]
async fn a_cause_is_not_in_the_response() {
    let response = start().await.send("DELETE /v1/tools/broken", &[]).await;
    response.is_error(500, "Internal Server Error");
}

#[tokio::test]
async fn a_value_that_json_cannot_represent_is_500() {
    let server = start().await;
    let tool = |id| format!(r#"{{"id": "{id}", "price": 0.5, "parts": []}}"#);
    let response = server.send_json("POST /v1/tools", &tool("saw")).await;
    let expected = json!({"data": {"id": "saw", "price": 0.5, "parts": []}});
    assert_eq!((response.status, response.json()), (201, expected));
    let response = server.send_json("POST /v1/tools", &tool("priceless")).await;
    response.is_error(500, "Internal Server Error");
}

#[tokio::test]
async fn a_panic_is_500_and_the_server_continues() {
    let server = start().await;
    server
        .send("DELETE /v1/tools/panicking", &[])
        .await
        .is_error(500, "Internal Server Error");
    assert_eq!(server.send("DELETE /v1/tools/saw", &[]).await.status, 204);
}
