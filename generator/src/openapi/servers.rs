//! Servers: the URLs of the API that a client can be given, and the URLs of single operations.

use std::net::Ipv4Addr;

use super::files;
use super::identifiers::{Taken, snake};
use super::notes::notes;
use super::spelling;
use super::warnings::{Topic, Warnings};
use crate::api::{Notes, UrlPiece, url_pieces};
use crate::check;
use crate::document::{Document, ServerEntry, VariableEntry};
use crate::hash::HashSet;
use crate::node::Node;
use crate::source::{SourceFile, Spanned};

/// The servers of the API, and the servers of operations.
#[derive(Default)]
pub(super) struct Servers {
    entries: Vec<ServerEntry>,
    /// The number of servers of the API, which come first.
    of_api: usize,
    /// The relative URLs of the API.
    relative: Vec<String>,
    /// The names of servers.
    taken: Taken,
}

impl Servers {
    /// Reads the servers of the API; those without a usable URL are left out.
    pub(super) fn read(servers: Option<&Node>, warnings: &mut Warnings) -> Self {
        let mut all = Self::default();
        let servers = servers.map_or(&[][..], Node::items);
        if servers.is_empty() {
            all.relative.push(String::new());
        }
        for node in servers {
            spelling::check(node, spelling::SERVER, warnings);
            match url(node) {
                Ok(url) => {
                    let server = entry(node, url);
                    if !all.entries.iter().any(|known| is_same(known, &server)) {
                        let name = name(node, &mut all.taken, None);
                        all.add(server, name);
                    }
                }
                Err(Unusable::Relative(url)) => all.relative.push(url),
                Err(Unusable::Wrong(why)) => warnings.add(Topic::Server, node.span, &why),
            }
        }
        all.of_api = all.entries.len();
        all
    }

    /// The name of the server of an operation, from the list of the operation or of its path. It is `None` if the first
    /// server of the API is in that list, because the caller knows where the API is.
    pub(super) fn own(
        &mut self,
        servers: &Node,
        warnings: &mut Warnings,
    ) -> Option<Spanned<String>> {
        let mut why = None;
        let mut found: Option<(&Node, ServerEntry)> = None;
        for node in servers.items() {
            spelling::check(node, spelling::SERVER, warnings);
            match url(node) {
                Ok(url) => {
                    let server = entry(node, url);
                    let first = self.entries.get(..self.of_api).unwrap_or_default().first();
                    if first.is_some_and(|first| is_same(first, &server)) {
                        return None;
                    }
                    match check::problem_of_server(&server) {
                        Some(problem) => why = why.or(Some(problem)),
                        None => found = found.or(Some((node, server))),
                    }
                }
                Err(Unusable::Relative(url)) if self.relative.contains(&url) => return None,
                Err(Unusable::Relative(_)) => {
                    let relative =
                        "its URL is relative, so the operation is called where the others are";
                    why = why.or(Some(relative.to_owned()));
                }
                Err(Unusable::Wrong(wrong)) => why = why.or(Some(wrong)),
            }
        }
        let Some((node, server)) = found else {
            if let Some(why) = why {
                warnings.add(Topic::Server, servers.span, &why);
            }
            return None;
        };
        let span = server.url.span;
        let of_operations = self.entries.get(self.of_api..).unwrap_or_default();
        let known = of_operations.iter().find(|known| is_same(known, &server));
        let name = known.map(|known| known.name.value.clone());
        let name = name.unwrap_or_else(|| {
            let name = name_of_own(node, &server, &mut self.taken);
            self.add(server, name.clone());
            name
        });
        Some(Spanned::new(name, span))
    }

    fn add(&mut self, mut server: ServerEntry, name: String) {
        server.name.value = name;
        self.entries.push(server);
    }

    /// All servers, and the names of the servers that only operations have.
    pub(super) fn finish(self) -> (Vec<ServerEntry>, HashSet<String>) {
        let of_operations = self.entries.iter().skip(self.of_api);
        let names = of_operations
            .map(|server| server.name.value.clone())
            .collect();
        (self.entries, names)
    }
}

/// Removes the servers of operations that are left out.
pub(super) fn remove_unused(document: &mut Document, mut own: HashSet<String>) {
    for server in document
        .operations
        .iter()
        .filter_map(|operation| operation.server.as_ref())
    {
        own.remove(&server.value);
    }
    document
        .api
        .servers
        .retain(|server| !own.contains(&server.name.value));
}

