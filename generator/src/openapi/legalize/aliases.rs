//! Lists and maps that contain themselves: no alias stands for these.

use super::super::types::JSON;
use super::super::warnings::{Topic, Warnings};
use crate::cycles::in_cycle;
use crate::document::{AdditionalFieldsEntry, Document, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::hash::HashMap;

/// Makes an object of one map of each cycle of aliases, whose values it keeps. A cycle of lists ends with any JSON
/// value.
pub(super) fn break_cycles(document: &mut Document, warnings: &mut Warnings) {
    while let Some(index) = first_in_cycle(document) {
        let Some(entry) = document.types.get_mut(index) else {
            return;
        };
        let TypeEntryKind::Alias { target, .. } = &mut entry.kind else {
            return;
        };
        if let TypeExprKind::Map(value) = &target.kind {
            let mut value = (**value).clone();
            if value.nullable {
                value = TypeExpr::new(JSON, value.span);
            }
            entry.kind =
                TypeEntryKind::plain_object(Vec::new(), AdditionalFieldsEntry::Kept(value));
        } else {
            let innermost = target.innermost_mut();
            innermost.kind = JSON;
            innermost.nullable = false;
            let message = "the innermost items are any JSON values: a list of itself has no type";
            warnings.add(Topic::Dropped, entry.name.span, message);
        }
    }
}

/// An alias in a cycle, of maps if there are some: the first by its name, so that the order of types does not matter.
fn first_in_cycle(document: &Document) -> Option<usize> {
    let aliases: Vec<(usize, &str, &TypeExpr)> = document
        .types
        .iter()
        .enumerate()
        .filter_map(|(index, entry)| {
            let TypeEntryKind::Alias { target, .. } = &entry.kind else {
                return None;
            };
            Some((index, &*entry.name.value, target))
        })
        .collect();
    let names: HashMap<&str, usize> = aliases
        .iter()
        .enumerate()
        .map(|(at, (_, name, _))| (*name, at))
        .collect();
    let target = |ty: &TypeExpr| ty.named().and_then(|name| names.get(name.value).copied());
    let edges: Vec<Vec<usize>> = aliases
        .iter()
        .map(|(_, _, ty)| target(ty).into_iter().collect())
        .collect();
    let in_cycle = aliases
        .iter()
        .zip(in_cycle(&edges))
        .filter_map(|(alias, is_in_cycle)| is_in_cycle.then_some(alias));
    let is_map = |target: &TypeExpr| matches!(target.kind, TypeExprKind::Map(_));
    let first = in_cycle.min_by_key(|(_, name, target)| (!is_map(target), *name));
    first.map(|(index, ..)| *index)
}
