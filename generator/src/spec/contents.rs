//! Contents of requests and responses: `Book`, `page<Book>`, `none`.

use super::place::Place;
use super::problem::Problem;
use super::table::{Table, text_of, wrong_kind};
use crate::diagnostic::{Code, Diagnostics};
use crate::document::{ContentEntry, ContentExpr, ContentExprKind, TypeExpr};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::type_help;

const MALFORMED_CONTENT: Code = Code("E0118");

impl ContentEntry {
    /// A content in its short form.
    pub(super) fn short(expr: ContentExpr) -> Self {
        Self {
            expr,
            envelope: None,
            media: Vec::new(),
        }
    }

    /// Reads a content in its long form. `expr` is its type.
    pub(super) fn long(
        expr: Option<ContentExpr>,
        table: &mut Table,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let envelope = table.text("envelope", diagnostics);
        let media = table.node("media");
        let media = media.map_or_else(Vec::new, |node| read_media(node, diagnostics));
        Some(Self {
            expr: expr?,
            envelope,
            media,
        })
    }
}

/// A media type, or a list of them.
fn read_media(node: Node, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let nodes = match node.kind {
        NodeKind::List(items) => items,
        kind @ (NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Map(_)) => {
            let wanted = "a media type or a list of media types";
            diagnostics.push(wrong_kind("`media`", wanted, &kind, node.span));
            return Vec::new();
        }
        kind @ NodeKind::Text(_) => vec![Node {
            span: node.span,
            kind,
        }],
    };
    let nodes = nodes.into_iter();
    nodes
        .filter_map(|node| text_of(node, "a media type", diagnostics))
        .collect()
}

impl ContentExpr {
    /// Reads the content of what is at `place`. `what` names the node in diagnostics.
    pub(super) fn read(
        node: Node,
        what: &str,
        place: Place,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let written = match &node.kind {
            NodeKind::Text(text) => text.trim().to_owned(),
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::List(_)
            | NodeKind::Map(_) => String::new(),
        };
        let span = node.span;
        let kind = if written == "none" {
            ContentExprKind::None
        } else if let Some((pager, item)) = applied(&written) {
            read_page(pager, item, span, diagnostics)?
        } else {
            ContentExprKind::Json(TypeExpr::read(node, what, place, diagnostics)?)
        };
        Some(Self { kind, span })
    }
}

/// The name and the argument of `page<Book>`. Names of types begin with a capital, and other languages
/// have words of their own.
pub(super) fn applied(written: &str) -> Option<(&str, &str)> {
    let (name, rest) = written.split_once('<')?;
    let name = name.trim_end();
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_name && type_help(name).is_none()).then_some((name, rest))
}

fn read_page(
    pager: &str,
    rest: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<ContentExprKind> {
    let rest = rest.trim_end();
    let written = || Spanned::new(format!("{pager}<{rest}"), span);
    let Some(item) = rest.strip_suffix('>') else {
        let problem = match rest.strip_suffix('?') {
            Some(inner) if inner.trim_end().ends_with('>') => {
                Problem::new("a page is never null", "remove the last `?`")
            }
            Some(_) | None => Problem::new("it has no `>` at the end", "write `page<T>`"),
        };
        diagnostics.push(problem.diagnostic(MALFORMED_CONTENT, "a content", &written()));
        return None;
    };
    let item = Spanned::new(item.trim().to_owned(), span);
    Some(ContentExprKind::Page {
        pager: pager.to_owned(),
        item: TypeExpr::parse(&item, diagnostics)?,
    })
}
