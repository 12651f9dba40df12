//! Servers and the base path, and what else concerns all operations.

use super::Rule;
use super::addresses::Address;
use super::paths::{Base, Bases, common_servers};
use super::site::{Setting, Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use crate::api::{Api, Operation, Server};

impl<'a> Walk<'a> {
    /// Compares what concerns all operations.
    pub(super) fn whole(&mut self, bases: Bases<'_>) {
        let (old, new) = (self.old, self.new);
        let site = Site::root("api", Spot::Api, Spot::Api);
        self.whole_stability(Self::api(Flow::Request), &site);
        let addresses = |api: &'a Api| -> Vec<Address> {
            let servers = api.servers.iter();
            let all = servers.flat_map(|server| {
                let url = format!("{}{}", server.url, api.base_path);
                Address::all(server, &url)
            });
            all.collect()
        };
        let (old_addresses, new_addresses) = (addresses(old), addresses(new));
        // The base path may have moved into the URLs of servers, or into the routes.
        let is_moved = match (
            common_servers(old).is_empty(),
            common_servers(new).is_empty(),
        ) {
            (true, true) => false,
            (false, false) => old_addresses == new_addresses,
            // A document without URLs may have the same path.
            (true, false) | (false, true) => whole_path(old) == whole_path(new),
        };
        let has_relative = self.relative_servers();
        let is_moved = is_moved || bases != Bases::default() || has_relative;
        if old.base_path != new.base_path && !is_moved {
            let shown = |path: &str| match path {
                "" => "empty".to_owned(),
                path => Quoted(path).to_string(),
            };
            let (old, new) = (shown(&old.base_path), shown(&new.base_path));
            let message = format!("the base path was {old}, and is {new}");
            self.change(
                Rule::BasePathChanged,
                Self::api(Flow::Request),
                &site.in_parts(Spot::BasePath, Spot::BasePath),
                message,
            );
        }
        if old_addresses != new_addresses {
            self.servers(bases);
        }
        if !old
            .request_id_header
            .eq_ignore_ascii_case(&new.request_id_header)
        {
            let (old, new) = (&old.request_id_header, &new.request_id_header);
            let (old, new) = (Quoted(old), Quoted(new));
            let message = format!("the header of the request ID was {old}, and is {new}");
            let context = Self::api(Flow::Response);
            let spot = Spot::Setting(Setting::RequestId);
            let site = site.in_parts(spot, spot);
            self.change(Rule::RequestIdHeaderChanged, context, &site, message);
        }
    }

    fn servers(&mut self, bases: Bases<'_>) {
        let (old, new) = (listed(self.old, bases.0), listed(self.new, bases.1));
        let (gone, gone_parts) = without(&old, &new);
        let (added, added_parts) = without(&new, &old);
        for (server, addresses) in gone_parts {
            let message = format!("of the server {}, {addresses} is gone", Quoted(&server.url));
            self.server(server, Has::Old, message);
        }
        for (server, addresses) in added_parts {
            let message = format!("of the server {}, {addresses} is new", Quoted(&server.url));
            self.server(server, Has::New, message);
        }
        // Nothing is left of what clients know, and the same hosts have something else.
        if gone.len() == old.len()
            && added.len() == new.len()
            && let Some(pairs) = with_other_paths(&gone, &added)
        {
            for (gone, added) in pairs {
                let spots = (Spot::Server(&gone.name), Spot::Server(&added.name));
                let site = Site::root("servers", spots.0, spots.1);
                let (was, is) = (Quoted(&gone.url), Quoted(&added.url));
                let message = format!("the server was {was}, and is {is}");
                let context = Self::api(Flow::Request);
                self.change(Rule::BasePathChanged, context, &site, message);
            }
            return;
        }
        for gone in gone {
            let message = format!("the server {} is gone", shown(gone));
            self.server(gone, Has::Old, message);
        }
        for added in added {
            let message = format!("the server {} is new", shown(added));
            self.server(added, Has::New, message);
        }
    }

    /// Adds the change of a server that only one side has.
    fn server(&mut self, server: &'a Server, has: Has, message: String) {
        let spot = Spot::Server(&server.name);
        let (rule, old, new) = match has {
            Has::Old => (Rule::ServerRemoved, spot, Spot::Api),
            Has::New | Has::Both => (Rule::ServerAdded, Spot::Api, spot),
        };
        let site = Site::root("servers", old, new);
        self.change_of(rule, Self::api(Flow::Request), &site, has, message);
    }

    /// Compares servers with relative URLs. Returns whether a document has some: a single relative URL is a base path,
    /// and does not count.
    fn relative_servers(&mut self) -> bool {
        let (old, new) = self.relative;
        if old.is_empty() && new.is_empty() {
            return false;
        }
        let (old, new) = (paths(self.old, old), paths(self.new, new));
        let site = Site::root("servers", Spot::Api, Spot::Api);
        let context = Self::api(Flow::Request);
        for gone in old.relative.iter().filter(|path| !new.has(path)) {
            let message = format!("the server {} is gone", Quoted(&format!("{gone}/")));
            self.change_of(Rule::ServerRemoved, context, &site, Has::Old, message);
        }
        for added in new.relative.iter().filter(|path| !old.has(path)) {
            let message = format!("the server {} is new", Quoted(&format!("{added}/")));
            self.change_of(Rule::ServerAdded, context, &site, Has::New, message);
        }
        true
    }

    /// Compares the servers of single operations.
    pub(super) fn own_servers(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let server =
            |api: &'a Api, operation: &Operation| operation.server.map(|id| api.server(id));
        let (old, new) = (server(self.old, old), server(self.new, new));
        if old.is_none() && new.is_none() {
            return;
        }
        let addresses = |api: &'a Api, server: Option<&'a Server>| -> Vec<Address> {
            match server {
                Some(server) => Address::all(server, &server.url),
                None => {
                    let servers = common_servers(api).into_iter();
                    let all = servers.flat_map(|server| {
                        Address::all(server, &format!("{}{}", server.url, api.base_path))
                    });
                    all.collect()
                }
            }
        };
        if addresses(self.old, old) != addresses(self.new, new) {
            let shown = |server: Option<&Server>| match server {
                Some(server) => Quoted(&server.url).to_string(),
                None => "the server of the API".to_owned(),
            };
            let message = format!("its server was {}, and is {}", shown(old), shown(new));
            self.change(Rule::OperationServerChanged, context, site, message);
        }
    }
}

