//! A server with several schemes: it implements the API in `tests/apis/doors.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::net::SocketAddr;

use doors_api::operations::*;
use doors_api::server::{AuthError, Credentials, DoorsApi, Key, router};
use doors_api::types::Entry;

/// The server.
#[derive(Debug, Clone, Copy)]
pub struct House;

/// Who calls.
#[derive(Debug, Clone)]
pub struct Caller(String);

impl DoorsApi for House {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        let (scheme, secret) = match &credentials {
            Credentials::Badge(token) => ("badge", token.as_str()),
            Credentials::App(app) if app.name() == "app" => ("app", app.password()),
            Credentials::App(_) => return Err(AuthError::UnknownKey),
            Credentials::Chip(key) => ("chip", key.as_str()),
            Credentials::Ticket(key) => ("ticket", key.as_str()),
            Credentials::Session(key) => ("session", key.as_str()),
        };
        match secret {
            "secret" | "guard" => Ok(Caller(format!("{scheme} {secret}"))),
            "a&b" => Ok(Caller(format!("{scheme} encoded"))),
            _ => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        key == Key::GuardKey && caller.0 == "badge guard"
    }

    async fn enter(&self, caller: Caller) -> Result<Entry, EnterError> {
        Ok(Entry { who: caller.0 })
    }

    async fn lock(&self, caller: Caller) -> Result<Entry, LockError> {
        Ok(Entry { who: caller.0 })
    }

    async fn open(&self, caller: Caller) -> Result<Entry, OpenError> {
        Ok(Entry { who: caller.0 })
    }

    async fn park(&self, caller: Caller) -> Result<Entry, ParkError> {
        Ok(Entry { who: caller.0 })
    }

    async fn leave(
        &self,
        caller: Caller,
        _: doors_api::server::Leave,
    ) -> Result<Entry, LeaveError> {
        Ok(Entry { who: caller.0 })
    }

    async fn greet(&self, caller: Caller) -> Result<Entry, GreetError> {
        Ok(Entry { who: caller.0 })
    }

    async fn ring(&self) -> Result<Entry, RingError> {
        Ok(Entry {
            who: "anybody".to_owned(),
        })
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    crate::serving::serve(router(House)).await
}
