//! Nodes that must be text, a list or a map.

use super::construct::Construct;
use super::type_expr::unclosed;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::yaml::{self, LookAlike};

pub(super) const WRONG_KIND: Code = Code("E0103");

/// The entries of a map whose keys are names that the document chooses.
pub(super) type Entries = Vec<(Spanned<String>, Node)>;

/// The entries of the map under `key`; anything else is an error.
pub(super) fn entries_of(
    node: Node,
    key: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<Entries> {
    match node.kind {
        NodeKind::Map(entries) => Some(rejoined(entries)),
        kind => {
            let what = Construct::Section(key).to_string();
            let diagnostic = not_a_map(&what, &kind, node.span);
            diagnostics.push(match first_text(&kind) {
                Some(text) => diagnostic.help(format!("write `{key}: {{ {text}: … }}`")),
                None => diagnostic,
            });
            None
        }
    }
}

/// A text, or the first item of a list if that is one. What is long, or spans several lines, is none.
pub(super) fn first_text(kind: &NodeKind) -> Option<&str> {
    const LONGEST: usize = 40;
    let text = match kind {
        NodeKind::Text(text) | NodeKind::Integer(_, text) | NodeKind::Number(_, text) => text,
        NodeKind::List(items) => return items.first().and_then(|item| first_text(&item.kind)),
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Map(_) => return None,
    };
    (text.len() <= LONGEST && !text.contains('\n')).then_some(text.as_str())
}

/// Reads each entry of a map, without the entries that have errors.
pub(super) fn read_each<T>(
    entries: Entries,
    read: impl Fn(Spanned<String>, Node, &mut Diagnostics) -> Option<T>,
    diagnostics: &mut Diagnostics,
) -> Vec<T> {
    let entries = entries.into_iter();
    entries
        .filter_map(|(name, node)| read(name, node, diagnostics))
        .collect()
}

/// A scalar as text; anything else is an error. `what` names it in diagnostics.
pub(super) fn text_of(
    node: Node,
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<String>> {
    let text = match node.kind {
        NodeKind::Text(text) | NodeKind::Integer(_, text) | NodeKind::Number(_, text) => text,
        NodeKind::Bool(value) => value.to_string(),
        kind @ (NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_)) => {
            let diagnostic = wrong_kind(what, "text", &kind, node.span);
            diagnostics.push(match first_text(&kind) {
                Some(text) => diagnostic.help(format!("write `{text}` without brackets")),
                None => diagnostic.help("if this is text, quote it"),
            });
            return None;
        }
    };
    Some(Spanned::new(text, node.span))
}

/// The items of a list; anything else is an error. `what` names it in diagnostics.
pub(super) fn list_of(node: Node, what: &str, diagnostics: &mut Diagnostics) -> Option<Vec<Node>> {
    match node.kind {
        NodeKind::List(items) => Some(items),
        kind => {
            let diagnostic = wrong_kind(what, "a list", &kind, node.span);
            diagnostics.push(match first_text(&kind) {
                Some(text) => diagnostic.write(format!("[{text}]")),
                None => diagnostic.help("write a list: `[a, b]`"),
            });
            None
        }
    }
}

/// A node of the wrong kind. `what` begins the message: "a type", or a key in backticks.
pub(super) fn wrong_kind(what: &str, wanted: &str, found: &NodeKind, span: Span) -> Diagnostic {
    let diagnostic = Diagnostic::error(WRONG_KIND, format!("{what} must be {wanted}"), span)
        .label(format!("this is {}", found.describe()));
    let NodeKind::Text(text) = found else {
        return diagnostic;
    };
    match yaml::look_alike(text) {
        Some(LookAlike { note, help: None }) => diagnostic.note(note),
        Some(LookAlike {
            note,
            help: Some(help),
        }) => diagnostic.note(note).help(help),
        None => diagnostic,
    }
}

/// A node that is not one of the words that a key can have, of which one is `true`. YAML 1.1 had other words for it.
pub(super) fn not_a_flag(what: &str, wanted: &str, found: &NodeKind, span: Span) -> Diagnostic {
    let diagnostic = wrong_kind(what, wanted, found, span);
    let NodeKind::Text(text) = found else {
        return diagnostic;
    };
    match text.to_ascii_lowercase().as_str() {
        "yes" | "on" | "y" | "true" => diagnostic.write("true"),
        "no" | "off" | "n" | "false" => diagnostic.write("false"),
        _ => diagnostic,
    }
}

/// Entries whose types are whole again: a comma ends a string in braces, so `{ type: map<string, Book> }` has the keys
/// `type` and `Book>`. No type has a comma, so the error is about the whole type.
pub(super) fn rejoined(entries: Entries) -> Entries {
    if !entries.iter().any(|(key, value)| is_bare(key, value)) {
        return entries;
    }
    let mut whole = Entries::with_capacity(entries.len());
    for (key, value) in entries {
        match whole.last_mut() {
            Some((_, before)) if is_rest(before, &key, &value) => {
                if let NodeKind::Text(text) = &mut before.kind {
                    text.push_str(", ");
                    text.push_str(&key.value);
                }
                before.span = Span::new(before.span.start(), key.span.end());
            }
            Some(_) | None => whole.push((key, value)),
        }
    }
    whole
}

/// Whether a key is the end of the type before it.
fn is_rest(before: &Node, key: &Spanned<String>, value: &Node) -> bool {
    let is_open = before.as_text().is_some_and(|text| unclosed(text) > 0);
    is_open && is_bare(key, value) && key.value.trim_end_matches('?').ends_with('>')
}

/// Whether a key has neither a value nor a colon.
pub(super) fn is_bare(key: &Spanned<String>, value: &Node) -> bool {
    matches!(value.kind, NodeKind::Null) && value.span == key.span
}

/// A node that is not a map.
pub(super) fn not_a_map(what: &str, found: &NodeKind, span: Span) -> Diagnostic {
    let diagnostic = wrong_kind(what, "a map", found, span);
    match found {
        // The lines below it are often meant to belong to it.
        NodeKind::Null => diagnostic.help("indent its keys below it"),
        NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Text(_)
        | NodeKind::List(_)
        | NodeKind::Map(_) => diagnostic,
    }
}
