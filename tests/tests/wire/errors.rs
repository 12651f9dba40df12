//! Errors of every kind over real sockets: what handlers return, what is on the wire, and what callers match.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::routing::any;
use checkout_api::client::Retry;
use checkout_api::operations::*;
use checkout_api::types::{ErrorType, Payment};
use checkout_api::{Client, Error};
use problems_api::errors::{Forbidden, OutOfCredit};
use problems_api::operations::BuyError;
use problems_api::server::{Buy, ProblemsApi};
use serde_json::{Value, json};
use specsmith_tests::checkout::{client, serve};
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::serving;

fn payment() -> Payment {
    Payment {
        id: "p1".to_owned(),
        amount: 7,
    }
}

/// The body of an error with nothing but usual values.
fn usual(message: &str) -> Value {
    json!({"error": {"message": message, "param": null, "type": "invalid_request_error", "support": null}})
}

/// The response of the server to a payment with this card.
async fn pay(card: &str) -> Response {
    let path = format!("/v1/payments?card={}", card.replace(' ', "%20"));
    let body = json!({"id": "p1", "amount": 7}).to_string();
    let request = Request::new("POST", &path).json(body);
    request.send(serve().await).await
}

/// A client whose calls get this response.
async fn receiving(status: u16, media: &'static str, body: impl Into<String>) -> Client {
    let (status, body) = (StatusCode::from_u16(status).unwrap(), body.into());
    let respond = any(async move || (status, [(header::CONTENT_TYPE, media)], body));
    client(serving::serve(Router::new().fallback_service(respond)).await)
}

/// The error of a payment that gets this response.
async fn called(status: u16, media: &'static str, body: impl Into<String>) -> Error<PayError> {
    let client = receiving(status, media, body).await;
    client.pay("good", payment()).await.unwrap_err()
}

/// The error of an inspection that gets this response.
async fn inspected(
    status: u16,
    media: &'static str,
    body: impl Into<String>,
) -> Error<InspectError> {
    let client = receiving(status, media, body).await;
    client.inspect("good", payment()).await.unwrap_err()
}

/// The response of the server to an inspection of this card, and the error of the client.
async fn inspect(card: &'static str) -> (Response, Error<InspectError>) {
    let address = serve().await;
    let body = json!({"id": "p1", "amount": 7}).to_string();
    let path = format!("/v1/inspections?card={card}");
    let response = Request::new("POST", &path).json(body).send(address).await;
    let error = client(address).inspect(card, payment()).await.unwrap_err();
    (response, error)
}

fn json_of(response: &Response) -> Value {
    serde_json::from_str(&response.body).unwrap()
}

