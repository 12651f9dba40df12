//! The keys that make operations idempotent.

use super::kinds::text_of;
use super::table::Table;
use crate::diagnostic::{Code, Diagnostic, Help};
use crate::document::IdempotencyEntry;
use crate::node::NodeKind;

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
    if let NodeKind::Bool(is_wanted) = node.kind {
        let message = "`idempotency` is the name of the header with the key";
        let diagnostic = Diagnostic::error(NOT_A_HEADER, message, node.span);
        table.report(diagnostic.help(match is_wanted {
            true => Help::write("Idempotency-Key"),
            false => Help::text("remove `idempotency`; without it, there is no key"),
        }));
        return None;
    }
    Some(IdempotencyEntry {
        header: text_of(node, "`idempotency`", table.diagnostics)?,
        optional: is_optional,
    })
}
