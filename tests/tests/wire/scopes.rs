//! Combinations of schemes, and scopes, over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

use doors_api::client::Credentials;
use doors_api::{Client, Error};
use specsmith_tests::doors;
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::serving::base_url;

const PAGE: (&str, &str) = ("x-desk", "page");
const SESSION: (&str, &str) = ("cookie", "session=secret");

#[tokio::test]
async fn a_combination_needs_all_of_its_schemes() {
    let address = doors::serve().await;
    for (headers, status, text) in [
        (&[SESSION, PAGE][..], 200, "desk secret"),
        (&[], 401, "No credentials"),
        (&[SESSION], 401, "Bad credentials"),
        (&[PAGE], 401, "Bad credentials"),
        (&[SESSION, ("x-desk", "")], 401, "Bad credentials"),
        (&[SESSION, ("x-desk", "no")], 401, "Bad credentials"),
        (&[("cookie", "session=no"), PAGE], 401, "Bad credentials"),
        (
            &[("cookie", "session=secret; session=no"), PAGE],
            401,
            "Bad credentials",
        ),
    ] {
        let request = Request::new("POST", "/register");
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        let response = request.send(address).await;
        assert_eq!(response.status, status, "{headers:?}");
        assert!(
            response.body.contains(text),
            "{headers:?}: {}",
            response.body
        );
    }
}

#[tokio::test]
async fn scopes_are_checked_before_the_handler_runs() {
    let address = doors::serve().await;
    for (path, token, status, text) in [
        // No scopes are needed.
        ("/call", "secret", 200, "phone secret"),
        ("/call", "no", 401, "Bad credentials"),
        ("/unlock", "doors:open", 200, "phone doors:open"),
        ("/unlock", "doors:lock,doors:open", 200, "phone"),
        ("/unlock", "doors:lock", 403, "Not enough"),
        ("/unlock", "secret", 403, "Not enough"),
        ("/unlock", "no", 401, "Bad credentials"),
        // One of several alternatives, of which two are bearer tokens.
        ("/alarm", "guard", 200, "badge guard"),
        ("/alarm", "doors:lock,doors:open", 200, "phone"),
        ("/alarm", "doors:open", 403, "Not enough"),
    ] {
        let request =
            Request::new("POST", path).header("authorization", &format!("Bearer {token}"));
        let response = request.send(address).await;
        assert_eq!(response.status, status, "{path} {token}");
        assert!(
            response.body.contains(text),
            "{path} {token}: {}",
            response.body
        );
    }
    let desk = Request::new("POST", "/alarm")
        .header(SESSION.0, SESSION.1)
        .header(PAGE.0, PAGE.1);
    assert_eq!(desk.send(address).await.status, 200);
}

#[tokio::test]
async fn the_client_sends_all_credentials_of_a_combination() {
    let builder = Client::builder(base_url(doors::serve().await));
    let client = builder
        .credentials(Credentials::desk("secret", "page"))
        .build()
        .unwrap();
    assert_eq!(client.register().await.unwrap().who, "desk secret");
    assert_eq!(client.alarm().await.unwrap().who, "desk secret");
    // The credentials of a combination are not the credentials of its schemes.
    let error = client.greet().await.unwrap_err();
    assert!(
        error.to_string().contains("credentials for `session`"),
        "{error}"
    );

    let stub = Stub::start([Reply::json(200, &serde_json::json!({ "who": "me" }))]).await;
    let builder = Client::builder(base_url(stub.address));
    let client = builder
        .credentials(Credentials::desk("secret", "page"))
        .build()
        .unwrap();
    client.register().await.unwrap();
    let seen = stub.seen()[0].to_lowercase();
    assert!(
        seen.contains("cookie: session=secret\r\n") && seen.contains("x-desk: page\r\n"),
        "{seen}"
    );
}

#[tokio::test]
async fn a_client_whose_token_lacks_a_scope_is_refused() {
    let builder = Client::builder(base_url(doors::serve().await));
    let client = builder
        .credentials(Credentials::phone("doors:lock"))
        .build()
        .unwrap();
    let Error::Rejected(rejected) = client.unlock().await.unwrap_err() else {
        panic!("the router rejects the request");
    };
    assert_eq!(rejected.status.as_u16(), 403);
}

#[test]
fn a_combination_is_not_shown_and_has_the_problem_of_its_part() {
    let desk = Credentials::desk("hunter2", "hunter2");
    assert!(!format!("{desk:?}").contains("hunter2"));
    let builder =
        Client::builder("http://127.0.0.1:9").credentials(Credentials::desk("hunter2", ""));
    let error = builder.build().unwrap_err().to_string();
    assert!(
        error.contains("`desk_token` are empty") && !error.contains("hunter2"),
        "{error}"
    );
}
