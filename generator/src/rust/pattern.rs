//! Patterns. Each becomes a static of its file, compiled once.

use std::fmt::Display;

use super::operations::Operation;
use super::types::NamedType;
use crate::api::Rules;
use crate::naming::{shouty, unique};

/// The static for a pattern.
pub(crate) struct Pattern {
    pub(crate) name: String,
    /// What has the pattern, in documentation.
    pub(crate) owner: String,
}

impl Pattern {
    /// The static for the pattern of a value, if it has one. It is named after what has the pattern.
    pub(super) fn of(
        rules: &Rules,
        named_after: impl Display,
        owner: impl Display,
    ) -> Option<Self> {
        rules.pattern.as_ref().map(|_| Self {
            name: format!("{}_PATTERN", shouty(&named_after.to_string())),
            owner: owner.to_string(),
        })
    }
}

/// Numbers statics of the same name: two owners may have the same name in Rust.
pub(super) fn distinguish(types: &mut [NamedType<'_>], operations: &mut [Operation<'_>]) {
    let types = types.iter_mut().flat_map(NamedType::patterns);
    let parameters = operations
        .iter_mut()
        .flat_map(|operation| &mut operation.parameters);
    let parameters = parameters.filter_map(|parameter| parameter.pattern.as_mut());
    let patterns: Vec<&mut Pattern> = types.chain(parameters).collect();
    let names = patterns.iter().map(|pattern| pattern.name.clone());
    // `unique` returns one name for each that it gets.
    let names = unique(names.collect::<Vec<_>>().into_iter(), &[], "_");
    for (pattern, name) in patterns.into_iter().zip(names) {
        pattern.name = name;
    }
}
