//! The schemas of error responses.

use super::declared_errors;
use super::json_object::{object, reference};
use super::schemas::property;
use super::{Document, JsonObject, text};
use crate::api::{
    BodyField, Cause, ErrorBody, ErrorDef, ErrorField, Field, Location, Presence, Value,
};
use crate::extensions::ERROR_BODY;

/// The schemas, if there are operations to respond with them.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let (api, names) = (document.api, document.names);
    if api.operations.is_empty() {
        return JsonObject::new();
    }
    let notes = &api.error_body.notes;
    let response = |schema: JsonObject| {
        text::described(notes, Some("The body of every error response."), [])
            .and(schema)
            .and(text::flags(notes))
            .with(ERROR_BODY, declared_errors::roles(&api.error_body))
    };
    let all = match &api.error_body.envelope {
        Some(envelope) => {
            let inner = reference("schemas", &names.error_detail);
            JsonObject::new()
                .with(&names.error_response, response(object([(envelope, inner)])))
                .with(&names.error_detail, detail(document))
        }
        None => JsonObject::new().with(&names.error_response, response(detail(document))),
    };
    if reports_problems(document) && api.error_body.metadata.is_some() {
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

/// The properties of an error.
fn detail(document: Document<'_>) -> JsonObject {
    let body = &document.api.error_body;
    let mut required: Vec<Value> = Vec::new();
    let mut properties = JsonObject::new();
    let mut add = |name: &str, schema: JsonObject, is_required: bool| {
        if is_required {
            required.push(name.into());
        }
        properties = std::mem::take(&mut properties).with(name, schema);
    };
    if let Some(name) = &body.status {
        let status = described(ErrorBody::STATUS, "integer").with("format", "int64");
        add(name, status, true);
    }
    if let Some(field) = &body.code {
        let schema = nullable_text(ErrorBody::CODE, field);
        add(&field.name, schema, !field.optional);
    }
    if let Some(name) = &body.message {
        let message = described(ErrorBody::MESSAGE, "string");
        add(name, message, true);
    }
    if let Some(field) = &body.parameter {
        let schema = nullable_text(ErrorBody::PARAMETER, field);
        add(&field.name, schema, !field.optional);
    }
    if let Some(field) = &body.metadata {
        add(&field.name, metadata_use(document, field), !field.optional);
    }
    for body_field in &body.fields {
        let BodyField { field, .. } = body_field;
        let is_required = field.presence == Presence::Required;
        add(&field.name, property(document, field), is_required);
    }
    JsonObject::of_type("object")
        .with_list("required", required)
        .with("properties", properties)
}

/// The schema of an error whose body has the shape that all errors have. Fields that only this error has are added.
pub(super) fn usual(document: Document<'_>, error: Option<&ErrorDef>) -> JsonObject {
    let fields = error.map_or(&[][..], ErrorDef::fields).iter();
    let own = fields.filter(|field| field.is_own);
    let own: Vec<&Field> = own.map(|field| &field.field).collect();
    let all = reference("schemas", &document.names.error_response);
    if own.is_empty() {
        return all;
    }
    let required = own.iter();
    let required = required.filter(|field| field.presence == Presence::Required);
    let properties = own.iter();
    let properties = properties.map(|field| (&field.name, property(document, field)));
    let own = JsonObject::of_type("object")
        .with_list("required", required.map(|field| field.name.as_str().into()))
        .with("properties", properties.collect::<JsonObject>());
    let own = match &document.api.error_body.envelope {
        Some(envelope) => object([(envelope, own)]),
        None => own,
    };
    JsonObject::new().with("allOf", vec![all.into(), own.into()])
}

/// Text that is null, unless it is absent, if there is none.
fn nullable_text(description: &str, field: &ErrorField) -> JsonObject {
    JsonObject::new()
        .with("description", description)
        .and(JsonObject::of_nullable("string", !field.optional))
}

fn metadata_use(document: Document<'_>, field: &ErrorField) -> JsonObject {
    let named =
        reports_problems(document).then(|| reference("schemas", &document.names.error_metadata));
    match named {
        Some(named) => named.or_null(!field.optional),
        None => JsonObject::new()
            .with("description", ErrorBody::METADATA)
            .and(JsonObject::of_nullable("object", !field.optional))
            .with("additionalProperties", true),
    }
}

fn metadata(document: Document<'_>) -> JsonObject {
    let problems = described(
        "With status 400: everything that is wrong with the request.",
        "array",
    )
    .with(
        "items",
        reference("schemas", &document.names.invalid_parameter),
    );
    described(ErrorBody::METADATA, "object")
        .with("properties", JsonObject::new().with("invalid", problems))
        .with("additionalProperties", true)
}

/// The problem with one parameter or one field of the body.
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
    let name = described(
        "The parameter, or the path in the body. Without it, the problem is one of the whole body.",
        "string",
    );
    let problem = described("What is wrong with the value.", "string");
    let properties = [("in", place), ("name", name), ("problem", problem)];
    let properties: JsonObject = properties.into_iter().collect();
    let description = "A problem with a parameter or with a field of the body.";
    JsonObject::new().with("description", description).and(
        JsonObject::of_type("object")
            .with("required", vec!["in".into(), "problem".into()])
            .with("properties", properties),
    )
}

fn described(description: &str, ty: &str) -> JsonObject {
    JsonObject::new()
        .with("description", description)
        .with("type", ty)
}
