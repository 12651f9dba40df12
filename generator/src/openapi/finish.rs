//! What can be decided only when all types are known: their names, the tags of unions, and what follows from where a
//! type is used.

mod enumerations;
mod tags;

use super::identifiers::Taken;
use super::placeholders;
use super::type_uses::{TypeUses, named};
use super::warnings::{Topic, Warnings};
use crate::api::{EnumKind, OneWay, Openness, Scalar};
use crate::document::{
    AdditionalFieldsEntry, Direction, Document, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, UnionEntry, Use,
};
use crate::hash::HashSet;
use crate::naming;
use crate::node::NodeKind;
use crate::source::Span;

/// Finishes a document. `closed` are the types that keep exactly their values; `None` if the document says which types
/// are open.
pub(super) fn finish(
    mut document: Document,
    names: &[String],
    closed: Option<HashSet<String>>,
    warnings: &mut Warnings,
) -> Document {
    document.visit_types(&mut |_, ty| {
        if let TypeExprKind::Named(name) = &mut ty.innermost_mut().kind
            && let Some(resolved) = placeholders::resolved(name, names)
        {
            name.clone_from(resolved);
        }
    });
    let says_what_is_open = closed.is_none();
    let mut closed = closed.unwrap_or_default();
    let types = document.types.iter();
    let mut taken = Taken::of(types.map(|entry| naming::type_name(&entry.name.value)));
    tags::set(&mut document, &mut taken, &mut closed, warnings);
    if !says_what_is_open {
        enumerations::close(&mut document, &mut taken, &mut closed);
        apply_directions(&mut document, &closed);
    }
    for entry in &mut document.types {
        if let TypeEntryKind::Object { fields, .. } = &mut entry.kind {
            for field in fields {
                tidy_field(field, warnings);
            }
        }
    }
    document
}

/// Finishes parameters, after their defaults have told how lists are paged.
pub(super) fn finish_parameters(document: &mut Document) {
    for operation in document.operations.iter_mut().chain(&mut document.webhooks) {
        let lists = [
            &mut operation.path,
            &mut operation.query,
            &mut operation.headers,
            &mut operation.cookies,
        ];
        for list in lists {
            list.iter_mut().for_each(tidy_parameter);
        }
    }
}

/// A name for a new type, from words.
fn new_name(words: &str, taken: &mut Taken) -> String {
    taken.unique_camel(naming::plain_camel(words), naming::type_name)
}

/// The type of a variant of a union, by the indexes of both.
fn variant_type(document: &mut Document, union: usize, variant: usize) -> Option<&mut TypeExpr> {
    let union = document.types.get_mut(union)?.kind.union_mut()?;
    union.variants.get_mut(variant)?.ty.as_mut()
}

/// Whether requests and responses use a type.
#[derive(Clone, Copy)]
struct Uses {
    requests: bool,
    responses: bool,
}

/// Opens what a service may extend, and makes fields optional that one direction does not have. A type is not split
/// into two for that: few documents need it, and both would have to be converted into each other.
fn apply_directions(document: &mut Document, closed: &HashSet<String>) {
    let (requests, responses) = sent_and_returned(document);
    let is_scalar = scalars(document);
    for entry in &mut document.types {
        let used = Uses {
            requests: requests.contains(&entry.name.value),
            responses: responses.contains(&entry.name.value),
        };
        let is_open = (used.responses || !used.requests) && !closed.contains(&entry.name.value);
        match &mut entry.kind {
            TypeEntryKind::Enum {
                open, value_kind, ..
            } => {
                if is_open && *value_kind != EnumKind::Boolean {
                    open_in_responses(open);
                }
            }
            TypeEntryKind::Union(union) => {
                if is_open && !is_scalar_union(union, &is_scalar) {
                    open_in_responses(&mut union.open);
                }
            }
            TypeEntryKind::Object {
                fields,
                others,
                is_closed,
                ..
            } => {
                // Responses may have fields that the document does not know.
                if used.responses && matches!(others, AdditionalFieldsEntry::Rejected) {
                    *others = AdditionalFieldsEntry::Ignored;
                    *is_closed = used.requests;
                }
                let ignores_others = match others {
                    AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Union(_) => true,
                    AdditionalFieldsEntry::Rejected | AdditionalFieldsEntry::Kept(_) => false,
                };
                // A caller may send what it was sent: servers ignore that, even if they reject or keep other fields.
                let is_ignored = |field: &FieldEntry| {
                    let only_in = field.only_in.as_ref().map(|direction| direction.value);
                    let is_of_responses = only_in == Some(Direction::Response);
                    !ignores_others && is_of_responses && is_never_there(field, used)
                };
                fields.retain(|field| is_ignored(field) || !is_never_there(field, used));
                for field in fields.iter_mut().filter(|field| !is_ignored(field)) {
                    let direction = field.only_in.take().map(|direction| direction.value);
                    let is_shared = used.requests && used.responses;
                    if let Some(direction) = direction.filter(|_| is_shared) {
                        field.one_way = Some(OneWay {
                            is_request: direction == Direction::Request,
                            is_required: !field.optional,
                        });
                        field.optional = true;
                    }
                }
            }
            TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. } => {}
        }
    }
}

/// Opens a type that the document closes.
fn open_in_responses(open: &mut Openness) {
    *open = match open {
        Openness::Closed | Openness::Responses => Openness::Responses,
        Openness::Open => Openness::Open,
    };
}

