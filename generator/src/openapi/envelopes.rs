//! Envelopes: objects whose only field is the value, as in `{"data": …}`. If nearly all responses of a document have
//! the same one, it is taken off, as people would write it in the spec language.

use super::type_uses::named;
use crate::api::Sensitivity;
use crate::document::{
    AdditionalFieldsEntry, ContentExprKind, Document, FieldPath, PagingEntry, PagingNext,
    TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::source::Spanned;

/// Names of fields that mean nothing. An object with another only field may get more fields later.
const NAMES: [&str; 2] = ["data", "result"];

/// How many responses need to have an envelope, so that it is not a coincidence.
const LEAST: usize = 4;

/// The part of all responses, in percent, that need to have it.
const PERCENT: usize = 80;

/// An envelope: its field, and the type of the value in it.
type Envelope = (Spanned<String>, TypeExpr);

/// Takes the envelope off that nearly all responses have.
pub(super) fn take_off(document: &mut Document) {
    let found = envelopes(&document.types);
    let all = json_types(document);
    let Some(envelope) = common_envelope(&all, &found) else {
        return;
    };
    let mut taken: HashMap<String, TypeExpr> = HashMap::default();
    for operation in &mut document.operations {
        for response in &mut operation.responses {
            let Some(content) = response
                .content
                .as_mut()
                .filter(|content| response.choice.is_none() && !content.is_xml())
            else {
                continue;
            };
            let ContentExprKind::Json(ty) = &mut content.expr.kind else {
                continue;
            };
            let Some((field, inner)) = envelope_of(ty, &found) else {
                continue;
            };
            if field.value != envelope {
                continue;
            }
            if let TypeExprKind::Named(name) = &ty.kind {
                taken.insert(name.clone(), inner.clone());
            }
            content.envelope = Some(field.clone());
            *ty = inner.clone();
            if let Some(paging) = &mut operation.paging {
                shorten(paging, &envelope);
            }
        }
    }
    remove_unused(document, taken, &envelope);
}

/// The types of all JSON responses.
fn json_types(document: &Document) -> Vec<TypeExpr> {
    let operations = document.operations.iter();
    let contents = operations
        .flat_map(|operation| &operation.responses)
        .filter_map(|response| response.content.as_ref())
        .filter(|content| !content.is_xml());
    let types = contents.filter_map(|content| match &content.expr.kind {
        ContentExprKind::Json(ty) => Some(ty.clone()),
        _ => None,
    });
    types.collect()
}

/// The name of the field that nearly all responses have as their envelope.
fn common_envelope(all: &[TypeExpr], found: &HashMap<String, Envelope>) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::default();
    for (field, _) in all.iter().filter_map(|ty| envelope_of(ty, found)) {
        *counts.entry(field.value.as_str()).or_default() += 1;
    }
    let is_common = |count: usize| count >= LEAST && count * 100 >= all.len() * PERCENT;
    let (name, _) = counts.into_iter().find(|(_, count)| is_common(*count))?;
    Some(name.to_owned())
}

/// The objects that are envelopes, by their names.
fn envelopes(types: &[TypeEntry]) -> HashMap<String, Envelope> {
    let envelopes = types.iter().filter_map(|entry| {
        let TypeEntryKind::Object {
            fields,
            others: AdditionalFieldsEntry::Ignored,
            bases,
            others_at: _,
            ignored: _,
            is_closed: _,
            counts: _,
        } = &entry.kind
        else {
            return None;
        };
        let [field] = fields.as_slice() else {
            return None;
        };
        let is_plain = bases.is_empty()
            && field.constant.is_none()
            && !field.ty.nullable
            && field.only_in.is_none()
            && field.sensitivity == Sensitivity::Public
            && field.constraints.is_empty()
            && NAMES.contains(&field.name.value.as_str());
        let envelope = || (field.name.clone(), field.ty.clone());
        is_plain.then(|| (entry.name.value.clone(), envelope()))
    });
    envelopes.collect()
}

fn envelope_of<'f>(ty: &TypeExpr, found: &'f HashMap<String, Envelope>) -> Option<&'f Envelope> {
    let TypeExprKind::Named(name) = &ty.kind else {
        return None;
    };
    found.get(name).filter(|_| !ty.nullable)
}

/// Lets the paths of a paged list begin inside of the envelope.
fn shorten(paging: &mut PagingEntry, envelope: &str) {
    let PagingEntry {
        key: _,
        is_stated: _,
        positions: _,
        first: _,
        items,
        next,
        total,
        pages,
        more,
    } = paging;
    let next = match next {
        Some(PagingNext::Field(path) | PagingNext::Url(path)) => Some(path),
        Some(PagingNext::Item(_) | PagingNext::Header(_) | PagingNext::Link(_)) | None => None,
    };
    let paths: [Option<&mut FieldPath>; 5] =
        [Some(items), next, Some(total), Some(pages), Some(more)];
    for path in paths.into_iter().flatten() {
        if path.first().is_some_and(|name| name.value == envelope) {
            path.remove(0);
        }
    }
}

/// Removes envelopes that nothing refers to any more. What was in one gets its name, if it was named after it.
fn remove_unused(document: &mut Document, taken: HashMap<String, TypeExpr>, field: &str) {
    let mut used: HashSet<String> = HashSet::default();
    document.visit_types(&mut |_, ty| used.extend(named(ty).map(str::to_owned)));
    let unused: HashMap<String, TypeExpr> = taken
        .into_iter()
        .filter(|(name, _)| !used.contains(name))
        .collect();
    document
        .types
        .retain(|entry| !unused.contains_key(&entry.name.value));
    let mut renamed: HashMap<String, String> = HashMap::default();
    for (envelope, inner) in unused {
        if let TypeExprKind::Named(name) = inner.kind
            && name.strip_prefix(&envelope) == Some(&naming::plain_camel(field))
        {
            renamed.insert(name, envelope);
        }
    }
    for entry in &mut document.types {
        if let Some(name) = renamed.get(&entry.name.value) {
            entry.name.value.clone_from(name);
        }
    }
    document.visit_types(&mut |_, ty| {
        if let TypeExprKind::Named(name) = &mut ty.innermost_mut().kind
            && let Some(new) = renamed.get(name)
        {
            name.clone_from(new);
        }
    });
}
