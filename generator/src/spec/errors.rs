//! The sections `error_body` and `errors`.

use super::field::read_fields;
use super::place::Place;
use super::status::{ERRORS, read_status};
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{ErrorBodySection, ErrorEntry, Notes};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Reads the `errors` section.
pub(super) fn read_errors(table: Table, diagnostics: &mut Diagnostics) -> Vec<ErrorEntry> {
    table
        .into_entries()
        .into_iter()
        .filter_map(|(key, node)| read_error(key, node, diagnostics))
        .collect()
}

fn read_error(
    key: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<ErrorEntry> {
    let status = read_status(
        Node {
            span: key.span,
            kind: NodeKind::Text(key.value),
        },
        ERRORS,
        diagnostics,
    );
    let mut table = Table::open(node, Place::Error, diagnostics)?.at(key.span);
    let name = table.required_text("name", diagnostics);
    let message = table.required_text("message", diagnostics);
    let when = table.text("when", diagnostics).map(|when| when.value);
    let retry = table.flag("retry", diagnostics).unwrap_or(false);
    let implied = table.flag("implied", diagnostics).unwrap_or(false);
    let headers = table.table("headers", diagnostics);
    let headers = headers.map_or_else(Vec::new, |entries| {
        read_fields(entries, Place::Header, diagnostics)
    });
    let notes = Notes::read(&mut table, diagnostics);
    table.close(diagnostics);
    Some(ErrorEntry {
        status: status?,
        name: name?,
        message: message?,
        when,
        retry,
        implied,
        headers,
        notes,
    })
}

impl ErrorBodySection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Self {
        let envelope = table.text("envelope", diagnostics);
        let code = table.text("code", diagnostics);
        let message = table.text("message", diagnostics);
        let metadata = table.text("metadata", diagnostics);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Self {
            envelope,
            code,
            message,
            metadata,
            notes,
        }
    }
}