#[tokio::test]
async fn errors_of_one_status_differ_in_their_codes() {
    let declined = pay("declined").await;
    assert_eq!(declined.status, 402);
    assert_eq!(
        declined.header("content-type"),
        Some("application/vnd.checkout+json")
    );
    assert_eq!(declined.header("x-decline-reason"), Some("lost"));
    assert_eq!(
        json_of(&declined),
        json!({"error": {"code": "card_declined", "message": "Your card was declined.", "param": null,
            "details": {"tries": 2}, "type": "card_error", "support": null, "decline_code": "lost_card", "tries": 3}})
    );
    let failed = pay("failed").await;
    assert_eq!(json_of(&failed), usual("The bank is closed."));

    let client = client(serve().await);
    let client = &client;
    let error = |card: &'static str| async move { client.pay(card, payment()).await.unwrap_err() };
    match error("declined").await {
        Error::Api(PayError::CardDeclined(error)) => {
            assert_eq!(error.x_decline_reason.as_deref(), Some("lost"));
            assert_eq!(error.body.code(), Some("card_declined"));
            assert_eq!(error.decline_code.as_deref(), Some("lost_card"));
            assert_eq!(
                (&error.r#type, error.tries),
                (&ErrorType::CardError, Some(3))
            );
            let shown = format!("{error:?}");
            assert!(!shown.contains("lost_card"), "{shown}");
            assert_eq!(error.body.metadata().unwrap()["tries"], 2);
        }
        other => panic!("{other:?}"),
    }
    let expired = error("expired").await;
    assert!(matches!(expired, Error::Api(PayError::CardExpired(_))));
    let failed = error("failed").await;
    assert!(
        matches!(&failed, Error::Api(PayError::PaymentFailed(error)) if error.body.code().is_none())
    );
    assert_eq!(
        failed.to_string(),
        "pay: 402 Payment Required: The bank is closed."
    );
    let in_use = error("in use").await;
    assert!(matches!(in_use, Error::Api(PayError::KeyInUse(_))));
}

#[tokio::test]
async fn the_router_fills_in_codes_and_the_invalid_parameter() {
    let invalid = json_of(&pay("abc").await);
    assert_eq!(invalid["error"]["code"], "invalid_request");
    assert_eq!(invalid["error"]["param"], "card");
    assert_eq!(invalid["error"]["details"]["invalid"][0]["name"], "card");
    let address = serve().await;
    let error = client(address).pay("abc", payment()).await.unwrap_err();
    match error {
        Error::Api(PayError::InvalidRequest(error)) => {
            assert_eq!(error.body.parameter(), Some("card"));
            assert_eq!(error.body.validation_errors().len(), 1);
        }
        other => panic!("{other:?}"),
    }
    // No error is declared for these.
    let unknown = Request::new("GET", "/v1/nothing").send(address).await;
    assert_eq!(json_of(&unknown), usual("No operation has this path"));
    let broken = json_of(&pay("broken").await);
    assert_eq!(broken["error"]["message"], "Something went wrong");
    assert_eq!(broken["error"]["type"], "api_error");
}

#[tokio::test]
async fn a_code_that_no_error_has_belongs_to_the_error_without_one() {
    let media = "application/json";
    let body = json!({"error": {"code": "other", "message": "m", "param": 7, "type": "new", "support": "s", "more": "h"}});
    match called(402, media, body.to_string()).await {
        Error::Api(PayError::PaymentFailed(error)) => {
            assert_eq!(error.body.code(), Some("other"));
            assert_eq!(error.body.parameter(), Some("7"));
            assert_eq!(error.body.other("more"), Some(&json!("h")));
            assert_eq!(error.r#type, ErrorType::from("new"));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn errors_of_one_status_differ_in_their_values() {
    let client = client(serve().await);
    let refund = async |id: &str| {
        let payment = Payment {
            id: id.to_owned(),
            amount: 7,
        };
        client.refund(payment).await.unwrap_err()
    };
    match refund("limited").await {
        Error::Api(RefundError::RateLimited(error)) => {
            assert_eq!((error.support, error.help), (None, None));
        }
        other => panic!("{other:?}"),
    }
    match refund("spent").await {
        Error::Api(RefundError::QuotaSpent(error)) => {
            let help = error.help.map(|help| help.to_string());
            assert_eq!(help.as_deref(), Some("https://checkout.example/quota"));
            assert_eq!(error.support.as_deref(), Some("desk 7"));
        }
        other => panic!("{other:?}"),
    }
    match refund("refused").await {
        Error::Api(RefundError::Refused(error)) => {
            assert_eq!((&*error.reasons[0].field, error.last_try), ("amount", None));
        }
        other => panic!("{other:?}"),
    }
    // The handler has replaced the value by which the error is told apart.
    let unknown = refund("unknown").await;
    assert!(matches!(unknown, Error::Undocumented(_)), "{unknown:?}");
}

#[tokio::test]
async fn only_errors_that_may_pass_are_retried() {
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = tries.clone();
    let retry = Retry::new()
        .max_tries(3)
        .base_delay(Duration::from_millis(1))
        .max_delay(Duration::from_millis(2));
    let client = checkout_api::Client::builder(serving::base_url(serve().await))
        .retry(retry)
        .on_try(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
        });
    let client = client.build().unwrap();
    let error = client.change("in use", payment()).await.unwrap_err();
    assert!(
        matches!(error, Error::Api(ChangeError::KeyInUse(_))),
        "{error:?}"
    );
    assert_eq!(tries.swap(0, Ordering::Relaxed), 3);
    let error = client.change("stale", payment()).await.unwrap_err();
    assert!(
        matches!(error, Error::Api(ChangeError::Stale(_))),
        "{error:?}"
    );
    assert_eq!(tries.swap(0, Ordering::Relaxed), 1);
    // The operation is not idempotent.
    let error = client.pay("in use", payment()).await.unwrap_err();
    assert!(
        matches!(error, Error::Api(PayError::KeyInUse(_))),
        "{error:?}"
    );
    assert_eq!(tries.swap(0, Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_conflict_that_is_no_error_of_the_api_is_not_retried() {
    let tries = Arc::new(AtomicUsize::new(0));
    let counted = tries.clone();
    let respond = any(async move || {
        counted.fetch_add(1, Ordering::Relaxed);
        (StatusCode::CONFLICT, "<html>")
    });
    let address = serving::serve(Router::new().fallback_service(respond)).await;
    let client = checkout_api::Client::builder(serving::base_url(address));
    let client = client.build().unwrap();
    let error = client.change("p1", payment()).await.unwrap_err();
    assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
    assert_eq!(tries.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_body_of_bytes_has_the_limit_of_all_responses() {
    let respond = any(async || (StatusCode::UNAVAILABLE_FOR_LEGAL_REASONS, vec![b'x'; 2000]));
    let address = serving::serve(Router::new().fallback_service(respond)).await;
    let calling = async |limit: usize| {
        let builder = checkout_api::Client::builder(serving::base_url(address));
        let client = builder.max_response_bytes(limit).build().unwrap();
        client.inspect("good", payment()).await.unwrap_err()
    };
    match calling(2000).await {
        Error::Api(InspectError::Unexpected(error)) => assert_eq!(error.body.len(), 2000),
        other => panic!("{other:?}"),
    }
    match calling(1999).await {
        Error::TooLarge(error) => assert_eq!(error.status, 451),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn fields_of_other_types_are_kept_raw() {
    let media = "application/json";
    let body = |fields: Value| {
        let mut error = json!({"message": "m", "type": "card_error", "support": null});
        error
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        json!({"error": error}).to_string()
    };
    // An optional field is absent.
    let text = body(json!({"code": "card_declined", "decline_code": 7, "tries": "many"}));
    match called(402, media, text).await {
        Error::Api(PayError::CardDeclined(error)) => {
            assert_eq!((error.decline_code, error.tries), (None, None));
            assert_eq!(error.body.other("decline_code"), Some(&json!(7)));
        }
        other => panic!("{other:?}"),
    }
    // Without a required field, it is another error.
    let refunded = async |text: &str| {
        let client = receiving(406, "application/json", text).await;
        client.refund(payment()).await.unwrap_err()
    };
    let text = body(json!({"reasons": [{"field": "amount"}], "last_try": "2026-01-31T12:00:00Z"}));
    let refused = refunded(&text).await;
    assert!(
        matches!(refused, Error::Api(RefundError::Refused(_))),
        "{refused:?}"
    );
    for reasons in [
        json!({"reasons": [{"field": 7}], "last_try": null}),
        json!({"reasons": []}),
        json!({}),
    ] {
        let text = body(reasons);
        match refunded(&text).await {
            Error::Undocumented(response) => assert_eq!(response.body, text),
            other => panic!("{other:?}"),
        }
    }
    // Rejections have no types, but their fields can be read.
    match called(500, media, body(json!({"type": "api_error"}))).await {
        Error::Rejected(rejected) => {
            let family = rejected.body.read::<ErrorType>("type");
            assert_eq!(family, Some(ErrorType::ApiError));
            assert_eq!(rejected.body.read::<i64>("type"), None);
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn what_matches_no_error_is_kept_raw() {
    let media = "application/json";
    // The operation documents another error of this status.
    let stale = json!({"error": {"code": "stale", "message": "m"}}).to_string();
    for (status, body) in [(409, stale.as_str()), (402, "<html>"), (418, "{}")] {
        match called(status, media, body).await {
            Error::Undocumented(response) => assert_eq!(response.body, body),
            other => panic!("{other:?}"),
        }
    }
    // This status is implied.
    let internal = json!({"error": {"message": "m"}}).to_string();
    let error = called(500, media, internal).await;
    assert!(matches!(error, Error::Rejected(_)), "{error:?}");
}

/// A body that has its own type may have the shape of all errors as well. Then its message and its code are known.
#[tokio::test]
async fn a_body_of_its_own_may_have_the_shape_of_all_errors() {
    let mut body = usual("Stopped by the filter");
    body["report"] = json!({"reason": "violence"});
    body["error"]["code"] = json!("filtered");
    let error = inspected(422, "application/json", body.to_string()).await;
    assert!(
        matches!(&error, Error::Api(InspectError::Filtered(of)) if of.body.reason == "violence")
    );
    assert_eq!(error.message(), Some("Stopped by the filter"));
    assert_eq!(error.code(), Some("filtered"));
    let shown = error.to_string();
    assert!(shown.contains("Stopped by the filter"), "{shown}");
    assert!(!format!("{error:?}").contains("Stopped by the filter"));
}

#[tokio::test]
async fn errors_have_bodies_of_their_own() {
    let (response, error) = inspect("blocked").await;
    assert_eq!((response.status, &*response.body), (403, "the firewall"));
    assert_eq!(
        response.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert!(
        matches!(error, Error::Api(InspectError::Blocked(error)) if error.body == "the firewall")
    );

    let (response, error) = inspect("gone").await;
    assert_eq!((response.status, &*response.body), (410, ""));
    assert_eq!(response.header("content-type"), None);
    assert!(matches!(error, Error::Api(InspectError::Gone(_))));

    let (response, error) = inspect("filtered").await;
    assert_eq!(response.status, 422);
    assert_eq!(
        json_of(&response),
        json!({"report": {"reason": "violence"}})
    );
    assert_eq!(error.to_string(), "inspect: 422 Unprocessable Entity");
    assert_eq!(error.body(), None);
    match error {
        Error::Api(InspectError::Filtered(error)) => {
            assert_eq!(
                (&*error.body.reason, error.x_score),
                ("violence", Some(0.5))
            );
        }
        other => panic!("{other:?}"),
    }

    let (response, error) = inspect("locked").await;
    assert_eq!(response.header("content-type"), Some("image/png"));
    assert!(matches!(error, Error::Api(InspectError::Locked(error)) if error.body == b"PNG"));
}

#[tokio::test]
async fn handlers_choose_the_status_of_a_range() {
    let (response, error) = inspect("failing").await;
    assert_eq!(response.status, 502);
    assert_eq!(
        json_of(&response)["error"]["message"],
        "The bank does not respond"
    );
    assert!(matches!(error, Error::Api(InspectError::ServerError(error)) if error.status == 502));

    let (response, error) = inspect("unexpected").await;
    assert_eq!((response.status, &*response.body), (451, "no"));
    match error {
        Error::Api(InspectError::Unexpected(error)) => {
            assert_eq!((error.status, &*error.body), (451, b"no".as_slice()));
        }
        other => panic!("{other:?}"),
    }

    // The handler gave the error a status of another class: that is an internal error.
    for card in ["wrong", "broken"] {
        let (response, error) = inspect(card).await;
        assert_eq!(response.status, 500);
        assert_eq!(
            json_of(&response)["error"]["message"],
            "Something went wrong"
        );
        assert!(
            matches!(error, Error::Api(InspectError::ServerError(error)) if error.status == 500)
        );
    }
}

#[tokio::test]
async fn a_response_is_an_error_of_its_status_or_its_class_or_all_statuses() {
    let usual = usual("m").to_string();
    let usual = usual.as_str();
    let error = inspected(503, "application/json", usual).await;
    assert!(matches!(error, Error::Api(InspectError::ServerError(error)) if error.status == 503));
    // The page of a proxy does not have the shape of a `ServerError`.
    let error = inspected(503, "text/html", "<html>").await;
    assert!(
        matches!(error, Error::Api(InspectError::Unexpected(error)) if error.body == b"<html>")
    );
    // So does a report without a reason.
    let error = inspected(422, "application/json", r#"{"report": {}}"#).await;
    assert!(matches!(error, Error::Api(InspectError::Unexpected(error)) if error.status == 422));
    // Text of another media type is not a string of the API.
    let error = inspected(403, "text/html", "<html>").await;
    assert!(matches!(error, Error::Api(InspectError::Unexpected(error)) if error.status == 403));
    // What layers respond with belongs to no range.
    let error = inspected(415, "application/json", usual).await;
    assert!(matches!(error, Error::Rejected(_)), "{error:?}");
    // Redirects are not errors.
    let error = inspected(304, "text/html", "").await;
    assert!(matches!(error, Error::Undocumented(_)), "{error:?}");
}

#[tokio::test]
async fn an_error_of_a_response_without_a_body_is_known_by_its_status() {
    let client = client(serve().await);
    let error = client.check_payment("p1").await.unwrap_err();
    match error {
        Error::Api(CheckPaymentError::NotFound(error)) => {
            assert_eq!(error.body.message, "Not found");
        }
        other => panic!("{other:?}"),
    }
}

/// Sells to nobody.
struct Shop;

impl ProblemsApi for Shop {
    async fn buy(&self, request: Buy) -> Result<(), BuyError> {
        if request.amount > 100 {
            let error = OutOfCredit::new().title("Out of credit");
            return Err(error.instance("/purchases/17").into());
        }
        Err(Forbidden::new().into())
    }
}

#[tokio::test]
async fn problem_details_follow_their_standard() {
    let address = serving::serve(problems_api::server::router(Shop)).await;
    let request = Request::new("POST", "/things?amount=101");
    let response = request.send(address).await;
    assert_eq!(
        response.header("content-type"),
        Some("application/problem+json")
    );
    assert_eq!(
        json_of(&response),
        json!({"type": "https://errors.example/out-of-credit", "status": 403, "title": "Out of credit",
            "detail": "Add credits", "instance": "/purchases/17"})
    );
    let invalid = Request::new("POST", "/things?amount=x").send(address).await;
    assert_eq!(
        json_of(&invalid),
        json!({"status": 400, "title": "Bad Request", "detail": "Invalid request", "errors":
            {"invalid": [{"in": "query", "name": "amount", "problem": "expected an integer"}]}})
    );

    let client = problems_api::Client::builder(serving::base_url(address));
    let client = client.build().unwrap();
    match client.buy(101).await.unwrap_err() {
        problems_api::Error::Api(BuyError::OutOfCredit(error)) => {
            assert_eq!(error.body.message, "Add credits");
            assert_eq!(error.title.as_deref(), Some("Out of credit"));
            assert_eq!(error.instance.unwrap().as_str(), "/purchases/17");
        }
        other => panic!("{other:?}"),
    }
    let error = client.buy(1).await.unwrap_err();
    assert!(matches!(
        error,
        problems_api::Error::Api(BuyError::Forbidden(_))
    ));
}

/// RFC 9110, section 12.5.1.
#[tokio::test]
async fn callers_ask_for_successes_first_and_for_what_only_errors_have() {
    let stub = Stub::start((0..4).map(|_| Reply::response(404, &[], ""))).await;
    let url = serving::base_url(stub.address);
    let client = client(stub.address);
    client.get_payment("p1").await.unwrap_err();
    client.check_payment("p1").await.unwrap_err();
    client.inspect("good", payment()).await.unwrap_err();
    let problems = problems_api::Client::builder(&url).build().unwrap();
    problems.buy(1).await.unwrap_err();
    let accept = |request: &String| {
        let mut lines = request.lines();
        let line = lines.find_map(|line| line.strip_prefix("accept: "));
        line.unwrap().to_owned()
    };
    let seen: Vec<String> = stub.seen().iter().map(accept).collect();
    assert_eq!(
        seen,
        [
            "application/json, application/vnd.checkout+json;q=0.9",
            // Only errors have a content.
            "application/vnd.checkout+json",
            "application/vnd.checkout+json, text/plain, application/json, image/png, application/octet-stream",
            "application/problem+json",
        ]
    );
}
