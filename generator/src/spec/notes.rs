//! `doc`, `assumed`, `deprecated`, `see` and `allow`.

use super::kinds::{text_of, wrong_kind};
use super::language::SEE;
use super::lints::read_allowed;
use super::table::Table;
use crate::api::{Deprecation, See, is_page_url};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::Notes;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const NOT_A_PAGE: Code = Code("E0145");

impl Notes {
    pub(super) fn read(table: &mut Table<'_>) -> Self {
        let doc = table.plain_text("doc");
        let assumed = table.plain_text("assumed");
        let deprecation = table.node("deprecated").and_then(|node| match node.kind {
            NodeKind::Bool(true) => Some(Deprecation { reason: None }),
            NodeKind::Bool(false) => None,
            NodeKind::List(_) | NodeKind::Map(_) => {
                let what = "`deprecated`";
                let diagnostic = wrong_kind(what, "text or `true`", &node.kind, node.span);
                table.report(
                    diagnostic.help("write `deprecated: true`, or what to use instead as text"),
                );
                None
            }
            NodeKind::Null | NodeKind::Text(_) | NodeKind::Integer(..) | NodeKind::Number(..) => {
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
    Some(See {
        url: page_url(url, diagnostics)?,
        title,
    })
}

/// Reports text that is not the URL of a page.
pub(super) fn page_url(url: Spanned<String>, diagnostics: &mut Diagnostics) -> Option<String> {
    if !is_page_url(&url.value) {
        let message = format!("`{}` is not the URL of a page", url.value);
        let help = "write a whole URL, such as `https://docs.example.com/books`; percent-encode spaces, \
                    brackets and characters that are not ASCII";
        diagnostics.push(Diagnostic::error(NOT_A_PAGE, message, url.span).help(help));
        return None;
    }
    Some(url.value)
}
