//! Callers are tested with fakes of the APIs that they call.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::Duration;

use axum::http::StatusCode;
use checkout_api::client::Retry as CheckoutRetry;
use checkout_api::errors::CardDeclined;
use checkout_api::server::Pay;
use checkout_api::types::Payment;
use gateway_api::client::{Error, Retry};
use gateway_api::errors::NotFound;
use gateway_api::fake::Fake;
use gateway_api::operations::DeleteByokCredentialError;
use gateway_api::server::{DeleteByokCredential, ListWorkspaces, router};
use gateway_api::types::{ByokCredentialId, Deleted};
use gateway_api::{Client, Page};

const ID: &str = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/// The code under test: deletes credentials until one does not exist.
async fn delete_all(client: &Client, ids: &[ByokCredentialId]) -> usize {
    for (index, id) in ids.iter().enumerate() {
        match client.delete_byok_credential(*id).await {
            Ok(Deleted { deleted }) => assert!(deleted),
            Err(Error::Api(DeleteByokCredentialError::NotFound(_))) => return index,
            Err(other) => panic!("{other}"),
        }
    }
    ids.len()
}

fn client(fake: &Fake) -> Client {
    let builder = Client::in_process(router(fake.clone()));
    let builder = builder.bearer_token("any").retry(Retry::never());
    builder.build().unwrap()
}

#[tokio::test]
async fn a_caller_is_tested_with_a_fake_of_the_api() {
    let id: ByokCredentialId = ID.parse().unwrap();
    let mut left = 2;
    let fake = Fake::new().delete_byok_credential(move |_| {
        if left == 0 {
            Err(NotFound::new())?;
        }
        left -= 1;
        Ok(Deleted { deleted: true })
    });
    assert_eq!(delete_all(&client(&fake), &[id; 5]).await, 2);
    assert_eq!(fake.calls(), ["delete_byok_credential"; 3]);
    let requests = fake.requests::<DeleteByokCredential>();
    assert!(requests.iter().all(|request| request.id == id));
    assert_eq!(requests.len(), 3);
    assert!(fake.requests::<ListWorkspaces>().is_empty());
}

/// What nobody has faked is 501, not a success that nobody meant, and names the operation.
#[tokio::test]
async fn other_operations_are_not_implemented() {
    let fake = Fake::new().list_workspaces(|request| {
        assert_eq!(request.page.limit, 7);
        Ok(Page {
            data: Vec::new(),
            total_count: 0,
        })
    });
    let client = client(&fake);
    client.list_workspaces().limit(7).await.unwrap();
    let error = client.get_credits().await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::NOT_IMPLEMENTED));
    let expected = "the fake has no handler for `get_credits`: add one with its method";
    assert_eq!(error.message(), Some(expected));
    assert_eq!(fake.calls(), ["list_workspaces", "get_credits"]);
}

/// The router checks requests and keys as in production.
#[tokio::test]
async fn a_fake_gets_valid_requests_only() {
    let fake = Fake::new().get_credits(|| panic!("without a key, no handler runs"));
    let anonymous = Client::in_process(router(fake.clone())).build().unwrap();
    let error = anonymous.get_credits().await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::UNAUTHORIZED));
    assert!(fake.calls().is_empty());
}

/// An error of the API is retried as the specification says, and a handler can count the tries.
#[tokio::test]
async fn errors_and_retries_are_tested_without_a_server() {
    let fake = checkout_api::fake::Fake::new().pay(|request: Pay| match &*request.card {
        "declined" => Err(CardDeclined::new())?,
        _ => Ok(request.body),
    });
    let quick = CheckoutRetry::new().base_delay(Duration::from_millis(1));
    let builder = checkout_api::Client::in_process(checkout_api::server::router(fake.clone()));
    let client = builder.retry(quick).build().unwrap();
    let payment = || Payment {
        id: "p1".to_owned(),
        amount: 7,
    };
    assert_eq!(client.pay("good", payment()).await.unwrap().amount, 7);
    let error = client.pay("declined", payment()).await.unwrap_err();
    assert_eq!(error.code(), Some("card_declined"));
    let cards: Vec<String> = fake
        .requests()
        .into_iter()
        .map(|pay: Pay| pay.card)
        .collect();
    assert_eq!(cards, ["good", "declined"]);
}
