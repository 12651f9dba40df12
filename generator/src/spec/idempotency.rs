//! The keys that make operations idempotent, and names of headers.

use super::kinds::text_of;
use super::table::Table;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Help};
use crate::document::IdempotencyEntry;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

const TWICE: Code = Code("E0151");
const NOT_A_HEADER: Code = Code("E0740");

/// Reads `idempotency`, or `idempotency?` if callers may omit the header.
pub(super) fn read_idempotency(table: &mut Table<'_>) -> Option<IdempotencyEntry> {
    let required = table.entry("idempotency");
    let optional = table.entry("idempotency?");
    if let (Some((first, _)), Some((second, _))) = (&required, &optional) {
        let message = "`idempotency` is declared twice";
        table.report(
            Diagnostic::error(TWICE, message, second.span)
                .also(first.span, "first declared here")
                .help("write `idempotency?` if callers may omit the header, or else `idempotency`"),
        );
    }
    let is_optional = required.is_none();
    let (_, node) = required.or(optional)?;
    let header = header_name(
        node,
        ("idempotency", "the key"),
        "Idempotency-Key",
        table.diagnostics,
    );
    Some(IdempotencyEntry {
        header: header?,
        optional: is_optional,
    })
}

/// The name of a header that a key says, with what the header contains. `true` and `false` are not names.
pub(super) fn header_name(
    node: Node,
    (key, contained): (&str, &str),
    usual: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<String>> {
    if let NodeKind::Bool(is_wanted) = node.kind {
        let message = format!("`{key}` is the name of the header with {contained}");
        let diagnostic = Diagnostic::error(NOT_A_HEADER, message, node.span);
        diagnostics.push(match is_wanted {
            true => diagnostic.help(Help::write(usual)),
            false => diagnostic.help(format!(
                "remove `{key}`; without it, there is no such header"
            )),
        });
        return None;
    }
    text_of(node, &format!("`{key}`"), diagnostics)
}
