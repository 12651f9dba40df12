//! Keys and personal data never appear in `Debug` output, error messages or the log.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::error::Error as StdError;
use std::fmt::Debug;
use std::io;
use std::sync::{Mutex, Once, PoisonError};
use std::time::Duration;

use gateway_api::client::Retry;
use gateway_api::operations::*;
use gateway_api::runtime::error::OperationError;
use gateway_api::types::{Generation, OrganizationMember};
use gateway_api::{Client, Error};
use serde_json::{Value as Json, json};
use specsmith::api::{Sensitivity, TypeKind};
use specsmith_tests::gateway::{CAUSE, PANIC, Turn};
use specsmith_tests::raw::{Reply, Request, Stub};
use specsmith_tests::serving::{Served, base_url, build, unused_address};
use specsmith_tests::spec::{self, example, example_json};
use tracing_subscriber::fmt::MakeWriter;

/// A key that occurs only in these tests.
const KEY: &str = "sk-hush-91c3";

/// The personal data in the records of these tests.
const PERSONAL: &[&str] = &[
    "hush-mail",
    "hush-first",
    "hush-last",
    "hush-agent",
    "hush-referer",
    "hush-customer",
];

/// Values in the URLs of these tests, which can identify a person.
const IN_URLS: &[&str] = &["hush-generation", "hush-workspace", "hush-hash"];

fn assert_no_leak(what: &str, text: &str) {
    for secret in [&[KEY], PERSONAL, IN_URLS].concat() {
        assert!(!text.contains(secret), "{what} leaks `{secret}`:\n{text}");
    }
}

fn member() -> OrganizationMember {
    let mut member: OrganizationMember = example("OrganizationMember");
    member.email = "hush-mail@example.com".into();
    member.first_name = Some("hush-first".into());
    member.last_name = Some("hush-last".into());
    member
}

fn generation() -> Generation {
    let mut generation: Generation = example("Generation");
    generation.user_agent = Some("hush-agent/1".into());
    generation.http_referer = Some("https://example.com/hush-referer".into());
    generation.external_user = Some("hush-customer".into());
    generation
}

/// Everything that this process logs, at every level.
static LOG: Log = Log(Mutex::new(Vec::new()));

struct Log(Mutex<Vec<u8>>);

impl Log {
    /// Starts recording. All tests of this file share one log, because a process has only one.
    fn listen() -> &'static Self {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let log = tracing_subscriber::fmt()
                .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE);
            log.with_ansi(false).with_writer(&LOG).init();
        });
        &LOG
    }

    fn text(&self) -> String {
        String::from_utf8(
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
        )
        .unwrap()
    }

    /// The lines that contain all of these parts.
    fn lines(&self, parts: &[&str]) -> Vec<String> {
        let text = self.text();
        let about = text
            .lines()
            .filter(|line| parts.iter().all(|part| line.contains(part)));
        about.map(str::to_owned).collect()
    }
}

impl<'a> MakeWriter<'a> for &'static Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self
    }
}

impl io::Write for &Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn personal_values_of_a_record_are_not_shown() {
    let text = format!("{:?} {:#?}", member(), member());
    assert_no_leak("OrganizationMember", &text);
    assert!(text.contains("email: <personal>"), "{text}");
    assert!(text.contains("user_2ab9"), "other values are shown: {text}");

    let text = format!("{:?} {:#?}", generation(), generation());
    assert_no_leak("Generation", &text);
    assert!(text.contains("user_agent: <personal>"), "{text}");
}

