//! Successful responses, and headers that all responses have.

use super::json_object::reference;
use super::{Document, JsonObject, envelopes, examples, media, parameters, text};
use crate::api::{
    Conditional, Content, ContentKind, Operation, Parameter, Response, Rules, Type, TypeId, TypeRef,
};
use crate::emit::docs;
use crate::extensions::IMPLIED;

/// The component of the header that identifies a request.
const REQUEST_ID: &str = "RequestId";

/// The headers of every response.
pub(super) fn header_components(document: Document<'_>) -> JsonObject {
    if document.api.operations.is_empty() {
        return JsonObject::new();
    }
    let header = JsonObject::new()
        .with("description", "Identifies the request.")
        .with("schema", JsonObject::of_type("string"))
        .with(IMPLIED, true);
    JsonObject::new().with(REQUEST_ID, header)
}

/// The headers of a response: its own, and the one that all responses have.
pub(super) fn headers(document: Document<'_>, own: JsonObject) -> JsonObject {
    let name = &document.api.request_id_header;
    // An error may declare the header itself.
    if own.has(name) {
        own
    } else {
        own.with(name, reference("headers", REQUEST_ID))
    }
}

/// The responses of an operation, by status.
pub(super) fn by_status(document: Document<'_>, operation: &Operation) -> JsonObject {
    // The contents that callers choose from are next to each other.
    let successes = operation
        .responses
        .chunk_by(|one, other| one.status == other.status);
    let successes = successes.map(|contents| {
        let status = contents[0].status.to_string();
        (status, response(document, operation, contents))
    });
    let not_modified = operation.conditional.map(|conditional| {
        let response = not_modified(document, conditional);
        ("304".to_owned(), response)
    });
    let errors = document.api.error_responses(operation).into_iter();
    let errors = errors.map(|error| {
        let name = document.names.response(&error).unwrap_or_default();
        (error.status.to_string(), reference("responses", name))
    });
    successes.chain(not_modified).chain(errors).collect()
}

/// A response: its only content, or those that callers choose from.
fn response(document: Document<'_>, operation: &Operation, contents: &[Response]) -> JsonObject {
    let response = &contents[0];
    let all = contents.iter().fold(JsonObject::new(), |all, response| {
        all.and(media_types(document, operation, response))
    });
    let own = envelopes::page_headers(document, &response.content)
        .and(own_headers(document, &operation.headers_of(response)));
    JsonObject::new()
        .and(description(document, contents))
        .with_nonempty(
            "headers",
            match operation.webhook {
                // Receivers identify no requests.
                Some(_) => own,
                None => headers(document, own),
            },
        )
        .with_nonempty("content", all)
        .and(text::extensions(&response.notes))
}

/// The headers that only some responses have.
fn own_headers(document: Document<'_>, headers: &[Parameter]) -> JsonObject {
    let headers = headers.iter().map(|declared| {
        let header = parameters::header(document, declared);
        (
            &declared.name,
            header.with_flag("required", declared.is_required()),
        )
    });
    headers.collect()
}

/// The response if the caller's copy is current.
fn not_modified(document: Document<'_>, conditional: Conditional) -> JsonObject {
    let validators = own_headers(document, &conditional.validators());
    JsonObject::new()
        .with("description", docs::operation::NOT_MODIFIED)
        .with("headers", headers(document, validators))
}

/// The media types of a content.
fn media_types(document: Document<'_>, operation: &Operation, response: &Response) -> JsonObject {
    let Some(schema) = envelopes::body(document, &response.content, Rules::NONE) else {
        return JsonObject::new();
    };
    let example = examples::response(document.api, operation, &response.content);
    let media_type = JsonObject::new()
        .with("schema", schema)
        .with_option("example", example)
        .and(media::extensions(document, &response.content))
        .and(media::choice(response.choice.as_ref()));
    content(&response.content, media_type)
}

/// A content, with the same description for each of its media types.
pub(super) fn content(content: &Content, media_type: JsonObject) -> JsonObject {
    let media = content.media.iter();
    media.map(|media| (media, media_type.clone())).collect()
}

/// The description of a response, or else of its contents.
fn description(document: Document<'_>, contents: &[Response]) -> JsonObject {
    let all = contents.iter();
    let all = all.map(|response| content_description(document, &response.content));
    let fallback = all.collect::<Vec<String>>().join(" ");
    text::described(&contents[0].notes, Some(&fallback), [])
}

fn content_description(document: Document<'_>, content: &Content) -> String {
    match &content.kind {
        ContentKind::Empty => "Success, without a body.".to_owned(),
        ContentKind::Page { item, .. } => match &item.ty {
            Type::Named(id) => format!("A page of {}.", name(document, *id)),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => "A page of a list.".to_owned(),
        },
        ContentKind::Json { ty, .. }
        | ContentKind::Xml { ty }
        | ContentKind::Form { ty, .. }
        | ContentKind::Multipart { ty, .. } => value_description(document, ty),
        ContentKind::Text => "Text.".to_owned(),
        ContentKind::Events(_) => "Server-sent events.".to_owned(),
        ContentKind::Binary => "Bytes.".to_owned(),
        ContentKind::Lines { ty } => match &ty.ty {
            Type::Named(id) => format!("{} on each line.", name(document, *id)),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => "JSON lines.".to_owned(),
        },
    }
}

/// The first sentence of the type's description, or else its name.
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
