//! Servers.

use super::{Members, text};
use crate::api::{Api, Value};

/// The servers of the API, or the one that serves the document.
pub(super) fn list(api: &Api) -> Vec<Value> {
    if api.servers.is_empty() {
        return vec![Members::new().with("url", "/").into()];
    }
    let servers = api.servers.iter().map(|server| {
        Members::new()
            .with("url", server.url.as_str())
            .unless_none(
                "description",
                text::description(&server.notes, Some(&server.name)),
            )
            .and(text::extensions(&server.notes))
            .into()
    });
    servers.collect()
}
