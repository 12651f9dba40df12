//! Clients over the transport that the environment chooses: `WIRE_TRANSPORT=in-process` lets them call the routers of
//! tests directly, so that the same tests run over sockets and without.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{LazyLock, Mutex};

use axum::Router;
use gateway_api::runtime::client::ClientBuilder;
use gateway_api::runtime::codegen::Http;

/// The routers that are served, by their addresses.
static SERVED: LazyLock<Mutex<HashMap<String, Router>>> = LazyLock::new(Mutex::default);

/// A router that clients can call directly, until this value is dropped.
#[derive(Debug)]
pub(crate) struct Callable(String);

impl Callable {
    pub(crate) fn new(address: SocketAddr, router: Router) -> Self {
        let address = address.to_string();
        let mut served = SERVED.lock().expect("no test panics with the lock");
        served.insert(address.clone(), router);
        Self(address)
    }
}

impl Drop for Callable {
    fn drop(&mut self) {
        let mut served = SERVED.lock().expect("no test panics with the lock");
        served.remove(&self.0);
    }
}

/// The builder of a client of the server at `url`, over the transport that the environment chooses.
pub fn client<C: From<Http>>(
    url: impl Into<String>,
    builder: impl FnOnce(String) -> ClientBuilder<C>,
) -> ClientBuilder<C> {
    let url = url.into();
    let address = url.trim_start_matches("http://").split('/').next();
    let served = SERVED.lock().expect("no test panics with the lock");
    let router = address.and_then(|address| served.get(address).cloned());
    let builder = builder(url);
    match (std::env::var("WIRE_TRANSPORT").as_deref(), router) {
        (Err(_) | Ok("socket"), _) => builder,
        // Servers that are not routers are reached over sockets.
        (Ok("in-process"), None) => builder,
        (Ok("in-process"), Some(router)) => builder.in_process(router),
        (Ok(other), _) => panic!("WIRE_TRANSPORT is `socket` or `in-process`, not `{other}`"),
    }
}
