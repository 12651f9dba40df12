//! A small token endpoint on a real socket.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::{Value, json};

/// A running token endpoint. It issues the tokens `platform-1`, `platform-2` and so on.
#[derive(Debug, Clone)]
pub struct TokenServer {
    /// The address of the socket.
    pub address: SocketAddr,
    state: Shared,
}

type Shared = Arc<Mutex<Inner>>;

#[derive(Debug, Default)]
struct Inner {
    seen: Vec<(HeaderMap, String)>,
    issued: usize,
    lifetime: Option<Value>,
    delay: Duration,
    reply: Option<(u16, String)>,
}

impl TokenServer {
    /// Serves the endpoint `/token` on a free port. Tokens have no end.
    pub async fn start() -> Self {
        let state = Shared::default();
        let router = Router::new().route("/token", post(issue));
        let router = router.with_state(Arc::clone(&state));
        let address = crate::serving::serve(router).await;
        Self { address, state }
    }

    /// The URL of the endpoint.
    pub fn url(&self) -> String {
        format!("http://{}/token", self.address)
    }

    /// The headers and bodies of the requests so far.
    pub fn seen(&self) -> Vec<(HeaderMap, String)> {
        lock(&self.state).seen.clone()
    }

    /// Issues tokens that are valid for so long.
    pub fn set_lifetime(&self, seconds: impl Into<Value>) {
        lock(&self.state).lifetime = Some(seconds.into());
    }

    /// Waits before each response.
    pub fn set_delay(&self, delay: Duration) {
        lock(&self.state).delay = delay;
    }

    /// Sends this response instead of tokens; `None` ends that.
    pub fn set_reply(&self, reply: Option<(u16, &str)>) {
        let reply = reply.map(|(status, body)| (status, body.to_owned()));
        lock(&self.state).reply = reply;
    }
}

fn lock(state: &Shared) -> MutexGuard<'_, Inner> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn issue(
    State(state): State<Shared>,
    headers: HeaderMap,
    body: String,
) -> (StatusCode, String) {
    let delay = lock(&state).delay;
    lock(&state).seen.push((headers, body.clone()));
    tokio::time::sleep(delay).await;
    let mut state = lock(&state);
    if let Some((status, body)) = state.reply.clone() {
        return (StatusCode::from_u16(status).expect("a status"), body);
    }
    state.issued += 1;
    let number = state.issued;
    let mut issued =
        json!({ "access_token": format!("platform-{number}"), "token_type": "bearer" });
    if let Some(lifetime) = &state.lifetime {
        issued["expires_in"] = lifetime.clone();
    }
    if body.contains("grant_type=refresh_token") {
        issued["refresh_token"] = json!(format!("refresh-{number}"));
    }
    (StatusCode::OK, issued.to_string())
}
