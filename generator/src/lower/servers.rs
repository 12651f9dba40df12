//! Servers.

use super::lower_notes;
use crate::api::Server;
use crate::spec::ServerEntry;

pub(super) fn lower(entries: Vec<ServerEntry>) -> Vec<Server> {
    let servers = entries.into_iter().map(|entry| Server {
        name: entry.name.value,
        url: entry.url.value,
        notes: lower_notes(&entry.notes),
    });
    servers.collect()
}
