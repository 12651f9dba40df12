//! What a client retries, how long it waits, and when it gives up.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};

use gateway_api::client::Retry;
use gateway_api::errors::{BadGateway, NotFound, ProviderOverloaded, TimedOut, TooManyRequests};
use gateway_api::operations::*;
use gateway_api::runtime::client::TimeoutKind;
use gateway_api::types::{GroupMappingUpdate, Role};
use gateway_api::{Client, ClientBuilder, Error};
use serde_json::json;
use specsmith_tests::gateway::{MANAGEMENT_KEY, Turn};
use specsmith_tests::raw::{Reply, Stub};
use specsmith_tests::serving::{Served, base_url, build, unused_address};

/// Several tries with almost no delay between them.
const QUICK: Retry = Retry::new()
    .base_delay(Duration::from_millis(4))
    .max_delay(Duration::from_millis(10));

const ADMIN: GroupMappingUpdate = GroupMappingUpdate { role: Role::Admin };

fn quick(served: &Served) -> Client {
    build(served.builder().bearer_token(MANAGEMENT_KEY).retry(QUICK))
}

fn quick_stub(stub: &Stub) -> ClientBuilder {
    Client::builder(base_url(stub.address))
        .bearer_token("sk")
        .retry(QUICK)
}

fn credits() -> Reply {
    Reply::json(
        200,
        &json!({ "data": { "total_credits": 3, "total_usage": 1 } }),
    )
}

#[tokio::test]
async fn a_server_that_fails_three_times_succeeds_at_the_fourth_try() {
    let served = Served::start().await;
    let turns = [
        Turn::response::<GetGenerationError>(TooManyRequests::new()),
        Turn::response::<GetGenerationError>(BadGateway::new()),
        Turn::response::<GetGenerationError>(ProviderOverloaded::new()),
    ];
    served.gateway.tell(&GET_GENERATION, turns);
    let response = quick(&served)
        .get_generation("gen-1768469400-x7Qp")
        .send()
        .await
        .unwrap();
    assert_eq!(response.tries, 4);
    assert_eq!(response.request_id(), Some("req-4"));
    assert_eq!(served.gateway.calls(&GET_GENERATION), 4);
}

#[tokio::test]
async fn the_caller_gets_the_error_of_the_last_try() {
    let served = Served::start().await;
    served.gateway.tell(
        &GET_GENERATION,
        (0..9).map(|_| Turn::response::<GetGenerationError>(TimedOut::new())),
    );
    let error = quick(&served).get_generation("gen-1").await.unwrap_err();
    assert!(
        matches!(error, Error::Api(GetGenerationError::TimedOut(_))),
        "{error:?}"
    );
    assert_eq!(served.gateway.calls(&GET_GENERATION), 4);
}

#[tokio::test]
async fn permanent_errors_are_not_retried() {
    let served = Served::start().await;
    served.gateway.tell(
        &GET_GENERATION,
        [
            Turn::response::<GetGenerationError>(NotFound::new()),
            Turn::Fail,
        ],
    );
    let client = quick(&served);
    for (status, calls) in [(404, 1), (500, 2)] {
        let error = client.get_generation("gen-1").await.unwrap_err();
        assert_eq!(error.status().unwrap(), status);
        assert_eq!(served.gateway.calls(&GET_GENERATION), calls, "{status}");
    }
}

#[tokio::test]
async fn a_deletion_is_idempotent_and_retried() {
    let served = Served::start().await;
    served.gateway.tell(
        &DELETE_KEY,
        [Turn::response::<DeleteKeyError>(TooManyRequests::new())],
    );
    let hash = served
        .gateway
        .records(|records| records.keys.first().cloned().unwrap());
    assert!(quick(&served).delete_key(hash).await.unwrap().deleted);
    assert_eq!(served.gateway.calls(&DELETE_KEY), 2);
}

#[tokio::test]
async fn an_update_is_not_idempotent_and_never_retried() {
    for reply in [
        Reply::error(429, &[("retry-after", "0")]),
        Reply::error(502, &[]),
        // The connection breaks after the server has read the request.
        Reply::Bytes(Vec::new()),
        Reply::announcing(100, 200, &[], "{\"data\":"),
    ] {
        let stub = Stub::start([reply.clone(), credits()]).await;
        let client = build(quick_stub(&stub));
        let error = client
            .update_group_mapping("gm_42d8", ADMIN)
            .await
            .unwrap_err();
        assert_eq!(stub.seen().len(), 1, "{reply:?} gave {error:?}");
    }
}

#[tokio::test]
async fn an_update_that_times_out_is_not_retried() {
    let served = Served::start().await;
    served.gateway.tell(
        &UPDATE_GROUP_MAPPING,
        [Turn::Delay(Duration::from_millis(1500))],
    );
    let call = quick(&served)
        .update_group_mapping("gm_42d8", ADMIN)
        .try_timeout(Duration::from_millis(500));
    let error = call.await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert_eq!(served.gateway.calls(&UPDATE_GROUP_MAPPING), 1);
}