/// Covers every field that the specification marks as personal, including fields that are added later.
#[test]
fn every_field_that_the_specification_marks_as_personal_is_hidden() {
    let mut hidden = Vec::new();
    for definition in &spec::gateway().types {
        let TypeKind::Object(object) = &definition.kind else {
            continue;
        };
        let mut json = Json::Null;
        for field in object
            .fields
            .iter()
            .filter(|field| field.sensitivity != Sensitivity::Public)
        {
            if json.is_null() {
                json = example_json(&definition.name);
            }
            json[&field.name] = json!("hush-mail");
            hidden.push(format!("{}.{}", definition.name, field.name));
        }
        if !json.is_null() {
            assert_no_leak(&definition.name, &show(&definition.name, json));
        }
    }
    let expected = [
        "OrganizationMember.email",
        "OrganizationMember.first_name",
        "OrganizationMember.last_name",
        "Generation.http_referer",
        "Generation.user_agent",
        "Generation.external_user",
    ];
    assert_eq!(
        hidden, expected,
        "check who can see the new field, then list it here"
    );
}

fn show(name: &str, json: Json) -> String {
    match name {
        "OrganizationMember" => format!(
            "{:?}",
            serde_json::from_value::<OrganizationMember>(json).unwrap()
        ),
        "Generation" => format!("{:?}", serde_json::from_value::<Generation>(json).unwrap()),
        name => panic!("`{name}` has personal fields: add it here"),
    }
}

#[tokio::test]
async fn clients_and_calls_show_nothing_sensitive() {
    Log::listen();
    let served = Served::start().await;
    served.gateway.records(|records| {
        records.members = vec![member()];
        records.generations = vec![generation()];
    });
    let builder = Client::builder(served.base_url())
        .bearer_token(KEY)
        .header("cookie", KEY);
    assert_no_leak("the builder", &format!("{builder:?}"));
    let client = build(builder);
    assert_no_leak("the client", &format!("{client:?} {client:#?}"));
    let call = client.list_guardrails().workspace_id("hush-workspace");
    assert_no_leak("a call", &format!("{call:?}"));
    assert_no_leak("a stream", &format!("{:?}", call.stream()));
    assert_no_leak(
        "a call",
        &format!("{:?}", client.get_generation("hush-generation")),
    );

    let client = served.client();
    let response = client.list_organization_members().send().await.unwrap();
    assert_eq!(response.value.data[0].email, "hush-mail@example.com");
    assert_no_leak("a response", &format!("{response:?}"));
    let response = client.get_generation(generation().id).send().await.unwrap();
    assert_no_leak("a response", &format!("{response:?}"));
    assert_no_leak("the gateway", &format!("{:?}", served.gateway));
}

/// All strings that an error and its causes can be shown as.
fn all_texts<E: OperationError + Debug>(error: &Error<E>) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(" {error} {error:?}");
        cause = error.source();
    }
    text
}

fn client_of(address: std::net::SocketAddr) -> Client {
    let builder = Client::builder(base_url(address)).bearer_token(KEY);
    build(builder.retry(Retry::never()))
}

#[tokio::test]
async fn an_invalid_response_is_not_shown() {
    Log::listen();
    let mut member = serde_json::to_value(member()).unwrap();
    member["role"] = json!(7);
    let page = json!({ "data": [member], "total_count": 1 }).to_string();
    let cut = &page[..page.len() - 20];
    let broken = page.replace("hush-last\"", "hush-last");
    for body in [page.as_str(), cut, &broken] {
        let stub = Stub::start([Reply::response(
            200,
            &[("set-cookie", "hush-customer")],
            body,
        )])
        .await;
        let error = client_of(stub.address)
            .list_organization_members()
            .await
            .unwrap_err();
        assert!(matches!(error, Error::Decode(_)), "{error:?}");
        assert_no_leak("an invalid response", &all_texts(&error));
    }
}

#[tokio::test]
async fn a_decoding_error_names_the_path_and_not_the_value() {
    let mut json = example_json("Model");
    json["pricing"]["prompt"] = json!("hush-customer");
    let stub = Stub::start([Reply::json(200, &json!({ "data": json }))]).await;
    let error = client_of(stub.address)
        .get_model("acme", "nova-2")
        .await
        .unwrap_err();
    assert!(error.to_string().contains("data.pricing.prompt"), "{error}");
    assert_no_leak("an invalid price", &all_texts(&error));
}

