//! JSON merge patches (RFC 7396): null removes a field, so every optional field may be null, even if its schema does
//! not say so.
//!
//! A type that only patches have is changed. One that is used elsewhere too gets a copy for patches.

use super::type_uses::{TypeUses, named, used_outside_of_types};
use super::types::{JSON, is_json};
use crate::document::{
    ContentExprKind, Document, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::{HashMap, HashSet};

/// The media type of a patch.
const MEDIA: &str = "application/merge-patch+json";

/// Makes the optional fields of patches nullable.
pub(super) fn apply(document: &mut Document) {
    let mut roots = HashSet::default();
    each_patch(document, &mut |ty| {
        if let TypeExprKind::Named(name) = &ty.kind {
            roots.insert(name.clone());
        }
    });
    if roots.is_empty() {
        return;
    }
    let patched = TypeUses::of(document, in_patch).reached(roots);
    let elsewhere = used_elsewhere(document);
    let names = names(document, &patched, &elsewhere);
    let mut copies = Vec::new();
    for entry in &mut document.types {
        let Some(name) = names.get(&entry.name.value) else {
            continue;
        };
        if *name == entry.name.value {
            patch(entry, &names);
        } else {
            let mut copy = entry.clone();
            copy.name.value.clone_from(name);
            patch(&mut copy, &names);
            copies.push(copy);
        }
    }
    document.types.extend(copies);
    each_patch(document, &mut |ty| rename(ty, &names));
}

/// Visits the types of the bodies that are patches.
fn each_patch(document: &mut Document, visit: &mut dyn FnMut(&mut TypeExpr)) {
    for operation in &mut document.operations {
        let Some(body) = &mut operation.body else {
            continue;
        };
        let others = body.others.iter_mut().map(|(_, content)| content);
        for content in std::iter::once(&mut body.content).chain(others) {
            let mut media = content.media.iter();
            let is_patch = media.any(|media| media.value == MEDIA);
            if let (ContentExprKind::Json(ty), true) = (&mut content.expr.kind, is_patch) {
                visit(ty);
            }
        }
    }
}

/// The type that a patch of a value contains. A list is replaced as a whole.
fn in_patch(ty: &TypeExpr) -> Option<&str> {
    match &ty.kind {
        TypeExprKind::Named(name) => Some(name),
        TypeExprKind::Map(inner) => in_patch(inner),
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) => None,
    }
}

/// The types that something other than a patch has.
fn used_elsewhere(document: &mut Document) -> HashSet<String> {
    let mut others = document.clone();
    each_patch(&mut others, &mut |ty| ty.kind = JSON);
    let roots = used_outside_of_types(&mut others);
    TypeUses::of(&mut others, named).reached(roots)
}

/// The names of the types of patches, by the names of the types that they are made of.
fn names(
    document: &Document,
    patched: &HashSet<String>,
    elsewhere: &HashSet<String>,
) -> HashMap<String, String> {
    let mut taken: HashSet<String> = document
        .types
        .iter()
        .map(|entry| entry.name.value.clone())
        .collect();
    let mut names = HashMap::default();
    for entry in &document.types {
        let name = &entry.name.value;
        if !patched.contains(name) {
            continue;
        }
        let is_scalar = matches!(
            entry.kind,
            TypeEntryKind::Enum { .. } | TypeEntryKind::Newtype { .. } | TypeEntryKind::Tuple(_)
        );
        let mut own = name.clone();
        if elsewhere.contains(name) && !is_scalar {
            own.push_str("Patch");
            while !taken.insert(own.clone()) {
                own.push('2');
            }
        }
        names.insert(name.clone(), own);
    }
    names
}

/// Makes the optional fields of a type nullable.
fn patch(entry: &mut TypeEntry, names: &HashMap<String, String>) {
    if let TypeEntryKind::Object { fields, .. } = &mut entry.kind {
        for field in fields.iter_mut().filter(|field| field.constant.is_none()) {
            if field.optional && !is_json(&field.ty) {
                field.ty.nullable = true;
                // An absent field stays as it is.
                field.default = None;
            }
            if let TypeExprKind::Map(inner) = &mut field.ty.kind
                && !is_json(inner)
            {
                inner.nullable = true;
            }
        }
    }
    entry.visit_types(&mut |_, ty| {
        if in_patch(ty).is_some() {
            rename(ty, names);
        }
    });
}

fn rename(ty: &mut TypeExpr, names: &HashMap<String, String>) {
    match &mut ty.kind {
        TypeExprKind::Named(name) => {
            if let Some(own) = names.get(name) {
                name.clone_from(own);
            }
        }
        TypeExprKind::Map(inner) => rename(inner, names),
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) => {}
    }
}
