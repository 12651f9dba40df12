//! Operations that accept several authentication schemes, over real sockets: the router takes the first credentials
//! that are good for the operation, and the client sends the first ones that it has.

#![allow(clippy::unwrap_used, missing_docs)]

use std::net::SocketAddr;
use std::sync::atomic::Ordering;

use doors_api::client::Credentials;
use doors_api::{Client, ClientBuilder, Error};
use specsmith_tests::doors::{self, House};
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::serving::base_url;

/// `app:secret` in base64.
const APP: &str = "Basic YXBwOnNlY3JldA==";

async fn post(address: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Response {
    let request = Request::new("POST", path);
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(name, value)
    });
    request.send(address).await
}

#[tokio::test]
async fn the_router_takes_the_first_credentials_that_are_known() {
    let address = doors::serve().await;
    for (path, headers, who) in [
        (
            "/visit",
            &[("authorization", "Bearer secret")][..],
            "badge secret",
        ),
        ("/visit", &[("authorization", APP)], "app secret"),
        ("/visit?ticket=secret", &[], "ticket secret"),
        (
            "/visit?ticket=secret",
            &[("authorization", APP)],
            "app secret",
        ),
        // What comes first is not known, so the next one counts.
        (
            "/visit?ticket=secret",
            &[("authorization", "Bearer no")],
            "ticket secret",
        ),
        (
            "/visit?ticket=secret",
            &[("authorization", "Basic %%%")],
            "ticket secret",
        ),
        (
            "/look",
            &[("cookie", "session=no"), ("authorization", "Bearer guard")],
            "badge guard",
        ),
        // What comes first is not good for the operation.
        (
            "/clean",
            &[
                ("authorization", "Bearer secret"),
                ("x-chip", "Chip secret"),
            ],
            "chip secret",
        ),
        (
            "/clean",
            &[("authorization", "Bearer cleaner")],
            "badge cleaner",
        ),
        (
            "/clean",
            &[("authorization", "Bearer guard")],
            "badge guard",
        ),
    ] {
        let response = post(address, path, headers).await;
        assert_eq!(response.status, 200, "{path} {headers:?}");
        assert!(
            response.body.contains(who),
            "{path} {headers:?}: {}",
            response.body
        );
    }
}

#[tokio::test]
async fn callers_without_good_credentials_are_not_let_in() {
    let address = doors::serve().await;
    for (path, headers, status, message) in [
        ("/visit", &[][..], 401, "No credentials"),
        (
            "/visit",
            &[("authorization", "Bearer no")],
            401,
            "Bad credentials",
        ),
        (
            "/visit",
            &[("authorization", "Digest a=b")],
            401,
            "Bad credentials",
        ),
        ("/visit?ticket=", &[], 401, "Bad credentials"),
        (
            "/visit?ticket=secret&ticket=secret",
            &[],
            401,
            "Bad credentials",
        ),
        ("/clean", &[], 401, "No credentials"),
        ("/clean", &[("x-chip", "secret")], 401, "Bad credentials"),
        (
            "/clean",
            &[("authorization", "Bearer secret")],
            403,
            "Not enough",
        ),
        // A known caller is refused, whatever else the request carries.
        (
            "/clean",
            &[("authorization", "Bearer secret"), ("x-chip", "Chip no")],
            403,
            "Not enough",
        ),
    ] {
        let response = post(address, path, headers).await;
        assert_eq!(response.status, status, "{path} {headers:?}");
        assert!(
            response.body.contains(message),
            "{path} {headers:?}: {}",
            response.body
        );
    }
}

#[tokio::test]
async fn a_request_may_have_no_credentials_but_not_wrong_ones() {
    let address = doors::serve().await;
    let response = post(address, "/look", &[]).await;
    assert_eq!(
        (response.status, response.body.contains("anybody")),
        (200, true)
    );
    // What the operation does not take does not count.
    let response = post(address, "/look?ticket=no", &[("x-chip", "Chip no")]).await;
    assert_eq!(
        (response.status, response.body.contains("anybody")),
        (200, true)
    );
    for (headers, status) in [
        (&[("cookie", "session=no")][..], 401),
        (&[("cookie", "session=")], 401),
        (&[("authorization", "Bearer no")], 401),
        (&[("authorization", APP)], 401),
        (&[("authorization", "Bearer secret")], 403),
    ] {
        let response = post(address, "/look", headers).await;
        assert_eq!(response.status, status, "{headers:?}");
    }
    // Validation errors come after it.
    assert_eq!(post(address, "/look?floor=top", &[]).await.status, 400);
    assert_eq!(
        post(address, "/look?floor=top", &[("cookie", "session=no")])
            .await
            .status,
        401
    );
}

