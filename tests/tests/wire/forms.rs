//! Forms whose fields have styles, and multipart bodies whose parts the caller writes.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;

use serde_json::json;
use specsmith_tests::raw::{Reply, Request, Response, Stub};
use specsmith_tests::serving::base_url;
use specsmith_tests::studio::{Studio, client};
use studio_api::client::Error;
use studio_api::types::{Home, Label, Media};

const FORM: &str = "application/x-www-form-urlencoded";

fn home(city: &str) -> Home {
    Home { city: city.into() }
}

fn label() -> Label {
    Label {
        words: Some(vec!["a,b".into(), "c d".into(), String::new()]),
        shelves: Some(vec![1, -2]),
        moods: Some(vec!["calm".into(), "loud,fast".into()]),
        home: Some(home("Bonn & Co")),
        homes: Some(vec![home("Rome"), home("Oslo")]),
        note: Some("1".into()),
    }
}

const LABEL: &str = "words=a%2Cb,c%20d,&shelves=1%7C-2&moods=calm%20loud%2Cfast\
    &home=%7B%22city%22%3A%22Bonn%20%26%20Co%22%7D\
    &homes=%7B%22city%22%3A%22Rome%22%7D&homes=%7B%22city%22%3A%22Oslo%22%7D&note=%221%22";

async fn start() -> (String, SocketAddr) {
    let url = Studio::default().serve().await;
    let address = url.trim_start_matches("http://").parse().unwrap();
    (url, address)
}

async fn send(address: SocketAddr, form: &str) -> Response {
    let request = Request::new("POST", "/v1/labels");
    request.body(FORM, form).send(address).await
}

#[tokio::test]
async fn fields_are_sent_in_their_styles() {
    let stub = Stub::start([Reply::json(200, &json!({}))]).await;
    let client = client(&base_url(stub.address));
    client.add_label(label()).await.unwrap();
    let seen = stub.seen().remove(0);
    assert!(
        seen.contains(&format!("content-type: {FORM}\r\n")),
        "{seen}"
    );
    assert!(seen.ends_with(&format!("\r\n\r\n{LABEL}")), "{seen}");
}

#[tokio::test]
async fn both_sides_agree_on_styles() {
    let (url, _) = start().await;
    let client = client(&url);
    for label in [label(), Label::default()] {
        let received = client.add_label(label.clone()).await.unwrap();
        assert_eq!(received, label);
    }
}

#[tokio::test]
async fn an_item_that_cannot_be_told_apart_is_not_sent() {
    let (url, _) = start().await;
    let words = Some(vec!["a,b".into()]);
    let moods = Some(vec!["calm and loud".into()]);
    for label in [
        Label {
            words,
            ..Label::default()
        },
        Label {
            moods,
            ..Label::default()
        },
    ] {
        let error = client(&url).add_label(label).await.unwrap_err();
        assert!(matches!(error, Error::Request(_)), "{error:?}");
    }
}

#[tokio::test]
async fn forms_of_other_clients_are_read() {
    let (_, address) = start().await;
    for (form, expected) in [
        (LABEL, serde_json::to_value(label()).unwrap()),
        (
            "moods=a+b&shelves=1|2",
            json!({"moods": ["a", "b"], "shelves": [1, 2]}),
        ),
        ("words=a%2Cb", json!({"words": ["a", "b"]})),
        ("words=a&words=b,c", json!({"words": ["a", "b", "c"]})),
        ("words[0]=a&words[1]=b", json!({"words": ["a", "b"]})),
        ("words=", json!({"words": []})),
        ("home[city]=Bonn", json!({"home": {"city": "Bonn"}})),
    ] {
        let response = send(address, form).await;
        assert_eq!(response.status, 200, "{form}: {}", response.body);
        assert_eq!(response.json(), expected, "{form}");
    }
}

#[tokio::test]
async fn wrong_forms_are_validation_errors() {
    let (_, address) = start().await;
    for (form, name) in [
        ("shelves=1|x", "shelves[1]"),
        ("home={", "home"),
        ("home={}", "home.city"),
        ("note=a", "note"),
        ("note=1", "note"),
        ("note=%221%22&note=%221%22", "note"),
        ("words=a&words[0]=b", "words"),
    ] {
        let response = send(address, form).await;
        assert_eq!(response.status, 400, "{form}: {}", response.body);
        let invalid = &response.json()["metadata"]["invalid"];
        assert_eq!(invalid[0]["name"], name, "{form}: {invalid}");
    }
}

#[tokio::test]
async fn a_multipart_body_in_bytes_has_the_boundary_of_its_sender() {
    let (url, address) = start().await;
    let client = client(&url);
    let body = "--B\r\nContent-Type: application/json\r\n\r\n{}\r\n--B--\r\n";
    let media = "multipart/mixed; boundary=B";
    let received = client.run_batch(Media::new(media, body)).await.unwrap();
    assert_eq!(received.media, media);
    assert_eq!(received.content.collect().await.unwrap(), body);
    let request = Request::new("POST", "/v1/batches");
    let response = request
        .body("multipart/related; boundary=B", body)
        .send(address)
        .await;
    assert_eq!(response.status, 415);
}
