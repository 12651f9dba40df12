//! Security schemes: one for each kind of key, because few tools support kinds within a scheme.

use super::{Document, JsonObject, text};
use crate::api::{Auth, KeyKind, Notes, Operation, Value};

/// The schemes.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let Some(auth) = &document.api.auth else {
        return JsonObject::new();
    };
    let kinds = auth.schemes.iter().flat_map(|scheme| &scheme.kinds);
    kinds.fold(JsonObject::new(), |components, kind| {
        components.with(&kind.name, scheme(auth, kind))
    })
}

fn scheme(auth: &Auth, kind: &KeyKind) -> JsonObject {
    let description = text::join([
        text::description(&kind.notes, None),
        text::description(&auth.notes, None),
    ]);
    let deprecation = kind.notes.deprecation.as_ref();
    let both = Notes {
        doc: None,
        assumed: text::join([kind.notes.assumed.clone(), auth.notes.assumed.clone()]),
        deprecation: deprecation.or(auth.notes.deprecation.as_ref()).cloned(),
        see: None,
    };
    JsonObject::new()
        .with("type", "http")
        .with("scheme", "bearer")
        .with_option("description", description)
        .and(text::extensions(&both))
}

/// The security requirement of an operation: a key of one kind, or none.
pub(super) fn requirement(document: Document<'_>, operation: &Operation) -> Vec<Value> {
    let kind = kind(document, operation);
    let requirement = kind.map(|kind| JsonObject::new().with(kind, Vec::new()).into());
    requirement.into_iter().collect()
}

/// The name of the kind of key that an operation requires.
pub(super) fn kind<'a>(document: Document<'a>, operation: &Operation) -> Option<&'a str> {
    let auth = document.api.auth.as_ref()?;
    auth.kind(&operation.access).map(|kind| kind.name.as_str())
}
