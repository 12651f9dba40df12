//! Conditional requests.

use super::kinds::text_of;
use super::table::Table;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{ConditionalEntry, Validator};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const NOT_A_VALIDATOR: Code = Code("E0722");

/// Reads `conditional`: a validator, or a list of them.
pub(super) fn read_conditional(table: &mut Table<'_>) -> Option<ConditionalEntry> {
    let (key, node) = table.entry("conditional")?;
    let nodes = match node.kind {
        NodeKind::List(items) => items,
        kind => vec![Node { kind, ..node }],
    };
    if nodes.is_empty() {
        let message = "`conditional` lists no validator";
        table.report(Diagnostic::error(NOT_A_VALIDATOR, message, node.span).help(HELP));
        return None;
    }
    let mut validators: Vec<Spanned<Validator>> = Vec::new();
    for node in nodes {
        let text = text_of(node, "a validator", table.diagnostics)?;
        let validator = match text.value.as_str() {
            "etag" => Validator::ETag,
            "last_modified" => Validator::LastModified,
            other => {
                let message = format!("`{other}` is not a validator");
                let diagnostic = Diagnostic::error(NOT_A_VALIDATOR, message, text.span);
                table.report(diagnostic.help(HELP));
                return None;
            }
        };
        if let Some(first) = validators.iter().find(|first| first.value == validator) {
            let message = format!("`{}` is listed twice", text.value);
            let diagnostic = Diagnostic::error(NOT_A_VALIDATOR, message, text.span);
            table.report(diagnostic.also(first.span, "first listed here"));
            return None;
        }
        validators.push(Spanned::new(validator, text.span));
    }
    Some(ConditionalEntry {
        key: key.span,
        validators,
    })
}

const HELP: &str = "write `etag`, `last_modified` or `[etag, last_modified]`";
