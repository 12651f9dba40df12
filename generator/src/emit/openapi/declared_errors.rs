//! What the specification says about errors and OpenAPI has no words for, in the words of the spec language.

use super::JsonObject;
use crate::api::{
    BodyField, Deprecation, ErrorBody, ErrorContent, ErrorDef, ErrorField, Notes, Stability, Value,
};
use crate::extensions::ERRORS;

/// The errors of a response, by their keys in `errors`.
pub(super) fn extension<'a>(errors: impl IntoIterator<Item = &'a ErrorDef>) -> JsonObject {
    let errors = errors.into_iter();
    let errors = errors.map(|error| (key(error), definition(error)));
    JsonObject::new().with_nonempty(ERRORS, errors.collect())
}

/// The key of an error in `errors`.
pub(super) fn key(error: &ErrorDef) -> String {
    match error.shares_status {
        true => error.name.clone(),
        false => error.status.to_string(),
    }
}

/// An error, apart from its headers and the schema of its body.
fn definition(error: &ErrorDef) -> JsonObject {
    let own_body = match &error.content {
        ErrorContent::Standard { .. } => None,
        // The content of the response has the type.
        ErrorContent::Json { .. } => Some("json"),
        ErrorContent::Text { .. } => Some("text"),
        ErrorContent::Binary { .. } => Some("binary"),
        ErrorContent::Empty => Some("none"),
    };
    let identity = match error.shares_status {
        true => JsonObject::new().with("status", status(error)),
        false => JsonObject::new().with("name", error.name.as_str()),
    };
    identity
        .with_option("message", error.message())
        .with_option("body", own_body)
        .with_option("code", error.code())
        .with_nonempty(
            "values",
            values(error.fields(), |field| field.has_own_value),
        )
        .with_option("when", error.when.as_deref())
        .with_flag("retry", error.retry)
        .with_flag("implied", error.implied)
        .and(notes(&error.notes))
}

fn status(error: &ErrorDef) -> Value {
    match error.status.exact() {
        Some(status) => i64::from(status).into(),
        None => error.status.to_string().into(),
    }
}

/// The fields of the body of errors, by their roles. The other fields are in its schema.
pub(super) fn roles(body: &ErrorBody) -> JsonObject {
    let ErrorBody {
        media,
        envelope,
        status,
        code,
        message,
        parameter,
        metadata,
        fields,
        // The schema has them.
        notes: _,
    } = body;
    let role = |name: &str, field: &Option<ErrorField>| match field {
        Some(field) if field.optional => {
            JsonObject::new().with(format!("{name}?"), field.name.as_str())
        }
        Some(field) => JsonObject::new().with(name, field.name.as_str()),
        None => JsonObject::new(),
    };
    let media = Some(media).filter(|media| *media != "application/json");
    JsonObject::new()
        .with_option("envelope", envelope.as_deref())
        .with_option("media", media.map(String::as_str))
        .with_option("status", status.as_deref())
        .and(role("code", code))
        .with_option("message", message.as_deref())
        .and(role("parameter", parameter))
        .and(role("metadata", metadata))
        .with_nonempty("values", values(fields, |_| true))
}

/// The values of fields that have one.
fn values(fields: &[BodyField], is_meant: impl Fn(&BodyField) -> bool) -> JsonObject {
    let fields = fields.iter().filter(|field| is_meant(field));
    let values = fields.filter_map(|field| Some((&field.field.name, field.value.clone()?)));
    values.collect()
}

/// Notes in the words of the spec language.
fn notes(notes: &Notes) -> JsonObject {
    let deprecated = notes.deprecation.as_ref().map(deprecated);
    let see = notes.see.as_ref().map(|see| {
        JsonObject::new()
            .with("url", see.url.as_str())
            .with_option("title", see.title.as_deref())
    });
    JsonObject::new()
        .with_option("doc", notes.doc.as_deref())
        .with_option("assumed", notes.assumed.as_deref())
        .with_option("deprecated", deprecated)
        .with_option("stability", notes.stability.map(Stability::name))
        .with_option("see", see)
}

fn deprecated(deprecation: &Deprecation) -> Value {
    let Deprecation {
        reason,
        since,
        sunset,
    } = deprecation;
    match (reason, since, sunset) {
        (None, None, None) => true.into(),
        (Some(reason), None, None) => reason.as_str().into(),
        _ => JsonObject::new()
            .with_option("reason", reason.as_deref())
            .with_option("since", since.map(|date| date.to_string()))
            .with_option("sunset", sunset.map(|date| date.to_string()))
            .into(),
    }
}
