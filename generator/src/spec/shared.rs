//! The `shared` section.

use super::conditional::read_conditional;
use super::errors::read_error_list;
use super::field::parameters;
use super::idempotency::read_idempotency;
use super::language::{HEADER, PARAMETER, SHARED};
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::SharedEntry;
use crate::node::Node;
use crate::source::Spanned;

/// Reads an entry of `shared`.
pub(super) fn read_shared_part(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<SharedEntry> {
    let mut table = Table::open(node, &SHARED, diagnostics)?.at(name.span);
    let path = parameters(&mut table, "path", &PARAMETER);
    let query = parameters(&mut table, "query", &PARAMETER);
    let headers = parameters(&mut table, "headers", &HEADER);
    let cookies = parameters(&mut table, "cookies", &PARAMETER);
    let response_headers = parameters(&mut table, "response_headers", &HEADER);
    let conditional = read_conditional(&mut table);
    let idempotency = read_idempotency(&mut table);
    let errors = read_error_list(&mut table);
    table.close();
    Some(SharedEntry {
        name,
        path,
        query,
        headers,
        cookies,
        response_headers,
        conditional,
        idempotency,
        errors,
    })
}

/// Reads `uses`: the names of shared parts.
pub(super) fn read_uses(table: &mut Table<'_>) -> Vec<Spanned<String>> {
    table.texts("uses", "a name in `uses`")
}
