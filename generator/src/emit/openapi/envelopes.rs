//! Schemas of what wraps the values of responses: pages of lists, and objects with one property.

use super::json_object::reference;
use super::responses::object;
use super::schemas::schema;
use super::{Document, JsonObject, schemas, text};
use crate::api::{Content, ContentKind, Rules, Type, TypeRef};
use crate::naming::{Envelope, Page};

/// The schemas, each once: tools name their types after these components.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let pages = document.names.pages.iter();
    let pages = pages.map(|(of, name)| (name, page(document, *of)));
    let envelopes = document.names.envelopes.iter();
    let envelopes = envelopes.map(|(of, name)| (name, envelope(document, *of)));
    pages
        .chain(envelopes)
        .fold(JsonObject::new(), |all, (name, schema)| {
            all.with(name, schema)
        })
}

/// The schema of a response body; `None` for a response without one.
pub(super) fn body(document: Document<'_>, content: &Content) -> Option<JsonObject> {
    let names = document.names;
    match &content.kind {
        ContentKind::Empty => None,
        ContentKind::Form { ty, .. } => Some(value(document, ty)),
        ContentKind::Text | ContentKind::Lines { .. } => Some(string()),
        // Tools know bytes by this format, also in documents of OpenAPI 3.1.
        ContentKind::Binary => Some(string().with("format", "binary")),
        ContentKind::Page { pager, item } => {
            let pager = *pager;
            let name = names.page(Page { pager, item })?;
            Some(reference("schemas", name))
        }
        ContentKind::Json { envelope: None, ty } => Some(value(document, ty)),
        ContentKind::Json {
            envelope: Some(property),
            ty,
        } => {
            let name = names.envelope(Envelope { property, ty })?;
            Some(reference("schemas", name))
        }
    }
}

fn string() -> JsonObject {
    JsonObject::new().with("type", "string")
}

pub(super) fn value(document: Document<'_>, ty: &TypeRef) -> JsonObject {
    schema(document, ty, &Rules::default())
}

fn envelope(document: Document<'_>, envelope: Envelope<'_>) -> JsonObject {
    let value = value(document, envelope.ty);
    object(vec![(envelope.property, value)])
}

fn page(document: Document<'_>, of: Page<'_>) -> JsonObject {
    let pager = document.api.pager(of.pager);
    let description = match &of.item.ty {
        Type::Named(id) => format!("A page of `{}`.", document.api.type_def(*id).name),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => "A page of a list.".to_owned(),
    };
    JsonObject::new()
        .with("description", description)
        .and(schemas::object(document, &pager.object(of.item)))
        .and(text::extensions(&pager.notes))
}
