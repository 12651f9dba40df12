//! `auth` of an operation: who may call it.

use super::kinds::{text_of, wrong_kind};
use super::schemes::names;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{AccessEntry, AlternativeEntry};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const WRONG_ALTERNATIVE: Code = Code("E0144");

/// Reads one alternative, or a list of them.
pub(super) fn read_access(
    key: &Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<AccessEntry> {
    let alternatives: Vec<AlternativeEntry> = match node.kind {
        NodeKind::List(items) => {
            let items = items.into_iter();
            items
                .filter_map(|item| read_alternative(item, "an alternative of `auth`", diagnostics))
                .collect()
        }
        _ => {
            let what = format!("`{}`", key.value);
            vec![read_alternative(node, &what, diagnostics)?]
        }
    };
    Some(AccessEntry {
        span: key.span,
        alternatives,
    })
}

/// Reads a name, or a name with the scopes that are needed.
fn read_alternative(
    node: Node,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<AlternativeEntry> {
    match node.kind {
        NodeKind::Map(mut entries) => match (entries.pop(), entries.is_empty()) {
            (Some((name, node)), true) => with_scopes(name, node, diagnostics),
            (_, _) => {
                let message = "each alternative of `auth` names one scheme";
                let diagnostic = Diagnostic::error(WRONG_ALTERNATIVE, message, node.span)
                    .note(COMBINATION)
                    .help("write a list of alternatives, such as `[token, { platform: [payments:read] }]`");
                diagnostics.push(diagnostic);
                None
            }
        },
        NodeKind::List(_) => {
            let diagnostic = wrong_kind(what, "a name or a map", &node.kind, node.span);
            diagnostics.push(diagnostic.help(COMBINATION));
            None
        }
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_) => Some(AlternativeEntry {
            name: text_of(node, what, diagnostics)?,
            scopes: None,
        }),
    }
}

const COMBINATION: &str = "to need several schemes at once, declare their combination in \
                           `auth.schemes`, such as `both: { all: [a, b] }`, and write `auth: both`";

fn with_scopes(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<AlternativeEntry> {
    if name.value == "all" {
        let message = "an operation cannot combine schemes";
        let diagnostic = Diagnostic::error(WRONG_ALTERNATIVE, message, name.span);
        diagnostics.push(diagnostic.help(COMBINATION));
        return None;
    }
    let what = format!("the scopes of `{}`", name.value);
    let scopes = names(node, &what, diagnostics)?;
    Some(AlternativeEntry {
        name,
        scopes: Some(scopes),
    })
}
