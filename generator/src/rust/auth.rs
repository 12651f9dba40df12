//! Authentication: the kinds of keys, and what the server checks for each operation.

use crate::api::{self, Access, Api, KeyKind, Needs, Operation};
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
        let alternative = operation.access.alternatives.first()?;
        match alternative.needs {
            Needs::Kind(kind) => Some(self.keys[kind].name.clone()),
            Needs::Nothing | Needs::Scopes(_) => None,
        }
    }
}

/// Plans authentication.
pub(super) fn auth<'a>(api: &'a Api, of: &'a api::Auth) -> Auth<'a> {
    let kinds = || of.schemes.iter().flat_map(|scheme| &scheme.kinds);
    let names = unique(kinds().map(|key| camel(&key.name)), &[], "");
    let keys = kinds().zip(names);
    let mut accesses = api.operations.iter().map(|operation| &operation.access);
    Auth {
        api: of,
        keys: keys.map(|(api, name)| Key { api, name }).collect(),
        is_used: accesses.clone().any(|access| !access.is_open()),
        authorizes: accesses.any(Access::refuses),
    }
}
