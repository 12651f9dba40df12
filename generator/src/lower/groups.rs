//! The section of each type: that of the only resource that uses it, or a shared one.

use crate::api::{Operation, SuccessContent, Type, TypeDef, TypeKind, TypeRef};
use std::collections::BTreeSet;

/// The section of newtypes that several resources use.
const IDENTIFIERS: &str = "identifiers";

/// The section of other types that several resources use, or that none uses.
const SHARED: &str = "shared";

/// Assigns each type to a section.
pub(super) fn assign(types: &mut [TypeDef], operations: &[Operation]) {
    let mut users: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); types.len()];
    for operation in operations {
        for root in roots(operation) {
            mark(root, &operation.group, types, &mut users);
        }
    }
    let groups: Vec<String> = types
        .iter()
        .zip(&users)
        .map(|(definition, users)| group(definition, users))
        .collect();
    for (definition, group) in types.iter_mut().zip(groups) {
        definition.group = group;
    }
}

fn group(definition: &TypeDef, users: &BTreeSet<&str>) -> String {
    match (users.first(), users.len(), &definition.kind) {
        (Some(only), 1, _) => (*only).to_owned(),
        (_, _, TypeKind::Newtype(_)) => IDENTIFIERS.to_owned(),
        (_, _, TypeKind::Object(_) | TypeKind::Enum(_)) => SHARED.to_owned(),
    }
}

fn roots(operation: &Operation) -> impl Iterator<Item = usize> {
    let parameters = operation
        .parameters
        .iter()
        .filter_map(|parameter| target(&parameter.ty));
    let body = operation.body.iter().filter_map(|body| target(&body.ty));
    let successes = operation
        .successes
        .iter()
        .filter_map(|success| match &success.content {
            SuccessContent::Empty => None,
            SuccessContent::Value { ty, .. } => target(ty),
            SuccessContent::Page(item) => Some(item.0),
        });
    parameters.chain(body).chain(successes)
}

fn target(ty: &TypeRef) -> Option<usize> {
    match &ty.ty {
        Type::Scalar(_) => None,
        Type::Named(id) => Some(id.0),
        Type::List(inner) | Type::Map(inner) => target(inner),
    }
}

fn mark<'o>(root: usize, group: &'o str, types: &[TypeDef], users: &mut [BTreeSet<&'o str>]) {
    let mut open = vec![root];
    while let Some(index) = open.pop() {
        if !users[index].insert(group) {
            continue;
        }
        if let TypeKind::Object(object) = &types[index].kind {
            let members = object
                .fields
                .iter()
                .map(|field| &field.ty)
                .chain(&object.others);
            open.extend(members.filter_map(target));
        }
    }
}