#[tokio::test]
async fn the_body_of_an_undocumented_response_is_kept_and_not_shown() {
    Log::listen();
    let headers = [("x-echo", KEY), ("set-cookie", "hush-customer")];
    let stub = Stub::start([Reply::response(418, &headers, "hush-mail")]).await;
    let error = client_of(stub.address)
        .list_organization_members()
        .await
        .unwrap_err();
    assert_no_leak("an undocumented response", &all_texts(&error));
    let Error::Undocumented(response) = error else {
        panic!("{error:?}")
    };
    assert_eq!(response.body, "hush-mail");
}

#[tokio::test]
async fn a_failed_connection_does_not_show_the_url() {
    Log::listen();
    let slow = Stub::start([(); 2].map(|()| Reply::Silence(Duration::from_secs(5)))).await;
    let cut = Stub::start([]).await;
    let short = Duration::from_millis(100);
    for (address, how) in [
        (unused_address().await, "refused"),
        (slow.address, "slow"),
        (cut.address, "cut"),
    ] {
        let client = client_of(address);
        let error = client
            .get_generation("hush-generation")
            .try_timeout(short)
            .await
            .unwrap_err();
        assert!(
            matches!(error, Error::Transport(_) | Error::Timeout(_)),
            "{error:?}"
        );
        assert_no_leak(how, &all_texts(&error));
        let call = client.list_guardrails().workspace_id("hush-workspace");
        assert_no_leak(how, &all_texts(&call.try_timeout(short).await.unwrap_err()));
    }
}

#[tokio::test]
async fn an_invalid_request_does_not_show_the_value() {
    let client = client_of(unused_address().await);
    let error = client
        .delete_key("..")
        .header("authorization", &format!("Bearer {KEY}\n"))
        .await
        .unwrap_err();
    assert_no_leak("a request", &all_texts(&error));
    let error = client
        .get_key()
        .header("authorization", &format!("Bearer {KEY}\n"))
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Request(_)), "{error:?}");
    assert_no_leak("a request", &all_texts(&error));
    let error = Client::builder("http://h")
        .bearer_token(format!("{KEY}\n"))
        .build()
        .unwrap_err();
    assert_no_leak("a builder", &format!("{error} {error:?}"));
}

/// The types implement serde's traits too, and serde's errors are logged.
#[test]
fn serde_errors_do_not_show_the_record() {
    for (name, wrong) in [
        ("email", json!(["hush-mail"])),
        ("first_name", json!({ "hush-first": 1 })),
        ("role", json!(1)),
    ] {
        let mut json = serde_json::to_value(member()).unwrap();
        json[name] = wrong;
        let from_tree = serde_json::from_value::<OrganizationMember>(json.clone()).unwrap_err();
        let from_text = serde_json::from_str::<OrganizationMember>(&json.to_string()).unwrap_err();
        assert_no_leak(
            "serde",
            &format!("{from_tree} {from_tree:?} {from_text} {from_text:?}"),
        );
        assert!(
            from_text.to_string().contains(name),
            "the error names the field: {from_text}"
        );
    }
}

/// A try hook usually logs, so it sees neither the URL nor the key.
/// A client with credentials of all schemes that contain the key.
fn client_of_doors(url: String) -> doors_api::Client {
    use doors_api::client::{AccessToken, Credentials};

    let builder = doors_api::Client::builder(url)
        .credentials(Credentials::badge(KEY))
        .credentials(Credentials::app(KEY, KEY))
        .credentials(Credentials::chip(KEY))
        .credentials(Credentials::ticket(KEY))
        .credentials(Credentials::session(KEY))
        .credentials(Credentials::desk(KEY, KEY))
        .credentials(Credentials::platform(AccessToken::new(KEY)))
        .credentials(Credentials::login(AccessToken::new(KEY)))
        .credentials(Credentials::partner(|request| {
            request.headers_mut().insert("x-signature", KEY.parse()?);
            Ok(())
        }));
    assert_no_leak("the builder", &format!("{builder:?}"));
    builder.build().unwrap()
}

