//! What can be decided only when all types are known: their names, the tags of unions, and what follows from where a
//! type is used.

use super::names;
use crate::api::{EnumKind, Integer, Openness, Scalar, TagKind};
use crate::document::{
    Direction, Document, EnumValueEntry, FieldEntry, Notes, OthersEntry, TypeEntry, TypeEntryKind,
    TypeExpr, TypeExprKind, UnionEntry, Use,
};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// Finishes a document. `closed` are the types that keep exactly their values.
pub(super) fn finish(
    mut document: Document,
    names: &[String],
    closed: &HashSet<String>,
) -> Document {
    document.visit_types(&mut |_, ty| rename(ty, names));
    let mut closed = closed.clone();
    set_tags(&mut document, &mut closed);
    close_enumerations(&document, &mut closed);
    apply_directions(&mut document, &closed);
    for entry in &mut document.types {
        if let TypeEntryKind::Object { fields, .. } = &mut entry.kind {
            fields.iter_mut().for_each(tidy_field);
        }
    }
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
    document
}

/// Replaces the placeholders of names.
fn rename(ty: &mut TypeExpr, all: &[String]) {
    match &mut ty.kind {
        TypeExprKind::Scalar(_) => {}
        TypeExprKind::Named(name) => {
            if let Some(resolved) = names::resolved(name, all) {
                *name = resolved;
            }
        }
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => rename(inner, all),
    }
}

/// Makes the tags of unions constants of their variants.
fn set_tags(document: &mut Document, closed: &mut HashSet<String>) {
    let mut wanted: Vec<(String, Tag)> = Vec::new();
    let kinds = kinds(document);
    for entry in &document.types {
        let TypeEntryKind::Union(union) = &entry.kind else {
            continue;
        };
        let [tag] = union.tag.as_slice() else {
            continue;
        };
        for variant in &union.variants {
            let Some(TypeExprKind::Named(name)) = variant.ty.as_ref().map(|ty| &ty.kind) else {
                continue;
            };
            let values = std::iter::once(&variant.name).chain(&variant.also);
            let of = union.of.as_ref();
            let objects = objects(&kinds, name);
            let declare = |name: &&String| has_field(&kinds, name, &tag.value);
            // Either all variants of a union in a union declare the tag of the outer one, or none.
            let is_declared = objects.len() > 1 && objects.iter().any(|name| declare(&name));
            wanted.extend(objects.into_iter().map(|name| {
                let tag = Tag {
                    field: tag.value.clone(),
                    values: values.clone().cloned().collect(),
                    kind: of.map_or(TagKind::Text, |of| of.value),
                    is_declared,
                };
                (name, tag)
            }));
        }
    }
    let places: HashMap<String, usize> = document
        .types
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.name.value.clone(), index))
        .collect();
    let mut taken: HashSet<String> = places.keys().map(|name| naming::type_name(name)).collect();
    let mut added: Vec<TypeEntry> = Vec::new();
    let mut done: HashSet<(String, String)> = HashSet::default();
    for (name, tag) in wanted {
        if !done.insert((name.clone(), tag.field.clone())) {
            continue;
        }
        let entry = places
            .get(&name)
            .and_then(|index| document.types.get_mut(*index));
        let Some(TypeEntry {
            kind: TypeEntryKind::Object { fields, .. },
            ..
        }) = entry
        else {
            continue;
        };
        let position = fields.iter().position(|of| of.name.value == tag.field);
        let field = match position {
            Some(position) => &mut fields[position],
            // The union writes the tag itself.
            None if tag.values.len() == 1 && !tag.is_declared => continue,
            None => {
                let span = tag.values.first().map_or(Span::default(), |of| of.span);
                let ty = TypeExpr::new(TypeExprKind::Scalar(Scalar::String), span);
                fields.insert(
                    0,
                    FieldEntry::required(Spanned::new(tag.field.clone(), span), ty),
                );
                &mut fields[0]
            }
        };
        tag.apply(field, &name, &mut taken, &mut added, closed);
    }
    document.types.extend(added);
}

/// The types by their names.
type Types<'d> = HashMap<&'d str, &'d TypeEntryKind>;

