//! Webhooks over real sockets: the generated sender and receiver, each with the other, and with axum and reqwest.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::routing::post;
use payouts_api::client::{Error, Retry};
use payouts_api::types::{Event, Failure, Occasion, What};
use payouts_api::webhooks::{self, PushResponse, Sender, ServerConfig, WebhookError};
use serde_json::{Value, json};
use specsmith_tests::payouts::{Subscriber, paid, sender, signature};
use specsmith_tests::raw::{Reply, Stub};
use specsmith_tests::serving::serve;

async fn receiver() -> (Subscriber, String) {
    let subscriber = Subscriber::default();
    let address = serve(webhooks::router(subscriber.clone())).await;
    (subscriber, format!("http://{address}"))
}

fn event(what: What) -> Event {
    Event {
        id: "evt_1".to_owned(),
        created: 1_700_000_000,
        what,
    }
}

fn push() -> payouts_api::types::Push {
    payouts_api::types::Push {
        r#ref: "main".to_owned(),
        commits: vec!["a1".to_owned()],
    }
}

/// A request by somebody who does not use the generated sender.
async fn deliver(url: &str, signature: Option<&str>, body: &str) -> (u16, Value) {
    let mut request = reqwest::Client::new()
        .post(url)
        .header("content-type", "application/json")
        .header("payouts-delivery", "d1");
    if let Some(signature) = signature {
        request = request.header("payouts-signature", signature);
    }
    let response = request.body(body.to_owned()).send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

#[tokio::test]
async fn an_event_arrives_as_it_was_sent() {
    let (subscriber, url) = receiver().await;
    let url = format!("{url}/payout_event");
    let sent = event(What::PayoutPaid(paid("po_1")));
    sender().payout_event(&url, sent.clone()).await.unwrap();
    let events = subscriber.events.lock().unwrap();
    assert_eq!(events[0].body, sent);
    assert_eq!(events[0].idempotency_key.len(), 36);
}

#[tokio::test]
async fn an_unknown_event_is_kept() {
    let (subscriber, url) = receiver().await;
    let body = json!({
        "id": "evt_2",
        "created": 1,
        "what": { "type": "payout.frozen", "data": { "since": 5 } }
    });
    let text = body.to_string();
    let url = format!("{url}/payout_event");
    let (status, _) = deliver(&url, Some(&signature(text.as_bytes())), &text).await;
    assert_eq!(status, 204);
    let kept = subscriber.events.lock().unwrap()[0].body.clone();
    assert_eq!(kept.what.tag(), "payout.frozen");
    // The sender sends it on unchanged.
    assert_eq!(serde_json::to_value(&kept).unwrap(), body);
}

#[tokio::test]
async fn a_missing_or_wrong_signature_never_reaches_the_handler() {
    let (subscriber, url) = receiver().await;
    let url = format!("{url}/payout_event");
    let body = json!({ "id": "e", "created": 1, "what": { "type": "account.closed" } }).to_string();
    let (status, response) = deliver(&url, None, &body).await;
    assert_eq!(status, 401);
    assert_eq!(response["message"], "The signature is missing or wrong");
    assert_eq!(*subscriber.checks.lock().unwrap(), 0);
    // One byte differs.
    let other = signature(body.replace('1', "2").as_bytes());
    for wrong in [other.as_str(), "", "v1="] {
        assert_eq!(deliver(&url, Some(wrong), &body).await.0, 401);
    }
    assert_eq!(subscriber.count(), 0);
    // Whether the body is valid, only those who can sign learn.
    assert_eq!(deliver(&url, Some("v1="), "{").await.0, 401);
    let two = reqwest::Client::new()
        .post(&url)
        .header("content-type", "application/json")
        .header("payouts-signature", signature(body.as_bytes()))
        .header("payouts-signature", "v1=")
        .header("payouts-delivery", "d1")
        .body(body.clone());
    let response = two.send().await.unwrap();
    assert_eq!(response.status().as_u16(), 401);
    assert!(response.headers().contains_key("www-authenticate"));
    assert_eq!(subscriber.count(), 0);
    let right = signature(body.as_bytes());
    assert_eq!(deliver(&url, Some(&right), &body).await.0, 204);
    assert_eq!(subscriber.count(), 1);
}

#[tokio::test]
async fn a_signed_body_is_validated() {
    let (subscriber, url) = receiver().await;
    let url = format!("{url}/payout_event");
    for body in ["{", "[]", "", r#"{"id":1,"created":"x","what":{}}"#] {
        let (status, response) = deliver(&url, Some(&signature(body.as_bytes())), body).await;
        assert_eq!(status, 400, "{body}");
        assert!(response["metadata"]["invalid"].is_array(), "{body}");
    }
    // The limit of the specification is 4 KiB.
    let large = format!("{{\"id\":\"{}\"}}", "x".repeat(5000));
    let (status, _) = deliver(&url, Some(&signature(large.as_bytes())), &large).await;
    assert_eq!(status, 413);
    assert_eq!(subscriber.count(), 0);
    let get = reqwest::get(&url).await.unwrap();
    assert_eq!(get.status().as_u16(), 405);
}

#[tokio::test]
async fn a_limit_of_the_receiver_holds_for_webhooks_without_their_own() {
    let config = ServerConfig::new().body_limit(64);
    let router = webhooks::router_with(Subscriber::default(), config);
    let url = format!("http://{}/push", serve(router).await);
    let mut large = push();
    large.commits = vec!["a".repeat(100)];
    let error = sender().push(&url, 1, large).await.unwrap_err();
    assert_eq!(status_of(&error), Some(413));
    sender().push(&url, 1, push()).await.unwrap();
}

fn status_of(error: &Error<WebhookError>) -> Option<u16> {
    match error {
        Error::Api(error) => Some(error.status()),
        _ => None,
    }
}

#[tokio::test]
async fn each_status_is_a_result_or_an_error_of_the_sender() {
    let (_, url) = receiver().await;
    let url = format!("{url}/push");
    let sender = sender();
    let call = |attempt| sender.push(&url, attempt, push());
    assert_eq!(call(1).await.unwrap(), PushResponse::NoContent);
    match call(2).payouts_region("eu").await.unwrap() {
        PushResponse::Accepted(later) => assert_eq!(later.retry_after, Some(7)),
        PushResponse::NoContent => panic!("the receiver handles it later"),
    }
    assert_eq!(status_of(&call(3).await.unwrap_err()), Some(410));
    // Any other error is internal, and its text stays there.
    let error = call(4).await.unwrap_err();
    assert_eq!(status_of(&error), Some(500));
    assert!(!format!("{error:?} {error}").contains("digit"), "{error:?}");
}

#[tokio::test]
async fn a_form_is_signed_and_answered() {
    let (_, url) = receiver().await;
    let question = |payout: &str| Failure {
        payout: payout.into(),
        reason: "a&b=c".to_owned(),
    };
    let url = format!("{url}/decide");
    let decision = sender().decide(&url, question("po_1")).await.unwrap();
    assert!(decision.allow);
    assert_eq!(decision.reason.as_deref(), Some("a&b=c"));
    let decision = sender().decide(&url, question("po_2")).await.unwrap();
    assert!(!decision.allow);
}

#[tokio::test]
async fn a_webhook_is_served_at_any_path_and_its_url_may_have_a_query() {
    let route = Router::new().route("/hooks/{id}", webhooks::ping(Subscriber::default()));
    let url = format!("http://{}/hooks/7?token=x", serve(route).await);
    sender().ping(&url).await.unwrap();
    sender().ping(&url).challenge("a b&c").await.unwrap();
    let newer = Occasion::Other("upgrade".to_owned());
    sender().ping(&url).occasion(newer).await.unwrap();
    let refused = sender().ping(&url).challenge("else").await.unwrap_err();
    assert_eq!(status_of(&refused), Some(422));
    let response = reqwest::Client::new().post(&url).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 405);
}