/// Whether clients get the same URL.
fn is_same(one: &ServerEntry, other: &ServerEntry) -> bool {
    let has_same = |one: &VariableEntry, other: &VariableEntry| {
        let values = one.values.iter().map(|value| &value.value);
        let default =
            |variable: &VariableEntry| variable.default.as_ref().map(|value| value.value.clone());
        (&one.name.value, default(one)) == (&other.name.value, default(other))
            && values.eq(other.values.iter().map(|value| &value.value))
    };
    let pairs = || one.variables.iter().zip(&other.variables);
    one.url.value == other.url.value
        && one.variables.len() == other.variables.len()
        && pairs().all(|(one, other)| has_same(one, other))
}

/// Why no client can be given a URL.
enum Unusable {
    /// The caller knows where the API is.
    Relative(String),
    Wrong(String),
}

fn url(server: &Node) -> Result<Spanned<String>, Unusable> {
    let wrong = |why: &str| Unusable::Wrong(why.to_owned());
    let url = server.get("url").ok_or_else(|| wrong("it has no URL"))?;
    let written = url
        .as_text()
        .ok_or_else(|| wrong("its URL is not a string"))?;
    let text = written.trim();
    let relative = || Unusable::Relative(text.trim_end_matches('/').to_owned());
    let http = ["https://", "http://"].iter().find_map(|scheme| {
        let (own, rest) = text.split_at_checked(scheme.len())?;
        own.eq_ignore_ascii_case(scheme)
            .then(|| format!("{scheme}{rest}"))
    });
    let absolute = match http {
        Some(url) => url,
        _ if text.starts_with("//") => format!("https:{text}"),
        _ if text.is_empty() || text.starts_with(['/', '.']) => return Err(relative()),
        _ if text.contains("://") => {
            return Err(wrong("its URL has another scheme than HTTP"));
        }
        _ if is_whole(server, text) => text.to_owned(),
        _ if is_host(text) => format!("https://{text}"),
        _ => return Err(relative()),
    };
    let base = absolute.split(['?', '#']).next().unwrap_or_default();
    let is_empty = |(_, rest): (&str, &str)| rest.starts_with('/') || rest.is_empty();
    if base.split_once("://").is_some_and(is_empty) {
        let why = format!("`{written}` is not the URL of a server: it has no host");
        return Err(Unusable::Wrong(why));
    }
    Ok(Spanned::new(
        base.trim_end_matches('/').to_owned(),
        url.span,
    ))
}