fn kinds(document: &Document) -> Types<'_> {
    let types = document.types.iter();
    types
        .map(|entry| (entry.name.value.as_str(), &entry.kind))
        .collect()
}

/// The objects that a type is: its own name, or those of the variants of a union.
fn objects(types: &Types<'_>, name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::default();
    let mut waiting = vec![name];
    while let Some(name) = waiting.pop() {
        match types.get(name) {
            Some(TypeEntryKind::Union(union)) if union.value.is_none() => {
                let inner = union.variants.iter().rev().filter_map(|of| of.ty.as_ref());
                let inner = inner.filter_map(|ty| ty.named().map(|name| name.value));
                waiting.extend(inner.filter(|name| seen.insert(name)));
            }
            _ => found.push(name.to_owned()),
        }
    }
    found
}

/// Whether a type is an object with a field of this name.
fn has_field(types: &Types<'_>, name: &str, field: &str) -> bool {
    matches!(types.get(name), Some(TypeEntryKind::Object { fields, .. })
        if fields.iter().any(|of| of.name.value == field))
}

/// The field of a variant that tells it from others.
struct Tag {
    field: String,
    values: Vec<Spanned<String>>,
    /// What its values are on the wire.
    kind: TagKind,
    /// Whether an object without the field gets it.
    is_declared: bool,
}

impl Tag {
    fn apply(
        &self,
        field: &mut FieldEntry,
        owner: &str,
        taken: &mut HashSet<String>,
        added: &mut Vec<TypeEntry>,
        closed: &mut HashSet<String>,
    ) {
        field.optional = false;
        field.ty.nullable = false;
        field.default = None;
        field.example = None;
        field.only_in = None;
        field.constraints = Default::default();
        if let [only] = self.values.as_slice() {
            let text = || (NodeKind::Text(only.value.clone()), Scalar::String);
            let (kind, scalar) = match self.kind {
                TagKind::Text => text(),
                TagKind::Integer => only.value.parse::<i64>().map_or_else(
                    |_| text(),
                    |number| {
                        let kind = NodeKind::Integer(Box::new(number.into()), only.value.clone());
                        (kind, Scalar::Integer(Integer::Int64))
                    },
                ),
                TagKind::Boolean => only
                    .value
                    .parse()
                    .map_or_else(|_| text(), |value| (NodeKind::Bool(value), Scalar::Boolean)),
            };
            field.ty.kind = TypeExprKind::Scalar(scalar);
            field.rust_name = None;
            field.constant = Some(Box::new(Node {
                span: only.span,
                kind,
            }));
            return;
        }
        let base = naming::plain_camel(&format!("{owner} {}", self.field));
        let mut name = base.clone();
        let mut number = 2;
        while !taken.insert(naming::type_name(&name)) {
            name = format!("{base}{number}");
            number += 1;
        }
        let values = self.values.iter().map(|value| EnumValueEntry {
            value: value.clone(),
            rust_name: None,
            notes: Notes::default(),
        });
        let span = field.name.span;
        added.push(TypeEntry {
            name: Spanned::new(name.clone(), span),
            notes: Notes::default(),
            sensitivity: crate::api::Sensitivity::Public,
            kind: TypeEntryKind::Enum {
                values: values.collect(),
                open: Openness::Closed,
                of: match self.kind {
                    TagKind::Text => EnumKind::Text,
                    TagKind::Integer => EnumKind::Integer,
                    TagKind::Boolean => EnumKind::Boolean,
                },
            },
            example: None,
            xml: None,
            input_of: None,
        });
        closed.insert(name.clone());
        field.constant = None;
        field.ty.kind = TypeExprKind::Named(name);
    }
}

/// An enumeration beside other strings in a union without a tag takes only its values.
fn close_enumerations(document: &Document, closed: &mut HashSet<String>) {
    let kinds = kinds(document);
    for entry in &document.types {
        let TypeEntryKind::Union(union) = &entry.kind else {
            continue;
        };
        if !union.tag.is_empty() {
            continue;
        }
        for variant in &union.variants {
            if let Some(TypeExprKind::Named(name)) = variant.ty.as_ref().map(|ty| &ty.kind)
                && matches!(kinds.get(name.as_str()), Some(TypeEntryKind::Enum { .. }))
            {
                closed.insert(name.clone());
            }
        }
    }
}

