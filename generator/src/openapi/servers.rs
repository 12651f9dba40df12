//! Servers: the URLs that a client can be given, and those of single operations.

use super::references::At;
use super::security::snake;
use super::warnings::{Topic, Warnings};
use crate::api::Notes;
use crate::document::{ServerEntry, VariableEntry};
use crate::node::Node;
use crate::source::Spanned;

/// The servers of the API, and those of operations.
pub(super) struct Servers {
    pub(super) entries: Vec<ServerEntry>,
    /// Whether the first one is of the API.
    of_api: bool,
}

impl Servers {
    /// Reads the servers of the API; those without a usable URL are left out.
    pub(super) fn read(servers: Option<At<'_>>, warnings: &mut Warnings) -> Self {
        let mut entries: Vec<ServerEntry> = Vec::new();
        for server in servers.map_or(&[][..], |at| at.node.items()) {
            match url(server) {
                Ok(url) => {
                    if !entries.iter().any(|of| of.url.value == url.value) {
                        let name = name(server, &entries, None);
                        entries.push(entry(server, name, url));
                    }
                }
                Err(Unusable::Relative) => {}
                Err(Unusable::Wrong(why)) => warnings.add(Topic::Server, server.span, why),
            }
        }
        Self {
            of_api: !entries.is_empty(),
            entries,
        }
    }

    /// The name of the server of an operation, from the list of the operation or of its path. It is `None` if the operation
    /// is on the first server of the API: then the caller knows where it is.
    pub(super) fn own(
        &mut self,
        servers: &Node,
        warnings: &mut Warnings,
    ) -> Option<Spanned<String>> {
        let urls: Vec<_> = servers.items().iter().map(|of| (of, url(of))).collect();
        let first = self.entries.first().filter(|_| self.of_api);
        let is_first = |url: &Spanned<String>| first.is_some_and(|of| of.url.value == url.value);
        let mut usable = urls.iter().filter_map(|(_, url)| url.as_ref().ok());
        if urls.is_empty() || usable.any(is_first) {
            return None;
        }
        let mut usable = urls.iter();
        let Some((node, url)) = usable.find_map(|(node, url)| Some((*node, url.as_ref().ok()?)))
        else {
            let why = match urls.first() {
                Some((_, Err(Unusable::Wrong(why)))) => why,
                _ => "its URL is relative, so the operation is called where the others are",
            };
            warnings.add(Topic::Server, servers.span, why);
            return None;
        };
        let name = match self.entries.iter().find(|of| of.url.value == url.value) {
            Some(known) => known.name.value.clone(),
            None => {
                let name = name(node, &self.entries, Some(&host_name(&url.value)));
                self.entries.push(entry(node, name.clone(), url.clone()));
                name
            }
        };
        Some(Spanned::new(name, url.span))
    }
}

/// Why no client can be given a URL.
enum Unusable {
    /// The caller knows where the API is.
    Relative,
    Wrong(&'static str),
}

fn url(server: &Node) -> Result<Spanned<String>, Unusable> {
    let url = server.get("url").ok_or(Unusable::Wrong("it has no URL"))?;
    let text = url
        .as_text()
        .ok_or(Unusable::Wrong("its URL is no text"))?
        .trim();
    let other_scheme = Unusable::Wrong("its URL has another scheme than HTTP");
    let text = match text {
        _ if text.starts_with("https://") || text.starts_with("http://") => text.to_owned(),
        _ if text.starts_with("//") => format!("https:{text}"),
        _ if text.is_empty() || text.starts_with(['/', '.']) => return Err(Unusable::Relative),
        _ if text.contains("://") => return Err(other_scheme),
        _ if text.starts_with('{') || text.contains('.') && !text.contains(' ') => {
            format!("https://{text}")
        }
        _ => return Err(Unusable::Relative),
    };
    let text = text.split(['?', '#']).next().unwrap_or_default();
    Ok(Spanned::new(
        text.trim_end_matches('/').to_owned(),
        url.span,
    ))
}

fn entry(server: &Node, name: String, url: Spanned<String>) -> ServerEntry {
    let description = server.get("description").and_then(Node::as_text);
    let variables = server.get("variables").map_or(&[][..], Node::entries);
    let variables = variables
        .iter()
        .filter(|(name, _)| url.value.matches(&format!("{{{}}}", name.value)).count() == 1);
    let variables = variables.map(|(name, variable)| {
        let default = variable.get("default");
        let values = variable.get("enum").map_or(&[][..], Node::items);
        let values = values
            .iter()
            .filter_map(|value| Some(Spanned::new(value.scalar_text()?, value.span)));
        let values: Vec<Spanned<String>> = values.collect();
        let default = default
            .and_then(|default| {
                // Some documents have a placeholder, such as `{your-host}`.
                let text = default.scalar_text()?;
                let text = text.trim_matches(['{', '}', '<', '>']);
                Some(Spanned::new(text.to_owned(), default.span))
            })
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
    ServerEntry {
        name: Spanned::new(name, url.span),
        variables: variables.collect(),
        url,
        notes: Notes {
            doc: description.and_then(super::fields::tidy),
            ..Notes::default()
        },
    }
}

/// The first word of the host that tells something.
fn host_name(url: &str) -> String {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let mut words = host.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let word = words.find(|word| {
        word.starts_with(|c: char| c.is_ascii_alphabetic()) && !["api", "www"].contains(word)
    });
    snake(word.unwrap_or_default(), "server")
}

/// A name from a short description. `of_host` is the name of a server of operations: the environment that describes it is
/// often that of another server too.
fn name(server: &Node, known: &[ServerEntry], of_host: Option<&str>) -> String {
    let is_new = |name: &String| known.iter().all(|server| server.name.value != *name);
    let description = server.get("description").and_then(Node::as_text);
    let short = description.filter(|text| {
        let words = text.split_whitespace().count();
        (1..=3).contains(&words) && text.is_ascii() && !text.contains("://")
    });
    let base = match (short.map(|text| snake(text, "server")), of_host) {
        (Some(name), Some(_)) if is_new(&name) => name,
        (_, Some(host)) => host.to_owned(),
        (Some(name), None) => name,
        (None, None) if known.is_empty() => "default".to_owned(),
        (None, None) => "server".to_owned(),
    };
    let mut unique = base.clone();
    let mut number = 2;
    while !is_new(&unique) {
        unique = format!("{base}_{number}");
        number += 1;
    }
    unique
}