#[tokio::test]
async fn a_part_of_a_combination_is_not_the_same_as_no_credentials() {
    let address = doors::serve().await;
    let both = [("cookie", "session=secret"), ("x-desk", "page")];
    for (headers, status, text) in [
        (&both[..], 200, "desk secret"),
        (&[], 200, "anybody"),
        (&both[..1], 401, "Bad credentials"),
        (&both[1..], 401, "Bad credentials"),
        (&[("cookie", "session="), both[1]], 401, "Bad credentials"),
    ] {
        let response = post(address, "/wave", headers).await;
        assert_eq!(response.status, status, "{headers:?}: {}", response.body);
        assert!(
            response.body.contains(text),
            "{headers:?}: {}",
            response.body
        );
    }
}

#[tokio::test]
async fn a_response_has_a_challenge_for_each_scheme() {
    let address = doors::serve().await;
    let response = post(address, "/visit", &[]).await;
    let challenges: Vec<_> = response
        .headers
        .get_all("www-authenticate")
        .iter()
        .collect();
    assert_eq!(
        challenges,
        [
            "Bearer realm=\"api\"",
            "Basic realm=\"api\", charset=\"UTF-8\"",
            "ApiKey realm=\"api\""
        ]
    );
    let refused = post(address, "/clean", &[("authorization", "Bearer secret")]).await;
    assert_eq!(refused.header("www-authenticate"), None);
}

#[tokio::test]
async fn credentials_of_one_scheme_are_looked_up_once() {
    let house = House::default();
    let address = doors::serve_house(house.clone()).await;
    for (token, status) in [("cleaner", 200), ("secret", 403), ("no", 401)] {
        let before = house.lookups.load(Ordering::Relaxed);
        let token = format!("Bearer {token}");
        let response = post(address, "/clean", &[("authorization", &token)]).await;
        assert_eq!(response.status, status);
        assert_eq!(house.lookups.load(Ordering::Relaxed) - before, 1, "{token}");
    }
}

#[tokio::test]
async fn a_failed_lookup_is_an_internal_error_even_if_another_alternative_would_do() {
    let address = doors::serve().await;
    let broken = ("authorization", "Bearer broken");
    assert_eq!(
        post(address, "/visit?ticket=secret", &[broken])
            .await
            .status,
        500
    );
    assert_eq!(post(address, "/look", &[broken]).await.status, 500);
}

/// A builder without any credentials, and a server that records requests.
async fn recording() -> (Stub, ClientBuilder) {
    let entry = serde_json::json!({ "who": "me" });
    let stub = Stub::start([Reply::json(200, &entry)]).await;
    let builder = Client::builder(base_url(stub.address));
    (stub, builder)
}

#[tokio::test]
async fn the_client_sends_the_first_credentials_that_it_has() {
    let (stub, builder) = recording().await;
    let builder = builder.credentials(Credentials::ticket("a&b"));
    let client = builder
        .credentials(Credentials::app("app", "secret"))
        .build()
        .unwrap();
    client.visit().await.unwrap();
    let seen = &stub.seen()[0];
    assert!(seen.contains(APP) && !seen.contains("ticket"), "{seen}");

    let (stub, builder) = recording().await;
    let client = builder
        .credentials(Credentials::ticket("a&b"))
        .build()
        .unwrap();
    client.visit().await.unwrap();
    let seen = &stub.seen()[0];
    assert!(
        seen.contains("ticket=a%26b") && !seen.to_lowercase().contains("authorization"),
        "{seen}"
    );
}

#[tokio::test]
async fn the_client_sends_no_credentials_if_none_are_needed() {
    let (stub, builder) = recording().await;
    let client = builder
        .credentials(Credentials::app("app", "secret"))
        .build()
        .unwrap();
    client.look().await.unwrap();
    let seen = stub.seen()[0].to_lowercase();
    assert!(
        !seen.contains("authorization") && !seen.contains("cookie"),
        "{seen}"
    );

    let (stub, builder) = recording().await;
    let client = builder
        .credentials(Credentials::badge("guard"))
        .build()
        .unwrap();
    client.look().await.unwrap();
    assert!(stub.seen()[0].contains("Bearer guard"));
}

#[tokio::test]
async fn a_call_without_any_of_the_credentials_is_not_sent() {
    let builder = Client::builder("http://127.0.0.1:9").credentials(Credentials::session("secret"));
    let error = builder.build().unwrap().visit().await.unwrap_err();
    assert!(matches!(&error, Error::Request(_)), "{error:?}");
    let expected = "credentials for `badge` or `app` or `ticket`, but";
    assert!(error.to_string().contains(expected), "{error}");
}