#[tokio::test]
async fn credentials_of_no_scheme_are_shown() {
    let log = Log::listen();
    let served = base_url(specsmith_tests::doors::serve().await);
    for url in [served, base_url(unused_address().await)] {
        let client = client_of_doors(url);
        let call = client.leave().floor(1);
        assert_no_leak("the client", &format!("{client:?} {call:?}"));
        // Nobody knows the key.
        let errors = [
            client.enter().await.unwrap_err(),
            client.open().await.unwrap_err(),
            client.park().await.unwrap_err(),
            call.await.unwrap_err(),
            client.greet().await.unwrap_err(),
            client.visit().await.unwrap_err(),
            client.register().await.unwrap_err(),
            client.watch().await.unwrap_err(),
            client.tour().await.unwrap_err(),
            client.deliver().floor(1).await.unwrap_err(),
        ];
        for error in &errors {
            assert_no_leak("an error", &all_texts(error));
        }
    }
    assert_no_leak("the log", &log.text());
    assert!(
        !log.lines(&["leave", "401"]).is_empty(),
        "the log has the requests"
    );
}

#[tokio::test]
async fn the_try_hook_sees_nothing_sensitive() {
    let words = std::sync::Arc::new(Mutex::new(String::new()));
    let seen = std::sync::Arc::clone(&words);
    let builder = Client::builder(base_url(unused_address().await))
        .bearer_token(KEY)
        .retry(Retry::never());
    let client = build(builder.on_try(move |tried| *seen.lock().unwrap() += &format!("{tried:?}")));
    client.get_generation("hush-generation").await.unwrap_err();
    let words = words.lock().unwrap();
    assert!(words.contains("get_generation"), "{words}");
    assert_no_leak("a try", &words);
}

/// Sends valid and invalid requests of every kind. The log shows what happened and to which operation,
/// but no keys, no personal data and no URLs.
#[tokio::test]
async fn the_log_shows_operations_and_nothing_sensitive() {
    let log = Log::listen();
    let served = Served::start().await;
    served.gateway.records(|records| {
        records.members = vec![member()];
        records.generations = vec![generation()];
    });
    served.gateway.tell(&GET_CREDITS, [Turn::Fail, Turn::Panic]);
    let client = served.client();
    client.list_organization_members().await.unwrap();
    client.get_generation(generation().id).await.unwrap();
    client.get_generation("hush-generation").await.unwrap_err();
    client.delete_key("hush-hash").await.unwrap_err();
    client
        .list_guardrails()
        .workspace_id("hush-workspace")
        .limit(1000)
        .await
        .unwrap_err();
    client.get_credits().await.unwrap_err();
    client.get_credits().await.unwrap_err();
    client_of(served.address)
        .list_workspaces()
        .await
        .unwrap_err();
    let update = Request::new("PATCH", "/v1/scim/group-mappings/hush-hash")
        .key(specsmith_tests::gateway::MANAGEMENT_KEY);
    update
        .json(r#"{"role":"hush-customer"}"#)
        .send(served.address)
        .await;

    let failed = log.lines(&["ERROR", "get_credits", CAUSE]);
    assert_eq!(
        failed.len(),
        1,
        "the cause of an internal error is logged once:\n{}",
        log.text()
    );
    let panicked = log.lines(&["ERROR", "get_credits", PANIC]);
    assert_eq!(panicked.len(), 1, "a panic is logged once:\n{}", log.text());
    let rejected = log.lines(&["DEBUG", "update_group_mapping", "400"]);
    assert_eq!(
        rejected.len(),
        1,
        "the rejection is logged:\n{}",
        log.text()
    );
    let connected = log.lines(&["DEBUG", "reqwest"]);
    assert!(
        !connected.is_empty(),
        "the client logs too:\n{}",
        log.text()
    );
    assert_no_leak("the log", &log.text());
    assert!(
        !log.text()
            .contains(specsmith_tests::gateway::MANAGEMENT_KEY),
        "{}",
        log.text()
    );
}
