//! The sections `api`, `rust` and `groups`.

use super::kinds::Entries;
use super::language::GROUP;
use super::servers::read_servers;
use super::shared::read_uses;
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{ApiSection, GroupEntry, Notes, RustSection};

impl ApiSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Option<Self> {
        let name = table.required_text("name", diagnostics);
        let title = table.required_text("title", diagnostics);
        let version = table.required_text("version", diagnostics);
        let base_path = table.text("base_path", diagnostics);
        let request_id = table.text("request_id", diagnostics);
        let lenient = table.flag("lenient", diagnostics);
        let servers = table.entries("servers", diagnostics);
        let servers = servers.map_or_else(Vec::new, |entries| read_servers(entries, diagnostics));
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

/// Reads the `groups` section.
pub(super) fn read_groups(entries: Entries, diagnostics: &mut Diagnostics) -> Vec<GroupEntry> {
    let entries = entries.into_iter().filter_map(|(name, node)| {
        let mut table = Table::open_optional(node, &GROUP, diagnostics)?.at(name.span);
        let title = table.text("title", diagnostics).map(|title| title.value);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some(GroupEntry { name, title, notes })
    });
    entries.collect()
}
