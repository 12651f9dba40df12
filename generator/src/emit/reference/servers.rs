//! The servers of the API.

use super::notes::{Assumptions, NotesView};
use crate::api::{Api, ServerVariable};
use crate::emit::markdown::RichText;
use crate::emit::samples::literals::encode;
use crate::emit::{docs, markdown};

/// A server with its URL.
pub(super) struct ServerView {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) url: String,
    /// The URL in which each variable has its default.
    pub(super) default_url: String,
    /// Whether it is the server of operations that name none.
    pub(super) is_common: bool,
    pub(super) notes: NotesView,
    pub(super) variables: Vec<VariableView>,
}

/// A variable in the URL of a server.
pub(super) struct VariableView {
    pub(super) name: String,
    /// The values that it can have.
    pub(super) values: RichText,
    pub(super) notes: NotesView,
}

/// The anchor of a server.
pub(super) fn anchor(name: &str) -> String {
    format!("server-{}", encode(name, '~'))
}

/// All servers, in the order of the document.
pub(super) fn views(api: &Api, assumptions: &mut Assumptions) -> Vec<ServerView> {
    let own = api.own_servers();
    let servers = api.servers.iter().enumerate().map(|(index, server)| {
        let anchor = anchor(&server.name);
        ServerView {
            notes: assumptions.notes(&server.notes, &anchor, &server.name),
            name: server.name.clone(),
            url: server.url.clone(),
            default_url: server.shown_url(),
            is_common: own.iter().all(|id| id.0 != index),
            variables: server
                .variables
                .iter()
                .map(|server_variable| variable(server_variable, &anchor, assumptions))
                .collect(),
            anchor,
        }
    });
    servers.collect()
}

fn variable(
    variable: &ServerVariable,
    anchor: &str,
    assumptions: &mut Assumptions,
) -> VariableView {
    VariableView {
        name: variable.name.clone(),
        values: markdown::line(&docs::values_of(variable)),
        notes: assumptions.notes(&variable.notes, anchor, &variable.name),
    }
}
