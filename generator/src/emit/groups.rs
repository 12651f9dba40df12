//! The groups of operations. Each has one file per module.

use quote::format_ident;
use syn::Ident;

use super::file::Context;
use crate::api::Operation;
use crate::naming::OperationNames;

/// A group of operations.
pub(super) struct Group<'a> {
    /// The name of its module.
    pub(super) file: String,
    /// The operations, in the order of the spec.
    pub(super) operations: Vec<(&'a Operation, &'a OperationNames)>,
}

impl Group<'_> {
    pub(super) fn module(&self) -> Ident {
        format_ident!("{}", self.file)
    }
}

/// The groups, in the order in which the spec first mentions them.
pub(super) fn groups<'a>(context: Context<'a>) -> Vec<Group<'a>> {
    let mut groups: Vec<(&str, Group<'a>)> = Vec::new();
    for entry in context.api.operations.iter().zip(&context.names.operations) {
        match groups.iter_mut().find(|(name, _)| *name == entry.0.group) {
            Some((_, group)) => group.operations.push(entry),
            None => {
                let group = Group {
                    file: context.names.module(&entry.0.group).to_owned(),
                    operations: vec![entry],
                };
                groups.push((&entry.0.group, group));
            }
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}