/// The paths of the servers whose URLs are relative, with the defaults of their variables: only where the document is says
/// more.
pub(crate) fn relative_paths(source: &SourceFile) -> Vec<String> {
    let Ok(parts) = files::parse(source) else {
        return Vec::new();
    };
    let root = parts.files.first().map(|file| &file.root);
    let servers = root.map_or(&[][..], |root| root.items_at("servers"));
    let mut paths: Vec<String> = Vec::new();
    for server in servers {
        let Err(Unusable::Relative(url)) = url(server) else {
            continue;
        };
        let variables = server.get("variables");
        let pieces = url_pieces(&url).into_iter().map(|piece| match piece {
            UrlPiece::Text(text) => text.to_owned(),
            UrlPiece::Variable(name) => {
                let default =
                    variables.and_then(|all| all.get(name)?.get("default")?.scalar_text());
                default.unwrap_or_else(|| "{}".to_owned())
            }
        });
        let url: String = pieces.collect();
        let path = match url.trim_start_matches(['.', '/']) {
            "" => String::new(),
            path => format!("/{path}"),
        };
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Whether a URL begins with a variable that has the scheme, too: `{endpoint}/v1`. It has no default that tells.
fn is_whole(server: &Node, url: &str) -> bool {
    let variable = url.strip_prefix('{').and_then(|rest| rest.split_once('}'));
    let Some((name, after)) = variable else {
        return false;
    };
    let variables = server.get("variables");
    let default = variables
        .and_then(|variables| variables.get(name)?.get("default")?.scalar_text())
        .unwrap_or_default();
    let has_scheme = default.starts_with("https://") || default.starts_with("http://");
    has_scheme || default.is_empty() && (after.is_empty() || after.starts_with('/'))
}

/// Whether a URL without a scheme begins with a host, and not with a folder such as `v1.0`.
fn is_host(text: &str) -> bool {
    let host = text.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let last = host.rsplit_once('.').map(|(_, last)| last);
    let is_domain = |last: &str| last.starts_with(|c: char| c.is_ascii_alphabetic() || c == '{');
    let is_address = || host.parse::<Ipv4Addr>().is_ok();
    text.starts_with('{') || !text.contains(' ') && (last.is_some_and(is_domain) || is_address())
}

/// A server whose name is not known yet.
fn entry(server: &Node, url: Spanned<String>) -> ServerEntry {
    let used = server
        .entries_at("variables")
        .iter()
        .filter(|(name, _)| url.value.matches(&format!("{{{}}}", name.value)).count() == 1);
    let declared = used.map(|(name, variable)| {
        // Some documents have placeholders, such as `{your-host}`.
        let value = |node: &Node| {
            let written = node.scalar_text()?;
            let text = written.trim_matches(['{', '}', '<', '>']);
            Some(Spanned::new(text.to_owned(), node.span))
        };
        let values: Vec<Spanned<String>> =
            variable.items_at("enum").iter().filter_map(value).collect();
        let default = variable
            .get("default")
            .and_then(value)
            .filter(|default| !default.value.is_empty())
            .or_else(|| values.first().cloned());
        let is_listed = default
            .as_ref()
            .is_none_or(|default| values.contains(default));
        VariableEntry {
            name: name.clone(),
            default,
            values: if is_listed { values } else { Vec::new() },
            notes: notes(variable),
        }
    });
    let mut variables: Vec<VariableEntry> = declared.collect();
    for piece in url_pieces(&url.value) {
        let UrlPiece::Variable(name) = piece else {
            continue;
        };
        let is_once = url.value.matches(&format!("{{{name}}}")).count() == 1;
        if is_once && !variables.iter().any(|variable| variable.name.value == name) {
            variables.push(VariableEntry {
                name: Spanned::new(name.to_owned(), url.span),
                default: None,
                values: Vec::new(),
                notes: Notes::default(),
            });
        }
    }
    ServerEntry {
        name: Spanned::new(String::new(), url.span),
        variables,
        notes: notes(server),
        url,
    }
}

/// The name of a server that only operations have. It is made of the server's description, unless another server has
/// this name. Otherwise, it is the first label of the host that tells something.
fn name_of_own(node: &Node, server: &ServerEntry, taken: &mut Taken) -> String {
    let without_scheme = server
        .url
        .value
        .split_once("://")
        .map_or("", |(_, rest)| rest);
    let host = without_scheme.split(['/', ':']).next().unwrap_or_default();
    let is_address = host.parse::<Ipv4Addr>().is_ok();
    let mut labels = host
        .rsplit_once('.')
        .map_or(host, |(labels, _)| labels)
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    let is_telling = |label: &&str| {
        let is_generic = ["api", "www"]
            .iter()
            .any(|generic| label.eq_ignore_ascii_case(generic));
        !is_generic && label.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_address
    };
    let label = labels.find(is_telling).unwrap_or("server");
    name(node, taken, Some(&snake(label, "server")))
}

/// A name from a short description. Descriptions often name an environment, so several servers may have the same one:
/// then the name is `other`.
fn name(server: &Node, taken: &mut Taken, other: Option<&str>) -> String {
    // OpenAPI 3.2 has names.
    let given = server.text_at("name");
    let description = given.or_else(|| server.text_at("description"));
    let short = description.filter(|text| {
        let words = text.split_whitespace().count();
        let has_words = text.contains(|c: char| c.is_ascii_alphanumeric());
        (1..=3).contains(&words) && text.is_ascii() && has_words && !text.contains("://")
    });
    let base = match (short.map(|text| snake(text, "server")), other) {
        (Some(name), Some(_)) if !taken.has(&name) => name,
        (_, Some(other)) => other.to_owned(),
        (Some(name), None) => name,
        (None, None) if taken.is_empty() => "default".to_owned(),
        (None, None) => "server".to_owned(),
    };
    taken.unique(base, str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    #[test]
    fn hosts_and_folders_are_told_apart() {
        for (text, expected) in [
            ("HTTPS://api.example.com/", Some("https://api.example.com")),
            ("Http://api.example.com/A", Some("http://api.example.com/A")),
            (
                "api.example.com:8080/v1.0",
                Some("https://api.example.com:8080/v1.0"),
            ),
            ("api.{region}/v1", Some("https://api.{region}/v1")),
            // The caller's value has the scheme.
            ("{host}", Some("{host}")),
            ("10.0.0.1/api", Some("https://10.0.0.1/api")),
            ("v1.0/api", None),
            ("v1.0", None),
            ("api/openapi.json", None),
            ("/v1", None),
        ] {
            let node = yaml::parse_openapi(&format!("url: '{text}'"), 0).unwrap();
            let found = url(&node).ok().map(|url| url.value);
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
