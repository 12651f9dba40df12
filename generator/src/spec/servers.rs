//! `servers` of the `api` section: where the API is served.

use super::kinds::{Entries, text_of};
use super::language::{SERVER, SERVER_VARIABLE};
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{Notes, ServerEntry, VariableEntry};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Reads `servers`: a map from names to URLs.
pub(super) fn read_servers(entries: Entries, diagnostics: &mut Diagnostics) -> Vec<ServerEntry> {
    entries
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
            variables: Vec::new(),
            notes: Notes::default(),
        });
    }
    let mut table = Table::open(node, &SERVER, diagnostics)?.at(name.span);
    let url = table.required_text("url", diagnostics);
    let notes = Notes::read(&mut table, diagnostics);
    let variables = table.entries("variables", diagnostics);
    let variables = variables.map_or_else(Vec::new, |entries| read_variables(entries, diagnostics));
    table.close(diagnostics);
    Some(ServerEntry {
        name,
        url: url?,
        variables,
        notes,
    })
}

/// Reads `variables`: a map from the names in the URL to what they stand for.
fn read_variables(entries: Entries, diagnostics: &mut Diagnostics) -> Vec<VariableEntry> {
    let variables = entries.into_iter().filter_map(|(name, node)| {
        let mut table = Table::open(node, &SERVER_VARIABLE, diagnostics)?.at(name.span);
        let default = table.text("default", diagnostics);
        let values = table.texts("enum", "a value of `enum`", diagnostics);
        let notes = Notes::read(&mut table, diagnostics);
        table.close(diagnostics);
        Some(VariableEntry {
            name,
            default,
            values,
            notes,
        })
    });
    variables.collect()
}