#[tokio::test]
async fn a_broken_connection_is_retried() {
    let broken = [
        Reply::Bytes(Vec::new()),
        Reply::announcing(100, 200, &[], "{\"data\":"),
        Reply::Bytes(b"HTTP/1.1 20".to_vec()),
    ];
    let stub = Stub::start(broken.into_iter().chain([credits()])).await;
    let response = build(quick_stub(&stub)).get_credits().send().await.unwrap();
    assert_eq!((response.tries, response.value.total_credits), (4, 3.0));
}

#[tokio::test]
async fn retry_after_in_seconds_is_respected() {
    let served = Served::start().await;
    let limited = TooManyRequests {
        retry_after: Some(1),
        ..TooManyRequests::new()
    };
    served
        .gateway
        .tell(&DELETE_KEY, [Turn::response::<DeleteKeyError>(limited)]);
    let hash = served
        .gateway
        .records(|records| records.keys.first().cloned().unwrap());
    let began = Instant::now();
    quick(&served).delete_key(hash).await.unwrap();
    assert!(
        began.elapsed() >= Duration::from_secs(1),
        "it waited {:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn retry_after_as_a_date_is_respected() {
    // A date has whole seconds, so the wait is between one and two.
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(2));
    let stub = Stub::start([Reply::error(529, &[("retry-after", &date)]), credits()]).await;
    let began = Instant::now();
    build(quick_stub(&stub)).get_credits().await.unwrap();
    assert!(
        began.elapsed() >= Duration::from_millis(900),
        "it waited {:?}",
        began.elapsed()
    );
}

#[tokio::test]
async fn an_invalid_retry_after_is_ignored() {
    for wish in ["soon", "-1", "", "1e9", "Sun, 06 Nov 1994 08:49:37 GMT"] {
        let stub = Stub::start([Reply::error(502, &[("retry-after", wish)]), credits()]).await;
        let began = Instant::now();
        build(quick_stub(&stub)).get_credits().await.unwrap();
        assert!(
            began.elapsed() < Duration::from_secs(1),
            "`{wish}` made it wait {:?}",
            began.elapsed()
        );
    }
}

