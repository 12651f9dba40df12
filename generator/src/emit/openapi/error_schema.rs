//! The one schema of error responses.

use super::responses::object;
use super::{Document, Members, text};
use crate::api::{Api, Cause, Value};

/// The name of the component. No type of a specification is called so.
pub(super) const NAME: &str = "Error";

/// The component, where there are operations to respond with it.
pub(super) fn component(document: Document<'_>) -> Members {
    let api = document.api;
    if api.operations.is_empty() {
        return Members::new();
    }
    let members = members(api);
    let whole = match &api.error_body.envelope {
        Some(name) => object(vec![(name, members)]),
        None => members,
    };
    let notes = &api.error_body.notes;
    let description = text::description(notes, Some("What every error response holds."));
    let schema = Members::new()
        .unless_none("description", description)
        .and(whole)
        .and(text::flags(notes));
    Members::new().with(NAME, schema)
}

/// The members inside the envelope. Only the metadata may be missing.
fn members(api: &Api) -> Members {
    let body = &api.error_body;
    let code = described("Repeats the status.", "integer").with("format", "int64");
    let message = described("What went wrong, for people.", "string");
    let mut causes = api.implied.iter().map(|error| error.cause);
    let validation_errors = causes
        .any(|cause| cause == Cause::Malformed)
        .then(|| Members::new().with("invalid", validation_errors()));
    let metadata = described("More about it, for programs.", "object");
    let properties = Members::new()
        .with(&body.code, code)
        .with(&body.message, message)
        .with(
            &body.metadata,
            metadata.unless_none("properties", validation_errors),
        );
    let required: Vec<Value> = vec![body.code.as_str().into(), body.message.as_str().into()];
    Members::new()
        .with("type", "object")
        .with("required", required)
        .with("properties", properties)
}

/// What a malformed request is told in the metadata.
fn validation_errors() -> Members {
    let places = ["path", "query", "header", "body"].map(Value::from);
    let place = described("The part of the request that it is in.", "string");
    let name = described("The parameter, or the path in the body.", "string");
    let problem = described("What is wrong with it.", "string");
    let validation_error = object(vec![
        ("in", place.with("enum", places.to_vec())),
        ("name", name),
        ("problem", problem),
    ]);
    described("On 400: every validation error of the request.", "array")
        .with("items", validation_error)
}

fn described(description: &str, ty: &str) -> Members {
    Members::new()
        .with("description", description)
        .with("type", ty)
}
