//! Idempotency keys: each call has its own, all its tries have the same, and the handler gets it.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::Duration;

use searches_api::client::Retry;
use searches_api::{Client, Error};
use serde_json::json;
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::searches::{client, serve};
use specsmith_tests::serving::base_url;

/// Several tries with almost no delay between them.
const QUICK: Retry = Retry::new()
    .base_delay(Duration::from_millis(4))
    .max_delay(Duration::from_millis(10));

fn quick(stub: &Stub) -> Client {
    let builder = Client::builder(base_url(stub.address)).retry(QUICK);
    builder.build().unwrap()
}

/// The values of a header in the requests that a server has seen.
fn seen(stub: &Stub, header: &str) -> Vec<String> {
    let requests = stub.seen();
    let value = |request: &String| {
        let mut lines = request.lines().filter_map(|line| line.split_once(": "));
        let found = lines.find(|(name, _)| name.eq_ignore_ascii_case(header));
        found.unwrap().1.to_owned()
    };
    requests.iter().map(value).collect()
}

fn saved() -> Reply {
    Reply::json(200, &json!({ "text": "a" }))
}

#[tokio::test]
async fn each_call_has_its_own_key_which_the_handler_gets() {
    let client = client(serve().await);
    let first = client.save_search("a".into()).await.unwrap();
    let second = client.save_search("a".into()).await.unwrap();
    assert_eq!(first.key.as_ref().unwrap().len(), 36);
    assert_ne!(first.key, second.key);
    let own = client.save_search("a".into()).idempotency_key("my key");
    assert_eq!(own.await.unwrap().key.as_deref(), Some("my key"));
    // The client also sends a key that callers may omit.
    let renamed = client.rename_search("b".into()).await.unwrap();
    assert_eq!(renamed.key.unwrap().len(), 36);
    let renamed = client.rename_search("b".into()).idempotency_key("k");
    assert_eq!(renamed.await.unwrap().key.as_deref(), Some("k"));
}

#[tokio::test]
async fn all_tries_of_a_call_have_the_same_key() {
    for header in ["idempotency-key", "x-request-key"] {
        // The second connection is closed without a response, so the server may have performed the request.
        let replies = [
            Reply::json(503, &json!({ "code": 503, "message": "Overloaded" })),
            Reply::Bytes(Vec::new()),
            saved(),
            saved(),
        ];
        let stub = Stub::start(replies).await;
        let client = quick(&stub);
        let call = || match header {
            "idempotency-key" => client.save_search("a".into()).send(),
            _ => client.rename_search("a".into()).send(),
        };
        assert_eq!(call().await.map_err(|_| ()).unwrap().tries, 3);
        call().await.map_err(|_| ()).unwrap();
        let keys = seen(&stub, header);
        assert_eq!(keys.len(), 4);
        assert!(keys[0] == keys[1] && keys[1] == keys[2], "{keys:?}");
        assert_ne!(keys[2], keys[3]);
    }
}

#[tokio::test]
async fn a_server_checks_the_key() {
    let address = serve().await;
    let request = |method: &str| Request::new(method, "/v1/searches").json("\"a\"");
    let missing = request("POST").send(address).await;
    assert_eq!(missing.status, 400);
    assert_eq!(
        missing.json()["metadata"]["invalid"],
        json!([{ "in": "header", "name": "idempotency-key", "problem": "is missing" }])
    );
    for key in [String::new(), "k".repeat(256)] {
        let invalid = request("POST")
            .header("idempotency-key", &key)
            .send(address)
            .await;
        assert_eq!(
            invalid.json()["metadata"]["invalid"][0]["problem"],
            "must have from 1 to 255 characters"
        );
    }
    let optional = request("PATCH").send(address).await;
    assert_eq!(
        (optional.status, optional.json()),
        (200, json!({ "text": "a" }))
    );
}

#[tokio::test]
async fn a_key_that_no_header_can_hold_is_not_sent() {
    let stub = Stub::start([]).await;
    let call = quick(&stub).save_search("a".into()).idempotency_key("a\nb");
    let error = call.await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert_eq!(stub.seen(), [""; 0]);
}