/// A receiver that nobody generated.
async fn handwritten() -> SocketAddr {
    let handler = |headers: HeaderMap, body: Bytes| async move {
        let sent = headers["payouts-signature"].to_str().unwrap();
        assert_eq!(sent, signature(&body));
        let body: Value = serde_json::from_slice(&body).unwrap();
        let expected = json!({
            "id": "evt_1",
            "created": 1_700_000_000,
            "what": {
                "type": "payout.paid",
                "data": { "id": "po_9", "amount": 250, "status": "paid" }
            }
        });
        assert_eq!(body, expected);
        assert_eq!(headers["content-type"], "application/json");
        assert_eq!(headers["payouts-delivery"].to_str().unwrap(), "mine");
        "thanks"
    };
    serve(Router::new().route("/in", post(handler))).await
}

#[tokio::test]
async fn any_success_of_a_receiver_that_nobody_generated_will_do() {
    let url = format!("http://{}/in", handwritten().await);
    let call = sender().payout_event(&url, event(What::PayoutPaid(paid("po_9"))));
    let response = call.idempotency_key("mine").send().await.unwrap();
    assert_eq!(response.status.as_u16(), 200);
    for status in [200, 201, 202, 204, 299] {
        let stub = Stub::start([Reply::response(status, &[], "")]).await;
        let url = format!("http://{}", stub.address);
        let call = sender().payout_event(&url, event(What::AccountClosed));
        call.await.unwrap();
    }
}

