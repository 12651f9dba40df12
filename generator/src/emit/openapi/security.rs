//! Keys: a scheme for every kind, since not every tool knows kinds within a scheme.

use super::{Document, Members, text};
use crate::api::{Auth, KeyKind, Notes, Operation, Value};

/// The kinds of key.
pub(super) fn components(document: Document<'_>) -> Members {
    let Some(auth) = &document.api.auth else {
        return Members::new();
    };
    let kinds = auth.keys.iter();
    kinds.fold(Members::new(), |components, kind| {
        components.with(&kind.name, scheme(auth, kind))
    })
}

fn scheme(auth: &Auth, kind: &KeyKind) -> Members {
    let description = text::join([
        text::description(&kind.notes, None),
        text::description(&auth.notes, None),
    ]);
    let deprecation = kind.notes.deprecation.as_ref();
    let both = Notes {
        doc: None,
        assumed: text::join([kind.notes.assumed.clone(), auth.notes.assumed.clone()]),
        deprecation: deprecation.or(auth.notes.deprecation.as_ref()).cloned(),
    };
    Members::new()
        .with("type", "http")
        .with("scheme", "bearer")
        .unless_none("description", description)
        .and(text::extensions(&both))
}

/// What an operation asks for: a key of a kind, or nothing.
pub(super) fn requirement(document: Document<'_>, operation: &Operation) -> Vec<Value> {
    let kind = kind(document, operation);
    let requirement = kind.map(|kind| Members::new().with(kind, Vec::new()).into());
    requirement.into_iter().collect()
}

/// The name of the kind of key that an operation takes.
pub(super) fn kind<'a>(document: Document<'a>, operation: &Operation) -> Option<&'a str> {
    let auth = document.api.auth.as_ref()?;
    let kind = auth.keys.get(operation.key?)?;
    Some(&kind.name)
}
