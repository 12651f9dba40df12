//! Servers.

use super::{JsonObject, text};
use crate::api::{Api, Operation, Server, ServerVariable, Value};

/// The servers of the API, or the server that sends the document.
pub(super) fn list(api: &Api) -> Vec<Value> {
    let servers = api.common_servers().map(|id| server(api.server(id)).into());
    let servers: Vec<Value> = servers.collect();
    match servers.is_empty() {
        true => vec![JsonObject::new().with("url", "/").into()],
        false => servers,
    }
}

/// The server of an operation that is not on the servers of the API.
pub(super) fn of_operation(api: &Api, operation: &Operation) -> Option<Vec<Value>> {
    let own = operation.server?;
    Some(vec![server(api.server(own)).into()])
}

fn server(server: &Server) -> JsonObject {
    let variables = server.variables.iter();
    let variables = variables.map(|found| (&found.name, variable(found)));
    JsonObject::new()
        .with("url", server.url.as_str())
        .and(text::described(&server.notes, Some(&server.name), []))
        .with_nonempty("variables", variables.collect())
        .and(text::extensions(&server.notes))
}

fn variable(variable: &ServerVariable) -> JsonObject {
    let values = variable.values.iter();
    JsonObject::new()
        .with_list("enum", values.map(|value| value.as_str().into()))
        // OpenAPI requires one.
        .with("default", variable.default.as_deref().unwrap_or_default())
        .and(text::described(&variable.notes, None, []))
        .and(text::extensions(&variable.notes))
}
