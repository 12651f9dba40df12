//! Custom credentials: the client signs each request, and the server checks the signature, over real sockets.

#![allow(clippy::unwrap_used, missing_docs)]

use std::error::Error as _;

use doors_api::client::{Credentials, HttpRequest};
use doors_api::server::router;
use doors_api::{Client, Error};
use specsmith_tests::doors::{self, Certificate, House, signature};
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::serving::{self, base_url};

type Signed = Result<(), Box<dyn std::error::Error + Send + Sync>>;

fn sign(secret: &'static str) -> impl Fn(&mut HttpRequest) -> Signed {
    move |request| {
        let url = request.url();
        let query = url
            .query()
            .map_or(String::new(), |query| format!("?{query}"));
        let target = format!("{}{query}", url.path());
        let signed = signature(secret, request.method().as_str(), &target);
        request.headers_mut().insert("x-signature", signed.parse()?);
        Ok(())
    }
}

async fn client(secret: &'static str) -> Client {
    let builder = Client::builder(base_url(doors::serve().await));
    builder
        .credentials(Credentials::partner(sign(secret)))
        .build()
        .unwrap()
}

#[tokio::test]
async fn each_request_is_signed_when_all_else_is_in_it() {
    let partner = client("secret").await;
    assert_eq!(partner.deliver().await.unwrap().who, "partner");
    assert_eq!(partner.deliver().floor(2).await.unwrap().who, "partner");
    assert_eq!(partner.fetch().await.unwrap().who, "partner");
    let forger = client("guess").await;
    assert!(matches!(
        forger.deliver().await.unwrap_err(),
        Error::Rejected(_)
    ));
    assert!(matches!(
        forger.fetch().await.unwrap_err(),
        Error::Rejected(_)
    ));
}

/// A layer around the router adds what is known of the connection.
#[tokio::test]
async fn the_head_of_a_request_has_its_extensions() {
    let house = router(House::default()).layer(axum::Extension(Certificate("acme")));
    let address = serving::serve(house).await;
    let response = Request::new("POST", "/deliver").send(address).await;
    assert_eq!(response.json()["who"], "partner acme", "{}", response.body);
}

#[tokio::test]
async fn every_try_is_signed_again() {
    let entry = serde_json::json!({ "who": "me" });
    let stub = Stub::start([Reply::error(503, &[]), Reply::json(200, &entry)]).await;
    let count = std::sync::atomic::AtomicUsize::new(0);
    let count = move |request: &mut HttpRequest| -> Signed {
        let number = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        request.headers_mut().insert("x-signature", number.into());
        Ok(())
    };
    let builder = Client::builder(base_url(stub.address));
    let client = builder
        .credentials(Credentials::partner(count))
        .build()
        .unwrap();
    // The operation is not idempotent, so the caller tries again.
    client.deliver().await.unwrap_err();
    client.deliver().await.unwrap();
    assert!(
        stub.seen()[0].contains("x-signature: 0\r\n")
            && stub.seen()[1].contains("x-signature: 1\r\n")
    );
}

#[tokio::test]
async fn only_authenticate_knows_whether_a_signature_is_missing() {
    let address = doors::serve().await;
    for (path, headers, status, text) in [
        ("/deliver", &[][..], 401, "No credentials"),
        ("/deliver", &[("x-signature", "no")], 401, "Bad credentials"),
        ("/fetch", &[], 200, "anybody"),
        ("/fetch", &[("x-signature", "no")], 401, "Bad credentials"),
    ] {
        let request = Request::new("POST", path);
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.header(name, value)
        });
        let response = request.send(address).await;
        assert_eq!(response.status, status, "{path} {headers:?}");
        assert!(
            response.body.contains(text),
            "{path} {headers:?}: {}",
            response.body
        );
        if status == 401 {
            assert_eq!(
                response.header("www-authenticate"),
                Some("Custom realm=\"api\"")
            );
        }
    }
    // The signature belongs to another request.
    let signed = signature("secret", "POST", "/deliver");
    let request = Request::new("POST", "/deliver?floor=2").header("x-signature", &signed);
    assert_eq!(request.send(address).await.status, 401);
}

#[tokio::test]
async fn a_request_that_cannot_be_signed_is_not_sent() {
    let fail = |_: &mut HttpRequest| -> Signed { Err("the key is locked".into()) };
    let builder = Client::builder("http://127.0.0.1:9").credentials(Credentials::partner(fail));
    let error = builder.build().unwrap().deliver().await.unwrap_err();
    let Error::Request(error) = error else {
        panic!("{error:?}");
    };
    assert!(
        error.to_string().contains("credentials of `partner`"),
        "{error}"
    );
    assert_eq!(error.source().unwrap().to_string(), "the key is locked");
}
