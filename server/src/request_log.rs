//! What a handler adds to the log line of its request: who sent it, and what it changed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::store::{ApiKey, HASH_PREFIX};

tokio::task_local! {
    static CURRENT: Arc<RequestFacts>;
}

/// What became known about a request while it was handled.
#[derive(Debug, Default)]
pub(crate) struct RequestFacts {
    store_is_busy: OnceLock<()>,
    caller: OnceLock<Caller>,
    target: OnceLock<String>,
    /// Whether the client's address was rejected too often.
    blocked: AtomicBool,
}

#[derive(Debug)]
struct Caller {
    key: String,
    organization: String,
}

impl RequestFacts {
    /// The first digits of the hash of the caller's key, if the key is valid.
    pub(crate) fn key(&self) -> Option<&str> {
        self.caller.get().map(|caller| &*caller.key)
    }

    /// The caller's organization, if the key is valid.
    pub(crate) fn organization(&self) -> Option<&str> {
        self.caller.get().map(|caller| &*caller.organization)
    }

    /// The record that was changed or deleted, if one was.
    pub(crate) fn target(&self) -> Option<&str> {
        self.target.get().map(|target| &**target)
    }

    /// Whether the store had no free connection or lock for the request.
    pub(crate) fn is_store_busy(&self) -> bool {
        self.store_is_busy.get().is_some()
    }

    /// Collects what `future` records.
    pub(crate) fn collect<F: Future>(
        self: &Arc<Self>,
        future: F,
    ) -> impl Future<Output = F::Output> {
        CURRENT.scope(Arc::clone(self), future)
    }
}

/// Records that the store had no free connection or lock for the current request.
pub(crate) fn set_store_busy() {
    let _ = CURRENT.try_with(|facts| facts.store_is_busy.set(()));
}

/// Records who sent the current request.
pub(crate) fn set_caller(key: &ApiKey) {
    let _ = CURRENT.try_with(|facts| {
        facts.caller.set(Caller {
            key: prefix(&key.hash).to_owned(),
            organization: key.organization_id.clone(),
        })
    });
}

/// Records what the current request changed. This is the identifier of a record that exists; what a
/// client sends may be anything, secrets included.
pub(crate) fn set_target(id: &str) {
    let _ = CURRENT.try_with(|facts| facts.target.set(id.to_owned()));
}

/// Records whether the address of the current request was rejected too often.
pub(crate) fn set_blocked(is_blocked: bool) {
    let _ = CURRENT.try_with(|facts| facts.blocked.store(is_blocked, Ordering::Relaxed));
}

/// Whether the address of the current request was rejected too often, so that keys of which nothing is known are not
/// looked up for it.
pub(crate) fn is_blocked() -> bool {
    CURRENT
        .try_with(|facts| facts.blocked.load(Ordering::Relaxed))
        .unwrap_or(false)
}

/// As much of the hash of a key as the audit table shows.
pub(crate) fn prefix(hash: &str) -> &str {
    hash.get(..HASH_PREFIX).unwrap_or(hash)
}