/// Whether a field is in no direction in which its type is used.
fn is_never_there(field: &FieldEntry, used: Uses) -> bool {
    match field.only_in.as_ref().map(|direction| direction.value) {
        Some(Direction::Response) => used.requests && !used.responses,
        Some(Direction::Request) => used.responses && !used.requests,
        None => false,
    }
}

/// Whether all variants are scalars, so that a parameter can have the type.
fn is_scalar_union(union: &UnionEntry, scalars: &HashSet<String>) -> bool {
    union.tag.is_empty()
        && union.by_event.is_none()
        && union
            .variants
            .iter()
            .all(|variant| match variant.ty.as_ref().map(|ty| &ty.kind) {
                Some(TypeExprKind::Scalar(scalar)) => *scalar != Scalar::Json,
                Some(TypeExprKind::Named(name)) => scalars.contains(name),
                Some(TypeExprKind::List(_) | TypeExprKind::Map(_)) | None => false,
            })
}

/// The types whose values are scalars.
fn scalars(document: &Document) -> HashSet<String> {
    let is_scalar = |entry: &&TypeEntry| match &entry.kind {
        TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. } => true,
        TypeEntryKind::Alias { target, .. } => {
            matches!(target.kind, TypeExprKind::Scalar(scalar) if scalar != Scalar::Json)
        }
        TypeEntryKind::Object { .. } | TypeEntryKind::Tuple(_) | TypeEntryKind::Union(_) => false,
    };
    let found = document.types.iter().filter(is_scalar);
    found.map(|entry| entry.name.value.clone()).collect()
}

/// The types that requests have, and the types that responses have, directly or in others.
fn sent_and_returned(document: &mut Document) -> (HashSet<String>, HashSet<String>) {
    let (mut sent, mut returned) = (HashSet::default(), HashSet::default());
    document.visit_types(&mut |position, ty| match position {
        Use::Request => sent.extend(named(ty).map(str::to_owned)),
        Use::Response => returned.extend(named(ty).map(str::to_owned)),
        Use::InType | Use::Ignored => {}
    });
    let uses = TypeUses::of(document, named);
    (uses.reached(sent), uses.reached(returned))
}

/// A default belongs to an optional field.
fn tidy_field(field: &mut FieldEntry, warnings: &mut Warnings) {
    if !field.optional || field.constant.is_some() {
        field.default = None;
    }
    for (topic, span, before, after) in coerce(field) {
        let name = &field.name.value;
        let what = match topic == Topic::Example {
            true => "example",
            false => "default",
        };
        let what = format!(
            "the {what} `{before}` of `{name}` is not of its type, so it is read as `{after}`"
        );
        warnings.add(topic, span, &what);
    }
}

/// Turns the default of a required parameter into its example, because callers must send the parameter.
fn tidy_parameter(field: &mut FieldEntry) {
    coerce(field);
    if !field.optional
        && field.constant.is_none()
        && let Some(default) = field.default.take()
    {
        field.example.get_or_insert(default);
    }
}

/// Values are hints, so text for a number is a number. Returns which values are changed, with their places, and what
/// they were and are.
fn coerce(field: &mut FieldEntry) -> Vec<(Topic, Span, String, String)> {
    let mut changed = Vec::new();
    let TypeExprKind::Scalar(scalar) = field.ty.kind else {
        return changed;
    };
    let values = [
        (Topic::Value, &mut field.default),
        (Topic::Example, &mut field.example),
    ];
    for (topic, value) in values {
        let Some(value) = value else { continue };
        let kind = match (&value.kind, scalar) {
            (NodeKind::Text(text), Scalar::Boolean) => {
                text.parse::<bool>().ok().map(NodeKind::Bool)
            }
            (NodeKind::Text(text), Scalar::Integer(_)) => {
                let number = text.trim().parse::<i64>().ok();
                number.map(|number| NodeKind::Integer(Box::new(number.into()), number.to_string()))
            }
            (NodeKind::Integer(_, text) | NodeKind::Number(_, text), Scalar::String) => {
                Some(NodeKind::Text(text.clone()))
            }
            (NodeKind::Bool(value), Scalar::String) => Some(NodeKind::Text(value.to_string())),
            _ => None,
        };
        if let Some(kind) = kind {
            let before = value.to_json();
            value.kind = kind;
            changed.push((topic, value.span, before, value.to_json()));
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use crate::source::SourceFile;

    #[test]
    fn requests_that_reject_or_keep_other_fields_may_have_read_only_ones() {
        for (media, rule, others) in [
            ("application/json", "false", "others: none"),
            ("application/x-www-form-urlencoded", "false", "others: none"),
            ("application/json", "{ type: string }", "others: string"),
        ] {
            let properties = "{ id: { type: integer, readOnly: true }, n: { type: string } }";
            let schema = format!(
                "{{ type: object, additionalProperties: {rule}, properties: {properties} }}"
            );
            let document = format!(
                "openapi: 3.1.0
info: {{ title: Books, version: 1.0.0 }}
paths:
  /books:
    post:
      operationId: add
      requestBody: {{ content: {{ {media}: {{ schema: {schema} }} }} }}
      responses: {{ 204: {{ description: OK }} }}
"
            );
            let source = SourceFile::new("books.yaml", document);
            let text = crate::convert(&source).unwrap().text;
            let fields = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let expected = "id?: { type: integer, read_only: true }";
            assert!(fields.contains(expected), "{text}");
            assert!(fields.contains(others), "{text}");
            let again = SourceFile::new("converted.yaml", text.clone());
            assert_eq!(crate::convert(&again).unwrap().text, text);
        }
    }
}
