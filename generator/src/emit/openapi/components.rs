//! Schemas of named types, and of everything else that has a name.

use super::scalars::count;
use super::schemas::{object, password, property, scalar, schema};
use super::{Document, JsonObject, envelopes, error_schema, text, unions, xml};
use crate::api::{
    Enum, EnumValue, Notes, Openness, Rules, Tuple, TypeDef, TypeId, TypeKind, Value,
};
use crate::emit::{docs, markdown};
use crate::extensions;

/// The schemas of the named types, then the schemas of envelopes and errors.
pub(super) fn components(document: Document<'_>) -> JsonObject {
    let types = document.api.types.iter().enumerate();
    let types = types.map(|(index, definition)| {
        let id = TypeId(index);
        let name = document.names.ty(id);
        let schema = named(document, id, definition);
        // A name that OpenAPI does not allow.
        let own = (name != definition.name).then_some(definition.name.as_str());
        (name, schema.with_option(extensions::NAME, own))
    });
    let types: JsonObject = types.collect();
    let implied = unions::components(document)
        .and(envelopes::components(document))
        .and(error_schema::components(document));
    types.and(implied.with_in_each(extensions::IMPLIED, true))
}

fn named(document: Document<'_>, id: TypeId, definition: &TypeDef) -> JsonObject {
    let schema = match &definition.kind {
        TypeKind::Object(api_object) => object(document, api_object),
        TypeKind::Tuple(api_tuple) => tuple(document, api_tuple),
        TypeKind::Enum(values) => enumeration(values),
        TypeKind::Newtype(newtype) => {
            let schema = scalar(newtype.scalar, false, &newtype.rules);
            schema
                .and(password(newtype.scalar, definition.sensitivity))
                .with(extensions::NEWTYPE, true)
        }
        TypeKind::Alias(alias) => xml::with_items(
            schema(document, &alias.ty, &alias.rules),
            definition.xml.as_deref(),
        ),
        TypeKind::Union(union) => unions::union(document, id, union),
    };
    let notes = &definition.notes;
    let values = definition.enumeration().and_then(meanings);
    JsonObject::new()
        .and(text::described(notes, None, [values]))
        .and(schema)
        .with_list("examples", examples(definition))
        .and(text::flags(notes))
        .and(text::sensitivity(definition.sensitivity))
        .with_nonempty(extensions::VALUES, notes_of_values(definition))
        .with_option(extensions::OPEN, open(definition))
        .with_nonempty("xml", xml::of_type(definition.xml.as_deref()))
}

/// The names in Rust and the notes of values, which OpenAPI has no place for.
fn notes_of_values(definition: &TypeDef) -> JsonObject {
    let values = definition.enumeration().into_iter();
    let values = values.flat_map(|enumeration| &enumeration.values);
    values.fold(JsonObject::new(), |all, value| {
        let notes = text::described(&value.notes, None, [])
            .and(text::flags(&value.notes))
            .with_option(extensions::NAME, value.rust_name.as_deref());
        all.with_nonempty(&value.value, notes)
    })
}

/// Where a type has further values, if these are only responses.
fn open(definition: &TypeDef) -> Option<&'static str> {
    let open = match &definition.kind {
        TypeKind::Enum(values) => values.open,
        TypeKind::Union(union) => union.open,
        TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Newtype(_) | TypeKind::Alias(_) => {
            Openness::Closed
        }
    };
    (open == Openness::Responses).then_some("responses")
}

/// The example of the type. The known values of an open enumeration are examples too, since other
/// values are allowed.
fn examples(definition: &TypeDef) -> Vec<Value> {
    let own = definition
        .example
        .iter()
        .map(|example| match &definition.kind {
            TypeKind::Union(union) if union.by_event => unions::event_example(union, example),
            _ => example.clone(),
        });
    let open = definition.enumeration();
    let open = open.filter(|values| values.open.is_open_in_requests());
    let known = open.into_iter().flat_map(known);
    let others = known.filter(|value| Some(value) != definition.example.as_ref());
    own.chain(others).collect()
}

/// An array with one schema for each item.
fn tuple(document: Document<'_>, tuple: &Tuple) -> JsonObject {
    let elements = tuple.elements.iter();
    let elements: Vec<Value> = elements
        .map(|element| property(document, element).into())
        .collect();
    let size = count(elements.len() as u64);
    JsonObject::of_type("array")
        .with("prefixItems", elements)
        .with("items", false)
        .with("minItems", size)
        .with("maxItems", size)
}

/// An open enumeration is any string: tools read a union of known values and any string as an empty
/// object, and `enum` as the only values.
fn enumeration(values: &Enum) -> JsonObject {
    let list = if values.open.is_open_in_requests() {
        "x-extensible-enum"
    } else {
        "enum"
    };
    let schema = scalar(values.kind.scalar(), false, Rules::NONE);
    schema.with(list, known(values))
}

fn known(values: &Enum) -> Vec<Value> {
    values.on_the_wire().collect()
}

/// The values of an enumeration in words: all of an open one, which tools do not know otherwise, or
/// those that have a description.
fn meanings(values: &Enum) -> Option<String> {
    let doc = |value: &'_ EnumValue| {
        docs::in_words(&Notes {
            assumed: None,
            ..value.notes.clone()
        })
    };
    let is_open = values.open.is_open_in_requests();
    let known = values.values.iter();
    let known = known.map(|value| (markdown::code(&value.value), doc(value)));
    let known: Vec<(String, Option<String>)> = known.collect();
    if known.iter().all(|(_, doc)| doc.is_none()) {
        let codes: Vec<&str> = known.iter().map(|(code, _)| code.as_str()).collect();
        let codes = codes.join(", ");
        return is_open.then(|| {
            markdown::description(&format!("Known values, others are possible: {codes}."))
        });
    }
    let lines = known.iter().filter_map(|(code, doc)| match doc {
        Some(doc) => Some(markdown::description(&format!(
            "- {code}: {}",
            markdown::one_line(doc)
        ))),
        None if is_open => Some(format!("- {code}")),
        None => None,
    });
    let lines = lines.collect::<Vec<_>>().join("\n");
    Some(if is_open {
        format!("Known values, others are possible:\n\n{lines}")
    } else {
        lines
    })
}
