//! The gateway on a real socket, and generated clients for it.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::Router;
use axum::http::HeaderValue;
use axum::middleware::map_response;
use gateway_api::client::Retry;
use gateway_api::{Client, ClientBuilder, server};
use tokio::net::TcpListener;

use crate::gateway::{Gateway, MANAGEMENT_KEY};
use crate::raw::{Request, Response};
use crate::transports::{self, Callable};

/// A running gateway. It stops with the test's runtime.
#[derive(Debug, Clone)]
pub struct Served {
    /// The gateway behind the socket.
    pub gateway: Gateway,
    /// The address of the socket.
    pub address: SocketAddr,
}

impl Served {
    /// Serves a gateway with one record of each type.
    pub async fn start() -> Self {
        let gateway = Gateway::default();
        let router = server::router(gateway.clone());
        Self::start_with(gateway, router).await
    }

    /// Serves a router that was created from `gateway`.
    pub async fn start_with(gateway: Gateway, router: Router) -> Self {
        let address = serve(number_requests(router)).await;
        Self { gateway, address }
    }

    /// The base URL for a client.
    pub fn base_url(&self) -> String {
        base_url(self.address)
    }

    /// A client with the management key that does not retry.
    pub fn client(&self) -> Client {
        self.client_with_key(MANAGEMENT_KEY)
    }

    /// A client with another key that does not retry.
    pub fn client_with_key(&self, key: &str) -> Client {
        build(self.builder().bearer_token(key).retry(Retry::never()))
    }

    /// A client without a key that does not retry.
    pub fn client_without_key(&self) -> Client {
        build(self.builder().retry(Retry::never()))
    }

    /// Sends an update of a group mapping as raw HTTP. It is the only operation with a body.
    pub async fn patch_mapping(&self, id: &str, body: &str) -> Response {
        let request = Request::new("PATCH", &format!("/v1/scim/group-mappings/{id}"));
        request
            .key(MANAGEMENT_KEY)
            .json(body)
            .send(self.address)
            .await
    }

    /// The builder of a client that does not retry.
    pub fn builder(&self) -> ClientBuilder {
        transports::client(self.base_url(), Client::builder)
    }
}

/// The base URL of an address.
pub fn base_url(address: SocketAddr) -> String {
    format!("http://{address}")
}

/// Builds a client from valid settings.
pub fn build(builder: ClientBuilder) -> Client {
    builder.build().expect("the settings are valid")
}

/// Serves a router on a free port of this machine.
pub async fn serve(router: Router) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port is free");
    let address = listener
        .local_addr()
        .expect("a bound socket has an address");
    let callable = Callable::new(address, router.clone());
    tokio::spawn(async move {
        let _callable = callable;
        axum::serve(listener, router).await
    });
    address
}

/// An address that no server listens on.
pub async fn unused_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port is free");
    listener
        .local_addr()
        .expect("a bound socket has an address")
}

/// Adds a request ID to every response, as a layer of an application would: `req-1`, `req-2`, ….
fn number_requests(router: Router) -> Router {
    let count = Arc::new(AtomicUsize::new(1));
    router.layer(map_response(
        move |mut response: axum::response::Response| {
            let number = count.fetch_add(1, Ordering::Relaxed);
            async move {
                let id = HeaderValue::try_from(format!("req-{number}"))
                    .expect("digits are valid in a header");
                response.headers_mut().insert("x-request-id", id);
                response
            }
        },
    ))
}
