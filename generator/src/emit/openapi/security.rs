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

/// The security requirement of an operation: a key of one kind, or none.
pub(super) fn requirement(document: Document<'_>, operation: &Operation) -> Vec<Value> {
    let kind = kind(document, operation);
    let requirement = kind.map(|kind| JsonObject::new().with(kind, Vec::new()).into());
    requirement.into_iter().collect()
}

/// The name of the kind of key that an operation requires.
pub(super) fn kind<'a>(document: Document<'a>, operation: &Operation) -> Option<&'a str> {
    let auth = document.api.auth.as_ref()?;
    auth.requirement(&operation.access).map(Requirement::name)
}
