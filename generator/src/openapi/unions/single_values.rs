//! Members that are all strings, or all numbers.

use super::members::Member;
use super::overlap;
use crate::api::{Openness, Scalar};
use crate::document::TypeEntryKind;
use crate::node::Node;
use crate::openapi::kinds::Kinds;
use crate::openapi::schema::Schema;
use crate::openapi::types::{SchemaType, Types};
use crate::openapi::{enums, scalars, structure};

/// Members that are all numbers.
pub(super) fn numbers<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
) -> SchemaType {
    let values: Option<Vec<&[&Node]>> = members
        .iter()
        .map(|member| member.schema.values.as_deref())
        .collect();
    if let Some(values) = values {
        return enums::schema_type(&values.concat(), schema, &mut types.warnings);
    }
    let is_whole = |member: &Member<'_>| member.schema.kinds == Kinds::INTEGER;
    let kind = match members.iter().all(is_whole) {
        true => Kinds::INTEGER,
        false => Kinds::NUMBER,
    };
    match same_limits(types, members, kind) {
        Some(only) => types.single(kind, &only, index, depth),
        None => {
            note_overlap(types, members, schema, kind);
            SchemaType::scalar(widest_number(members))
        }
    }
}

/// Members that are all strings.
pub(super) fn strings<'a>(
    types: &mut Types<'a>,
    members: &[Member<'a>],
    schema: &Schema<'a>,
    index: usize,
    depth: usize,
) -> SchemaType {
    let mut values = Vec::new();
    let mut docs = Vec::new();
    for member in members {
        for value in member.schema.values.iter().flatten() {
            values.push(*value);
            let is_only = member
                .schema
                .values
                .as_ref()
                .is_some_and(|all| all.len() == 1);
            let doc = member.schema.description.filter(|_| is_only);
            docs.push(doc.unwrap_or_default());
        }
    }
    if values.is_empty() {
        return match same_limits(types, members, Kinds::STRING) {
            Some(only) => types.single(Kinds::STRING, &only, index, depth),
            None => {
                note_overlap(types, members, schema, Kinds::STRING);
                SchemaType::scalar(Scalar::String)
            }
        };
    }
    let others: Vec<Member<'a>> = members
        .iter()
        .filter(|member| member.schema.values.is_none())
        .cloned()
        .collect();
    ignore_limits(types, &others, Kinds::STRING);
    let is_open =
        !others.is_empty() || members.iter().any(|member| member.schema.has_more_values());
    let merged = Schema {
        kinds: Kinds::STRING,
        value_docs: docs,
        title: schema.title,
        description: schema.description,
        ..Schema::default()
    };
    match enums::schema_type(&values, &merged, &mut types.warnings) {
        SchemaType::Type(TypeEntryKind::Enum {
            values, value_kind, ..
        }) if is_open => SchemaType::Closed(TypeEntryKind::Enum {
            values,
            value_kind,
            open: Openness::Open,
        }),
        other => other,
    }
}

/// A type for the values of all members that are numbers of one kind.
pub(super) fn widest_number(members: &[Member<'_>]) -> Scalar {
    let numbers = members
        .iter()
        .map(|member| &member.schema)
        .filter(|schema| schema.kinds == Kinds::INTEGER || schema.kinds == Kinds::NUMBER);
    scalars::widest(numbers.map(|schema| scalars::scalar(schema.kinds, schema)))
}

/// The schema of members of one kind that all have the same kind, format and limits. Other limits are not checked.
pub(super) fn same_limits<'a>(
    types: &Types<'a>,
    members: &[Member<'a>],
    kind: Kinds,
) -> Option<Schema<'a>> {
    let shape = |schema: &Schema<'a>| {
        let limits = structure::constraints_fingerprint(&schema.limits.of_kind(kind));
        (schema.kinds, schema.format, schema.values.is_some(), limits)
    };
    let (first, rest) = members.split_first()?;
    let own = shape(&first.schema);
    if rest.iter().all(|member| shape(&member.schema) == own) {
        return Some(first.schema.clone());
    }
    ignore_limits(types, members, kind);
    None
}

/// Notes that values of a choice fit more than one member, if one of these allows all of them.
fn note_overlap(types: &Types<'_>, members: &[Member<'_>], schema: &Schema<'_>, kind: Kinds) {
    let is_exclusive = schema
        .choices
        .first()
        .is_some_and(|choice| choice.is_exclusive);
    if is_exclusive && members.iter().any(|member| is_any(member, kind)) {
        note(types, schema, overlap::EXCLUSIVE);
    }
}

/// Whether a member allows all strings, or all numbers of its kind.
fn is_any(member: &Member<'_>, kind: Kinds) -> bool {
    let schema = &member.schema;
    let limits = schema.limits.of_kind(kind);
    kind != Kinds::LIST
        && schema.kinds == kind
        && schema.values.is_none()
        && schema.format.is_none()
        && schema.choices.is_empty()
        && limits.is_empty()
}

/// Notes that the limits of members are not checked, if they have some.
fn ignore_limits(types: &Types<'_>, members: &[Member<'_>], kind: Kinds) {
    let what = match kind {
        Kinds::STRING => "the format or limit of each string in a choice",
        Kinds::LIST => "the limit of each list in a choice",
        _ => "the format or limit of each number in a choice",
    };
    let has_limits = |member: &&Member<'_>| {
        let schema = &member.schema;
        let limits = schema.limits.of_kind(kind);
        schema.values.is_some() || schema.format.is_some() || !limits.is_empty()
    };
    // What one member allows is allowed.
    if members.iter().any(|member| is_any(member, kind)) {
        return;
    }
    if let Some(member) = members.iter().find(has_limits) {
        types.files.ignore_in_list(what, member.span);
    }
}

/// Notes what is not checked of a choice.
pub(super) fn note(types: &Types<'_>, schema: &Schema<'_>, what: &'static str) {
    if let Some(choices) = schema.choices.first() {
        types.files.ignore(what, choices.span);
    }
}
