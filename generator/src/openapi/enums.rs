//! Enumerations, and values that are constant.

use super::kinds::Kinds;
use super::notes;
use super::schema::Schema;
use super::types::SchemaType;
use super::warnings::{Topic, Warnings};
use crate::api::{EnumKind, Openness, Scalar};
use crate::document::{EnumValueEntry, TypeEntryKind};
use crate::extensions::NAME;
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// The type for a list of values: an enumeration, or the type that all of them have.
pub(super) fn schema_type(
    values: &[&Node],
    schema: &Schema<'_>,
    warnings: &mut Warnings,
) -> SchemaType {
    let Some(kind) = kind(values, schema) else {
        if let Some(first) = values.first() {
            let is_structure =
                |value: &&Node| matches!(value.kind, NodeKind::List(_) | NodeKind::Map(_));
            let why = match values {
                _ if values.iter().all(|value| value.is_null()) => "the only value is null",
                _ if values.iter().any(is_structure) => "a value is an object or a list",
                _ => "the values are of several kinds",
            };
            warnings.add(Topic::MixedValues, first.span, why);
        }
        return SchemaType::json();
    };
    for value in values {
        warn_of_kind(value, kind, warnings);
    }
    let is_true = |value: &&&Node| value.is_true();
    let true_count = values.iter().filter(is_true).count();
    let has_both = true_count > 0 && true_count < values.len();
    if kind == EnumKind::Boolean && (has_both || schema.has_more_values()) {
        return SchemaType::scalar(Scalar::Boolean);
    }
    let mut entries = entries(values, kind, schema);
    if entries.is_empty() {
        return match kind {
            EnumKind::Text => SchemaType::scalar(Scalar::String),
            _ => SchemaType::json(),
        };
    }
    avoid_collisions(&mut entries);
    SchemaType::Type(TypeEntryKind::Enum {
        values: entries,
        open: match schema.has_more_values() {
            true => Openness::Open,
            false => Openness::Closed,
        },
        value_kind: kind,
    })
}

/// The values of an enumeration, each once, with the names and descriptions that extensions give them.
fn entries(values: &[&Node], kind: EnumKind, schema: &Schema<'_>) -> Vec<EnumValueEntry> {
    let mut seen = HashSet::default();
    let mut entries: Vec<EnumValueEntry> = Vec::new();
    let mut rust_names = HashSet::default();
    let described = described(schema);
    let known = values.iter().filter(|value| !value.is_null()).enumerate();
    for (index, value) in known {
        let Some(text) = text(value, kind) else {
            continue;
        };
        if !seen.insert(text.clone()) {
            continue;
        }
        let described = described.get(&text).copied();
        let listed_name = schema.value_names.get(index).copied();
        let rust_name = listed_name
            .or_else(|| described?.text_at("name"))
            .map(str::to_owned)
            .or_else(|| spelled(&text))
            .map(|name| naming::camel(&name))
            .filter(|name| *name != naming::camel(&text) && rust_names.insert(name.clone()))
            .map(|name| Spanned::new(name, value.span));
        let listed_doc = schema.value_docs.get(index).copied();
        let doc = listed_doc.or_else(|| described?.text_at("description"));
        let noted = schema.noted_values.and_then(|noted| noted.get(&text));
        let given = noted.and_then(|noted| noted.get(NAME)?.spanned_text());
        entries.push(EnumValueEntry {
            rust_name: given.or(rust_name),
            notes: noted.map_or_else(|| notes::described(doc), notes::notes),
            value: Spanned::new(text, value.span),
        });
    }
    entries
}

/// Warns of a value that is not of the kind that `type` states.
pub(super) fn warn_of_kind(value: &Node, wanted: EnumKind, warnings: &mut Warnings) {
    let Some(kind) = Kinds::of(value) else { return };
    let (is_same, described) = match wanted {
        EnumKind::Text => (kind == Kinds::STRING, "a string"),
        EnumKind::Integer => (kind == Kinds::INTEGER, "an integer"),
        EnumKind::Number => (kind == Kinds::INTEGER || kind == Kinds::NUMBER, "a number"),
        EnumKind::Boolean => (kind == Kinds::BOOLEAN, "a boolean"),
    };
    if is_same {
        return;
    }
    let written = value.to_json();
    let becomes = match text(value, wanted) {
        Some(text) if wanted == EnumKind::Text => {
            format!("it is read as the string `{text}`, and `{written}` itself is refused")
        }
        Some(text) => format!("it is read as `{text}`, and `{written}` itself is refused"),
        None => "it is left out".to_owned(),
    };
    let what = format!("the value `{written}` is not {described}, as `type` says; {becomes}");
    warnings.add(Topic::Value, value.span, &what);
}

