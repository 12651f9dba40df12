//! Bodies that are slow or of another media type, over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

use std::net::SocketAddr;
use std::time::Duration;

use clinic_api::server::{ServerConfig, router, router_with};
use serde_json::json;
use specsmith_tests::clinic::Clinic;
use specsmith_tests::raw::Request;
use specsmith_tests::serving::serve;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Sends the head of a request and the beginning of its body, and returns the response: a client that stalls.
async fn stall(address: SocketAddr, line: &str, media: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let head = format!("{line} HTTP/1.1\r\nhost: test\r\ncontent-type: {media}\r\n");
    let request = format!("{head}content-length: 100\r\n\r\n{{\"bed\":");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut response = String::new();
    // The server closes the connection.
    stream.read_to_string(&mut response).await.unwrap();
    response
}

#[tokio::test]
async fn a_client_that_stalls_gets_408() {
    let config = ServerConfig::new().body_timeout(Duration::from_millis(20), 0);
    let address = serve(router_with(Clinic::new(), config)).await;
    let form = "multipart/form-data; boundary=x";
    for (line, media) in [
        ("POST /v1/patients", "application/json"),
        ("PUT /v1/notes", "text/plain"),
        // The handlers read these.
        ("POST /v1/alarms", "application/x-ndjson"),
        ("POST /v1/scans", form),
    ] {
        let response = stall(address, line, media).await;
        assert!(response.starts_with("HTTP/1.1 408 "), "{line}: {response}");
        assert!(response.contains("\r\nconnection: close\r\n"), "{response}");
        let body = r#"{"error":{"code":408,"message":"The body arrived too slowly"}}"#;
        assert!(response.ends_with(body), "{line}: {response}");
    }
    // Those who do not stall are not affected.
    let patient = json!({ "name": "Ada", "bed": "1" }).to_string();
    let request = Request::new("POST", "/v1/patients").json(patient);
    assert_eq!(request.send(address).await.status, 200);
}

#[tokio::test]
async fn the_client_knows_408_as_implied() {
    let operation = clinic_api::operations::ADMIT_PATIENT.name;
    let stub =
        specsmith_tests::raw::Stub::start([specsmith_tests::raw::Reply::error(408, &[])]).await;
    let builder = clinic_api::Client::builder(format!("http://{}", stub.address));
    let client = builder
        .retry(clinic_api::client::Retry::never())
        .build()
        .unwrap();
    let patient = clinic_api::types::Patient {
        name: "Ada".to_owned(),
        bed: "1".to_owned(),
    };
    let error = client.admit_patient(patient).await.unwrap_err();
    assert!(
        matches!(error, clinic_api::Error::Rejected(_)),
        "{operation}: {error:?}"
    );
}

#[tokio::test]
async fn a_415_names_what_is_accepted() {
    let address = serve(router(Clinic::new())).await;
    let json = "application/json, application/vnd.clinic+json";
    for (method, path, accepted, own, message) in [
        (
            "POST",
            "/v1/patients",
            json,
            Some("accept-post"),
            "The media type of the body must be `application/json` or `application/vnd.clinic+json`",
        ),
        (
            "PATCH",
            "/v1/patients/7",
            "application/json",
            Some("accept-patch"),
            "The media type of the body must be `application/json`",
        ),
        (
            "PUT",
            "/v1/notes",
            "text/plain",
            None,
            "The media type of the body must be `text/plain`",
        ),
        (
            "POST",
            "/v1/scans",
            "multipart/form-data",
            Some("accept-post"),
            "The media type of the body must be `multipart/form-data`",
        ),
        (
            "POST",
            "/v1/alarms",
            "application/x-ndjson",
            Some("accept-post"),
            "The media type of the body must be `application/x-ndjson`",
        ),
    ] {
        let request = Request::new(method, path).key("ada").body("image/png", "x");
        let response = request.send(address).await;
        assert_eq!(
            (response.status, response.header("accept")),
            (415, Some(accepted))
        );
        for name in ["accept-post", "accept-patch"] {
            let expected = (own == Some(name)).then_some(accepted);
            assert_eq!(response.header(name), expected, "{method} {path}");
        }
        assert_eq!(response.error()["message"], message);
    }
    let encoded = Request::new("PUT", "/v1/notes").header("content-encoding", "br");
    let response = encoded.body("text/plain", "x").send(address).await;
    assert_eq!(
        (response.status, response.header("accept-encoding")),
        (415, Some("identity"))
    );
    let message = "The body must not have a content encoding";
    assert_eq!(response.error()["message"], message);
}
