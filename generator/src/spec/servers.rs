//! `servers` of the `api` section: where the API is served.

use super::place::Place;
use super::table::{Table, text_of};
use crate::diagnostic::Diagnostics;
use crate::document::{Notes, ServerEntry};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Reads `servers`: a map from names to URLs.
pub(super) fn read_servers(entries: Table, diagnostics: &mut Diagnostics) -> Vec<ServerEntry> {
    entries
        .into_entries()
        .into_iter()
        .filter_map(|(name, node)| read_server(name, node, diagnostics))
        .collect()
}

fn read_server(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<ServerEntry> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        let url = text_of(node, &format!("the URL of `{}`", name.value), diagnostics)?;
        return Some(ServerEntry {
            name,
            url,
            notes: Notes::default(),
            variables: None,
        });
    }
    let mut table = Table::open(node, Place::Server, diagnostics)?.at(name.span);
    let url = table.required_text("url", diagnostics);
    let notes = Notes::read(&mut table, diagnostics);
    let variables = table.entry("variables").map(|(key, _)| key.span);
    table.close(diagnostics);
    Some(ServerEntry {
        name,
        url: url?,
        notes,
        variables,
    })
}
