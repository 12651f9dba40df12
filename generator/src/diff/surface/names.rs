//! What the types of two crates are called, so that a type has the same name in both.

use crate::api::{Api, Type, TypeId, TypeKind};
use crate::hash::{HashMap, HashSet};
use crate::naming::type_name;

/// How types of one crate are called in a comparison.
#[derive(Debug, Default)]
pub(in super::super) struct TypeNames {
    /// The names of items that are called otherwise in the old crate.
    items: HashMap<String, String>,
    /// The names of errors that are called otherwise in the old crate.
    errors: HashMap<String, String>,
    /// The names of types in other items. An alias is the same type as its target.
    mentions: HashMap<String, String>,
    /// The aliases that have the parts of their targets, because the other crate has a type of that name.
    types: HashSet<String>,
}

impl TypeNames {
    /// The names in both crates, where some types and errors are renamed.
    pub(in super::super) fn of_both(
        old: &Api,
        new: &Api,
        types: &[(&str, &str)],
        errors: &[(&str, &str)],
    ) -> (Self, Self) {
        let old_by_new = |pairs: &[(&str, &str)]| -> HashMap<String, String> {
            let pairs = pairs.iter();
            let names = pairs.map(|(old, new)| (type_name(new), type_name(old)));
            names.collect()
        };
        let items = old_by_new(types);
        let mut old_names = Self::default();
        let mut new_names = Self {
            mentions: items.clone(),
            items,
            errors: old_by_new(errors),
            types: HashSet::default(),
        };
        let (old_types, new_types) = (own_types(old), own_types(new));
        for (alias, target) in aliases(new) {
            if !old_types.contains(&alias) {
                continue;
            }
            let is_known = old_types.contains(&target);
            let same = match new_names.mentions.get(&target) {
                Some(old) => old.clone(),
                None if is_known => target,
                None => {
                    new_names.mentions.insert(target, alias.clone());
                    alias.clone()
                }
            };
            old_names.mentions.insert(alias.clone(), same);
            new_names.types.insert(alias);
        }
        for (alias, target) in aliases(old) {
            // Two types that were one are not the same.
            let is_gone = !new_types.contains(&target) && !new_names.types.contains(&target);
            if new_types.contains(&alias) && is_gone {
                new_names.mentions.insert(alias.clone(), target);
                old_names.types.insert(alias);
            }
        }
        (old_names, new_names)
    }

    /// What an item is called.
    pub(super) fn item(&self, name: &str) -> String {
        let known = self.items.get(name).map(String::as_str);
        known.unwrap_or(name).to_owned()
    }

    /// What an error is called.
    pub(super) fn error(&self, name: &str) -> String {
        let known = self.errors.get(name).map(String::as_str);
        known.unwrap_or(name).to_owned()
    }

    /// What a type is called where other items have it.
    pub(super) fn mention(&self, name: &str) -> String {
        let known = self.mentions.get(name).map(String::as_str);
        known.unwrap_or(name).to_owned()
    }

    /// Whether an alias has the parts of its target.
    pub(super) fn is_type(&self, alias: &str) -> bool {
        self.types.contains(alias)
    }
}

/// The names of types that are not aliases.
fn own_types(api: &Api) -> HashSet<String> {
    let types = api.types.iter();
    types
        .filter(|ty| !matches!(ty.kind, TypeKind::Alias(_)))
        .map(|ty| type_name(&ty.name))
        .collect()
}

/// The aliases of types that can be used as these, with their targets.
fn aliases(api: &Api) -> impl Iterator<Item = (String, String)> {
    api.types.iter().filter_map(|ty| {
        let target = &api.type_def(target(api, &ty.kind)?).name;
        Some((type_name(&ty.name), type_name(target)))
    })
}

/// The type that can be used by the name of an alias. An alias of a tuple struct is not a function, which is a part of
/// the tuple struct alone.
pub(super) fn target(api: &Api, kind: &TypeKind) -> Option<TypeId> {
    let TypeKind::Alias(alias) = kind else {
        return None;
    };
    match alias.ty.ty {
        Type::Named(id) if !alias.ty.nullable => match api.type_def(id).kind {
            TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Enum(_)
            | TypeKind::Union(_)
            | TypeKind::Newtype(_) => Some(id),
            TypeKind::Alias(_) => None,
        },
        Type::Named(_) | Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    }
}
