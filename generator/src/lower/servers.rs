//! Servers.

use crate::api::Server;
use crate::document::ServerEntry;

pub(super) fn lower(entries: Vec<ServerEntry>) -> Vec<Server> {
    let servers = entries.into_iter().map(|entry| Server {
        name: entry.name.value,
        url: entry.url.value,
        notes: entry.notes.clone(),
    });
    servers.collect()
}