/// A wait beyond the time limit of the call is pointless, so the call returns the error at once.
#[tokio::test]
async fn retry_after_beyond_the_time_limit_ends_the_call() {
    let served = Served::start().await;
    let limited = TooManyRequests {
        retry_after: Some(3600),
        ..TooManyRequests::new()
    };
    served
        .gateway
        .tell(&DELETE_KEY, [Turn::response::<DeleteKeyError>(limited)]);
    let began = Instant::now();
    let error = quick(&served).delete_key("5d41").await.unwrap_err();
    assert!(
        began.elapsed() < Duration::from_secs(1),
        "it took {:?}",
        began.elapsed()
    );
    let Error::Api(DeleteKeyError::TooManyRequests(limited)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(limited.retry_after(), Some(Duration::from_secs(3600)));
    assert_eq!(served.gateway.calls(&DELETE_KEY), 1);
}

#[tokio::test]
async fn the_number_of_tries_can_be_set_for_the_client_and_for_a_call() {
    let stub = Stub::start((0..20).map(|_| Reply::error(502, &[]))).await;
    let client = build(quick_stub(&stub).retry(QUICK.max_tries(2)));
    for (retry, tries) in [
        (None, 2),
        (Some(QUICK.max_tries(5)), 5),
        (Some(Retry::never()), 1),
        (Some(QUICK.max_tries(0)), 1),
    ] {
        let before = stub.seen().len();
        let call = client.list_workspaces();
        let call = match &retry {
            Some(retry) => call.retry(retry.clone()),
            None => call,
        };
        let error = call.await.unwrap_err();
        assert_eq!(error.status().unwrap(), 502);
        assert_eq!(stub.seen().len() - before, tries, "{retry:?}");
    }
}

/// What the hook receives about a try.
#[derive(Debug, PartialEq)]
struct Seen {
    operation: &'static str,
    number: u32,
    status: Option<u16>,
    request_id: Option<String>,
    failed: bool,
    waits: bool,
}

fn watched(builder: ClientBuilder) -> (Client, Arc<Mutex<Vec<Seen>>>) {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let watched = Arc::clone(&seen);
    let client = builder.on_try(move |tried| {
        watched.lock().unwrap().push(Seen {
            operation: tried.operation.name,
            number: tried.number,
            status: tried.status.map(|status| status.as_u16()),
            request_id: tried.request_id.map(str::to_owned),
            failed: tried.error.is_some(),
            waits: tried.wait.is_some(),
        });
    });
    (build(client), seen)
}

#[tokio::test]
async fn the_hook_sees_each_try() {
    let id = ("x-request-id", "r-7");
    let stub = Stub::start([
        Reply::error(429, &[id]),
        Reply::Bytes(Vec::new()),
        credits(),
    ])
    .await;
    let (client, seen) = watched(quick_stub(&stub));
    client.get_credits().await.unwrap();
    let operation = "get_credits";
    let expected = [
        Seen {
            operation,
            number: 1,
            status: Some(429),
            request_id: Some("r-7".into()),
            failed: false,
            waits: true,
        },
        Seen {
            operation,
            number: 2,
            status: None,
            request_id: None,
            failed: true,
            waits: true,
        },
        Seen {
            operation,
            number: 3,
            status: Some(200),
            request_id: None,
            failed: false,
            waits: false,
        },
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

#[tokio::test]
async fn the_hook_sees_the_last_try_of_a_call_that_fails() {
    let (client, seen) =
        watched(Client::builder(base_url(unused_address().await)).retry(QUICK.max_tries(2)));
    client.get_key().await.unwrap_err();
    let seen = seen.lock().unwrap();
    let waits: Vec<_> = seen
        .iter()
        .map(|tried| (tried.number, tried.failed, tried.waits))
        .collect();
    assert_eq!(waits, [(1, true, true), (2, true, false)]);
}

/// Without a connection nothing was sent, so even an update can be retried.
#[tokio::test]
async fn a_refused_connection_is_retried_for_every_operation() {
    let (client, seen) = watched(Client::builder(base_url(unused_address().await)).retry(QUICK));
    let error = client
        .update_group_mapping("gm_42d8", ADMIN)
        .await
        .unwrap_err();
    assert!(error.is_connect(), "{error:?}");
    assert_eq!(seen.lock().unwrap().len(), 4);
}

#[tokio::test]
async fn a_try_that_times_out_is_retried() {
    let served = Served::start().await;
    served
        .gateway
        .tell(&GET_CREDITS, [Turn::Delay(Duration::from_millis(1500))]);
    let response = quick(&served)
        .get_credits()
        .try_timeout(Duration::from_millis(500))
        .send()
        .await
        .unwrap();
    assert_eq!(response.tries, 2);
}

#[tokio::test]
async fn a_call_whose_tries_all_time_out_is_a_timeout() {
    let stub = Stub::start((0..4).map(|_| Reply::Silence(Duration::from_secs(5)))).await;
    let client = build(quick_stub(&stub).try_timeout(Duration::from_millis(80)));
    let error = client.get_credits().await.unwrap_err();
    let Error::Timeout(timeout) = &error else {
        panic!("{error:?}")
    };
    assert_eq!((timeout.kind, timeout.tries), (TimeoutKind::Try, 4));
    assert_eq!(
        error.to_string(),
        "get_credits: the try timed out after 80 ms (4 tries)"
    );
}

#[tokio::test]
async fn the_time_limit_of_the_call_covers_all_tries() {
    let stub = Stub::start((0..9).map(|_| Reply::Silence(Duration::from_secs(5)))).await;
    let client = build(quick_stub(&stub).total_timeout(Duration::from_millis(250)));
    let began = Instant::now();
    let error = client.get_credits().await.unwrap_err();
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "it took {:?}",
        began.elapsed()
    );
    let Error::Timeout(timeout) = &error else {
        panic!("{error:?}")
    };
    assert_eq!(timeout.kind, TimeoutKind::Total);

    let call = client
        .get_credits()
        .try_timeout(Duration::from_millis(100))
        .timeout(Duration::from_millis(250));
    let began = Instant::now();
    let error = call.await.unwrap_err();
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "it took {:?}",
        began.elapsed()
    );
    assert!(error.is_timeout(), "{error:?}");
    assert!(
        (2..=5).contains(&stub.seen().len()),
        "{} tries in total",
        stub.seen().len()
    );
}

/// The time limit of a try is for the whole response, not only for its first byte.
#[tokio::test]
async fn a_body_that_never_ends_is_a_timeout() {
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n";
    let stub = Stub::start([Reply::Trickle(head.into())]).await;
    let client = build(quick_stub(&stub).retry(Retry::never()));
    let error = client
        .get_credits()
        .try_timeout(Duration::from_millis(150))
        .await
        .unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
}

/// The declared header is in seconds; the method reads both forms.
#[tokio::test]
async fn retry_after_as_a_date_reaches_the_caller() {
    let date = httpdate::fmt_http_date(SystemTime::now() + Duration::from_secs(90));
    let stub = Stub::start([Reply::error(429, &[("retry-after", &date)])]).await;
    let client = build(quick_stub(&stub).retry(Retry::never()));
    let error = client.delete_key("5d41").await.unwrap_err();
    let Error::Api(DeleteKeyError::TooManyRequests(limited)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(limited.retry_after, None);
    let wait = limited.retry_after().unwrap();
    assert!((85..=90).contains(&wait.as_secs()), "{wait:?}");
}