/// A server with its addresses.
struct Listed<'a> {
    server: &'a Server,
    addresses: Vec<Address>,
}

/// The servers of an API, with their addresses without the end that is a part of the routes on the other side.
fn listed<'a>(api: &'a Api, base: Base<'_>) -> Vec<Listed<'a>> {
    let own = api.own_servers();
    let servers = api.servers.iter().map(|server| {
        let is_own = own.iter().any(|id| api.server(*id) == server);
        let base = if is_own { Base::default() } else { base };
        Listed {
            server,
            addresses: Address::all(server, base.strip(&server.url)),
        }
    });
    servers.collect()
}

/// The servers of one side, each with one of the other side that has another path on the same host. `None` if a server
/// of either side has no such counterpart.
fn with_other_paths<'a>(
    gone: &[&'a Server],
    added: &[&'a Server],
) -> Option<Vec<(&'a Server, &'a Server)>> {
    let next = |server: &Server, others: &[&'a Server]| {
        let (host, path) = host_and_path(&server.url)?;
        let mut others = others.iter().copied();
        others.find(|other| {
            host_and_path(&other.url).is_some_and(|(other_host, other_path)| {
                host.eq_ignore_ascii_case(other_host)
                    && path.trim_end_matches('/') != other_path.trim_end_matches('/')
            })
        })
    };
    if !added.iter().all(|added| next(added, gone).is_some()) {
        return None;
    }
    let pairs = gone.iter().map(|gone| Some((*gone, next(gone, added)?)));
    pairs.collect()
}

/// The servers of a side without an address that the other side has, and those with others of which some are missing.
fn without<'a>(
    side: &[Listed<'a>],
    other: &[Listed<'a>],
) -> (Vec<&'a Server>, Vec<(&'a Server, String)>) {
    let others: Vec<Address> = other
        .iter()
        .flat_map(|listed| listed.addresses.clone())
        .collect();
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    for Listed { server, addresses } in side {
        let missing = addresses.iter().filter(|address| !address.is_in(&others));
        let missing = missing.map(|address| Quoted(&address.to_string()).to_string());
        let missing: Vec<String> = missing.collect();
        if missing.len() == addresses.len() {
            whole.push(*server);
        } else if !missing.is_empty() {
            parts.push((*server, missing.join(", ")));
        }
    }
    (whole, parts)
}

/// A URL in words, with the one that clients use by default.
fn shown(server: &Server) -> String {
    let url = &server.url;
    match server.default_url() {
        Some(default) if default != *url => {
            format!("{} (by default {})", Quoted(url), Quoted(&default))
        }
        Some(_) | None => Quoted(url).to_string(),
    }
}

/// The paths of servers.
struct Paths {
    /// Those of servers without a host in the document.
    relative: Vec<String>,
    absolute: Vec<String>,
}

impl Paths {
    fn has(&self, path: &String) -> bool {
        self.relative.contains(path) || self.absolute.contains(path)
    }
}

/// The paths of the servers of an API with these relative URLs. Without any servers, it has a base path.
fn paths(api: &Api, relative: &[String]) -> Paths {
    let servers = common_servers(api);
    let is_base = relative.is_empty() && servers.is_empty();
    let absolute = servers
        .iter()
        .filter_map(|server| Some(host_and_path(&server.url)?.1.to_owned()));
    Paths {
        relative: match is_base {
            true => vec![api.base_path.clone()],
            false => relative.to_vec(),
        },
        absolute: absolute.collect(),
    }
}

/// The path before all routes, if it is the same at all servers.
fn whole_path(api: &Api) -> Option<String> {
    let servers = common_servers(api);
    let mut paths = servers
        .iter()
        .map(|server| host_and_path(&server.url).map_or("", |(_, path)| path));
    let first = paths.next().unwrap_or_default();
    let is_same = paths.all(|path| path == first);
    is_same.then(|| format!("{first}{}", api.base_path))
}

/// The scheme and the host of a URL, and its path.
fn host_and_path(url: &str) -> Option<(&str, &str)> {
    let begin = url.find("://")? + "://".len();
    let end = url
        .get(begin..)?
        .find('/')
        .map_or(url.len(), |end| begin + end);
    Some(url.split_at(end))
}
