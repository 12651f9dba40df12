//! Names of operations.

use crate::hash::HashMap;
use crate::naming;
use crate::node::Node;
use crate::openapi::files::pointers::percent_decoded;
use crate::openapi::identifiers::{Taken, snake};
use crate::openapi::path_items::OperationNode;
use crate::openapi::paths;
use crate::openapi::warnings::{Topic, Warnings};
use crate::source::Spanned;

/// Gives each operation a name: its `operationId`, or one from its method and path.
pub(in crate::openapi) fn name(found: &mut [OperationNode<'_>], warnings: &mut Warnings) {
    let paths: Vec<&str> = found.iter().map(|of| of.path.value.as_str()).collect();
    let prefix = paths::common_prefix(&paths);
    let derived = |of: &OperationNode<'_>, by_last: bool| {
        snake(
            &paths::derived_name(of.method, &of.path.value, prefix, by_last),
            "call",
        )
    };
    let mut counts: HashMap<String, usize> = HashMap::default();
    let id = |of: &OperationNode<'_>| {
        let given = of.at.node.get("x-specsmith-name");
        let id = given.or_else(|| of.at.node.get("operationId"));
        let id = id.and_then(Node::scalar_text);
        id.filter(|id| id.contains(naming::is_letter))
    };
    for of in found.iter().filter(|of| id(of).is_none()) {
        *counts.entry(derived(of, false)).or_insert(0) += 1;
    }
    let mut taken = Taken::default();
    // The names that the owner gives come first.
    let is_given = |of: &&mut OperationNode<'_>| of.at.node.get("x-specsmith-name").is_some();
    let (own, others): (Vec<_>, Vec<_>) = found.iter_mut().partition(is_given);
    for of in own.into_iter().chain(others) {
        let base = match id(of) {
            Some(id) => snake(&id, of.method.name().to_ascii_lowercase().as_str()),
            None => {
                let short = derived(of, false);
                match counts.get(&short) {
                    Some(1) => short,
                    _ => derived(of, true),
                }
            }
        };
        if let Some(given) = of.at.node.get("x-specsmith-name")
            && given.as_text().is_some_and(|text| text != base)
        {
            let text = given.as_text().unwrap_or_default();
            warnings.add_changed(given.span, text, &base);
        }
        // No other operation has the same name, in Rust.
        of.name = taken.unique(base.clone(), naming::arguments_name);
        if of.name != base {
            warn_of_name(of, &base, warnings);
        }
        if prefix > 0
            && let Some(group) = paths::first_literal(&of.path.value, prefix)
        {
            let group = percent_decoded(group);
            of.group = Some(Spanned::new(snake(&group, "group"), of.path.span));
        }
    }
}

/// Warns of an operation whose name another one has already.
fn warn_of_name(of: &OperationNode<'_>, base: &str, warnings: &mut Warnings) {
    let node = of.at.node;
    if let Some(given) = node.get("x-specsmith-name") {
        warnings.add_taken(given.span, base, &of.name);
    } else if let Some(id) = node.get("operationId") {
        let text = id.scalar_text().unwrap_or_default();
        let what = format!(
            "`{text}` has the same name in Rust as another operation, so it is renamed to `{}`",
            of.name
        );
        warnings.add(Topic::OperationId, id.span, &what);
    }
}
