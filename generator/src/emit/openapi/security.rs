//! Security schemes: one for each scheme or kind of key, because few tools support kinds within a scheme.

use super::{Document, JsonObject, text};
use crate::api::{Auth, Notes, Operation, Requirement, SchemeKind, Value};

/// The schemes.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let Some(auth) = &document.api.auth else {
        return JsonObject::new();
    };
    let requirements = auth.requirements();
    requirements.fold(JsonObject::new(), |components, requirement| {
        components.with(requirement.name(), scheme(auth, requirement))
    })
}

fn scheme(auth: &Auth, requirement: Requirement<'_>) -> JsonObject {
    let notes = requirement.notes();
    let description = text::join([
        text::description(notes, None),
        text::description(&auth.notes, None),
    ]);
    let deprecation = notes.deprecation.as_ref();
    let both = Notes {
        doc: None,
        assumed: text::join([notes.assumed.clone(), auth.notes.assumed.clone()]),
        deprecation: deprecation.or(auth.notes.deprecation.as_ref()).cloned(),
        see: None,
    };
    carried(&requirement.scheme.kind)
        .with_option("description", description)
        .and(text::extensions(&both))
}

/// How requests carry the credentials. `check` rejects custom schemes and combinations.
fn carried(kind: &SchemeKind) -> JsonObject {
    let http = |scheme: &str| {
        let object = JsonObject::new().with("type", "http");
        object.with("scheme", scheme)
    };
    match kind {
        SchemeKind::Basic => http("basic"),
        SchemeKind::ApiKey(key) => JsonObject::new()
            .with("type", "apiKey")
            .with("in", key.place.name())
            .with("name", key.name.as_str())
            .with_option("x-prefix", key.prefix.as_deref()),
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::Custom
        | SchemeKind::All(_) => http("bearer"),
    }
}

/// The security requirements of an operation: one of these, or nothing if there are none.
pub(super) fn requirements(document: Document<'_>, operation: &Operation) -> Vec<Value> {
    let required = required(document, operation);
    let required = required.map(|of| JsonObject::new().with(of.name(), Vec::new()));
    // Requests without credentials.
    let none = operation.access.optional.then(JsonObject::new);
    required.chain(none).map(Value::from).collect()
}

/// The kinds of keys that an operation requires, as a sentence.
pub(super) fn kinds(document: Document<'_>, operation: &Operation) -> Option<String> {
    let kinds: Vec<String> = required(document, operation)
        .map(|of| format!("`{}`", of.name()))
        .collect();
    let optional = operation.access.optional;
    let none = if optional { ", or none" } else { "" };
    let verb = if optional { "Takes" } else { "Requires" };
    let kinds = (!kinds.is_empty()).then(|| kinds.join(" or "));
    kinds.map(|kinds| format!("{verb} a key of kind {kinds}{none}."))
}

fn required<'a>(
    document: Document<'a>,
    operation: &'a Operation,
) -> impl Iterator<Item = Requirement<'a>> {
    let auth = document.api.auth.iter();
    auth.flat_map(|auth| auth.required(&operation.access))
}
