//! The section `types`.

use super::Comments;
use super::layout::{Map, Value, prose, text, word};
use super::parts::{constraints, field, fields, notes, one_or_many, sensitivity, ty, value};
use super::xml::xml;
use crate::api::{EnumKind, Openness, TagKind};
use crate::document::{
    AdditionalFieldsEntry, EnumValueEntry, FieldEntry, TypeEntry, TypeEntryKind, UnionEntry,
    VariantEntry,
};

pub(super) fn section(types: &[TypeEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    // The form of a type in requests is made from the type.
    for entry in types.iter().filter(|entry| entry.input_of.is_none()) {
        section.add(&entry.name.value, Value::Map(type_entry(entry)));
        section.comment(comments.at(entry.name.span));
    }
    section
}

fn type_entry(entry: &TypeEntry) -> Map {
    let TypeEntry {
        name: _,
        notes: of_notes,
        sensitivity: of_sensitivity,
        kind,
        example,
        xml: of_xml,
        rust,
        input_of: _,
        is_inline: _,
    } = entry;
    let mut map = Map::new();
    let is_short = matches!(
        kind,
        TypeEntryKind::Newtype { .. } | TypeEntryKind::Alias { .. }
    );
    if !is_short {
        notes(&mut map, of_notes);
    }
    match kind {
        TypeEntryKind::Object {
            fields,
            others,
            bases,
            ignored,
            is_closed: _,
            counts: _,
            others_at: _,
        } => {
            map.texts("extends", bases);
            add_fields(&mut map, fields, others, ignored, bases.is_empty());
        }
        TypeEntryKind::Enum {
            values,
            open,
            value_kind,
        } => add_enum(&mut map, values, *open, *value_kind),
        TypeEntryKind::Tuple(elements) => {
            // The name of an element is its index, so it has only a name in Rust.
            map.add("tuple", Value::List(elements.iter().map(field).collect()));
        }
        TypeEntryKind::Newtype {
            inner,
            constraints: limits,
        } => {
            map.add("newtype", ty(inner));
            map.text("rust", rust);
            constraints(&mut map, limits);
        }
        TypeEntryKind::Alias {
            target,
            constraints: limits,
        } => {
            map.add("alias", ty(target));
            constraints(&mut map, limits);
        }
        TypeEntryKind::Union(union) => add_union(&mut map, union),
    }
    if is_short {
        notes(&mut map, of_notes);
    }
    sensitivity(&mut map, *of_sensitivity);
    map.maybe("example", example.as_ref().map(value));
    map.maybe("xml", of_xml.as_deref().map(xml));
    map
}

/// The fields of an object, which has the key `fields` even without any if it `is_plain`.
fn add_fields(
    map: &mut Map,
    of_object: &[FieldEntry],
    others: &AdditionalFieldsEntry,
    ignored: &[FieldEntry],
    is_plain: bool,
) {
    let (ignored, others) = match others {
        // A union beside fields is written with it.
        AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Union(_) => (&[][..], None),
        AdditionalFieldsEntry::Rejected => (ignored, Some(word("none"))),
        AdditionalFieldsEntry::Kept(kept_type) => (ignored, Some(ty(kept_type))),
    };
    let all: Vec<FieldEntry> = of_object.iter().chain(ignored).cloned().collect();
    match is_plain {
        true => map.add("fields", Value::Map(fields(&all))),
        false => map.section("fields", fields(&all)),
    };
    map.maybe("others", others);
}

fn add_enum(map: &mut Map, values: &[EnumValueEntry], open: Openness, kind: EnumKind) {
    let scalar = |text_of_value: &str| match kind {
        EnumKind::Text => text(text_of_value),
        EnumKind::Integer | EnumKind::Number | EnumKind::Boolean => word(text_of_value),
    };
    let is_plain = |entry: &EnumValueEntry| {
        entry.rust_name.is_none() && entry.notes == crate::api::Notes::default()
    };
    let list = match values.iter().all(is_plain) {
        true => {
            let values = values.iter().map(|entry| scalar(&entry.value.value));
            Value::List(values.collect())
        }
        false => {
            let values = values.iter().map(|entry| (&entry.value, enum_value(entry)));
            Value::Map(values.collect())
        }
    };
    map.add("enum", list);
    if kind != EnumKind::Text {
        map.add("of", word(kind.word()));
    }
    map.maybe("open", openness(open));
}

fn openness(open: Openness) -> Option<Value> {
    match open {
        Openness::Closed => None,
        Openness::Responses => Some(word("responses")),
        Openness::Open => Some(word("true")),
    }
}

/// The description of a value: nothing, text, or a map.
fn enum_value(entry: &EnumValueEntry) -> Value {
    let EnumValueEntry {
        value: _,
        rust_name,
        notes: value_notes,
    } = entry;
    let mut map = Map::new();
    map.text("name", rust_name);
    notes(&mut map, value_notes);
    match (
        rust_name,
        &value_notes.doc,
        &value_notes.assumed,
        &value_notes.deprecation,
        &value_notes.stability,
        &value_notes.see,
    ) {
        (None, Some(doc), None, None, None, None) => prose(doc),
        _ => map.or_nothing(),
    }
}

fn add_union(map: &mut Map, union: &UnionEntry) {
    let UnionEntry {
        variants,
        tag,
        value: content,
        wrapped,
        by_event,
        open,
        tag_kind,
        default,
        fields: beside,
    } = union;
    map.section("fields", fields(beside));
    let variants = variants.iter().map(|entry| (&entry.name, variant(entry)));
    map.add("union", Value::Map(variants.collect()));
    map.maybe("tag", one_or_many(tag));
    map.text("value", content);
    map.flag("wrapped", wrapped.is_some());
    map.flag("by_event", by_event.is_some());
    map.maybe(
        "of",
        tag_kind.as_ref().map(|kind| {
            word(match kind.value {
                TagKind::Text => "string",
                TagKind::Integer => "integer",
                TagKind::Boolean => "boolean",
            })
        }),
    );
    map.text("default", default);
    map.maybe("open", openness(*open));
}

fn variant(variant_entry: &VariantEntry) -> Value {
    let VariantEntry {
        name: _,
        ty: of_type,
        text: as_text,
        also,
        rust_name,
        notes: of_notes,
    } = variant_entry;
    let mut map = Map::new();
    map.maybe("type", of_type.as_ref().map(ty));
    map.flag("text", as_text.is_some());
    map.texts("also", also);
    map.text("name", rust_name);
    notes(&mut map, of_notes);
    map.or_only("type")
}