#[tokio::test]
async fn a_receiver_cannot_make_the_sender_read_much() {
    let large = "x".repeat((1 << 20) + 1);
    for status in [200, 500] {
        let stub = Stub::start([Reply::response(status, &[], &large)]).await;
        let url = format!("http://{}", stub.address);
        let failure = Failure {
            payout: "po_1".into(),
            reason: String::new(),
        };
        let error = sender().decide(&url, failure).await.unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{status}");
    }
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (subscriber, target) = receiver().await;
    let location = format!("{target}/payout_event");
    let stub = Stub::start([Reply::response(307, &[("location", &location)], "")]).await;
    let url = format!("http://{}", stub.address);
    let call = sender().payout_event(&url, event(What::AccountClosed));
    match call.await.unwrap_err() {
        Error::Undocumented(response) => assert_eq!(response.status().as_u16(), 307),
        other => panic!("{other:?}"),
    }
    assert_eq!(subscriber.count(), 0);
}

#[tokio::test]
async fn only_idempotent_webhooks_are_sent_again_and_each_try_is_signed() {
    let quick = Retry::new()
        .max_tries(3)
        .base_delay(Duration::from_millis(2))
        .max_delay(Duration::from_millis(5));
    let number = std::sync::atomic::AtomicU32::new(0);
    let signer = move |_: &[u8]| {
        let number = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("try {number}")
    };
    let sender = Sender::builder(signer).retry(quick).build().unwrap();
    let failures = [500, 429, 200].map(|status| Reply::response(status, &[], ""));
    let stub = Stub::start(failures.clone()).await;
    let url = format!("http://{}", stub.address);
    let call = sender.payout_event(&url, event(What::AccountClosed));
    assert_eq!(call.send().await.unwrap().tries, 3);
    let seen = stub.seen();
    for (index, request) in seen.iter().enumerate() {
        let line = format!("payouts-signature: try {index}\r\n");
        assert!(request.contains(&line), "{request}");
    }
    let stub = Stub::start(failures).await;
    let url = format!("http://{}", stub.address);
    let error = sender.push(&url, 1, push()).await.unwrap_err();
    assert_eq!(status_of(&error), Some(500));
    assert_eq!(stub.seen().len(), 1);
}

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_an_error_that_shows_no_secret() {
    for url in [
        "",
        "ftp://x/s3cr3t",
        "/s3cr3t",
        "http://",
        "https://localhost/s3cr3t",
    ] {
        let error = sender().ping(url).await.unwrap_err();
        assert!(matches!(error, Error::Request(_)), "{error:?}");
        assert!(!format!("{error:?} {error}").contains("s3cr3t"), "{error}");
    }
    let broken = Sender::builder(|_: &[u8]| "a\ns3cr3t".to_owned());
    let broken = broken.build().unwrap();
    let call = broken.payout_event("http://localhost", event(What::AccountClosed));
    let error = call.await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert!(!format!("{error:?} {error}").contains("s3cr3t"), "{error}");
}

