//! What a media type states besides the schema of its content: how a form is written, and the items of streams.

use super::{Document, JsonObject, envelopes, text};
use crate::api::{
    Content, ContentKind, ContentVariant, EndEvent, ErrorMark, ErrorValue, Events, Field,
    FieldStyle, Lists, PartKind, SelectorPart, Type, TypeKind, TypeRef, Value,
};
use crate::extensions::{DESCRIPTION, ENVELOPE, EVENTS, ITEM_SCHEMA, LISTS, SELECTED_BY};

/// The further properties of a media type.
pub(super) fn extensions(document: Document<'_>, content: &Content) -> JsonObject {
    match &content.kind {
        ContentKind::Form { lists, styles, ty } => {
            let brackets = match lists {
                Lists::Repeated => None,
                Lists::Brackets => Some("brackets"),
                Lists::Indexed => Some("indexed"),
            };
            JsonObject::new()
                .with_nonempty("encoding", encoding(document, *lists, styles, ty))
                .with_option(LISTS, brackets)
        }
        ContentKind::Multipart { ty, .. } => {
            JsonObject::new().with_nonempty("encoding", parts(document, ty))
        }
        ContentKind::Lines { ty } => {
            JsonObject::new().with(ITEM_SCHEMA, envelopes::value(document, ty))
        }
        ContentKind::Events(events) => self::events(document, events),
        ContentKind::Json { envelope, .. } => {
            JsonObject::new().with_option(ENVELOPE, envelope.as_deref())
        }
        ContentKind::Empty
        | ContentKind::Xml { .. }
        | ContentKind::Page { .. }
        | ContentKind::Text
        | ContentKind::Binary => JsonObject::new(),
    }
}

/// What asks for a content, and its description, if it is one of several.
pub(super) fn choice(variant: Option<&ContentVariant>) -> JsonObject {
    let Some(variant) = variant else {
        return JsonObject::new();
    };
    let selected_by = variant.selected_by.as_ref().map(|selector| {
        let part = match selector.part {
            SelectorPart::Body => "body",
            SelectorPart::Query => "query",
        };
        let value = JsonObject::new().with(&selector.name, selector.value.clone());
        JsonObject::new().with(part, value)
    });
    JsonObject::new()
        .with_option(SELECTED_BY, selected_by)
        .with_option(DESCRIPTION, text::description(&variant.notes, None))
}

/// What the events contain, and which of them mean the end or an error.
fn events(document: Document<'_>, events: &Events) -> JsonObject {
    let schema = |ty: &TypeRef| envelopes::value(document, ty);
    let end = events.end.as_ref().map(|end| match end {
        EndEvent::Data(data) => JsonObject::new().with("data", data.as_str()),
        EndEvent::Named(event) => JsonObject::new().with("event", event.as_str()),
    });
    let error = events.error.as_ref().map(|error| {
        let told_by = match &error.told_by {
            ErrorMark::Named(event) => JsonObject::new().with("event", event.as_str()),
            ErrorMark::Field(path, value) => {
                let path: Vec<Value> = path.iter().map(|name| name.as_str().into()).collect();
                let value = match value {
                    ErrorValue::Present => None,
                    ErrorValue::Text(text) => Some(Value::Text(text.clone())),
                    ErrorValue::Integer(value) => Some(Value::Integer((*value).into())),
                    ErrorValue::Boolean(value) => Some(Value::Bool(*value)),
                };
                JsonObject::new()
                    .with("field", path)
                    .with_option("is", value)
            }
        };
        told_by.with_option("schema", error.data.as_ref().map(schema))
    });
    let marks = JsonObject::new()
        .with_option("end", end)
        .with_option("error", error)
        .with_flag("event_names", !events.named_by.is_empty())
        .with_flag("resumable", events.resumable);
    let item = events.data.as_ref().map(|ty| {
        let schema = schema(ty);
        match document.api.is_by_event(events) {
            true => schema,
            false => event(JsonObject::new(), json_data(schema)),
        }
    });
    JsonObject::new()
        .with_option(ITEM_SCHEMA, item)
        .with_nonempty(EVENTS, marks)
}

/// The schema of an event, as `itemSchema` of OpenAPI 3.2 has it.
pub(super) fn event(name: JsonObject, data: JsonObject) -> JsonObject {
    let properties = JsonObject::new()
        .with_nonempty("event", name)
        .with("data", data);
    JsonObject::of_type("object")
        .with("required", vec!["data".into()])
        .with("properties", properties)
}

/// The data of an event that is JSON.
pub(super) fn json_data(schema: JsonObject) -> JsonObject {
    JsonObject::of_type("string")
        .with("contentMediaType", "application/json")
        .with("contentSchema", schema)
}

/// How the fields of a form are written, unless by the default rules: a list repeats its name, and anything else is one
/// text.
fn encoding(
    document: Document<'_>,
    lists: Lists,
    styles: &[(String, FieldStyle)],
    ty: &TypeRef,
) -> JsonObject {
    let fields = fields(document, ty).filter_map(|field| {
        let joined = |style: &str| {
            JsonObject::new()
                .with("style", style)
                .with("explode", false)
        };
        let style = styles.iter().find(|(name, _)| *name == field.name);
        let encoding = match style.map(|(_, style)| style) {
            Some(FieldStyle::Comma) => joined("form"),
            Some(FieldStyle::Space) => joined("spaceDelimited"),
            Some(FieldStyle::Pipe) => joined("pipeDelimited"),
            Some(FieldStyle::Json | FieldStyle::JsonItems) => {
                JsonObject::new().with("contentType", "application/json")
            }
            None if has_brackets(document, lists, field) => JsonObject::new()
                .with("style", "deepObject")
                .with("explode", true),
            None => return None,
        };
        Some((&field.name, encoding))
    });
    fields.collect()
}

/// The media types of the parts of a multipart form, apart from text and files of any kind.
fn parts(document: Document<'_>, ty: &TypeRef) -> JsonObject {
    let fields = fields(document, ty).filter_map(|field| {
        let media = match document.api.part_kind(field) {
            PartKind::Text => return None,
            PartKind::File if field.media.is_empty() => return None,
            PartKind::Json => "application/json".to_owned(),
            PartKind::File => field.media.join(", "),
        };
        Some((&field.name, JsonObject::new().with("contentType", media)))
    });
    fields.collect()
}

/// The fields of an object.
fn fields<'a>(document: Document<'a>, ty: &TypeRef) -> impl Iterator<Item = &'a Field> + use<'a> {
    let object = document.api.object(ty);
    object.into_iter().flat_map(|object| &object.fields)
}

/// Whether the name of a field is followed by brackets.
fn has_brackets(document: Document<'_>, lists: Lists, field: &Field) -> bool {
    match &field.ty.ty {
        Type::Scalar(_) => false,
        Type::Map(_) => true,
        Type::List(_) => lists != Lists::Repeated,
        Type::Named(id) => match &document.api.type_def(*id).kind {
            TypeKind::Tuple(_) => lists != Lists::Repeated,
            TypeKind::Object(_) => true,
            // One of scalars is a string.
            TypeKind::Union(_) => document.api.value_kind(&field.ty) != PartKind::Text,
            TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => false,
        },
    }
}
