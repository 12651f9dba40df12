//! Authentication: the kinds of keys, and what the server checks for each operation.

use crate::api::{self, Api, KeyKind, Operation};
use crate::naming::{camel, unique};

/// Authentication.
pub(crate) struct Auth<'a> {
    pub(crate) api: &'a api::Auth,
    /// The kinds of keys. Every valid key is of the first kind.
    pub(crate) keys: Vec<Key<'a>>,
    /// Whether some operation requires a key.
    pub(crate) is_used: bool,
    /// Whether some operation requires a key of a kind other than the first.
    pub(crate) authorizes: bool,
}

/// A kind of key.
pub(crate) struct Key<'a> {
    pub(crate) api: &'a KeyKind,
    /// The variant.
    pub(crate) name: String,
}

impl Auth<'_> {
    /// Whether the handler trait asks for the kind of a key: there is more than one.
    pub(crate) fn has_permits(&self) -> bool {
        self.keys.len() > 1
    }

    /// The methods of the handler trait.
    pub(super) fn methods(&self) -> &'static [&'static str] {
        if self.has_permits() {
            &["authenticate", "permits"]
        } else {
            &["authenticate"]
        }
    }

    /// The variant of the kind of key that an operation needs.
    pub(super) fn key(&self, operation: &Operation) -> Option<String> {
        operation.key.map(|key| self.keys[key].name.clone())
    }
}

/// Plans authentication.
pub(super) fn auth<'a>(api: &'a Api, of: &'a api::Auth) -> Auth<'a> {
    let names = unique(of.keys.iter().map(|key| camel(&key.name)), &[], "");
    let keys = of.keys.iter().zip(names);
    let required = || api.operations.iter().filter_map(|operation| operation.key);
    Auth {
        api: of,
        keys: keys.map(|(api, name)| Key { api, name }).collect(),
        is_used: required().next().is_some(),
        authorizes: required().any(|key| key > 0),
    }
}
