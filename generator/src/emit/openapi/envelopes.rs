//! Schemas of what wraps the values of bodies: pages of lists, and objects with one property.

use super::json_object::{object, reference};
use super::schemas::schema;
use super::{Document, JsonObject, schemas, text};
use crate::api::{Content, ContentKind, NextPosition, Rules, Type, TypeRef};
use crate::naming::{Envelope, Page};

/// The schemas, each once: tools name their types after these components.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let pages = document.names.pages.iter();
    let pages = pages.map(|(envelope_page, name)| (name, page(document, *envelope_page)));
    let envelopes = document.names.envelopes.iter();
    let envelopes =
        envelopes.map(|(response_envelope, name)| (name, envelope(document, *response_envelope)));
    pages.chain(envelopes).collect()
}

/// The schema of a body; `None` if there is none.
pub(super) fn body(document: Document<'_>, content: &Content, rules: &Rules) -> Option<JsonObject> {
    let names = document.names;
    match &content.kind {
        ContentKind::Empty => None,
        ContentKind::Xml { ty }
        | ContentKind::Form { ty, .. }
        | ContentKind::Multipart { ty, .. } => Some(schema(document, ty, rules)),
        ContentKind::Text | ContentKind::Lines { .. } | ContentKind::Events(_) => Some(string()),
        // Tools know bytes by this format, also in documents of OpenAPI 3.1.
        ContentKind::Binary => Some(string().with("format", "binary")),
        ContentKind::Page { pager, item } => {
            let pager = *pager;
            let name = names.page(Page { pager, item })?;
            Some(reference("schemas", name))
        }
        ContentKind::Json { envelope: None, ty } => Some(schema(document, ty, rules)),
        ContentKind::Json {
            envelope: Some(property),
            ty,
        } => {
            let name = names.envelope(Envelope {
                property,
                ty,
                rules,
            })?;
            Some(reference("schemas", name))
        }
    }
}

/// The header that says where the next page begins.
pub(super) fn page_headers(document: Document<'_>, content: &Content) -> JsonObject {
    let pager = content.pager().map(|id| document.api.pager(id));
    let Some((pager, (position, _))) = pager.and_then(|pager| Some((pager, pager.position()?)))
    else {
        return JsonObject::new();
    };
    let (name, description, schema) = match &pager.next {
        NextPosition::Counted | NextPosition::Field | NextPosition::Url | NextPosition::Item(_) => {
            return JsonObject::new();
        }
        NextPosition::Header(name) => {
            let description = format!(
                "The `{}` of the next page; absent on the last one.",
                position.name
            );
            (name.as_str(), description, value(document, &position.ty))
        }
        NextPosition::Link => {
            let description =
                "A link to the next page, with `rel=\"next\"` (RFC 8288); absent on the last one.";
            ("Link", description.to_owned(), string())
        }
    };
    let header = JsonObject::new()
        .with("description", description)
        .with("schema", schema);
    JsonObject::new().with(name, header)
}

fn string() -> JsonObject {
    JsonObject::of_type("string")
}

pub(super) fn value(document: Document<'_>, ty: &TypeRef) -> JsonObject {
    schema(document, ty, Rules::NONE)
}

fn envelope(document: Document<'_>, envelope: Envelope<'_>) -> JsonObject {
    let value = schema(document, envelope.ty, envelope.rules);
    object([(envelope.property, value)])
}

fn page(document: Document<'_>, parts: Page<'_>) -> JsonObject {
    let pager = document.api.pager(parts.pager);
    let description = match &parts.item.ty {
        Type::Named(id) => format!("A page of `{}`.", document.api.type_def(*id).name),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => "A page of a list.".to_owned(),
    };
    JsonObject::new()
        .with("description", description)
        .and(match pager.object(parts.item) {
            Some(page) => schemas::object(document, &page),
            None => JsonObject::of_type("array").with("items", value(document, parts.item)),
        })
        .and(text::extensions(&pager.notes))
}
