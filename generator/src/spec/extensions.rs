//! Keys that OpenAPI has no word for. Documents have them as extensions, which are read like the keys.

use super::conditional::read_conditional;
use super::contents::read_size;
use super::idempotency::read_idempotency;
use super::language::EXTENSIONS;
use super::style::lists_of;
use super::table::Table;
use crate::api::Lists;
use crate::diagnostic::Diagnostics;
use crate::document::{ConditionalEntry, IdempotencyEntry};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// Keys of an operation.
#[derive(Debug, Default)]
pub(crate) struct OperationKeys {
    pub(crate) conditional: Option<ConditionalEntry>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) idempotency: Option<IdempotencyEntry>,
}

/// Reads keys of an operation, as a map at `key`.
pub(crate) fn read_operation_keys(
    node: Node,
    key: Span,
    diagnostics: &mut Diagnostics,
) -> Option<OperationKeys> {
    let mut table = Table::open(node, &EXTENSIONS, diagnostics)?.at(key);
    let keys = OperationKeys {
        conditional: read_conditional(&mut table),
        idempotent: table.flag("idempotent"),
        idempotency: read_idempotency(&mut table),
    };
    table.close();
    Some(keys)
}

/// Reads the value of `lists`.
pub(crate) fn read_lists(
    node: Node,
    _: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Lists>> {
    lists_of(node, diagnostics)
}

/// Reads the value of `max_size`.
pub(crate) fn read_max_size(
    node: Node,
    _: Span,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<u64>> {
    read_size(&node, diagnostics)
}