/// Fields of one direction are in the form that they have in responses.
#[tokio::test]
async fn an_event_of_the_payments_api_arrives() {
    use payments_api::types::{Event, EventData};
    use payments_api::webhooks::{PaymentEvent, Receiver, router};

    struct Hooks(tokio::sync::mpsc::UnboundedSender<Event>);

    impl Receiver for Hooks {
        fn verify(&self, webhook: payments_api::webhooks::SignedWebhook<'_>) -> bool {
            webhook.signature() == signature(webhook.body())
        }

        async fn payment_event(&self, request: PaymentEvent) -> Result<(), WebhookError> {
            self.0.send(request.body)?;
            Ok(())
        }
    }

    let (sender, mut received) = tokio::sync::mpsc::unbounded_channel();
    let url = format!(
        "http://{}/payment_event",
        serve(router(Hooks(sender))).await
    );
    let event = json!({
        "type": "customer.created",
        "id": "evt_1",
        "created": 1,
        "data": { "id": "cus_1", "email": "ada@example.com" }
    });
    let text = event.to_string();
    let request = reqwest::Client::new()
        .post(&url)
        .header("content-type", "application/json")
        .header("payments-signature", signature(text.as_bytes()));
    let response = request.body(text).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 204);
    let first = received.recv().await.unwrap();
    let EventData::CustomerCreated(customer) = &first.data else {
        panic!("the event is about a customer")
    };
    assert_eq!((first.created, customer.id.as_str()), (1, "cus_1"));
    let signer = |body: &[u8]| signature(body);
    let sender = payments_api::webhooks::Sender::builder(signer).build();
    let second = Event {
        id: "evt_2".to_owned(),
        ..first
    };
    let call = sender.unwrap();
    call.payment_event(&url, second).await.unwrap();
    let second = serde_json::to_value(received.recv().await.unwrap()).unwrap();
    assert_eq!(second["id"], "evt_2");
    assert_eq!(second["data"], event["data"]);

    // An event of another kind is kept; one without a customer, or of no kind, is invalid.
    let deliver = async |event: serde_json::Value| {
        let text = event.to_string();
        let request = reqwest::Client::new()
            .post(&url)
            .header("content-type", "application/json")
            .header("payments-signature", signature(text.as_bytes()));
        let response = request.body(text).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    };
    let other = json!({"id": "evt_3", "created": 3, "type": "payment.lost", "data": [1]});
    assert_eq!(deliver(other.clone()).await.0, 204);
    let kept = received.recv().await.unwrap();
    assert_eq!(kept.data.tag(), "payment.lost");
    assert_eq!(serde_json::to_value(kept).unwrap(), other);
    for (event, place) in [
        (
            json!({"id": "e", "created": 1, "type": "customer.created"}),
            "data",
        ),
        (
            json!({"id": "e", "created": 1, "type": "customer.created", "data": {"id": "c", "email": "x"}}),
            "data.email",
        ),
        (json!({"id": "e", "created": 1, "data": {}}), "type"),
        (
            json!({"id": "e", "type": "customer.created", "data": {}}),
            "created",
        ),
    ] {
        let (status, body) = deliver(event.clone()).await;
        assert_eq!(status, 400, "{event}");
        assert!(body.contains(place), "{event}: {body}");
    }
}
