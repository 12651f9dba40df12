//! The parts that a document lacks, because they have errors.

use std::collections::BTreeSet;

use super::{Document, TypeExpr};
use crate::hash::{HashMap, HashSet};

/// The parts that were left out, because they have errors. Nothing is an error if it only follows from their absence.
#[derive(Debug, Clone, Default)]
pub(crate) struct LeftOut {
    types: HashSet<String>,
    /// The names of the other parts that operations refer to.
    pub(crate) named: LeftOutNames,
    /// How many parts there are that are not types.
    others: usize,
    /// The types that contain a type which is left out, or not declared, directly or not.
    incomplete: HashSet<String>,
}

/// Names of parts that were left out. A misspelled name may mean one of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct LeftOutNames {
    pub(crate) errors: BTreeSet<String>,
    pub(crate) shared: BTreeSet<String>,
    pub(crate) pagers: BTreeSet<String>,
}

impl LeftOut {
    /// The names of the types that were left out, other names, and the number of parts that are not types.
    pub(crate) fn new(types: HashSet<String>, named: LeftOutNames, others: usize) -> Self {
        Self {
            types,
            named,
            others,
            incomplete: HashSet::default(),
        }
    }

    /// Whether the document is complete.
    pub(crate) fn is_empty(&self) -> bool {
        self.types.is_empty() && self.others == 0
    }

    /// Whether a type contains a type that is left out or not declared, so that not all is known of its values.
    pub(crate) fn makes_incomplete(&self, name: &str) -> bool {
        self.incomplete.contains(name)
    }

    /// Adds parts that are not types.
    pub(crate) fn add_others(&mut self, number: usize) {
        self.others += number;
    }

    /// The number of parts that are left out or of which not all is known.
    #[cfg(feature = "lsp")]
    pub(crate) fn len(&self) -> usize {
        self.types.len() + self.others + self.incomplete.len()
    }

    /// The names of the types, in no order.
    pub(crate) fn types(&self) -> impl Iterator<Item = &str> + Clone {
        self.types.iter().map(String::as_str)
    }

    /// Whether the document describes a type of this name, which was left out.
    pub(crate) fn has_type(&self, name: &str) -> bool {
        self.types.contains(name)
    }
}

impl Document {
    /// Leaves out the types with these names, which the document may have left out already.
    pub(crate) fn leave_out_types(&mut self, names: HashSet<String>) {
        if !names.is_empty() {
            self.types
                .retain(|entry| !names.contains(&entry.name.value));
            self.left_out.types.extend(names);
        }
    }

    /// Finds the types that contain a type which is left out, or not declared.
    pub(crate) fn find_incomplete_types(&mut self) {
        let names = self.types.iter().map(|entry| entry.name.value.clone());
        let declared: HashSet<String> = names.collect();
        let mut has_all = true;
        self.visit_names(&mut |_, name| has_all &= declared.contains(name));
        if has_all {
            return;
        }
        let mut users: HashMap<String, Vec<String>> = HashMap::default();
        let mut open: Vec<String> = Vec::new();
        self.visit_names(&mut |user, name| match declared.contains(name) {
            true => {
                let users = users.entry(name.to_owned()).or_default();
                users.push(user.to_owned());
            }
            false => open.push(user.to_owned()),
        });
        while let Some(name) = open.pop() {
            open.extend(users.remove(&name).unwrap_or_default());
            self.left_out.incomplete.insert(name);
        }
    }

    /// Visits the names of types in other types: the name of the outer type, and the name in it.
    fn visit_names(&mut self, visit: &mut dyn FnMut(&str, &str)) {
        for entry in &mut self.types {
            let outer = entry.name.value.clone();
            entry.visit_types(&mut |_, ty: &mut TypeExpr| {
                if let Some(name) = ty.named() {
                    visit(&outer, name.value);
                }
            });
        }
    }
}
