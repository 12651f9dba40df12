//! Calls with a key are performed once.

use std::collections::BTreeMap;

use payments_api::errors::{InvalidRequest, KeyInUse};
use serde::Serialize;

/// The calls so far, by key.
#[derive(Debug)]
pub(super) struct Replays<T>(BTreeMap<String, (String, Option<T>)>);

impl<T> Default for Replays<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

/// What is known about a key.
pub(super) enum Seen<T> {
    New,
    Done(T),
    Running(KeyInUse),
    Different(InvalidRequest),
}

impl<T: Clone> Replays<T> {
    /// Begins a call, unless there was one with this key.
    pub(super) fn begin(&mut self, key: &str, fingerprint: &str) -> Seen<T> {
        match self.0.get(key) {
            None => {
                self.0
                    .insert(key.to_owned(), (fingerprint.to_owned(), None));
                Seen::New
            }
            Some((earlier, _)) if earlier != fingerprint => Seen::Different(super::invalid(
                "Idempotency-Key",
                "The key belongs to another request",
            )),
            Some((_, None)) => Seen::Running(KeyInUse::new()),
            Some((_, Some(response))) => Seen::Done(response.clone()),
        }
    }

    /// Keeps the response of a call.
    pub(super) fn end(&mut self, key: &str, response: T) {
        if let Some((_, kept)) = self.0.get_mut(key) {
            *kept = Some(response);
        }
    }

    /// Forgets a call that failed, so that it can be tried again.
    pub(super) fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }
}

/// What tells requests apart.
pub(super) fn fingerprint(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}
