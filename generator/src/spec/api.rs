//! The sections `api`, `rust` and `groups`.

use super::language::GROUP;
use super::servers::read_server;
use super::shared::read_uses;
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{ApiSection, GroupEntry, Notes, RustSection};
use crate::node::Node;
use crate::source::Spanned;

impl ApiSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Option<Self> {
        let name = table.required_text("name", diagnostics);
        let title = table.required_text("title", diagnostics);
        let version = table.required_text("version", diagnostics);
        let base_path = table.text("base_path", diagnostics);
        let request_id = table.text("request_id", diagnostics);
        let lenient = table.flag("lenient", diagnostics);
        let servers = table.each("servers", read_server, diagnostics);
        let uses = read_uses(&mut table, diagnostics);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some(Self {
            name: name?,
            is_named: true,
            title: title?.value,
            version: version?.value,
            base_path,
            request_id,
            lenient: lenient.unwrap_or_default(),
            servers,
            uses,
            notes,
        })
    }
}

impl RustSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Self {
        let crate_name = table.text("crate", diagnostics);
        let runtime = table.text("runtime", diagnostics);
        table.close(diagnostics);
        Self {
            crate_name,
            runtime,
        }
    }
}

/// Reads an entry of `groups`.
pub(super) fn read_group(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<GroupEntry> {
    let mut table = Table::open_optional(node, &GROUP, diagnostics)?.at(name.span);
    let title = table.plain_text("title", diagnostics);
    let notes = Notes::read(&mut table, diagnostics);
    table.close(diagnostics);
    Some(GroupEntry { name, title, notes })
}
