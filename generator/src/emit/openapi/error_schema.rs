//! The schemas of error responses.

use super::json_object::reference;
use super::responses::object;
use super::{Document, JsonObject, text};
use crate::api::{Cause, Location, Value};

/// The schemas, if there are operations to respond with them.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let (api, names) = (document.api, document.names);
    if api.operations.is_empty() {
        return JsonObject::new();
    }
    let notes = &api.error_body.notes;
    let description = text::description(notes, Some("The body of every error response."));
    let response = |schema: JsonObject| {
        JsonObject::new()
            .with_option("description", description.clone())
            .and(schema)
            .and(text::flags(notes))
    };
    let all = match &api.error_body.envelope {
        Some(envelope) => {
            let inner = reference("schemas", &names.error_detail);
            JsonObject::new()
                .with(
                    &names.error_response,
                    response(object(vec![(envelope, inner)])),
                )
                .with(&names.error_detail, detail(document))
        }
        None => JsonObject::new().with(&names.error_response, response(detail(document))),
    };
    if reports_problems(document) {
        all.with(&names.error_metadata, metadata(document))
            .with(&names.invalid_parameter, invalid_parameter(document))
    } else {
        all
    }
}

/// Whether some request can be invalid, so that the metadata lists what is wrong with it.
fn reports_problems(document: Document<'_>) -> bool {
    let mut causes = document.api.implied.iter().map(|error| error.cause);
    causes.any(|cause| cause == Cause::Malformed)
}

/// The properties of an error. Only the metadata may be absent.
fn detail(document: Document<'_>) -> JsonObject {
    let body = &document.api.error_body;
    let code = described("Repeats the status.", "integer").with("format", "int64");
    let message = described("What went wrong, for people.", "string");
    let metadata = if reports_problems(document) {
        reference("schemas", &document.names.error_metadata)
    } else {
        described(METADATA, "object").with("additionalProperties", true)
    };
    let properties = JsonObject::new()
        .with(&body.code, code)
        .with(&body.message, message)
        .with(&body.metadata, metadata);
    let required: Vec<Value> = vec![body.code.as_str().into(), body.message.as_str().into()];
    JsonObject::new()
        .with("type", "object")
        .with("required", required)
        .with("properties", properties)
}

const METADATA: &str = "Details for programs.";

fn metadata(document: Document<'_>) -> JsonObject {
    let problems = described(
        "With status 400: everything that is wrong with the request.",
        "array",
    )
    .with(
        "items",
        reference("schemas", &document.names.invalid_parameter),
    );
    described(METADATA, "object")
        .with("properties", JsonObject::new().with("invalid", problems))
        .with("additionalProperties", true)
}

/// What is wrong with one parameter or one field of the body.
fn invalid_parameter(document: Document<'_>) -> JsonObject {
    let operations = document.api.operations.iter();
    let mut parameters = operations.flat_map(|operation| &operation.parameters);
    let has_cookies = parameters.any(|parameter| parameter.location == Location::Cookie);
    let places = ["path", "query", "header"].into_iter();
    let places = places
        .chain(has_cookies.then_some("cookie"))
        .chain(["body"]);
    let places: Vec<Value> = places.map(Value::from).collect();
    let place = described("The part of the request.", "string").with("enum", places);
    let name = described("The parameter, or the path in the body.", "string");
    let problem = described("What is wrong with the value.", "string");
    let description = "A problem with a parameter or with a field of the body.";
    JsonObject::new()
        .with("description", description)
        .and(object(vec![
            ("in", place),
            ("name", name),
            ("problem", problem),
        ]))
}

fn described(description: &str, ty: &str) -> JsonObject {
    JsonObject::new()
        .with("description", description)
        .with("type", ty)
}
