//! Forms as request bodies.

use std::collections::BTreeMap;

use serde_json::json;
use specsmith_runtime::client::Error;
use specsmith_runtime::codegen as rt;

use crate::api::{Card, Client, Line, Payment, texts};
use crate::scripted::{self, Server};
use crate::wire::{start, validation_errors};

const FORM: &str = "content-type: application/x-www-form-urlencoded";

fn payment() -> Payment {
    let line = |amount, tags| Line { amount, tags };
    Payment {
        amount: 2000,
        card: Some(Card {
            number: "4242 4242".to_owned(),
            owner: None,
        }),
        lines: Some(vec![line(1, None), line(2, Some(texts(&["a&b", ""])))]),
        metadata: Some(BTreeMap::from([("order id".to_owned(), "é=+%".to_owned())])),
        rate: Some(-0.125),
    }
}

#[tokio::test]
async fn a_form_arrives_as_it_was_sent() {
    let server = start().await;
    let client = Client::new(&server.url());
    assert_eq!(
        client.pay(rt::Lists::Indexed, &payment()).await.unwrap(),
        payment()
    );
    let without_lines = Payment {
        lines: None,
        ..payment()
    };
    for lists in [rt::Lists::Repeated, rt::Lists::Brackets, rt::Lists::Indexed] {
        assert_eq!(
            client.pay(lists, &without_lines).await.unwrap(),
            without_lines
        );
    }
}

#[tokio::test]
async fn a_form_is_sent_with_its_media_type() {
    let server = Server::start([scripted::json(200, r#"{"amount": 1}"#)]).await;
    let body = Payment {
        card: None,
        metadata: None,
        ..payment()
    };
    Client::new(&server.url)
        .pay(rt::Lists::Indexed, &body)
        .await
        .unwrap();
    let request = server.requests().remove(0);
    assert!(request.contains(&format!("\r\n{FORM}\r\n")), "{request}");
    let expected = "\r\n\r\namount=2000&lines%5B0%5D%5Bamount%5D=1&lines%5B1%5D%5Bamount%5D=2\
                    &lines%5B1%5D%5Btags%5D%5B0%5D=a%26b&lines%5B1%5D%5Btags%5D%5B1%5D=&rate=-0.125";
    assert!(request.ends_with(expected), "{request}");
}

#[tokio::test]
async fn a_value_that_has_no_form_is_not_sent() {
    let server = Server::start([scripted::json(200, "null")]).await;
    let error = Client::new(&server.url)
        .pay(rt::Lists::Repeated, &payment())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert_eq!(
        error.to_string(),
        "pay: the body cannot be written: the value of \"lines\" is a list of lists or objects, \
         which needs the form of lists with indexes"
    );
    assert!(server.lines().is_empty());
}

#[tokio::test]
async fn all_validation_errors_of_a_form_are_returned() {
    let server = start().await;
    let form = b"amount=0&card[number]=1&lines[0][amount]=x&lines[1]=&rate=true&unknown[=";
    let (status, body) = server.send("POST /payments?dry=1", &[FORM], form).await;
    assert_eq!(status, 400);
    assert_eq!(
        validation_errors(&body),
        [
            "query dry: expected `true` or `false`",
            "body unknown: has brackets in its name that do not match",
        ]
    );
    let form = form.strip_suffix(b"[=").unwrap();
    let (_, body) = server.send("POST /payments", &[FORM], form).await;
    assert_eq!(
        validation_errors(&body),
        [
            "body amount: must be at least 1",
            "body card.number: must have at least 4 characters",
            "body card.owner: is missing",
            "body lines[0].amount: expected an integer",
            "body lines[1].amount: is missing",
            "body rate: expected a number",
        ]
    );
}

#[tokio::test]
async fn an_empty_body_is_a_form_without_fields() {
    let server = start().await;
    let (_, body) = server.send("POST /payments", &[FORM], b"").await;
    assert_eq!(validation_errors(&body), ["body amount: is missing"]);
    let (_, body) = server.send("POST /payments", &[], b"").await;
    assert_eq!(validation_errors(&body), ["body : is missing"]);
}

#[tokio::test]
async fn the_media_type_and_the_size_are_checked() {
    let server = start().await;
    for (media, status) in [
        ("application/x-www-form-urlencoded", 200),
        ("Application/X-WWW-Form-Urlencoded; charset=UTF-8", 200),
        ("application/x-www-form-urlencoded; charset=latin1", 415),
        ("application/json", 415),
        ("multipart/form-data; boundary=x", 415),
    ] {
        let header = format!("content-type: {media}");
        assert_eq!(
            server
                .send("POST /payments", &[&header], b"amount=1")
                .await
                .0,
            status,
            "{media}"
        );
    }
    let large = [b"amount=1".as_slice(), &b"&".repeat(100_000)].concat();
    assert_eq!(server.send("POST /payments", &[FORM], &large).await.0, 413);
}

#[tokio::test]
async fn forms_of_other_clients_are_read() {
    let server = start().await;
    // A form of a browser, and one of a library that writes lists with brackets.
    for form in [
        "amount=1&card%5Bnumber%5D=4242+4242&card%5Bowner%5D=&metadata%5Ba%5D=%C3%A9",
        "amount=1.0&card[owner]&card[number]=4242%204242&&metadata[a]=é",
    ] {
        let (status, body) = server
            .send("POST /payments", &[FORM], form.as_bytes())
            .await;
        let expected = json!({"amount": 1, "card": {"number": "4242 4242", "owner": null}, "metadata": {"a": "é"}});
        assert_eq!((status, body), (200, expected), "{form}");
    }
}

#[tokio::test]
async fn hostile_forms_are_rejected() {
    let server = start().await;
    for (form, expected) in [
        (
            format!("card{}=1", "[a]".repeat(10_000)),
            "body card: has a name with more than 32 parts",
        ),
        ("a=&".repeat(30_000), "body : has more than 20000 values"),
        (
            "lines[4000000000][amount]=1".to_owned(),
            "body amount: is missing",
        ),
        ("\u{0}".repeat(50_000), "body amount: is missing"),
    ] {
        let (status, body) = server
            .send("POST /payments", &[FORM], form.as_bytes())
            .await;
        assert_eq!(
            (status, validation_errors(&body)[0].as_str()),
            (400, expected)
        );
    }
    let (status, _) = server
        .send("POST /payments", &[FORM], b"amount=1\xff")
        .await;
    assert_eq!(status, 400);
}

/// An empty form can be read as labels, so it is not absent, and the rule for their number applies.
#[tokio::test]
async fn an_optional_form_that_violates_a_rule_is_not_absent() {
    let server = start().await;
    let (status, body) = server.send("POST /labels", &[], b"").await;
    assert_eq!((status, body), (200, json!(null)));
    let (status, body) = server.send("POST /labels", &[FORM], b"a=1").await;
    assert_eq!((status, body), (200, json!({ "a": "1" })));
    let (status, body) = server.send("POST /labels", &[FORM], b"").await;
    assert_eq!(status, 400);
    assert_eq!(validation_errors(&body).len(), 1, "{body}");
}
