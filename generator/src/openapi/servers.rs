//! Servers: the URLs that a client can be given.

use super::security::snake;
use super::warnings::{Topic, Warnings};
use crate::api::Notes;
use crate::document::{ServerEntry, VariableEntry};
use crate::node::Node;
use crate::source::Spanned;

/// Reads a list of servers; those without a usable URL are left out.
pub(super) fn read(servers: &Node, known: &mut Vec<ServerEntry>, warnings: &mut Warnings) {
    for server in servers.items() {
        if let Err(why) = add(server, known)
            && let Some(why) = why
        {
            warnings.add(Topic::Server, server.span, why);
        }
    }
}

/// Adds a server, and returns its name. The error is why there is none, unless that is no problem.
fn add(server: &Node, known: &mut Vec<ServerEntry>) -> Result<String, Option<&'static str>> {
    let url = server.get("url").ok_or(Some("it has no URL"))?;
    let text = url.as_text().ok_or(Some("its URL is no text"))?.trim();
    let text = match text {
        _ if text.starts_with("https://") || text.starts_with("http://") => text.to_owned(),
        _ if text.starts_with("//") => format!("https:{text}"),
        // The caller knows where the API is.
        _ if text.is_empty() || text.starts_with(['/', '.']) => return Err(None),
        _ if text.contains("://") => return Err(Some("its URL has another scheme than HTTP")),
        _ if text.starts_with('{') || text.contains('.') && !text.contains(' ') => {
            match text.split_once("://") {
                None => format!("https://{text}"),
                Some(_) => return Err(Some("its URL has another scheme than HTTP")),
            }
        }
        _ => return Err(None),
    };
    let text = text.split(['?', '#']).next().unwrap_or_default();
    let text = text.trim_end_matches('/').to_owned();
    if known.iter().any(|server| server.url.value == text) {
        return Err(None);
    }
    let description = server.get("description").and_then(Node::as_text);
    let name = name(description, known);
    let variables = server.get("variables").map_or(&[][..], Node::entries);
    let variables = variables
        .iter()
        .filter(|(name, _)| text.matches(&format!("{{{}}}", name.value)).count() == 1);
    let variables = variables.map(|(name, variable)| {
        let default = variable.get("default");
        let values = variable.get("enum").map_or(&[][..], Node::items);
        let values = values
            .iter()
            .filter_map(|value| Some(Spanned::new(value.scalar_text()?, value.span)));
        let values: Vec<Spanned<String>> = values.collect();
        let default = default
            .and_then(|default| Some(Spanned::new(default.scalar_text()?, default.span)))
            .or_else(|| values.first().cloned())
            .unwrap_or_else(|| Spanned::new(String::new(), name.span));
        let is_listed = values.is_empty() || values.contains(&default);
        VariableEntry {
            name: name.clone(),
            default,
            values: if is_listed { values } else { Vec::new() },
            notes: super::fields::notes(variable),
        }
    });
    known.push(ServerEntry {
        name: Spanned::new(name.clone(), url.span),
        variables: variables.collect(),
        url: Spanned::new(text, url.span),
        notes: Notes {
            doc: description.and_then(super::fields::tidy),
            ..Notes::default()
        },
    });
    Ok(name)
}

/// A name from a short description, or `default`.
fn name(description: Option<&str>, known: &[ServerEntry]) -> String {
    let short = description.filter(|text| {
        let words = text.split_whitespace().count();
        (1..=3).contains(&words) && text.is_ascii() && !text.contains("://")
    });
    let base = match short {
        Some(text) => snake(text, "server"),
        None if known.is_empty() => "default".to_owned(),
        None => "server".to_owned(),
    };
    let mut unique = base.clone();
    let mut number = 2;
    while known.iter().any(|server| server.name.value == unique) {
        unique = format!("{base}_{number}");
        number += 1;
    }
    unique
}
