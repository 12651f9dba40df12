//! Servers.

use super::{JsonObject, text};
use crate::api::{Api, Value};

/// The servers of the API, or the one that serves the document.
pub(super) fn list(api: &Api) -> Vec<Value> {
    if api.servers.is_empty() {
        return vec![JsonObject::new().with("url", "/").into()];
    }
    let servers = api.servers.iter().map(|server| {
        JsonObject::new()
            .with("url", server.url.as_str())
            .with_option(
                "description",
                text::description(&server.notes, Some(&server.name)),
            )
            .and(text::extensions(&server.notes))
            .into()
    });
    servers.collect()
}
