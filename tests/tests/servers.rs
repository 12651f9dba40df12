//! A client that uses a named server: it is built with the constant from the case `servers`, whose host
//! name resolves to a real socket.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use axum::Router;
use gateway_api::client::Retry;
use gateway_api::{Client, server};
use specsmith_tests::gateway::{Gateway, MANAGEMENT_KEY};
use specsmith_tests::serving;

#[allow(dead_code, unreachable_pub)]
#[path = "../cases/good/servers/expected/src/servers.rs"]
mod servers;

#[tokio::test]
async fn requests_use_the_host_and_the_path_of_a_named_server() {
    let router = Router::new().nest("/edge", server::router(Gateway::default()));
    let address = serving::serve(router).await;
    let http = reqwest::Client::builder()
        .resolve("plain.library.example", address)
        .build()
        .unwrap();
    let client = Client::builder(servers::PLAIN)
        .http_client(http)
        .bearer_token(MANAGEMENT_KEY)
        .retry(Retry::never())
        .build()
        .unwrap();
    let page = client.list_workspaces().await.unwrap();
    assert_eq!(page.total_count, 1);

    // The API is not below any other path.
    let other = servers::PLAIN.replace("/edge", "/other");
    let client = Client::builder(other)
        .http_client(
            reqwest::Client::builder()
                .resolve("plain.library.example", address)
                .build()
                .unwrap(),
        )
        .bearer_token(MANAGEMENT_KEY)
        .retry(Retry::never())
        .build()
        .unwrap();
    assert!(client.list_workspaces().await.is_err());
}
