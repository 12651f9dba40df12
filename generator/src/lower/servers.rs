//! Servers.

use crate::api::{Server, ServerId, ServerVariable};
use crate::document::{ServerEntry, VariableEntry};
use crate::source::Spanned;

pub(super) fn lower(entries: Vec<ServerEntry>) -> Vec<Server> {
    let servers = entries.into_iter().map(|entry| Server {
        name: entry.name.value,
        url: entry.url.value,
        variables: entry.variables.into_iter().map(variable).collect(),
        notes: entry.notes,
    });
    servers.collect()
}

fn variable(entry: VariableEntry) -> ServerVariable {
    let values = entry.values.into_iter();
    ServerVariable {
        name: entry.name.value,
        default: entry.default.map(|default| default.value),
        values: values.map(|value| value.value).collect(),
        notes: entry.notes,
    }
}

/// The server of this name.
pub(super) fn find(name: &Spanned<String>, entries: &[ServerEntry]) -> Option<ServerId> {
    let index = entries
        .iter()
        .position(|entry| entry.name.value == name.value);
    index.map(ServerId)
}
