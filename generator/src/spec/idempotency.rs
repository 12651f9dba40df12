//! The keys that make operations idempotent.

use super::table::{Table, text_of};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::IdempotencyEntry;

const TWICE: Code = Code("E0151");

/// Reads `idempotency`, or `idempotency?` if callers may omit the header.
pub(super) fn read_idempotency(
    table: &mut Table,
    diagnostics: &mut Diagnostics,
) -> Option<IdempotencyEntry> {
    let required = table.entry("idempotency");
    let optional = table.entry("idempotency?");
    if let (Some((first, _)), Some((second, _))) = (&required, &optional) {
        let message = "`idempotency` is declared twice";
        diagnostics.push(
            Diagnostic::error(TWICE, message, second.span)
                .also(first.span, "first declared here")
                .help("write `idempotency?` if callers may omit the header, or else `idempotency`"),
        );
    }
    let is_optional = required.is_none();
    let (_, node) = required.or(optional)?;
    Some(IdempotencyEntry {
        header: text_of(node, "`idempotency`", diagnostics)?,
        optional: is_optional,
    })
}
