//! What a document, a path or an operation says about security, in the right place or not.

use crate::openapi::references::NodeRef;
use crate::openapi::requirements::names_schemes;
use crate::openapi::spelling::{Keys, SECURITY, is_security, near};

/// The `security` of a document, a path or an operation.
#[derive(Clone, Copy)]
pub(in crate::openapi) struct Stated<'a> {
    pub(in crate::openapi) at: NodeRef<'a>,
    /// Whether it has the key `security`, and is in an object that has this key. Otherwise, it can require credentials,
    /// but it lets nobody in without them.
    pub(in crate::openapi) is_proper: bool,
}

/// What a document or an operation says about security. A misspelled key counts if it requires credentials.
pub(in crate::openapi) fn stated<'a>(at: NodeRef<'a>, keys: Keys) -> Option<Stated<'a>> {
    if let Some(at) = at.get(SECURITY).filter(|at| !at.node.is_null()) {
        let is_proper = true;
        return Some(Stated { at, is_proper });
    }
    required(at, |key| near(key, keys) == Some(SECURITY))
}

/// What a path requires of the callers of all its operations, though only operations have `security`.
pub(in crate::openapi) fn stated_of_path(at: NodeRef<'_>) -> Option<Stated<'_>> {
    required(at, is_security)
}

/// The first value of some keys that requires credentials.
fn required<'a>(at: NodeRef<'a>, is_meant: impl Fn(&str) -> bool) -> Option<Stated<'a>> {
    let mut entries = at.node.entries().iter();
    let (_, node) = entries.find(|(key, node)| is_meant(&key.value) && names_schemes(node))?;
    Some(Stated {
        at: at.with(node),
        is_proper: false,
    })
}
