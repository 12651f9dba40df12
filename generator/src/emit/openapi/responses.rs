//! Responses: the successful ones, and what all have in common.

use super::members::reference;
use super::{Document, Members, envelopes, examples, text};
use crate::api::{Operation, Success, SuccessContent, Type, TypeId, TypeRef, Value};

/// The component with the header that identifies a request.
const REQUEST_ID: &str = "RequestId";

/// The headers that every response may have.
pub(super) fn header_components(document: Document<'_>) -> Members {
    if document.api.operations.is_empty() {
        return Members::new();
    }
    let header = Members::new()
        .with("description", "Identifies the request.")
        .with("schema", Members::new().with("type", "string"));
    Members::new().with(REQUEST_ID, header)
}

/// The headers of a response: its own, and the one that all have.
pub(super) fn headers(document: Document<'_>, own: Members) -> Members {
    let name = &document.api.request_id_header;
    // An error may describe the header in words of its own.
    if own.has(name) {
        own
    } else {
        own.with(name, reference("headers", REQUEST_ID))
    }
}

/// Every response that an operation can give, by status.
pub(super) fn by_status(document: Document<'_>, operation: &Operation) -> Members {
    let successes = operation.successes.iter();
    let successes = successes.fold(Members::new(), |responses, response| {
        responses.with(
            response.status.to_string(),
            success(document, operation, response),
        )
    });
    let errors = operation.errors.iter();
    errors.fold(successes, |responses, error| {
        let name = document.names.response(*error).unwrap_or_default();
        responses.with(error.status.to_string(), reference("responses", name))
    })
}

fn success(document: Document<'_>, operation: &Operation, success: &Success) -> Members {
    let schema = envelopes::body(document, &success.content);
    let content = schema.map(|schema| {
        let example = examples::success(document.api, operation, &success.content);
        json(
            Members::new()
                .with("schema", schema)
                .unless_none("example", example),
        )
    });
    Members::new()
        .with("description", description(document, &success.content))
        .with("headers", headers(document, Members::new()))
        .unless_none("content", content)
}

/// A body in JSON.
pub(super) fn json(media_type: Members) -> Members {
    Members::new().with("application/json", media_type)
}

/// An object that always has these members.
pub(super) fn object(members: Vec<(&str, Members)>) -> Members {
    let required: Vec<Value> = members.iter().map(|(name, _)| (*name).into()).collect();
    let properties = members
        .into_iter()
        .fold(Members::new(), |all, (name, schema)| all.with(name, schema));
    Members::new()
        .with("type", "object")
        .with("required", required)
        .with("properties", properties)
}

fn description(document: Document<'_>, content: &SuccessContent) -> String {
    match content {
        SuccessContent::Empty => "Success, without a body.".to_owned(),
        SuccessContent::Page(item) => format!("A page of {}.", name(document, *item)),
        SuccessContent::Value { ty, .. } => value_description(document, ty),
    }
}

/// A value is what its type is.
fn value_description(document: Document<'_>, ty: &TypeRef) -> String {
    match &ty.ty {
        Type::Named(id) => {
            let doc = text::repeated(&document.api.type_def(*id).notes);
            let summary = doc.map(text::summary).filter(|summary| !summary.is_empty());
            summary.map_or_else(|| name(document, *id) + ".", |summary| summary + ".")
        }
        Type::List(item) => match item.ty {
            Type::Named(id) => format!("A list of {}.", name(document, id)),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => "A list.".to_owned(),
        },
        Type::Scalar(_) | Type::Map(_) => "Success.".to_owned(),
    }
}

fn name(document: Document<'_>, id: TypeId) -> String {
    format!("`{}`", document.api.type_def(id).name)
}
