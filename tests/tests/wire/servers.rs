//! Named servers: a client that is built with a constant, whose host name resolves to a real socket, and operations with
//! a server of their own.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use scans_api::client::{Retry, Servers};
use scans_api::operations::{GetScanError, PutScanError};
use scans_api::server::{AuthError, Credentials, GetScan, PutScan, ScansApi};
use specsmith_tests::serving;

#[tokio::test]
async fn requests_use_the_host_and_the_path_of_a_named_server() {
    let (address, main, _, _) = two_servers().await;
    let client = |base_url: String| {
        let http = reqwest::Client::builder().resolve("plain.library.example", address);
        scans_api::Client::builder(base_url)
            .http_client(http.build().unwrap())
            .credentials(scans_api::client::Credentials::desk("k"))
            .retry(Retry::never())
            .build()
            .unwrap()
    };
    let named = client(scans_api::servers::PLAIN.to_owned());
    assert_eq!(named.get_scan("a").await.unwrap(), 7);
    assert_eq!(main.requests(), ["get a"]);

    // The API is not below any other path.
    let other = scans_api::servers::PLAIN.replace("/library", "/other");
    assert!(client(other).get_scan("a").await.is_err());
    assert_eq!(main.requests(), ["get a"]);
}

/// Two servers of the same API, which know which requests they got.
async fn two_servers() -> (SocketAddr, Desk, SocketAddr, Desk) {
    let (main, scans) = (Desk::default(), Desk::default());
    let serve = |desk: &Desk| {
        let router = Router::new().nest("/library", scans_api::server::router(desk.clone()));
        serving::serve(router)
    };
    (serve(&main).await, main.clone(), serve(&scans).await, scans)
}

#[tokio::test]
async fn an_operation_with_a_server_of_its_own_is_sent_there() {
    let (main_address, main, scans_address, scans) = two_servers().await;
    let url = |address: SocketAddr| {
        let (host, port) = (address.ip().to_string(), address.port().to_string());
        scans_api::servers::own(&host, &port)
    };
    let client = scans_api::Client::builder(url(main_address))
        .server(Servers::scans(url(scans_address)))
        .credentials(scans_api::client::Credentials::desk("k"))
        .build()
        .unwrap();
    assert_eq!(client.put_scan("a", "some text").await.unwrap(), 9);
    assert_eq!(client.get_scan("a").await.unwrap(), 7);
    assert_eq!(main.requests(), ["get a"]);
    assert_eq!(scans.requests(), ["put a"]);
}

#[tokio::test]
async fn without_its_url_a_call_to_another_server_is_not_sent() {
    let (address, main, _, scans) = two_servers().await;
    let client = scans_api::Client::builder(format!("http://{address}/library"))
        .credentials(scans_api::client::Credentials::desk("k"))
        .build()
        .unwrap();
    let error = client.put_scan("a", "some text").await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "put_scan: it is on the server `scans`, but the client has no URL for it: add \
         `.server(Servers::scans(…))` to its builder"
    );
    assert_eq!((main.requests(), scans.requests()), (vec![], vec![]));
}

#[test]
fn the_url_of_another_server_is_checked() {
    let problem = |url: &str| {
        let builder = scans_api::Client::builder("http://localhost").server(Servers::scans(url));
        builder.build().unwrap_err().to_string()
    };
    assert_eq!(
        problem("http://localhost?a=b"),
        "the URL of the server `scans` must have neither a query nor a fragment"
    );
    assert!(problem("localhost").starts_with("the URL of the server `scans` must begin with"));
}

#[test]
fn the_constant_of_a_server_has_the_defaults_of_its_variables() {
    assert_eq!(scans_api::servers::OWN, "http://localhost:8080/library");
    assert_eq!(scans_api::servers::own("h", "1"), "http://h:1/library");
}

/// A server that counts the characters of scans.
#[derive(Debug, Clone, Default)]
struct Desk(Arc<Mutex<Vec<String>>>);

impl Desk {
    fn requests(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    fn note(&self, request: String) {
        self.0.lock().unwrap().push(request);
    }
}

impl ScansApi for Desk {
    type Caller = ();

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<(), AuthError> {
        match credentials {
            Credentials::Desk(key) if key.as_str() == "k" => Ok(()),
            Credentials::Badge(_) | Credentials::Desk(_) => Err(AuthError::UnknownKey),
        }
    }

    async fn get_scan(&self, (): (), request: GetScan) -> Result<i64, GetScanError> {
        self.note(format!("get {}", request.id));
        Ok(7)
    }

    async fn put_scan(&self, (): (), request: PutScan) -> Result<i64, PutScanError> {
        self.note(format!("put {}", request.id));
        Ok(request.body.len() as i64)
    }
}
