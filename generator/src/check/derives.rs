//! The traits that types derive: they exist, and the values of the types have them.

use super::context::Context;
use super::{dependencies, references};
use crate::api::{EnumKind, LibraryType, Scalar, Trait};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{
    AdditionalFieldsEntry, DeriveEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::HashSet;
use crate::source::{Span, Spanned};
use crate::words::{listed, with_nearest};
use std::collections::VecDeque;

const UNKNOWN_TRAIT: Code = Code("E0620");
const NOT_DERIVABLE: Code = Code("E0621");

/// Traits that every generated type has.
const ALWAYS: [&str; 7] = [
    "Clone",
    "Debug",
    "Deserialize",
    "PartialEq",
    "Serialize",
    "serde::Deserialize",
    "serde::Serialize",
];

pub(super) fn check(context: &mut Context<'_, '_>) {
    for entry in &context.document().rust.derives {
        if let Some(derived) = known(entry, context) {
            check_types(entry, &derived, context);
        }
    }
}

/// The trait with this name or path.
fn known(entry: &DeriveEntry, context: &mut Context<'_, '_>) -> Option<Trait> {
    let path = &entry.path;
    let Some(derived) = Trait::of(&path.value) else {
        context.report(unknown_trait(path));
        return None;
    };
    let problem = match derived {
        Trait::Other(_) if ALWAYS.contains(&path.value.as_str()) => Some(always(path)),
        Trait::Other(_) if path.value.ends_with("::JsonSchema") => {
            let message = "`JsonSchema` cannot be derived: the derive would describe the Rust types, not their JSON";
            let diagnostic = Diagnostic::error(UNKNOWN_TRAIT, message, path.span);
            Some(diagnostic.help("use the schemas in the document that `specsmith openapi` writes"))
        }
        Trait::Other(_) if is_standard(&path.value) => Some(standard(path)),
        Trait::Other(_) => dependencies::problem_of_path(path, "trait", context.document()),
        Trait::Eq | Trait::PartialOrd | Trait::Ord | Trait::Hash | Trait::Arbitrary => None,
    };
    match problem {
        Some(problem) => {
            context.report(problem);
            None
        }
        None => Some(derived),
    }
}

/// Whether a path is that of a trait of the standard library, whose rules are known only by its name.
fn is_standard(path: &str) -> bool {
    ["std::", "core::", "alloc::"]
        .iter()
        .any(|library| path.starts_with(library))
}

fn standard(path: &Spanned<String>) -> Diagnostic {
    let message = format!("`{}` is a path in the standard library", path.value);
    let known = Trait::STANDARD.iter().map(Trait::path);
    let help = format!(
        "write the name of the trait; the traits are {}",
        listed(known)
    );
    Diagnostic::error(UNKNOWN_TRAIT, message, path.span).help(help)
}

fn unknown_trait(path: &Spanned<String>) -> Diagnostic {
    if ALWAYS.contains(&path.value.as_str()) {
        return always(path);
    }
    let message = format!("there is no trait `{}` to derive", path.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TRAIT, message, path.span);
    let known = || Trait::STANDARD.iter().map(Trait::path);
    let help = format!(
        "the traits are {}; a trait of another crate has its path: `arbitrary::Arbitrary`",
        listed(known())
    );
    with_nearest(diagnostic, &path.value, known(), help)
}

fn always(path: &Spanned<String>) -> Diagnostic {
    let message = format!("every type implements `{}` already", path.value);
    Diagnostic::error(UNKNOWN_TRAIT, message, path.span).help("remove it")
}

fn check_types(entry: &DeriveEntry, derived: &Trait, context: &mut Context<'_, '_>) {
    for name in entry.types.iter().flatten() {
        let Some(ty) = context.scope.get(&name.value) else {
            references::check_name(Spanned::new(&name.value, name.span), context);
            continue;
        };
        if let Some(obstacle) = first_obstacle(ty, derived, context) {
            context.report(not_derivable(name, derived, &obstacle));
        }
    }
}

fn not_derivable(name: &Spanned<String>, derived: &Trait, obstacle: &Obstacle) -> Diagnostic {
    let path = derived.path();
    let message = format!("`{}` cannot derive `{path}`", name.value);
    let place = match obstacle.place.as_str() {
        "" => format!("it {}", obstacle.what),
        place => format!("`{place}` {}", obstacle.what),
    };
    Diagnostic::error(NOT_DERIVABLE, message, name.span)
        .label(format!("{place} no `{path}`"))
        .also(obstacle.span, "here")
        .help("change its type, or remove the type from the list")
}

/// A value without a trait, inside of a type.
struct Obstacle {
    /// Where it is in the type: `chapters[].width`.
    place: String,
    /// What it is and does not have, between its place and the trait.
    what: String,
    span: Span,
}

/// The first value in a type that does not have a trait, closest to the type.
fn first_obstacle(ty: &TypeEntry, derived: &Trait, context: &Context<'_, '_>) -> Option<Obstacle> {
    let library_type = |scalar| context.document().rust.library_type(scalar);
    let mut seen = HashSet::default();
    let mut next = VecDeque::from([(ty, String::new())]);
    while let Some((ty, place)) = next.pop_front() {
        if !seen.insert(ty.name.value.as_str()) {
            continue;
        }
        if let Some((what, span)) = own_obstacle(ty, derived) {
            return Some(Obstacle { place, what, span });
        }
        for (name, expr) in contents(ty) {
            let (place, expr) = inside(joined(&place, name), expr);
            match &expr.kind {
                TypeExprKind::Scalar(scalar)
                    if !derived.is_of_scalar(*scalar, library_type(*scalar)) =>
                {
                    return Some(Obstacle {
                        place,
                        what: is_scalar(*scalar, library_type(*scalar)),
                        span: expr.span,
                    });
                }
                TypeExprKind::Named(name) => {
                    let named = context.scope.get(name);
                    next.extend(named.map(|named| (named, place)));
                }
                TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => {}
            }
        }
    }
    None
}

fn is_scalar(scalar: Scalar, library_type: Option<LibraryType>) -> String {
    let name = library_type.map_or(scalar.name(), |ty| ty.path);
    format!("is `{name}`, which has")
}

/// What a type itself has that does not have a trait: unknown values that it keeps.
fn own_obstacle(ty: &TypeEntry, derived: &Trait) -> Option<(String, Span)> {
    let span = ty.name.span;
    match &ty.kind {
        TypeEntryKind::Enum {
            open, value_kind, ..
        } if open.keeps_others() && !derived.is_of_values(*value_kind) => {
            let what = match value_kind {
                EnumKind::Number => "keeps unknown numbers, which have",
                EnumKind::Text | EnumKind::Integer | EnumKind::Boolean => {
                    "keeps unknown values, which have"
                }
            };
            Some((what.to_owned(), span))
        }
        TypeEntryKind::Union(union)
            if union.open.keeps_others() && !derived.is_of_scalar(Scalar::Json, None) =>
        {
            Some(("keeps unknown variants as JSON, which has".to_owned(), span))
        }
        TypeEntryKind::Object { .. }
        | TypeEntryKind::Enum { .. }
        | TypeEntryKind::Tuple(_)
        | TypeEntryKind::Newtype { .. }
        | TypeEntryKind::Alias { .. }
        | TypeEntryKind::Union(_) => None,
    }
}

/// The types inside of a type, with their names.
fn contents(ty: &TypeEntry) -> Vec<(&str, &TypeExpr)> {
    match &ty.kind {
        TypeEntryKind::Object { fields, others, .. } => {
            let fields = fields.iter().filter(|field| field.constant.is_none());
            let fields = fields.map(|field| (field.name.value.as_str(), &field.ty));
            let others = match others {
                AdditionalFieldsEntry::Kept(ty) | AdditionalFieldsEntry::Union(ty) => Some(ty),
                AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected => None,
            };
            fields.chain(others.map(|ty| ("others", ty))).collect()
        }
        TypeEntryKind::Tuple(elements) => elements
            .iter()
            .map(|element| (element.name.value.as_str(), &element.ty))
            .collect(),
        TypeEntryKind::Newtype { inner, .. } => vec![("", inner)],
        TypeEntryKind::Alias { target, .. } => vec![("", target)],
        TypeEntryKind::Union(union) => {
            let variants = union.variants.iter();
            let variants = variants
                .filter_map(|variant| Some((variant.name.value.as_str(), variant.ty.as_ref()?)));
            variants.collect()
        }
        TypeEntryKind::Enum { .. } => Vec::new(),
    }
}

fn joined(place: &str, name: &str) -> String {
    match (place, name) {
        ("", name) => name.to_owned(),
        (place, "") => place.to_owned(),
        (place, name) => format!("{place}.{name}"),
    }
}

/// The type in lists and maps, with its place.
fn inside(mut place: String, mut expr: &TypeExpr) -> (String, &TypeExpr) {
    while let TypeExprKind::List(inner) | TypeExprKind::Map(inner) = &expr.kind {
        place.push_str("[]");
        expr = inner;
    }
    (place, expr)
}
