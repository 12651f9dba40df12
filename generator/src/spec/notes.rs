//! `doc`, `assumed`, `deprecated`, `see` and `allow`.

use super::kinds::text_of;
use super::language::SEE;
use super::lints::read_allowed;
use super::table::Table;
use crate::api::{Deprecation, See};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::Notes;
use crate::node::{Node, NodeKind};

const NOT_A_PAGE: Code = Code("E0145");

impl Notes {
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        let doc = table.plain_text("doc");
        let assumed = table.plain_text("assumed");
        let deprecation = table.node("deprecated").and_then(|node| match node.kind {
            NodeKind::Bool(true) => Some(Deprecation { reason: None }),
            NodeKind::Bool(false) => None,
            NodeKind::Null
            | NodeKind::Text(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::List(_)
            | NodeKind::Map(_) => {
                text_of(node, "`deprecated`", table.diagnostics).map(|reason| Deprecation {
                    reason: Some(reason.value),
                })
            }
        });
        let see = table
            .node("see")
            .and_then(|node| read_see(node, table.diagnostics));
        let allow = read_allowed(table);
        Self {
            doc,
            assumed,
            deprecation,
            see: see.map(Box::new),
            allow,
        }
    }
}

/// Reads a URL, or a map with one and a title.
fn read_see(node: Node, diagnostics: &mut Diagnostics) -> Option<See> {
    let (url, title) = match node.kind {
        NodeKind::Map(_) => {
            let mut table = Table::open(node, &SEE, diagnostics)?;
            let url = table.required_text("url");
            let title = table.plain_text("title");
            table.close();
            (url?, title)
        }
        _ => (text_of(node, "`see`", diagnostics)?, None),
    };
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| url.value.starts_with(scheme));
    let is_plain = |c: char| c.is_ascii_graphic() && !"<>()[]\"\\^`{|}".contains(c);
    if !is_web || !url.value.chars().all(is_plain) {
        let message = format!("`{}` is not the URL of a page", url.value);
        let help = "write a whole URL, such as `https://docs.example.com/books`; percent-encode spaces, \
                    brackets and characters that are not ASCII";
        diagnostics.push(Diagnostic::error(NOT_A_PAGE, message, url.span).help(help));
        return None;
    }
    Some(See {
        url: url.value,
        title,
    })
}
