//! A server with several schemes: it implements the API in `tests/apis/doors.yaml`.

#![allow(
    clippy::expect_used,
    reason = "a test that cannot be set up has failed"
)]

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use doors_api::operations::*;
use doors_api::server::{AuthError, Credentials, DoorsApi, Key, router};
use doors_api::types::Entry;

/// The server.
#[derive(Debug, Clone, Default)]
pub struct House {
    /// How often credentials were looked up.
    pub lookups: Arc<AtomicUsize>,
    /// Access tokens that are no longer valid.
    pub revoked: Arc<Mutex<HashSet<String>>>,
}

/// The signature of a request by somebody who knows the secret. A real one would be an HMAC.
pub fn signature(secret: &str, method: &str, target: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (secret, method, target, secret).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// The name in the certificate of a connection, which a layer adds to requests.
#[derive(Debug, Clone)]
pub struct Certificate(pub &'static str);

/// Who calls.
#[derive(Debug, Clone)]
pub struct Caller(String);

impl DoorsApi for House {
    type Caller = Caller;

    async fn authenticate(&self, credentials: Credentials<'_>) -> Result<Caller, AuthError> {
        self.lookups.fetch_add(1, Ordering::Relaxed);
        let (scheme, secret) = match &credentials {
            Credentials::Badge(token) => ("badge", token.as_str()),
            Credentials::App(app) if app.name() == "app" => ("app", app.password()),
            Credentials::App(_) => return Err(AuthError::UnknownKey),
            Credentials::Chip(key) => ("chip", key.as_str()),
            Credentials::Ticket(key) => ("ticket", key.as_str()),
            Credentials::Session(key) => ("session", key.as_str()),
            Credentials::Desk {
                session,
                desk_token,
            } if desk_token.as_str() == "page" => ("desk", session.as_str()),
            Credentials::Desk { .. } => return Err(AuthError::UnknownKey),
            // The token is the list of its scopes.
            Credentials::Phone(token) if token.as_str().starts_with("doors:") => {
                return Ok(Caller(format!("phone {}", token.as_str())));
            }
            Credentials::Phone(token) => ("phone", token.as_str()),
            Credentials::Platform(token) | Credentials::Login(token) => {
                let token = token.as_str().to_owned();
                let is_revoked = self
                    .revoked
                    .lock()
                    .expect("no test panics")
                    .contains(&token);
                return match token.starts_with("platform-") && !is_revoked {
                    true => Ok(Caller(format!("{token} doors:watch"))),
                    false => Err(AuthError::UnknownKey),
                };
            }
            Credentials::Partner(head) => {
                if let Some(Certificate(name)) = head.extensions().get() {
                    return Ok(Caller(format!("partner {name}")));
                }
                let Some(sent) = head.headers().get("x-signature") else {
                    return Err(AuthError::MissingKey);
                };
                let target = head.uri().to_string();
                return match sent == signature("secret", head.method().as_str(), &target).as_str() {
                    true => Ok(Caller("partner".to_owned())),
                    false => Err(AuthError::UnknownKey),
                };
            }
        };
        match secret {
            "secret" | "guard" => Ok(Caller(format!("{scheme} {secret}"))),
            "cleaner" => Ok(Caller(format!("{scheme} {secret}"))),
            "broken" => Err(std::io::Error::other("the list of keys is lost"))?,
            "a&b" => Ok(Caller(format!("{scheme} encoded"))),
            _ => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        match key {
            Key::GuardKey => caller.0 == "badge guard",
            Key::CleanerKey => caller.0 == "badge cleaner",
            Key::Phone(scopes) | Key::Platform(scopes) => {
                scopes.iter().all(|scope| caller.0.contains(*scope))
            }
            Key::VisitorKey
            | Key::App
            | Key::Chip
            | Key::Ticket
            | Key::Session
            | Key::Desk
            | Key::Login
            | Key::Partner => false,
        }
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

    async fn visit(&self, caller: Caller) -> Result<Entry, VisitError> {
        Ok(Entry { who: caller.0 })
    }

    async fn clean(&self, caller: Caller) -> Result<Entry, CleanError> {
        Ok(Entry { who: caller.0 })
    }

    async fn register(&self, caller: Caller) -> Result<Entry, RegisterError> {
        Ok(Entry { who: caller.0 })
    }

    async fn call(&self, caller: Caller) -> Result<Entry, CallError> {
        Ok(Entry { who: caller.0 })
    }

    async fn unlock(&self, caller: Caller) -> Result<Entry, UnlockError> {
        Ok(Entry { who: caller.0 })
    }

    async fn alarm(&self, caller: Caller) -> Result<Entry, AlarmError> {
        Ok(Entry { who: caller.0 })
    }

    async fn watch(&self, caller: Caller) -> Result<Entry, WatchError> {
        Ok(Entry { who: caller.0 })
    }

    async fn tour(&self, caller: Option<Caller>) -> Result<Entry, TourError> {
        let who = caller.map_or("anybody".to_owned(), |caller| caller.0);
        Ok(Entry { who })
    }

    async fn wave(&self, caller: Option<Caller>) -> Result<Entry, WaveError> {
        let who = caller.map_or("anybody".to_owned(), |caller| caller.0);
        Ok(Entry { who })
    }

    async fn deliver(
        &self,
        caller: Caller,
        _: doors_api::server::Deliver,
    ) -> Result<Entry, DeliverError> {
        Ok(Entry { who: caller.0 })
    }

    async fn fetch(&self, caller: Option<Caller>) -> Result<Entry, FetchError> {
        let who = caller.map_or("anybody".to_owned(), |caller| caller.0);
        Ok(Entry { who })
    }

    async fn look(
        &self,
        caller: Option<Caller>,
        _: doors_api::server::Look,
    ) -> Result<Entry, LookError> {
        let who = caller.map_or("anybody".to_owned(), |caller| caller.0);
        Ok(Entry { who })
    }

    async fn ring(&self) -> Result<Entry, RingError> {
        Ok(Entry {
            who: "anybody".to_owned(),
        })
    }
}

/// Serves the API on a free port.
pub async fn serve() -> SocketAddr {
    serve_house(House::default()).await
}

/// Serves the API of a house on a free port.
pub async fn serve_house(house: House) -> SocketAddr {
    crate::serving::serve(router(house)).await
}
