//! Scalars that have types of other crates: they arrive unchanged, in the form of the runtime's own types, and what is not
//! a value of such a type is a validation error.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::{BTreeMap, HashSet};

use futures_util::StreamExt;
use rides_api::Error;
use rides_api::types::{
    Date, Decimal, Fare, JsonLines, Maybe, PaidAt, Ride, Span, Stop, Timestamp, Tip, Uri,
};
use serde_json::{Value, json};
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::rides::{client, serve};

const START: &str = "2026-01-31T23:59:59.5Z";

fn start() -> Timestamp {
    START.parse().unwrap()
}

fn day() -> Date {
    "2024-02-29".parse().unwrap()
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn ride() -> Ride {
    Ride {
        days: Some(vec![day()]),
        fares: Some(BTreeMap::from([("ada".to_owned(), decimal("0.10"))])),
        tip: Some(decimal("2.00")),
        waited: Maybe::Value(decimal("-7")),
        map: Some("https://maps.example/1?a=b#c".parse().unwrap()),
        card: Some("https://cards.example/17".parse().unwrap()),
        paid: Some(PaidAt::from(start())),
        stops: Some(vec![Stop(start(), decimal("1.5"))]),
        span: Some(Span::Days(vec![day()])),
        ..Ride::new(start(), decimal("1.50"))
    }
}

fn json_of_ride() -> Value {
    json!({
        "start": START, "end": null, "days": ["2024-02-29"], "fares": {"ada": "0.10"}, "tip": "2.00",
        "waited": "-7", "map": "https://maps.example/1?a=b#c", "card": "https://cards.example/17",
        "paid": START, "fare": "1.50", "stops": [[START, "1.5"]], "span": ["2024-02-29"],
    })
}

/// The validation errors of a response, each as `place problem`.
fn errors(response: &Response) -> Vec<String> {
    assert_eq!(response.status, 400, "{}", response.body);
    let body = response.json();
    let errors = body["metadata"]["invalid"].as_array().unwrap();
    let text = |error: &Value, name: &str| error[name].as_str().unwrap().to_owned();
    let texts = errors
        .iter()
        .map(|error| format!("{} {}", text(error, "name"), text(error, "problem")));
    texts.collect()
}

#[tokio::test]
async fn values_in_bodies_arrive_unchanged() {
    let address = serve().await;
    assert_eq!(serde_json::to_value(ride()).unwrap(), json_of_ride());
    let returned = client(address).put_ride(ride()).await.unwrap();
    assert_eq!(returned, ride());
    let days = client(address).list_days(vec![day()]).await.unwrap();
    assert_eq!(days, [day()]);
    let request = Request::new("PUT", "/v1/ride").json(json_of_ride().to_string());
    let response = request.send(address).await;
    assert_eq!(response.json(), json_of_ride());
}

#[tokio::test]
async fn parameters_arrive_unchanged() {
    let client = client(serve().await);
    let map: Uri = "https://maps.example/?a=b&c=%20".parse().unwrap();
    let call = client.find_rides(start()).day(day()).map(map.clone());
    let tips = vec![decimal("1.50"), decimal("0")];
    let found = call.tips(tips.clone()).since(start()).await.unwrap();
    assert_eq!((found.start, found.day), (start(), Some(day())));
    assert_eq!((found.tips, found.map), (Some(tips), Some(map)));
    assert_eq!(found.since, start());
    // The default of the specification.
    let found = client.find_rides(start()).await.unwrap();
    assert_eq!(found.since.to_string(), "2026-01-01T00:00:00Z");
}

#[tokio::test]
async fn forms_xml_lines_and_events_have_them() {
    let client = client(serve().await);
    let tip = Tip {
        amount: decimal("1.50"),
        given: start(),
    };
    assert_eq!(client.give_tip(tip.clone()).await.unwrap(), tip);
    let lines = JsonLines::from(vec![tip.clone(), tip.clone()]);
    let events = client.add_fares(lines).await.unwrap();
    let events: Vec<Tip> = events.map(|event| event.unwrap()).collect().await;
    assert_eq!(events, [tip.clone(), tip]);
}

#[tokio::test]
async fn other_forms_of_a_value_are_read() {
    let address = serve().await;
    let body = json!({
        "start": "2026-02-01T01:59:59.500+02:00", "end": null, "fare": "1e3", "map": "https://example.com",
    });
    let request = Request::new("PUT", "/v1/ride").json(body.to_string());
    let expected =
        json!({"start": START, "end": null, "fare": "1000", "map": "https://example.com/"});
    assert_eq!(request.send(address).await.json(), expected);
}

#[tokio::test]
async fn servers_name_each_value_that_the_types_do_not_have() {
    let address = serve().await;
    let mut body = json_of_ride();
    let changes = json!({
        "start": "9999-12-31T23:59:59Z", "end": "2026-02-30T00:00:00Z", "days": ["2026-02-29"],
        "fares": {"ada": "123456789012345678901234567890"}, "tip": "0.00000000000000000000000000001",
        "map": "http://", "paid": "9999-12-31T23:59:59Z", "fare": 1.5, "stops": [[START, "NaN"]],
    });
    let fields = body.as_object_mut().unwrap();
    fields.extend(changes.as_object().unwrap().clone());
    let request = Request::new("PUT", "/v1/ride").json(body.to_string());
    assert_eq!(
        errors(&request.send(address).await),
        [
            "start expected a timestamp before 9999-12-30T22:00:01Z",
            "end expected a timestamp (RFC 3339)",
            "days[0] expected a date (YYYY-MM-DD)",
            "fares.ada expected a decimal number with at most 28 digits",
            "tip expected a decimal number with at most 28 digits",
            "map expected a URL",
            "paid expected a timestamp before 9999-12-30T22:00:01Z",
            "fare expected a string",
            "stops[0][1] expected a decimal number",
        ]
    );
    let target = "/v1/rides/9999-12-31T23:59:59Z?day=x&tips=1.5&tips=1e40&map=%2Fa";
    let request = Request::new("GET", target).header("X-Since", "now");
    assert_eq!(
        errors(&request.send(address).await),
        [
            "start expected a timestamp before 9999-12-30T22:00:01Z",
            "day expected a date (YYYY-MM-DD)",
            "tips expected a decimal number with at most 28 digits",
            "map expected a URI with a scheme (RFC 3986)",
            "x-since expected a timestamp (RFC 3339)",
        ]
    );
}

#[tokio::test]
async fn servers_check_rules_of_such_values() {
    let address = serve().await;
    let long = format!("https://example.com/{}", "a".repeat(30));
    let days = ["2024-02-29", "2024-02-29"];
    let body = json!({"start": START, "end": null, "fare": "1", "map": long, "days": days});
    let request = Request::new("PUT", "/v1/ride").json(body.to_string());
    assert_eq!(
        errors(&request.send(address).await),
        [
            "days must not contain the same item twice",
            "map must have at most 40 characters",
        ]
    );
}

#[tokio::test]
async fn rules_hold_for_the_text_as_it_was_sent() {
    const TOO_LONG: &str = "must have at most 10 characters";
    let address = serve().await;
    // It is written as `::1`.
    let long = "0:0:0:0:0:0:0:1";
    let target = format!("/v1/devices/{long}?others={long}&peer={long}");
    let cookie = format!("last={long}");
    let request = Request::new("GET", &target).header("X-Sender", long);
    let response = request.header("Cookie", &cookie).send(address).await;
    assert_eq!(
        errors(&response),
        ["address", "others", "peer", "x-sender", "last"].map(|name| format!("{name} {TOO_LONG}"))
    );
    let body = json!({"address": long, "others": [long], "named": {"a": long}, "peer": long});
    let in_json = Request::new("PUT", "/v1/device").json(body.to_string());
    let form = format!("address={long}&others={long}&named[a]={long}&peer={long}");
    let in_form =
        Request::new("POST", "/v1/devices").body("application/x-www-form-urlencoded", form);
    for request in [in_json, in_form] {
        assert_eq!(
            errors(&request.send(address).await),
            ["address", "others[0]", "named.a", "peer"].map(|name| format!("{name} {TOO_LONG}"))
        );
    }
    for (text, problem) in [
        ("not-an-address", TOO_LONG),
        ("localhost", "expected a valid `Address`"),
    ] {
        let request = Request::new("GET", &format!("/v1/devices/{text}"));
        assert_eq!(
            errors(&request.send(address).await),
            [format!("address {problem}")]
        );
    }
    // It is written as `::ffff:0.0.0.1`, which is longer than what is allowed.
    let short = "::ffff:0:1";
    let target = format!("/v1/devices/{short}?others={short}&peer={short}");
    let response = Request::new("GET", &target).send(address).await;
    let written = "::ffff:0.0.0.1";
    assert_eq!(
        response.json(),
        json!({"address": written, "others": [written], "peer": written})
    );
    let body = json!({"address": short, "peer": short});
    let request = Request::new("PUT", "/v1/device").json(body.to_string());
    assert_eq!(request.send(address).await.status, 200);
}

#[tokio::test]
async fn urls_in_parameters_are_uris() {
    let address = serve().await;
    let request = Request::new(
        "GET",
        &format!("/v1/rides/{START}?map=https://example.com/a%20b"),
    );
    assert_eq!(
        errors(&request.send(address).await),
        ["map expected a URI with a scheme (RFC 3986)"]
    );
}

#[tokio::test]
async fn clients_reject_responses_with_other_values() {
    for (field, value) in [
        ("start", "9999-12-31T23:59:59Z"),
        ("fare", "123456789012345678901234567890"),
        ("map", "http://"),
    ] {
        let mut body = json_of_ride();
        body[field] = json!(value);
        let stub = Stub::start([Reply::json(200, &body)]).await;
        let error = client(stub.address).put_ride(ride()).await.unwrap_err();
        assert!(error.to_string().contains(field), "{error}");
    }
}

#[tokio::test]
async fn clients_do_not_send_what_has_no_form() {
    let client = client(serve().await);
    let body = Ride::new(Timestamp::MIN, decimal("1"));
    let error = client.put_ride(body).await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    let error = client.find_rides(Timestamp::MIN).await.unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
}

#[test]
fn secret_values_are_not_shown() {
    let shown = format!("{:?}", ride());
    assert!(shown.contains("card: <secret>"), "{shown}");
    assert!(!shown.contains("cards.example"), "{shown}");
}

#[test]
fn types_have_the_traits_of_their_values() {
    let rides = HashSet::from([ride(), ride()]);
    assert_eq!(rides.len(), 1);
    assert!(Fare::from(decimal("1.5")) < Fare::from(decimal("2")));
    assert_eq!(ride().tip().to_string(), "2.00");
    assert_eq!(Ride::new(start(), decimal("1")).tip().to_string(), "0.50");
}
