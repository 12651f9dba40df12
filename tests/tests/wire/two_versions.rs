//! Clients and servers of two versions of an API, in both directions: what fails is what `specsmith diff` says, and
//! nothing else. Each operation has one change, after which it is named, and values that show what it means.

#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt::Debug;

use after_api::operations as after;
use before_api::client::Error;
use before_api::operations as before;
use before_api::runtime::EventStream;
use before_api::runtime::error::OperationError;
use futures_util::{FutureExt, StreamExt, stream};
use serde::de::DeserializeOwned;
use serde_json::json;
use specsmith::diff::{Axis, Clients, Verdict, diff};
use specsmith_tests::cases;
use tokio::task::JoinSet;

/// What happens to a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// It succeeds, and means on both sides what it meant.
    Works,
    /// The server rejects the request or takes it for another, or the client cannot read the response or misreads it.
    Fails,
}
use Outcome::{Fails, Works};

/// An operation whose change is judged.
struct Change {
    name: &'static str,
    /// What is expected of an old client that calls a new server, and of a new client that calls an old one.
    expected: [Outcome; 2],
    /// What happened.
    found: [Result<(), String>; 2],
}

fn value<T: DeserializeOwned>(json: serde_json::Value) -> T {
    serde_json::from_value(json).unwrap()
}

/// A client of one version, with one kind of credentials, that calls a server of the other version.
macro_rules! client {
    ($server:ident, $client:ident, $credentials:ident, $fake:expr) => {
        $client::Client::in_process($server::server::router($fake))
            .credentials($client::client::Credentials::$credentials("any"))
            .retry($client::client::Retry::never())
            .build()
            .unwrap()
    };
}

/// Calls each operation with the client and the server of different versions. `[…]` has what follows the name of the
/// method: arguments and optional parameters. A third expression reads what a client got.
macro_rules! changes {
    ($(
        $name:ident: $wire:ident, $rollback:ident,
        before [$($before:tt)*] $before_handler:expr $(=> $before_reads:expr)?,
        after [$($after:tt)*] $after_handler:expr $(=> $after_reads:expr)?;
    )+) => {{
        let mut changes = JoinSet::new();
        $(
            changes.spawn(async move {
                let client = client!(after_api, before_api, key, after_api::fake::Fake::new().$name($after_handler));
                let wire = client.$name $($before)*.await;
                let wire = failure(wire) $(.and_then($before_reads))?;
                let client = client!(before_api, after_api, printer, before_api::fake::Fake::new().$name($before_handler));
                let rollback = client.$name $($after)*.await;
                let rollback = failure(rollback) $(.and_then($after_reads))?;
                Change {
                    name: stringify!($name),
                    expected: [$wire, $rollback],
                    found: [wire.map(drop), rollback.map(drop)],
                }
            });
        )+
        changes.join_all().await
    }};
}

fn failure<T, E: Debug>(result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("{error:?}"))
}

/// An internal error if the handler got something else than what the client meant.
fn only_if<E: From<std::fmt::Error>>(is_meant: bool) -> Result<(), E> {
    match is_meant {
        true => Ok(()),
        false => Err(std::fmt::Error)?,
    }
}

/// Compares what was received with what was sent.
fn same<T: PartialEq + Debug>(found: T, expected: T) -> Result<(), String> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?}, and not {expected:?}")),
    }
}

