//! `servers` of the `api` section: where the API is served.

use super::kinds::text_of;
use super::language::{SERVER, SERVER_VARIABLE};
use super::table::Table;
use crate::diagnostic::Diagnostics;
use crate::document::{Notes, ServerEntry, VariableEntry};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

/// Reads an entry of `servers`: a URL, or a map.
pub(super) fn read_server(
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
    let url = table.required_text("url");
    let notes = Notes::read(&mut table);
    let variables = table.each("variables", read_variable);
    table.close();
    Some(ServerEntry {
        name,
        url: url?,
        variables,
        notes,
    })
}

/// Reads a variable, whose name is in the URL.
fn read_variable(
    name: Spanned<String>,
    node: Node,
    diagnostics: &mut Diagnostics,
) -> Option<VariableEntry> {
    let mut table = Table::open(node, &SERVER_VARIABLE, diagnostics)?.at(name.span);
    let default = table.text("default");
    let values = table.texts("enum", "a value of `enum`");
    let notes = Notes::read(&mut table);
    table.close();
    Some(VariableEntry {
        name,
        default,
        values,
        notes,
    })
}
