//! Schemas of what wraps the values of responses: pages of lists, and objects with one property.

use super::json_object::reference;
use super::responses::object;
use super::schemas::schema;
use super::{Document, JsonObject, text};
use crate::api::{Pagination, Rules, SuccessContent, TypeId, TypeRef};
use crate::naming::Envelope;

/// The schemas, each once: tools name their types after these components.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let pagination = document.api.pagination.iter();
    let pages = pagination.flat_map(|pagination| {
        let pages = document.names.pages.iter();
        pages.map(|(item, name)| (name, page(document, pagination, *item)))
    });
    let envelopes = document.names.envelopes.iter();
    let envelopes = envelopes.map(|(of, name)| (name, envelope(document, *of)));
    pages
        .chain(envelopes)
        .fold(JsonObject::new(), |all, (name, schema)| {
            all.with(name, schema)
        })
}

/// The schema of a response body; `None` for a response without one.
pub(super) fn body(document: Document<'_>, content: &SuccessContent) -> Option<JsonObject> {
    let names = document.names;
    match content {
        SuccessContent::Empty => None,
        SuccessContent::Page(item) => Some(reference("schemas", names.page(*item)?)),
        SuccessContent::Value { envelope: None, ty } => Some(value(document, ty)),
        SuccessContent::Value {
            envelope: Some(property),
            ty,
        } => {
            let name = names.envelope(Envelope { property, ty })?;
            Some(reference("schemas", name))
        }
    }
}

fn value(document: Document<'_>, ty: &TypeRef) -> JsonObject {
    schema(document, ty, &Rules::default())
}

fn envelope(document: Document<'_>, envelope: Envelope<'_>) -> JsonObject {
    let value = value(document, envelope.ty);
    object(vec![(envelope.property, value)])
}

fn page(document: Document<'_>, pagination: &Pagination, item: TypeId) -> JsonObject {
    let item = &document.api.type_def(item).name;
    let items = JsonObject::new()
        .with("description", "The items of this page.")
        .with("type", "array")
        .with("items", reference("schemas", item));
    let total = JsonObject::new()
        .with("description", "The number of items on all pages.")
        .with("type", "integer")
        .with("format", "int64");
    JsonObject::new()
        .with("description", format!("A page of `{item}`."))
        .and(object(vec![
            (&pagination.items, items),
            (&pagination.total, total),
        ]))
        .and(text::extensions(&pagination.notes))
}
