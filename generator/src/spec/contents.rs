//! Contents of requests and responses: `Book`, `form<Book>`, `binary`, `page<Book>`, `none`.

use super::construct::Construct;
use super::kinds::{text_of, wrong_kind};
use super::problem::Problem;
use super::style::{read_field_styles, read_lists};
use super::table::Table;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ContentEntry, ContentExpr, ContentExprKind, EventKeys, TypeExpr};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::type_help;

const MALFORMED_CONTENT: Code = Code("E0118");
const MALFORMED_SIZE: Code = Code("E0161");

impl ContentEntry {
    /// A content in its short form.
    pub(super) fn short(expr: ContentExpr) -> Self {
        Self {
            expr,
            envelope: None,
            media: Vec::new(),
            lists: None,
            styles: Vec::new(),
            events: EventKeys::default(),
        }
    }

    /// Reads a content in its long form. `expr` is its type.
    pub(super) fn long(expr: Option<ContentExpr>, table: &mut Table<'_>) -> Option<Self> {
        let envelope = table.text("envelope");
        let media = read_media(table);
        let lists = read_lists(table);
        let styles = read_field_styles(table);
        let events = EventKeys::read(table);
        Some(Self {
            expr: expr?,
            envelope,
            media,
            lists,
            styles,
            events,
        })
    }
}

/// Reads the maximum size of a body in bytes.
pub(super) fn read_max_size(table: &mut Table<'_>) -> Option<Spanned<u64>> {
    read_size(&table.node("max_size")?, table.diagnostics)
}

/// Reads a size.
pub(super) fn read_size(node: &Node, diagnostics: &mut Diagnostics) -> Option<Spanned<u64>> {
    let (written, size) = match &node.kind {
        NodeKind::Integer(bytes, _) => (bytes.to_string(), u64::try_from(**bytes).ok()),
        NodeKind::Text(text) => (text.clone(), size(text)),
        kind @ (NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Number(..)
        | NodeKind::List(_)
        | NodeKind::Map(_)) => {
            diagnostics.push(wrong_kind(
                "`max_size`",
                "a size such as `20MiB`",
                kind,
                node.span,
            ));
            return None;
        }
    };
    match size {
        Some(bytes @ 1..) => Some(Spanned::new(bytes, node.span)),
        Some(0) | None => {
            let message = format!("`{written}` is not a size");
            let diagnostic = Diagnostic::error(MALFORMED_SIZE, message, node.span);
            diagnostics.push(match with_unit(&written) {
                Some(meant) => diagnostic.did_you_mean(&written, &meant),
                None => diagnostic.help(
                    "write a whole number with a unit, such as `512KiB`, `20MiB` or `2GiB`, or a number of bytes",
                ),
            });
            None
        }
    }
}

/// A size with a unit in another spelling, as it is written here: `20MiB` for `20MB` and `20m`.
fn with_unit(text: &str) -> Option<String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(end);
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "k" | "kb" | "kib" => "KiB",
        "m" | "mb" | "mib" => "MiB",
        "g" | "gb" | "gib" => "GiB",
        _ => return None,
    };
    let meant = format!("{number}{unit}");
    size(&meant).filter(|bytes| *bytes > 0)?;
    Some(meant)
}

/// The bytes of a size with a unit.
fn size(text: &str) -> Option<u64> {
    let text = text.trim();
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let (number, power) = units
        .iter()
        .find_map(|(unit, power)| Some((text.strip_suffix(unit)?, *power)))?;
    let number: u64 = number.trim_end().parse().ok()?;
    number.checked_mul(1 << power)
}

/// Reads `media`: a media type, or a list of them.
pub(super) fn read_media(table: &mut Table<'_>) -> Vec<Spanned<String>> {
    let Some(node) = table.node("media") else {
        return Vec::new();
    };
    let nodes = match node.kind {
        NodeKind::List(items) => items,
        kind @ (NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Integer(..)
        | NodeKind::Number(..)
        | NodeKind::Map(_)) => {
            let wanted = "a media type or a list of media types";
            table.report(wrong_kind("`media`", wanted, &kind, node.span));
            return Vec::new();
        }
        kind @ NodeKind::Text(_) => vec![Node {
            span: node.span,
            kind,
        }],
    };
    let nodes = nodes.into_iter();
    nodes
        .filter_map(|node| text_of(node, "a media type", table.diagnostics))
        .collect()
}

impl ContentExpr {
    /// Reads the content of a construct. `what` names the node in diagnostics.
    pub(super) fn read(
        node: Node,
        what: &str,
        construct: Construct,
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
        let kind = if let Some(kind) = word(&written) {
            kind
        } else if let Some((constructor, rest)) = container(&written) {
            let is_text = rest
                .trim()
                .strip_suffix('>')
                .is_some_and(|argument| argument.trim() == "text");
            if constructor == "events" && is_text {
                let kind = ContentExprKind::Events(None);
                return Some(Self { kind, span });
            }
            let argument = argument(constructor, rest, span, diagnostics)?;
            match constructor {
                "events" => ContentExprKind::Events(Some(argument)),
                "form" => ContentExprKind::Form(argument),
                "multipart" => ContentExprKind::Multipart(argument),
                _ => ContentExprKind::Lines(argument),
            }
        } else if let Some((pager, item)) = applied(&written) {
            read_page(pager, item, span, diagnostics)?
        } else {
            ContentExprKind::Json(TypeExpr::read(node, what, construct, diagnostics)?)
        };
        Some(Self { kind, span })
    }
}

/// The contents of one word.
fn word(written: &str) -> Option<ContentExprKind> {
    match written {
        "none" => Some(ContentExprKind::None),
        "text" => Some(ContentExprKind::Text),
        "binary" => Some(ContentExprKind::Binary),
        _ => None,
    }
}

/// The contents that have a type: the constructor, and what follows its bracket.
fn container(written: &str) -> Option<(&'static str, &str)> {
    let (name, rest) = written.split_once('<')?;
    let known = ["events", "form", "json_lines", "multipart"].into_iter();
    let name = known.into_iter().find(|known| *known == name.trim_end())?;
    Some((name, rest))
}

/// The name and the argument of `page<Book>`. Names of types begin with a capital, and other languages
/// have separate words.
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
    Some(ContentExprKind::Page {
        pager: pager.to_owned(),
        item: argument(pager, rest, span, diagnostics)?,
    })
}

/// The type between the brackets. `rest` follows the first one.
fn argument(
    constructor: &str,
    rest: &str,
    span: Span,
    diagnostics: &mut Diagnostics,
) -> Option<TypeExpr> {
    let rest = rest.trim_end();
    let written = || Spanned::new(format!("{constructor}<{rest}"), span);
    let Some(item) = rest.strip_suffix('>') else {
        let problem = match rest.strip_suffix('?') {
            Some(inner) if inner.trim_end().ends_with('>') => {
                Problem::new("a content is never null", "remove the last `?`")
            }
            Some(_) | None => Problem::new(
                "it has no `>` at the end",
                format!("write `{constructor}<T>`"),
            ),
        };
        diagnostics.push(problem.diagnostic(MALFORMED_CONTENT, "a content", &written()));
        return None;
    };
    let item = Spanned::new(item.trim().to_owned(), span);
    TypeExpr::parse(&item, diagnostics)
}