/// The entries of values in `x-ms-enum`, by the values.
fn described<'a>(schema: &Schema<'a>) -> HashMap<String, &'a Node> {
    let values = schema
        .ms_enum
        .map_or(&[][..], |extension| extension.items_at("values"));
    let entries = values
        .iter()
        .rev()
        .filter_map(|entry| Some((entry.get("value")?.scalar_text()?, entry)));
    entries.collect()
}

/// A given name must not be the name of another value, so only the first of them keeps it.
fn avoid_collisions(entries: &mut [EnumValueEntry]) {
    let derived: HashSet<String> = entries
        .iter()
        .filter(|entry| entry.rust_name.is_none())
        .map(|entry| naming::camel(&entry.value.value))
        .collect();
    for entry in entries {
        let is_taken = entry
            .rust_name
            .as_ref()
            .is_some_and(|name| derived.contains(&name.value));
        if is_taken {
            entry.rust_name = None;
        }
    }
}

/// The kind of the values on the wire.
fn kind(values: &[&Node], schema: &Schema<'_>) -> Option<EnumKind> {
    if schema.kinds == Kinds::STRING {
        return Some(EnumKind::Text);
    }
    let mut kinds = Kinds::default();
    for value in values {
        if let Some(kind) = Kinds::of(value) {
            kinds = kinds.with(kind);
        }
    }
    let wanted = schema.kinds;
    let numeric = Kinds::INTEGER.with(Kinds::NUMBER);
    if wanted == Kinds::INTEGER && !kinds.has(Kinds::NUMBER) {
        return Some(EnumKind::Integer);
    }
    if wanted == Kinds::NUMBER {
        return Some(EnumKind::Number);
    }
    if wanted == Kinds::BOOLEAN {
        return Some(EnumKind::Boolean);
    }
    match kinds {
        Kinds::STRING => Some(EnumKind::Text),
        Kinds::INTEGER => Some(EnumKind::Integer),
        Kinds::NUMBER => Some(EnumKind::Number),
        Kinds::BOOLEAN => Some(EnumKind::Boolean),
        kinds if kinds == numeric => Some(EnumKind::Number),
        kinds if kinds.is_empty() && wanted.is_empty() => None,
        kinds if kinds.is_empty() => Some(EnumKind::Text),
        _ => None,
    }
}

/// A value as the text by which an enumeration knows it.
fn text(value: &Node, kind: EnumKind) -> Option<String> {
    match (kind, &value.kind) {
        (EnumKind::Text, _) => value.scalar_text(),
        (EnumKind::Integer | EnumKind::Number, NodeKind::Text(text)) => {
            let number: i64 = text.trim().parse().ok()?;
            Some(number.to_string())
        }
        (_, _) => kind.text(value),
    }
}

/// A name for a value that is not made of letters and digits, or whose letters would be lost.
fn spelled(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("Empty".to_owned());
    }
    let has_word = text.contains(naming::is_letter);
    if has_word {
        let rest = text.strip_prefix('-')?;
        let starts = rest.starts_with(|c: char| c.is_ascii_alphabetic());
        return starts.then(|| format!("desc {rest}"));
    }
    let words: Option<Vec<&str>> = text.chars().map(symbol).collect();
    words.map(|words| words.join(" "))
}

/// The word for a symbol.
fn symbol(c: char) -> Option<&'static str> {
    Some(match c {
        '*' => "all",
        '=' => "equal",
        '<' => "less",
        '>' => "greater",
        '!' => "not",
        '~' => "like",
        '+' => "plus",
        '-' => "minus",
        '/' => "slash",
        '\\' => "backslash",
        '|' => "pipe",
        '&' => "and",
        '%' => "percent",
        '$' => "dollar",
        '#' => "hash",
        '@' => "at",
        '?' => "question",
        '.' => "dot",
        ',' => "comma",
        ';' => "semicolon",
        ':' => "colon",
        '_' => "underscore",
        '^' => "caret",
        ' ' => "space",
        '\t' => "tab",
        '"' => "quote",
        '\'' => "apostrophe",
        _ => return None,
    })
}
