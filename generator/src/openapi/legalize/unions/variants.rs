//! One variant instead of several that nothing tells apart.

use super::{Pair, find_type, objects, replace, union, union_mut};
use crate::api::{EnumKind, JsonKind, Scalar};
use crate::document::{Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind, VariantEntry};
use crate::naming;
use crate::openapi::identifiers::Taken;
use crate::openapi::types::JSON;
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::{Span, Spanned};

/// Makes one variant of two, or of all objects if these two are some. Returns whether they have something in common.
pub(super) fn merge(
    document: &mut Document,
    name: &str,
    pair: Pair,
    warnings: &mut Warnings,
) -> bool {
    let Some(entry) = find_type(document, name) else {
        return false;
    };
    let span = entry.name.span;
    let Some(what) = merge_pair(document, name, span, pair) else {
        return false;
    };
    let message = format!("nothing tells some variants of `{name}` apart, so they are {what}");
    warnings.add(Topic::Union, span, &message);
    true
}

/// Returns what the variants are now.
fn merge_pair(document: &mut Document, name: &str, span: Span, pair: Pair) -> Option<String> {
    let variants = &union(document, name)?.variants;
    let find = |span: Span| variants.iter().find(|variant| variant.name.span == span);
    let (earlier, later) = (find(pair.earlier)?, find(pair.later)?);
    let any = || Box::new(TypeExpr::new(JSON, span));
    let (what, word, kind) = match (
        ValueKind::of(document, earlier),
        ValueKind::of(document, later),
    ) {
        (ValueKind::Object, ValueKind::Object) => return merge_objects(document, name, span),
        (ValueKind::Text, ValueKind::Text) => {
            ("any string", "string", TypeExprKind::Scalar(Scalar::String))
        }
        (ValueKind::Number, ValueKind::Number) => {
            ("any number", "number", TypeExprKind::Scalar(Scalar::Number))
        }
        (ValueKind::List, ValueKind::List) => {
            ("a list of any values", "list", TypeExprKind::List(any()))
        }
        (ValueKind::Map, ValueKind::Object | ValueKind::Map)
        | (ValueKind::Object, ValueKind::Map) => (
            "an object with any fields",
            "object",
            TypeExprKind::Map(any()),
        ),
        (
            ValueKind::Object
            | ValueKind::Map
            | ValueKind::Text
            | ValueKind::Number
            | ValueKind::List
            | ValueKind::Other,
            _,
        ) => return None,
    };
    let names = [earlier.name.value.clone(), later.name.value.clone()];
    let merged = TypeExpr::new(kind, pair.earlier);
    let merged = VariantEntry::new(Spanned::new(word.to_owned(), pair.earlier), merged);
    let (_, union) = union_mut(document, name)?;
    union
        .variants
        .retain(|variant| !names.contains(&variant.name.value));
    union.variants.push(merged);
    unwrap_single(document, name);
    Some(what.to_owned())
}

/// The kind of the values of a variant in JSON.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueKind {
    Object,
    Map,
    Text,
    Number,
    List,
    Other,
}

impl ValueKind {
    fn of(document: &Document, variant: &VariantEntry) -> Self {
        let Some(ty) = &variant.ty else {
            return Self::Other;
        };
        let name = match &ty.kind {
            TypeExprKind::List(_) => return Self::List,
            TypeExprKind::Map(_) => return Self::Map,
            TypeExprKind::Scalar(scalar) => {
                return match scalar.json() {
                    JsonKind::String => Self::Text,
                    JsonKind::Integer | JsonKind::Number => Self::Number,
                    JsonKind::Boolean | JsonKind::Any => Self::Other,
                };
            }
            TypeExprKind::Named(name) => name,
        };
        match find_type(document, name).map(|entry| &entry.kind) {
            Some(TypeEntryKind::Object { .. }) => Self::Object,
            Some(TypeEntryKind::Enum { value_kind, .. }) => match value_kind {
                EnumKind::Text => Self::Text,
                EnumKind::Integer | EnumKind::Number => Self::Number,
                EnumKind::Boolean => Self::Other,
            },
            Some(TypeEntryKind::Tuple(_)) => Self::List,
            Some(
                TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Alias { .. }
                | TypeEntryKind::Union(_),
            )
            | None => Self::Other,
        }
    }
}

/// A union of one type is that type.
fn unwrap_single(document: &mut Document, name: &str) {
    let variants = union(document, name).map(|union| union.variants.as_slice());
    if let Some([only]) = variants
        && let Some(ty) = only.ty.clone()
    {
        replace(document, name, &ty.kind);
        document.types.retain(|entry| entry.name.value != name);
    }
}

/// One object with the fields of all variants that are objects. Returns what they are now.
fn merge_objects(document: &mut Document, name: &str, span: Span) -> Option<String> {
    let is_object = |variant: &VariantEntry| ValueKind::of(document, variant) == ValueKind::Object;
    let variants = union(document, name)?.variants.iter();
    let (of_objects, mut others): (Vec<VariantEntry>, Vec<VariantEntry>) =
        variants.cloned().partition(is_object);
    let names = of_objects
        .iter()
        .filter_map(|variant| Some(variant.ty.as_ref()?.named()?.value));
    let merged = objects::merge(document, &names.collect::<Vec<&str>>());
    let all = "one object with the fields of all";
    let what = match merged.unlimited.as_slice() {
        [] => all.to_owned(),
        names => format!(
            "{all}: the limits of `{}`, which differ, are not checked",
            names.join("`, `")
        ),
    };
    let mut types = document.types.iter_mut();
    let entry = types.find(|entry| entry.name.value == name)?;
    if others.is_empty() {
        entry.kind = merged.kind;
        return Some(what);
    }
    let unique = object_name(document, name);
    let object = TypeExpr::new(TypeExprKind::Named(unique.clone()), span);
    others.push(VariantEntry::new(
        Spanned::new("object".to_owned(), span),
        object,
    ));
    union_mut(document, name)?.1.variants = others;
    let object = TypeEntry::new(Spanned::new(unique, span), merged.kind);
    document.types.push(object);
    Some(what)
}

/// A name for the object in a union that no other type has.
fn object_name(document: &Document, union: &str) -> String {
    let names = document.types.iter().map(|entry| &entry.name.value);
    let mut taken = Taken::of(names.map(|name| naming::type_name(name)));
    taken.unique_camel(format!("{union}Object"), naming::type_name)
}