#[tokio::test]
async fn what_fails_between_two_versions_was_predicted() {
    let mut changes = values().await;
    changes.extend(requests().await);
    changes.extend(responses().await);
    changes.extend(access().await);
    let said = verdicts();
    let mut wrong = Vec::new();
    for change in &changes {
        let said = said.get(change.name).copied().unwrap_or([Works; 2]);
        for ((direction, found), (expected, said)) in ["old client", "new client"]
            .into_iter()
            .zip(&change.found)
            .zip(change.expected.into_iter().zip(said))
        {
            let outcome = match found {
                Ok(()) => Works,
                Err(_) => Fails,
            };
            if outcome != expected || said != expected {
                wrong.push(format!(
                    "{}, {direction}: expected {expected:?}, diff says {said:?}, found {found:?}",
                    change.name
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What `specsmith diff` says of each operation, for clients that were generated.
fn verdicts() -> BTreeMap<String, [Outcome; 2]> {
    let sources = ["before", "after"].map(|name| {
        let path = cases::root().join(format!("tests/apis/{name}.yaml"));
        cases::source(&path)
    });
    let [old, new] = sources
        .each_ref()
        .map(|source| specsmith::read_to_compare(source).unwrap());
    let mut said: BTreeMap<String, [Outcome; 2]> = BTreeMap::new();
    for change in diff(&old, &new) {
        for concerned in change.used_by.iter().chain([&change.subject]) {
            let outcomes = said.entry(concerned.name.clone()).or_insert([Works; 2]);
            for (outcome, axis) in outcomes.iter_mut().zip([Axis::Wire, Axis::Rollback]) {
                if change.verdict(axis, Clients::Specsmith) == Verdict::Breaking {
                    *outcome = Fails;
                }
            }
        }
    }
    said
}

/// Changes of the values in bodies.
async fn values() -> Vec<Change> {
    changes! {
        send_required_field: Fails, Works,
            before [(value(json!({ "a": "x" })))] |_| Ok(()),
            after [(value(json!({ "a": "x", "b": "y" })))] |_| Ok(());
        send_optional_field: Works, Works,
            before [(value(json!({ "a": "x" })))] |_| Ok(()),
            after [(value(json!({ "a": "x", "b": "y" })))] |_| Ok(());
        send_field_required: Fails, Works,
            before [(value(json!({ "a": "x" })))] |_| Ok(()),
            after [(value(json!({ "a": "x", "b": "y" })))] |_| Ok(());
        send_nullable_field: Fails, Works,
            before [(value(json!({ "a": null })))] |_| Ok(()),
            after [(value(json!({ "a": "x" })))] |_| Ok(());
        send_refused_field: Fails, Works,
            before [(value(json!({ "a": "x", "b": "y" })))] |_| Ok(()),
            after [(value(json!({ "a": "x" })))] |_| Ok(());
        send_default: Fails, Fails,
            before [(value(json!({})))] |request| only_if(request.body.a() == 2),
            after [(value(json!({})))] |request| only_if(request.body.a() == 1);
        send_maximum: Fails, Works,
            before [(value(json!({ "a": 10 })))] |_| Ok(()),
            after [(value(json!({ "a": 5 })))] |_| Ok(());
        send_pattern: Fails, Works,
            before [(value(json!({ "a": "X" })))] |_| Ok(()),
            after [(value(json!({ "a": "x" })))] |_| Ok(());
        send_constant: Fails, Fails,
            before [(value(json!({ "a": "one" })))] |_| Ok(()),
            after [(value(json!({ "a": "two" })))] |_| Ok(());
        send_type: Fails, Fails,
            before [(value(json!({ "a": 1 })))] |_| Ok(()),
            after [(value(json!({ "a": "x" })))] |_| Ok(());
        send_wider_integer: Works, Fails,
            before [(value(json!({ "a": 255 })))] |_| Ok(()),
            after [(value(json!({ "a": 256 })))] |_| Ok(());
        send_list: Fails, Fails,
            before [(value(json!({ "a": "x" })))] |_| Ok(()),
            after [(value(json!({ "a": ["x"] })))] |_| Ok(());
        get_required_field: Works, Fails,
            before [()] || Ok(value(json!({ "a": "x" }))),
            after [()] || Ok(value(json!({ "a": "x", "b": "y" })));
        get_removed_optional: Works, Works,
            before [()] || Ok(value(json!({ "a": "x", "b": "y" }))),
            after [()] || Ok(value(json!({ "a": "x" })));
        get_optional_field: Fails, Works,
            before [()] || Ok(value(json!({ "a": "x" }))),
            after [()] || Ok(value(json!({})));
        get_nullable_field: Fails, Works,
            before [()] || Ok(value(json!({ "a": "x" }))),
            after [()] || Ok(value(json!({ "a": null })));
        get_nullable_optional: Fails, Works,
            before [()] || Ok(value(json!({ "a": "x" }))),
            after [()] || Ok(value(json!({ "a": null })));
        get_wider_integer: Fails, Works,
            before [()] || Ok(value(json!({ "a": 255 }))),
            after [()] || Ok(value(json!({ "a": 256 })));
        get_fractions: Fails, Works,
            before [()] || Ok(value(json!({ "a": 1 }))),
            after [()] || Ok(value(json!({ "a": 1.5 })));
        get_higher_maximum: Works, Works,
            before [()] || Ok(value(json!({ "a": 5 }))),
            after [()] || Ok(value(json!({ "a": 10 })));
        get_constant: Fails, Fails,
            before [()] || Ok(value(json!({ "a": "one" }))),
            after [()] || Ok(value(json!({ "a": "two" })));
        get_other_fields: Works, Works,
            before [()] || Ok(value(json!({ "a": "x" }))),
            after [()] || Ok(value(json!({ "a": "x", "b": "y" })));
        get_text_for_date: Fails, Works,
            before [()] || Ok(value(json!({ "a": "2026-01-31" }))),
            after [()] || Ok(value(json!({ "a": "tomorrow" })));
        closed_value: Fails, Fails,
            before [(value(json!("one")))] |_| Ok(value(json!("two"))),
            after [(value(json!("three")))] |_| Ok(value(json!("three")));
        open_value: Works, Works,
            before [(value(json!("one")))] |_| Ok(value(json!("two"))),
            after [(value(json!("three")))] |_| Ok(value(json!("three")));
        response_value: Works, Fails,
            before [(value(json!("one")))] |_| Ok(value(json!("two"))),
            after [(value(json!("three")))] |_| Ok(value(json!("three")));
        opened: Fails, Fails,
            before [(value(json!("one")))] |_| Ok(value(json!("two"))),
            after [(value(json!("three")))] |_| Ok(value(json!("three")));
        closed_variant: Fails, Fails,
            before [(value(json!({ "type": "one" })))] |_| Ok(value(json!({ "type": "two" }))),
            after [(value(json!({ "type": "three" })))] |_| Ok(value(json!({ "type": "three" })));
        open_variant: Works, Works,
            before [(value(json!({ "type": "one" })))] |_| Ok(value(json!({ "type": "two" }))),
            after [(value(json!({ "type": "three" })))] |_| Ok(value(json!({ "type": "three" })));
        changed_tag: Fails, Fails,
            before [(value(json!({ "type": "one" })))] |_| Ok(value(json!({ "type": "two" }))),
            after [(value(json!({ "kind": "one" })))] |_| Ok(value(json!({ "kind": "two" })));
        changed_tag_of_open: Fails, Fails,
            before [(value(json!({ "type": "one" })))] |_| Ok(value(json!({ "type": "two" })))
                => |read| same(read, value(json!({ "type": "two" }))),
            after [(value(json!({ "kind": "one" })))] |_| Ok(value(json!({ "kind": "two" })))
                => |read| same(read, value(json!({ "kind": "two" })));
        wrapped: Fails, Fails,
            before [(value(json!({ "one": "x" })))] |_| Ok(value(json!({ "two": "x" }))),
            after [(value(json!({ "type": "one", "wrapped": "x" })))]
                |_| Ok(value(json!({ "type": "two", "wrapped": "x" })));
    }
}

/// Changes of parameters and of what surrounds the values of bodies.
async fn requests() -> Vec<Change> {
    changes! {
        query_required_added: Fails, Works, before [()] || Ok(()), after [("x")] |_| Ok(());
        query_optional_added: Works, Works, before [()] || Ok(()), after [().q("x")] |_| Ok(());
        query_became_required: Fails, Works, before [()] |_| Ok(()), after [("x")] |_| Ok(());
        query_type: Fails, Works, before [("x")] |_| Ok(()), after [(1)] |_| Ok(());
        query_style: Fails, Fails,
            before [().q(vec!["x".to_owned(), "y".to_owned()])] |request| only_if(request.q == ["x", "y"]),
            after [().q(vec!["x".to_owned(), "y".to_owned()])] |request| only_if(request.q == ["x", "y"]);
        query_limit: Fails, Works, before [(6)] |_| Ok(()), after [(5)] |_| Ok(());
        query_default: Fails, Fails,
            before [()] |request| only_if(request.q == 2),
            after [()] |request| only_if(request.q == 1);
        query_constant: Fails, Fails, before [()] || Ok(()), after [()] || Ok(());
        header_required_added: Fails, Works, before [()] || Ok(()), after [("x")] |_| Ok(());
        cookie_required_added: Fails, Works, before [()] || Ok(()), after [("x")] |_| Ok(());
        path_type: Fails, Works, before [("x")] |_| Ok(()), after [(1)] |_| Ok(());
        method_changed: Fails, Fails, before [()] || Ok(()), after [()] || Ok(());
        route_moved: Fails, Fails, before [()] || Ok(()), after [()] || Ok(());
        body_added: Fails, Works, before [()] || Ok(()), after [("x".to_owned())] |_| Ok(());
        optional_body_added: Works, Works, before [()] || Ok(()), after [().body("x".to_owned())] |_| Ok(());
        body_became_required: Fails, Works, before [()] |_| Ok(()), after [("x".to_owned())] |_| Ok(());
        body_removed: Works, Fails, before [("x".to_owned())] |_| Ok(()), after [()] || Ok(());
        body_media: Fails, Fails, before [("x")] |_| Ok(()), after [("x")] |_| Ok(());
        body_content: Fails, Fails, before [("x".to_owned())] |_| Ok(()), after [("x".to_owned())] |_| Ok(());
        body_size: Fails, Works, before [("1234567890")] |_| Ok(()), after [("12345")] |_| Ok(());
        body_envelope: Fails, Fails, before [("x".to_owned())] |_| Ok(()), after [("x".to_owned())] |_| Ok(());
        body_schema: Fails, Works,
            before [(value(json!({})))] |_| Ok(()),
            after [(value(json!({ "a": "x" })))] |_| Ok(());
        idempotency_required: Fails, Works, before [()] || Ok(()), after [()] |_| Ok(());
    }
}

/// Changes of what surrounds the values of responses.
async fn responses() -> Vec<Change> {
    let text = || "x".to_owned();
    changes! {
        status_changed: Fails, Fails, before [()] move || Ok(text()), after [()] move || Ok(text());
        status_added: Fails, Works,
            before [()] move || Ok(text()),
            after [()] move || Ok(after::StatusAddedResponse::Accepted(text()));
        status_widened: Fails, Works,
            before [()] move || Ok(text()),
            after [()] move || {
                let status = 202;
                Ok(after::StatusWidenedResponse { status, body: text() })
            };
        content_added: Works, Fails, before [()] || Ok(()), after [()] move || Ok(text());
        no_content: Fails, Fails, before [()] move || Ok(text()), after [()] || Ok(());
        response_media: Works, Works, before [()] move || Ok(text()), after [()] move || Ok(text());
        response_content: Fails, Fails,
            before [()] move || Ok(text()) => |read| same(read, "x".to_owned()),
            after [()] move || Ok(text()) => |read| same(read, "x".to_owned());
        response_envelope: Fails, Fails, before [()] move || Ok(text()), after [()] move || Ok(text());
        header_became_optional: Fails, Works,
            before [()] move || Ok(before::HeaderBecameOptionalResponse { body: text(), x_age: 1 }),
            after [()] move || Ok(after::HeaderBecameOptionalResponse { body: text(), x_age: None });
        header_removed: Works, Works,
            before [()] move || Ok(before::HeaderRemovedResponse { body: text(), x_age: Some(1) }),
            after [()] move || Ok(text());
        header_type: Fails, Works,
            before [()] move || Ok(before::HeaderTypeResponse { body: text(), x_age: 1 }),
            after [()] move || Ok(after::HeaderTypeResponse { body: text(), x_age: "old".into() });
        optional_header_type: Fails, Works,
            before [()] move || Ok(before::OptionalHeaderTypeResponse { body: text(), x_age: Some(1) })
                => |read| same(read.x_age.is_some(), true),
            after [()] move || Ok(after::OptionalHeaderTypeResponse { body: text(), x_age: Some("old".into()) })
                => |read| same(read.x_age, Some("1".to_owned()));
        events_end: Fails, Fails,
            before [().into_future().then(events)] move || Ok(EventStream::new(stream::iter([Ok::<_, Infallible>(text())]))),
            after [().into_future().then(events)] move || Ok(EventStream::new(stream::iter([Ok::<_, Infallible>(text())])));
        events_end_added: Fails, Fails,
            before [().into_future().then(events)] move || Ok(EventStream::new(stream::iter([Ok::<_, Infallible>(text())]))),
            after [().into_future().then(events)] move || Ok(EventStream::new(stream::iter([Ok::<_, Infallible>(text())])));
        page_items: Fails, Fails,
            before [()] |_| Ok(value(json!({ "items": ["x"] }))),
            after [()] |_| Ok(value(json!({ "entries": ["x"] })));
        page_total: Fails, Works,
            before [()] |_| Ok(value(json!({ "items": ["x"], "total": 1 }))),
            after [()] |_| Ok(value(json!({ "items": ["x"] })));
    }
}

/// All events of a stream, which must be `x`.
async fn events<E>(stream: Result<EventStream<String>, E>) -> Result<(), String>
where
    E: Debug,
{
    let events: Vec<_> = failure(stream)?.collect().await;
    let events: Result<Vec<String>, _> = events.into_iter().collect();
    same(failure(events)?, vec!["x".to_owned()])
}

/// Whether an error has this status.
fn status<T, E: OperationError>(result: &Result<T, Error<E>>, expected: u16) -> Result<(), String> {
    let status = result.as_ref().err().and_then(Error::status);
    same(status.map(|status| status.as_u16()), Some(expected))
}

/// Changes of errors and credentials.
async fn access() -> Vec<Change> {
    changes! {
        error_added: Works, Works,
            before [().into_future().map(|result| status(&result, 409))] || Err(before_api::errors::BadRequest::new())?,
            after [().into_future().map(|result| status(&result, 400))] || Err(after_api::errors::Conflict::new())?;
        error_body: Fails, Fails,
            before [().into_future().map(|result| match result {
                Err(Error::Api(before::ErrorBodyError::BodyText(error))) => same(error.body, "x".to_owned()),
                other => failure(other),
            })] || Err(before_api::errors::BodyText::new("x"))?,
            after [().into_future().map(|result| match result {
                Err(Error::Api(after::ErrorBodyError::BodyJson(error))) => same(error.body, vec!["x".to_owned()]),
                other => failure(other),
            })] || Err(after_api::errors::BodyJson::new(vec!["x".to_owned()]))?;
        auth_added: Fails, Works, before [()] || Ok(()), after [()] || Ok(());
        auth_became_required: Fails, Works, before [()] || Ok(()), after [()] || Ok(());
        auth_replaced: Fails, Fails, before [()] || Ok(()), after [()] || Ok(());
    }
}