/// Where a type is used.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Uses {
    requests: bool,
    responses: bool,
}

/// Opens what a service may extend, and makes fields optional that one direction does not have. A type is not split
/// into two for that: few documents need it, and both would have to be converted into each other.
fn apply_directions(document: &mut Document, closed: &HashSet<String>) {
    let uses = uses(document);
    let is_scalar = scalars(document);
    for entry in &mut document.types {
        let used = uses.get(&entry.name.value).copied().unwrap_or_default();
        let is_open = (used.responses || !used.requests) && !closed.contains(&entry.name.value);
        match &mut entry.kind {
            TypeEntryKind::Enum { open, of, .. } => {
                if is_open && *of != EnumKind::Boolean {
                    open_in_responses(open);
                }
            }
            TypeEntryKind::Union(union) => {
                if is_open && !is_scalar_union(union, &is_scalar) {
                    open_in_responses(&mut union.open);
                }
            }
            TypeEntryKind::Object { fields, others, .. } => {
                let count = fields.len();
                fields.retain(|field| !is_never_there(field, used));
                // Responses may have fields that the document does not know, and a caller may send what it was sent.
                if used.responses || fields.len() < count {
                    *others = match std::mem::replace(others, OthersEntry::Ignored) {
                        OthersEntry::Rejected => OthersEntry::Ignored,
                        other => other,
                    };
                }
                for field in fields {
                    let of = field.only_in.take().map(|of| of.value);
                    let is_one_way = of.is_some() && used.requests && used.responses;
                    if is_one_way && field.constant.is_none() {
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
    match field.only_in.as_ref().map(|of| of.value) {
        Some(Direction::Response) => used.requests && !used.responses,
        Some(Direction::Request) => used.responses && !used.requests,
        None => false,
    }
}

/// Whether all variants are scalars, so that a parameter can have the type.
fn is_scalar_union(union: &UnionEntry, scalars: &HashSet<String>) -> bool {
    union.tag.is_empty()
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

/// Where each type is used, directly or in others.
fn uses(document: &mut Document) -> HashMap<String, Uses> {
    let mut roots: Vec<(String, Direction)> = Vec::new();
    document.visit_types(&mut |of, ty| {
        let Some(name) = ty.named() else { return };
        match of {
            Use::Request => roots.push((name.value.to_owned(), Direction::Request)),
            Use::Response => roots.push((name.value.to_owned(), Direction::Response)),
            Use::Inside => {}
        }
    });
    let mut inside: HashMap<String, Vec<String>> = HashMap::default();
    for entry in &mut document.types {
        let mut names = Vec::new();
        entry.visit_types(&mut |_, ty| {
            names.extend(ty.named().map(|name| name.value.to_owned()));
        });
        inside.insert(entry.name.value.clone(), names);
    }
    let mut uses: HashMap<String, Uses> = HashMap::default();
    while let Some((name, direction)) = roots.pop() {
        let known = uses.entry(name.clone()).or_default();
        let flag = match direction {
            Direction::Request => &mut known.requests,
            Direction::Response => &mut known.responses,
        };
        if std::mem::replace(flag, true) {
            continue;
        }
        let names = inside.get(&name).into_iter().flatten();
        roots.extend(names.map(|name| (name.clone(), direction)));
    }
    uses
}

/// A default belongs to an optional field.
fn tidy_field(field: &mut FieldEntry) {
    coerce(field);
    if !field.optional || field.constant.is_some() {
        field.default = None;
    }
}

/// As with fields. The default of a required parameter is an example of its value.
fn tidy_parameter(field: &mut FieldEntry) {
    coerce(field);
    if !field.optional
        && field.constant.is_none()
        && let Some(default) = field.default.take()
    {
        field.example.get_or_insert(default);
    }
}

/// Values are hints, so text for a number is a number.
fn coerce(field: &mut FieldEntry) {
    let TypeExprKind::Scalar(scalar) = field.ty.kind else {
        return;
    };
    for value in [&mut field.default, &mut field.example]
        .into_iter()
        .flatten()
    {
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
            value.kind = kind;
        }
    }
}
