//! Names of operations.

use crate::extensions::NAME;
use crate::hash::HashMap;
use crate::naming;
use crate::openapi::files::pointers::percent_decoded;
use crate::openapi::identifiers::{Taken, snake};
use crate::openapi::path_items::OperationNode;
use crate::openapi::paths;
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::Spanned;

/// Gives each operation a name: its `operationId`, or one from its method and path.
pub(in crate::openapi) fn name(found: &mut [OperationNode<'_>], warnings: &mut Warnings) {
    let paths: Vec<&str> = found
        .iter()
        .map(|operation| operation.path.value.as_str())
        .collect();
    let prefix = paths::common_prefix(&paths);
    let derived =
        |operation: &OperationNode<'_>, by_last: bool| derived(operation, prefix, by_last);
    let mut counts: HashMap<String, usize> = HashMap::default();
    for operation in found.iter().filter(|operation| id(operation).is_none()) {
        *counts.entry(derived(operation, false)).or_insert(0) += 1;
    }
    let mut taken = Taken::default();
    // The names that the owner gives come first.
    let is_given = |operation: &&mut OperationNode<'_>| operation.at.node.get(NAME).is_some();
    let (own, others): (Vec<_>, Vec<_>) = found.iter_mut().partition(is_given);
    for operation in own.into_iter().chain(others) {
        let base = match id(operation) {
            Some(id) => snake(&id, operation.method.name().to_ascii_lowercase().as_str()),
            None => {
                let short = derived(operation, false);
                match counts.get(&short) {
                    Some(1) => short,
                    _ => derived(operation, true),
                }
            }
        };
        if let Some(given) = operation.at.node.get(NAME)
            && given.as_text().is_some_and(|text| text != base)
        {
            let text = given.as_text().unwrap_or_default();
            warnings.add_changed(given.span, text, &base);
        }
        // No other operation has the same name, in Rust.
        operation.name = taken.unique(base.clone(), naming::arguments_name);
        if operation.name != base {
            warn_of_name(operation, &base, warnings);
        }
        if prefix > 0
            && let Some(group) = paths::first_literal(&operation.path.value, prefix)
        {
            let group = percent_decoded(group);
            operation.group = Some(Spanned::new(snake(&group, "group"), operation.path.span));
        }
    }
}

/// The name of an operation that the document gives.
fn id(operation: &OperationNode<'_>) -> Option<String> {
    let node = operation.at.node;
    let given = node.get(NAME);
    let id = given.or_else(|| node.get("operationId"))?;
    id.scalar_text().filter(|id| id.contains(naming::is_letter))
}

/// A name from the method and the path of an operation.
fn derived(operation: &OperationNode<'_>, prefix: usize, by_last: bool) -> String {
    let name = paths::derived_name(operation.method, &operation.path.value, prefix, by_last);
    snake(&name, "call")
}

/// Warns of an operation whose name another one has already.
fn warn_of_name(operation: &OperationNode<'_>, base: &str, warnings: &mut Warnings) {
    let node = operation.at.node;
    if let Some(given) = node.get(NAME) {
        warnings.add_taken(given.span, base, &operation.name);
    } else if let Some(id) = node.get("operationId") {
        let text = id.scalar_text().unwrap_or_default();
        let what = format!(
            "`{text}` has the same name in Rust as another operation, so it is renamed to `{}`",
            operation.name
        );
        warnings.add(Topic::OperationId, id.span, &what);
    }
}
