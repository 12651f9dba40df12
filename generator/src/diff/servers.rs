//! Servers and the base path, and what else concerns all operations.

use super::Rule;
use super::paths::{Base, Bases, common_servers};
use super::site::{Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use crate::api::{Api, Operation, Server};

impl<'a> Walk<'a> {
    /// Compares what concerns all operations.
    pub(super) fn whole(&mut self, bases: Bases<'_>) {
        let (old, new) = (self.old, self.new);
        let site = Site::root("api", Spot::Api, Spot::Api);
        self.whole_stability(Self::api(Flow::Request), &site);
        let urls = |api: &'a Api| -> Vec<String> {
            let servers = api.servers.iter();
            let urls = servers.map(|server| {
                let variables = server.variables.iter();
                let variables = variables
                    .map(|variable| format!(" {:?} {:?}", variable.default, variable.values));
                format!(
                    "{}{}{}",
                    server.url,
                    api.base_path,
                    variables.collect::<String>()
                )
            });
            urls.collect()
        };
        let (old_urls, new_urls) = (urls(old), urls(new));
        // The base path may have moved into the URLs of servers, or into the routes.
        let is_moved = match (
            common_servers(old).is_empty(),
            common_servers(new).is_empty(),
        ) {
            (true, true) => false,
            (false, false) => old_urls == new_urls,
            // A document without URLs may have the same path.
            (true, false) | (false, true) => whole_path(old) == whole_path(new),
        };
        let is_moved = is_moved || bases != Bases::default();
        if old.base_path != new.base_path && !is_moved {
            let shown = |path: &str| match path {
                "" => "empty".to_owned(),
                path => format!("`{path}`"),
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
        if old_urls != new_urls {
            self.servers(bases);
        }
        if !old
            .request_id_header
            .eq_ignore_ascii_case(&new.request_id_header)
        {
            let (old, new) = (&old.request_id_header, &new.request_id_header);
            let message = format!("the header of the request ID was `{old}`, and is `{new}`");
            let context = Self::api(Flow::Response);
            self.change(Rule::RequestIdHeaderChanged, context, &site, message);
        }
    }

    fn servers(&mut self, bases: Bases<'_>) {
        // What callers replace in a URL, and with what, is a part of it.
        let address = |server: &'a Server, base: Base<'_>| {
            let variables = server.variables.iter();
            let variables =
                variables.map(|variable| (&variable.name, &variable.default, &variable.values));
            (base.strip(&server.url), variables.collect::<Vec<_>>())
        };
        let addresses = |api: &'a Api, base| -> Vec<_> {
            let own = api.own_servers();
            let servers = api.servers.iter().map(|server| {
                let is_own = own.iter().any(|id| api.server(*id) == server);
                address(server, if is_own { Base::default() } else { base })
            });
            servers.collect()
        };
        let (old, new) = (&self.old.servers, &self.new.servers);
        let (of_old, of_new) = (addresses(self.old, bases.0), addresses(self.new, bases.1));
        let gone = old.iter().zip(&of_old);
        let gone = gone.filter(|(_, address)| !of_new.contains(address));
        let gone: Vec<&Server> = gone.map(|(server, _)| server).collect();
        let added = new.iter().zip(&of_new);
        let added = added.filter(|(_, address)| !of_old.contains(address));
        let added: Vec<&Server> = added.map(|(server, _)| server).collect();
        // Nothing is left of what clients know, and the same hosts have something else.
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
        if gone.len() == old.len()
            && added.len() == new.len()
            && added.iter().all(|added| next(added, &gone).is_some())
            && let Some(pairs) = gone
                .iter()
                .map(|gone| Some((*gone, next(gone, &added)?)))
                .collect::<Option<Vec<_>>>()
        {
            for (gone, added) in pairs {
                let spots = (Spot::Server(&gone.name), Spot::Server(&added.name));
                let site = Site::root("servers", spots.0, spots.1);
                let message = format!("the server was `{}`, and is `{}`", gone.url, added.url);
                let context = Self::api(Flow::Request);
                self.change(Rule::BasePathChanged, context, &site, message);
            }
            return;
        }
        for gone in gone {
            let spot = Spot::Server(&gone.name);
            let site = Site::root("servers", spot, Spot::Api);
            let message = format!("the server `{}` is gone", gone.url);
            let context = Self::api(Flow::Request);
            self.change_of(Rule::ServerRemoved, context, &site, Has::Old, message);
        }
        for added in added {
            let spot = Spot::Server(&added.name);
            let site = Site::root("servers", Spot::Api, spot);
            let message = format!("the server `{}` is new", added.url);
            let context = Self::api(Flow::Request);
            self.change_of(Rule::ServerAdded, context, &site, Has::New, message);
        }
    }

    /// Compares the servers of single operations.
    pub(super) fn own_servers(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let url = |api: &'a Api, operation: &Operation| {
            operation.server.map(|id| api.server(id).url.as_str())
        };
        let (old, new) = (url(self.old, old), url(self.new, new));
        if old != new {
            let shown = |url: Option<&str>| match url {
                Some(url) => format!("`{url}`"),
                None => "the server of the API".to_owned(),
            };
            let message = format!("its server was {}, and is {}", shown(old), shown(new));
            self.change(Rule::OperationServerChanged, context, site, message);
        }
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
