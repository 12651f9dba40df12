//! Several schemes over real sockets: each operation takes the credentials of its scheme and of no other, and the
//! client sends each operation what it takes.

#![allow(clippy::unwrap_used, missing_docs)]

use doors_api::client::Credentials;
use doors_api::{Client, ClientBuilder, Error};
use specsmith_tests::doors;
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::serving::base_url;

/// A builder with the credentials of all schemes.
fn builder(url: &str) -> ClientBuilder {
    Client::builder(url)
        .credentials(Credentials::badge("guard"))
        .credentials(Credentials::app("app", "secret"))
        .credentials(Credentials::chip("secret"))
        .credentials(Credentials::ticket("a&b"))
        .credentials(Credentials::session("secret"))
}

#[tokio::test]
async fn the_client_sends_each_operation_the_credentials_of_its_scheme() {
    let client = builder(&base_url(doors::serve().await)).build().unwrap();
    assert_eq!(client.enter().await.unwrap().who, "badge guard");
    assert_eq!(client.lock().await.unwrap().who, "badge guard");
    assert_eq!(client.open().await.unwrap().who, "app secret");
    assert_eq!(client.park().await.unwrap().who, "chip secret");
    assert_eq!(client.leave().await.unwrap().who, "ticket encoded");
    assert_eq!(client.leave().floor(2).await.unwrap().who, "ticket encoded");
    assert_eq!(client.greet().await.unwrap().who, "session secret");
    assert_eq!(client.ring().await.unwrap().who, "anybody");
}

#[tokio::test]
async fn the_client_sends_no_credentials_that_an_operation_does_not_need() {
    let entry = serde_json::json!({ "who": "me" });
    let stub = Stub::start([Reply::json(200, &entry), Reply::json(200, &entry)]).await;
    let client = builder(&base_url(stub.address)).build().unwrap();
    client.ring().await.unwrap();
    client.greet().await.unwrap();
    let seen = stub.seen();
    let all = ["authorization", "x-chip", "ticket", "cookie"];
    for name in all {
        assert!(!seen[0].to_lowercase().contains(name), "{name}");
    }
    for name in &all[..3] {
        assert!(!seen[1].to_lowercase().contains(name), "{name}");
    }
}

#[tokio::test]
async fn a_header_that_a_call_sets_wins_over_the_credentials_and_is_not_shown() {
    let client = builder(&base_url(doors::serve().await)).build().unwrap();
    let cleaner = client.enter().header("authorization", "Bearer cleaner");
    assert_eq!(cleaner.await.unwrap().who, "badge cleaner");
    let stub = Stub::start([Reply::response(200, &[], "the key Chip m1n3 is new")]).await;
    let client = builder(&base_url(stub.address)).build().unwrap();
    let error = client.park().header("x-chip", "Chip m1n3").await;
    let error = error.unwrap_err();
    assert!(stub.seen()[0].contains("x-chip: Chip m1n3\r\n"));
    let shown = format!("{error} {error:?}");
    assert!(
        shown.contains("is new") && !shown.contains("m1n3"),
        "{shown}"
    );
}

#[tokio::test]
async fn a_call_without_the_credentials_of_its_scheme_is_not_sent() {
    let builder = Client::builder("http://127.0.0.1:9").credentials(Credentials::chip("secret"));
    let error = builder.build().unwrap().open().await.unwrap_err();
    assert!(matches!(&error, Error::Request(_)), "{error:?}");
    assert!(
        error.to_string().contains("credentials for `app`"),
        "{error}"
    );
}

#[test]
fn credentials_that_cannot_be_sent_are_rejected_without_showing_them() {
    for (credentials, problem) in [
        (
            Credentials::app("a:hunter2", "hunter2"),
            "have a colon in the name",
        ),
        (Credentials::chip(""), "are empty"),
        (
            Credentials::chip("hunter2\n"),
            "have characters that no header can hold",
        ),
        (
            Credentials::session("hunter2;"),
            "has characters that no cookie can hold",
        ),
        (Credentials::ticket(""), "are empty"),
    ] {
        let builder = Client::builder("http://127.0.0.1:9").credentials(credentials);
        let error = builder.build().unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
        assert!(!error.contains("hunter2"), "{error}");
    }
}

#[test]
fn secrets_are_not_shown() {
    for credentials in [
        Credentials::app("hunter2", "hunter2"),
        Credentials::chip("hunter2"),
        Credentials::ticket("hunter2"),
        Credentials::session("hunter2"),
    ] {
        assert!(!format!("{credentials:?}").contains("hunter2"));
        let builder = Client::builder("http://127.0.0.1:9").credentials(credentials);
        assert!(!format!("{builder:?}").contains("hunter2"));
        assert!(!format!("{:?}", builder.build().unwrap()).contains("hunter2"));
    }
}

#[tokio::test]
async fn the_key_in_a_query_is_in_no_error() {
    let client = Client::builder("http://127.0.0.1:9").credentials(Credentials::ticket("hunter2"));
    let error = client.build().unwrap().leave().await.unwrap_err();
    assert!(matches!(&error, Error::Transport(_)), "{error:?}");
    assert!(!format!("{error:?} {error}").contains("hunter2"));
}

#[tokio::test]
async fn a_request_without_credentials_gets_the_challenge_of_the_scheme() {
    let address = doors::serve().await;
    for (path, challenge) in [
        ("/enter", "Bearer realm=\"api\""),
        ("/open", "Basic realm=\"api\", charset=\"UTF-8\""),
        ("/park", "ApiKey realm=\"api\""),
        ("/leave", "ApiKey realm=\"api\""),
        ("/greet", "ApiKey realm=\"api\""),
    ] {
        let response = Request::new("POST", path).send(address).await;
        assert_eq!(response.status, 401, "{path}");
        assert_eq!(
            response.header("www-authenticate"),
            Some(challenge),
            "{path}"
        );
        assert!(response.body.contains("No credentials"), "{path}");
    }
}

#[tokio::test]
async fn credentials_of_another_scheme_are_not_accepted() {
    let address = doors::serve().await;
    // `app:secret` in base64.
    let basic = "Basic YXBwOnNlY3JldA==";
    for (path, name, value, status) in [
        ("/open", "authorization", basic, 200),
        ("/enter", "authorization", basic, 401),
        ("/open", "authorization", "Bearer secret", 401),
        ("/open", "authorization", "Basic YXBwOm5v", 401),
        ("/park", "authorization", "Bearer secret", 401),
        ("/park", "x-chip", "Chip secret", 200),
        ("/park", "x-chip", "secret", 401),
        ("/park?x-chip=Chip%20secret", "a", "b", 401),
        ("/leave?ticket=secret", "a", "b", 200),
        ("/leave?ticket=secret&ticket=secret", "a", "b", 401),
        ("/leave", "ticket", "secret", 401),
        ("/greet", "cookie", "a=b; session=secret", 200),
        ("/greet", "cookie", "session=secret; session=guard", 401),
        ("/lock", "authorization", "Bearer guard", 200),
        ("/lock", "authorization", "Bearer secret", 403),
    ] {
        let request = Request::new("POST", path).header(name, value);
        let response = request.send(address).await;
        assert_eq!(response.status, status, "{path} {name}: {value}");
    }
}
