//! The servers of the API.

use super::html::encode;
use super::notes::{Assumptions, NotesView};
use crate::api::Api;

/// A server with its URL.
pub(super) struct ServerView {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) url: String,
    pub(super) notes: NotesView,
}

/// All servers, in the order of the document.
pub(super) fn views(api: &Api, assumptions: &mut Assumptions) -> Vec<ServerView> {
    let servers = api.servers.iter().map(|server| {
        let anchor = format!("server-{}", encode(&server.name, '~'));
        ServerView {
            notes: assumptions.notes(&server.notes, &anchor, &server.name),
            name: server.name.clone(),
            url: server.url.clone(),
            anchor,
        }
    });
    servers.collect()
}
