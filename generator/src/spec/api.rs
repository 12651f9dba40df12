//! The sections `api` and `groups`.

use super::info::read_info;
use super::language::GROUP;
use super::servers::read_server;
use super::shared::read_uses;
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{ApiSection, GroupEntry, Notes};
use crate::node::Node;
use crate::source::{Span, Spanned};

impl ApiSection {
    /// Required keys that are absent are reported, and are empty.
    pub(super) fn read(mut table: Table<'_>) -> Self {
        let name = table.required_text("name");
        let title = table.required_text("title").map(|title| title.value);
        let version = table.required_text("version");
        let base_path = table.text("base_path");
        let request_id = table.text("request_id");
        let lenient = table.flag("lenient");
        let info = read_info(&mut table);
        let servers = table.each("servers", read_server);
        let uses = read_uses(&mut table);
        let notes = Notes::read(&mut table);
        table.close();
        let absent = || Spanned::new(String::new(), Span::default());
        Self {
            name: name.unwrap_or_else(absent),
            is_named: true,
            title: title.unwrap_or_default(),
            version: version.unwrap_or_else(absent),
            info,
            base_path,
            request_id,
            lenient: lenient.unwrap_or_default(),
            servers,
            uses,
            notes,
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
