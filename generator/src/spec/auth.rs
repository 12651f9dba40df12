//! The `auth` section.

use super::access::read_access;
use super::kinds::read_each;
use super::old::{old_entry, old_form};
use super::schemes::read_scheme;
use super::status::{self, read_status};
use super::table::Table;
use crate::document::{AuthResponseEntry, AuthSection, Notes};

impl AuthSection {
    pub(super) fn read(mut table: Table<'_>) -> Option<Self> {
        let span = table.span;
        if report_old(&mut table) {
            return None;
        }
        let default = table
            .entry("default")
            .and_then(|(key, node)| read_access(&key, node, table.diagnostics));
        let missing = AuthResponseEntry::read(&mut table, "missing");
        let unknown = AuthResponseEntry::read(&mut table, "unknown");
        let refused = AuthResponseEntry::read(&mut table, "refused");
        let schemes = table
            .required_entries("schemes")
            .map(|schemes| read_each(schemes, read_scheme, table.diagnostics));
        let notes = Notes::read(&mut table);
        table.close();
        Some(Self {
            span,
            default,
            missing,
            unknown,
            refused,
            schemes: schemes?,
            notes,
        })
    }
}

/// Reports the form for a single scheme, which had no name.
fn report_old(table: &mut Table<'_>) -> bool {
    let keys = table.old("keys");
    let scheme = table.old("scheme");
    match (keys, scheme) {
        (Some((key, _)), _) => {
            let new = "schemes: { key: { scheme: bearer, kinds: { … } } }";
            table.report(old_form("scheme: bearer, keys: { … }", new, key.span));
            true
        }
        (None, Some((key, value))) => {
            let new = "schemes: { key: { scheme: bearer } }".to_owned();
            table.report(old_entry("scheme: bearer", new, key.span.to(value.span)));
            true
        }
        (None, None) => false,
    }
}

impl AuthResponseEntry {
    fn read(table: &mut Table<'_>, key: &'static str) -> Option<Self> {
        let mut table = table.table(key)?;
        let status = table
            .required_node("status")
            .and_then(|node| read_status(node, status::ERROR, table.diagnostics));
        let message = table.plain_text("message");
        let assumed = table.plain_text("assumed");
        table.close();
        Some(Self {
            status: status?,
            message,
            assumed,
        })
    }
}
