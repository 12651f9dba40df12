//! What the handler and the HTTP side tell each other about a request: who sent it, what it changed, and whether the
//! address of its client is blocked.

use std::sync::{Arc, OnceLock};

use crate::store::{ApiKey, hash_prefix};

tokio::task_local! {
    static CURRENT: Arc<RequestFacts>;
}

/// What became known about a request while it was handled.
#[derive(Debug)]
pub(crate) struct RequestFacts {
    /// Whether the client's address was rejected too often. Then only keys that were valid lately are looked up.
    is_blocked: bool,
    caller: OnceLock<Caller>,
    target: OnceLock<String>,
}

#[derive(Debug)]
struct Caller {
    key: String,
    organization: String,
}

impl RequestFacts {
    /// A request of which nothing is known yet.
    pub(crate) fn new(is_blocked: bool) -> Arc<Self> {
        Arc::new(Self {
            is_blocked,
            caller: OnceLock::new(),
            target: OnceLock::new(),
        })
    }

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

    /// Collects what `future` records.
    pub(crate) fn collect<F: Future>(
        self: &Arc<Self>,
        future: F,
    ) -> impl Future<Output = F::Output> {
        CURRENT.scope(Arc::clone(self), future)
    }
}

/// Records who sent the current request.
pub(crate) fn set_caller(key: &ApiKey) {
    let _ = CURRENT.try_with(|facts| {
        facts.caller.set(Caller {
            key: hash_prefix(&key.hash).to_owned(),
            organization: key.organization_id.clone(),
        })
    });
}

/// Records what the current request changed. This is the identifier of a record that exists; what a
/// client sends may be anything, secrets included.
pub(crate) fn set_target(id: &str) {
    let _ = CURRENT.try_with(|facts| facts.target.set(id.to_owned()));
}

/// Whether the address of the current request's client was rejected too often.
pub(crate) fn is_blocked() -> bool {
    CURRENT
        .try_with(|facts| facts.is_blocked)
        .unwrap_or_default()
}
