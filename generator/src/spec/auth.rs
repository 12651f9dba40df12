//! The `auth` section.

use super::access::read_access;
use super::kinds::read_each;
use super::old::old_form;
use super::schemes::read_scheme;
use super::status::{ERRORS, read_status};
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{AuthResponseEntry, AuthSection, Notes};

impl AuthSection {
    pub(super) fn read(mut table: Table, diagnostics: &mut Diagnostics) -> Option<Self> {
        let span = table.span;
        if report_old(&mut table, diagnostics) {
            return None;
        }
        let default = table
            .entry("default")
            .and_then(|(key, node)| read_access(&key, node, diagnostics));
        let missing = AuthResponseEntry::read(&mut table, "missing", diagnostics);
        let unknown = AuthResponseEntry::read(&mut table, "unknown", diagnostics);
        let refused = AuthResponseEntry::read(&mut table, "refused", diagnostics);
        let schemes = table
            .required_entries("schemes", diagnostics)
            .map(|schemes| read_each(schemes, read_scheme, diagnostics));
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
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
fn report_old(table: &mut Table, diagnostics: &mut Diagnostics) -> bool {
    let keys = table.old("keys");
    let scheme = table.old("scheme");
    match (keys, scheme) {
        (Some((key, _)), _) => {
            let new = "schemes: { key: { scheme: bearer, kinds: { … } } }";
            diagnostics.push(old_form("scheme: bearer, keys: { … }", new, key.span));
            true
        }
        (None, Some((key, _))) => {
            let new = "schemes: { key: { scheme: bearer } }";
            diagnostics.push(old_form("scheme: bearer", new, key.span));
            true
        }
        (None, None) => false,
    }
}

impl AuthResponseEntry {
    fn read(table: &mut Table, key: &'static str, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut table = table.table(key, diagnostics)?;
        let status = table
            .required_node("status", diagnostics)
            .and_then(|node| read_status(node, ERRORS, diagnostics));
        let message = table.plain_text("message", diagnostics);
        let assumed = table.plain_text("assumed", diagnostics);
        table.close(diagnostics);
        Some(Self {
            status: status?,
            message,
            assumed,
        })
    }
}
