//! The sections `api`, `rust` and `groups`.

use super::info::read_info;
use super::language::GROUP;
use super::servers::read_server;
use super::shared::read_uses;
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{ApiSection, GroupEntry, Notes, RustSection};
use crate::node::Node;
use crate::source::Spanned;

impl ApiSection {
    pub(super) fn read(mut table: Table<'_>) -> Option<Self> {
        let name = table.required_text("name");
        let title = table.required_text("title");
        let version = table.required_text("version");
        let base_path = table.text("base_path");
        let request_id = table.text("request_id");
        let lenient = table.flag("lenient");
        let info = read_info(&mut table);
        let servers = table.each("servers", read_server);
        let uses = read_uses(&mut table);
        let notes = Notes::read(&mut table);
        table.close();
        Some(Self {
            name: name?,
            is_named: true,
            title: title?.value,
            version: version?,
            info,
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
    pub(super) fn read(mut table: Table<'_>) -> Self {
        let crate_name = table.text("crate");
        let version = table.text("version");
        let runtime = table.text("runtime");
        table.close();
        Self {
            crate_name,
            version,
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
    let title = table.plain_text("title");
    let notes = Notes::read(&mut table);
    table.close();
    Some(GroupEntry { name, title, notes })
}
