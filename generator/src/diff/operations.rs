//! The API as a whole, and its operations: which ones there are, and what requests and responses of each look like.

use super::Rule;
use super::change::SubjectKind;
use super::contents::Offer;
use super::objects::is_same;
use super::site::{Site, Spot, Step};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use crate::api::{Api, Body, ContentVariant, Operation, PathPart, PathSegment, Server};
use crate::hash::{HashMap, HashSet};

/// The maximum size of a body in bytes that has no limit of its own: what a generated server has, if it is not
/// configured.
const LIMIT_OF_SERVERS: u64 = 1024 * 1024;

/// Compares everything but types, which it notes as used. The shape of errors is compared if both documents describe it.
pub(super) fn compare(walk: &mut Walk<'_>, has_error_shape: bool) {
    let bases = bases(walk.old, walk.new);
    walk.whole(bases);
    walk.authentication();
    if has_error_shape {
        walk.error_shape();
    }
    let pairs = pairs(&walk.old.operations, &walk.new.operations, bases);
    for pair in pairs {
        walk.operation_pair(pair, bases);
    }
    walk.taken_paths(bases);
    walk.implied_errors();
    let none: &[Operation] = &[];
    let of = |api: Option<&Api>| api.map_or(0, |api| api.operations.len());
    let (old, new) = (walk.old.webhooks.as_deref(), walk.new.webhooks.as_deref());
    if of(old) + of(new) == 0 {
        return;
    }
    let old = old.map_or(none, |api| &api.operations);
    let new = new.map_or(none, |api| &api.operations);
    for pair in webhook_pairs(old, new) {
        walk.webhook_pair(pair);
    }
}

type Pair<'a> = (Option<&'a Operation>, Option<&'a Operation>);

/// What comes before the routes of both sides, where one side has it in its routes: nothing, unless a path has moved.
pub(super) type Bases<'a> = (Base<'a>, Base<'a>);

/// What comes before the routes of one side.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Base<'a> {
    /// The end of the URLs of all servers, which the other side does not have. Operations with a server of their own are
    /// not below it.
    of_servers: &'a str,
    /// The base path.
    path: &'a str,
}

/// What comes before the routes: nothing, unless one side has moved its base path, or the paths of its servers, into its
/// routes.
fn bases<'a>(old: &'a Api, new: &'a Api) -> Bases<'a> {
    let (of_old, of_new) = (
        moved_path(&common_servers(old), &common_servers(new)),
        moved_path(&common_servers(new), &common_servers(old)),
    );
    let base = |api: &'a Api, of_servers: Option<&'a str>| Base {
        of_servers: of_servers.unwrap_or_default(),
        path: &api.base_path,
    };
    let bases = (base(old, of_old), base(new, of_new));
    if bases.0 == bases.1 {
        return Bases::default();
    }
    let routes = |api: &Api, base| -> HashSet<_> {
        let operations = api.operations.iter();
        operations
            .map(|operation| (operation.method, route(base, operation)))
            .collect()
    };
    match routes(old, bases.0).is_disjoint(&routes(new, bases.1)) {
        true => Bases::default(),
        false => bases,
    }
}

/// The end of the URLs of all servers without which one of them is a server of the other side.
fn moved_path<'a>(servers: &[&'a Server], others: &[&Server]) -> Option<&'a str> {
    let paths = servers.iter().flat_map(|server| {
        let paths = others.iter();
        let paths = paths.filter_map(|other| server.url.strip_prefix(other.url.as_str()));
        paths.filter(|path| path.starts_with('/'))
    });
    let mut paths = paths.filter(|path| servers.iter().all(|server| server.url.ends_with(path)));
    paths.next()
}

/// The servers that are not of single operations.
fn common_servers(api: &Api) -> Vec<&Server> {
    api.common_servers().map(|id| api.server(id)).collect()
}

/// Pairs operations with the same method and route, and then those of the same name. Of several with the same route, which
/// differ in what else a request has, those of the same name come first.
fn pairs<'a>(old: &'a [Operation], new: &'a [Operation], bases: Bases<'_>) -> Vec<Pair<'a>> {
    let key = |base, operation: &Operation| (operation.method, route(base, operation));
    let mut by_route: HashMap<_, Vec<usize>> = HashMap::default();
    let mut by_name: HashMap<&str, usize> = HashMap::default();
    for (index, operation) in old.iter().enumerate() {
        by_route
            .entry(key(bases.0, operation))
            .or_default()
            .push(index);
        by_name.insert(&operation.name, index);
    }
    let mut paired: Vec<Option<usize>> = vec![None; new.len()];
    let mut taken: HashSet<usize> = HashSet::default();
    let has_same_name = |index: &usize, operation: &Operation| old[*index].name == operation.name;
    for is_first_round in [true, false] {
        for (operation, pair) in new.iter().zip(&mut paired) {
            let candidates = by_route.get(&key(bases.1, operation));
            let mut candidates = candidates.into_iter().flatten();
            let found = candidates.find(|index| {
                !taken.contains(*index) && (!is_first_round || has_same_name(index, operation))
            });
            if pair.is_none()
                && let Some(index) = found
            {
                taken.insert(*index);
                *pair = Some(*index);
            }
        }
    }
    for (operation, pair) in new.iter().zip(&mut paired) {
        if pair.is_none()
            && let Some(index) = by_name.get(operation.name.as_str())
            && taken.insert(*index)
        {
            *pair = Some(*index);
        }
    }
    joined(old, new, &paired)
}

/// Pairs webhooks of the same name: receivers choose their routes.
fn webhook_pairs<'a>(old: &'a [Operation], new: &'a [Operation]) -> Vec<Pair<'a>> {
    let paired: Vec<Option<usize>> = new
        .iter()
        .map(|webhook| old.iter().position(|old| old.name == webhook.name))
        .collect();
    joined(old, new, &paired)
}

/// The new operations with their old ones, and the old ones that are gone.
fn joined<'a>(
    old: &'a [Operation],
    new: &'a [Operation],
    paired: &[Option<usize>],
) -> Vec<Pair<'a>> {
    let taken: HashSet<usize> = paired.iter().flatten().copied().collect();
    let gone = old.iter().enumerate();
    let gone = gone.filter(|(index, _)| !taken.contains(index));
    let gone = gone.map(|(_, operation)| (Some(operation), None));
    let present = new.iter().zip(paired);
    let present =
        present.map(|(operation, index)| (index.map(|index| &old[index]), Some(operation)));
    gone.chain(present).collect()
}

/// A route after what comes before it, without the names of its parameters, which are not on the wire.
pub(super) fn route(base: Base<'_>, operation: &Operation) -> String {
    let segments = operation.path.iter().map(|segment| match segment {
        PathSegment::Literal(text) => format!("/{text}"),
        PathSegment::Parameter(_) => "/{}".to_owned(),
        PathSegment::CatchAll(_) => "/{*}".to_owned(),
        PathSegment::Partial(parts) => {
            let parts = parts.iter().map(|part| match part {
                PathPart::Literal(text) => text.as_str(),
                PathPart::Parameter(_) => "{}",
            });
            format!("/{}", parts.collect::<String>())
        }
    });
    let of_servers = match operation.server {
        Some(_) => "",
        None => base.of_servers,
    };
    format!("{of_servers}{}{}", base.path, segments.collect::<String>())
}

pub(super) fn written(operation: &Operation) -> String {
    format!("{} {}", operation.method.name(), operation.template())
}

impl<'a> Walk<'a> {
    /// Compares what concerns all operations.
    fn whole(&mut self, bases: Bases<'_>) {
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
        let is_moved = !old_urls.is_empty() && old_urls == new_urls || bases != Bases::default();
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
                &site,
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
            let url = server.url.strip_suffix(base.of_servers);
            (url.unwrap_or(&server.url), variables.collect::<Vec<_>>())
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
        // Nothing is left of what clients know, and the same host has something else.
        if let ([gone], [added], 1, 1) = (&*gone, &*added, old.len(), new.len())
            && let (Some((old_host, old_path)), Some((new_host, new_path))) =
                (host_and_path(&gone.url), host_and_path(&added.url))
            && old_host.eq_ignore_ascii_case(new_host)
            && old_path.trim_end_matches('/') != new_path.trim_end_matches('/')
        {
            let spots = (Spot::Server(&gone.name), Spot::Server(&added.name));
            let site = Site::root("servers", spots.0, spots.1);
            let message = format!("the server was `{}`, and is `{}`", gone.url, added.url);
            let context = Self::api(Flow::Request);
            return self.change(Rule::BasePathChanged, context, &site, message);
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

    fn operation_pair(&mut self, pair: Pair<'a>, bases: Bases<'_>) {
        let (old, new) = match pair {
            (Some(old), Some(new)) => (old, new),
            (Some(gone), None) => {
                let message = format!("{} is gone", Quoted(&written(gone)));
                let spots = (Spot::Operation(&gone.name), Spot::Api);
                return self.only_one(gone, SubjectKind::Operation, Has::Old, spots, message);
            }
            (None, Some(added)) => {
                let message = format!("{} is new", Quoted(&written(added)));
                let spots = (Spot::Api, Spot::Operation(&added.name));
                return self.only_one(added, SubjectKind::Operation, Has::New, spots, message);
            }
            (None, None) => return,
        };
        let owner = self.owner(SubjectKind::Operation, &new.name);
        let (old_spot, new_spot) = (Spot::Operation(&old.name), Spot::Operation(&new.name));
        let site = Site::root(&new.name, old_spot, new_spot);
        let requests = Context {
            owner,
            flow: Some(Flow::Request),
        };
        let responses = Context {
            owner,
            flow: Some(Flow::Response),
        };
        if old.name != new.name {
            let message = format!("it was named `{}`", old.name);
            self.change(Rule::OperationRenamed, requests, &site, message);
        }
        if old.method != new.method || route(bases.0, old) != route(bases.1, new) {
            let message = format!(
                "it was {}, and is {}",
                Quoted(&written(old)),
                Quoted(&written(new))
            );
            self.change(Rule::OperationMoved, requests, &site, message);
        }
        self.own_servers(old, new, requests, &site);
        self.access(old, new, requests, &site);
        self.exchange(old, new, requests, responses, &site);
        self.errors(old, new, responses, &site);
        let (rule, message) = match (old.idempotent, new.idempotent) {
            (true, false) => (Rule::IdempotenceRemoved, "it is no longer idempotent"),
            (false, true) => (Rule::IdempotenceAdded, "it is idempotent"),
            _ => return,
        };
        self.change(rule, requests, &site, message.to_owned());
    }

    /// Compares the servers of single operations.
    fn own_servers(
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

    /// An operation or a webhook that only one side has.
    fn only_one(
        &mut self,
        operation: &'a Operation,
        kind: SubjectKind,
        has: Has,
        (old, new): (Spot<'a>, Spot<'a>),
        message: String,
    ) {
        let owner = self.owner(kind, &operation.name);
        let is_webhook = kind == SubjectKind::Webhook;
        let rule = match (is_webhook, has) {
            (false, Has::Old) => Rule::OperationRemoved,
            (false, _) => Rule::OperationAdded,
            (true, Has::Old) => Rule::WebhookRemoved,
            (true, _) => Rule::WebhookAdded,
        };
        let flow = match is_webhook {
            true => Flow::Response,
            false => Flow::Request,
        };
        let context = Context {
            owner,
            flow: Some(flow),
        };
        let site = Site::root(&operation.name, old, new);
        self.change_of(rule, context, &site, has, message);
    }

    /// Compares a webhook. The API sends its requests, so they are like responses, and its receivers send the responses.
    fn webhook_pair(&mut self, pair: Pair<'a>) {
        let (old, new) = match pair {
            (Some(old), Some(new)) => (old, new),
            (Some(gone), None) => {
                let message = format!("the webhook `{}` is gone", gone.name);
                let spots = (Spot::Operation(&gone.name), Spot::Api);
                return self.only_one(gone, SubjectKind::Webhook, Has::Old, spots, message);
            }
            (None, Some(added)) => {
                let message = format!("the webhook `{}` is new", added.name);
                let spots = (Spot::Api, Spot::Operation(&added.name));
                return self.only_one(added, SubjectKind::Webhook, Has::New, spots, message);
            }
            (None, None) => return,
        };
        let owner = self.owner(SubjectKind::Webhook, &new.name);
        let (old_spot, new_spot) = (Spot::Operation(&old.name), Spot::Operation(&new.name));
        let site = Site::root(&new.name, old_spot, new_spot);
        let requests = Context {
            owner,
            flow: Some(Flow::Response),
        };
        let responses = Context {
            owner,
            flow: Some(Flow::Request),
        };
        if old.method != new.method {
            let (old, new) = (old.method.name(), new.method.name());
            let message = format!("its method was {old}, and is {new}");
            self.change(Rule::OperationMoved, requests, &site, message);
        }
        let signature = |webhook: &Operation| {
            let webhook = webhook.webhook.as_ref()?;
            webhook.signature.as_deref().map(str::to_ascii_lowercase)
        };
        if signature(old) != signature(new) {
            let (rule, message) = match (signature(old), signature(new)) {
                (None, Some(header)) => (
                    Rule::SignatureAdded,
                    format!("it is signed, in the header `{header}`"),
                ),
                (_, Some(header)) => (
                    Rule::SignatureChanged,
                    format!("its signature is in the header `{header}`"),
                ),
                (_, None) => (Rule::SignatureRemoved, "it is no longer signed".to_owned()),
            };
            self.change(rule, requests, &site, message);
        }
        self.exchange(old, new, requests, responses, &site);
    }

    /// Compares requests and responses.
    fn exchange(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        requests: Context,
        responses: Context,
        site: &Site<'_, 'a>,
    ) {
        self.deprecations(&old.notes, &new.notes, "the operation", requests, site);
        self.stability_by_group(old, new, requests, site);
        self.parameters(old, new, requests, site);
        self.bodies(old, new, requests, site);
        self.responses(old, new, responses, site);
        self.conditions(old, new, responses, site);
        self.selectors(old, new, requests, site);
        self.paging(old, new, (requests, responses), site);
        let (rule, message) = match (&old.order, &new.order) {
            (None, Some(order)) => {
                let (by, direction) = (&order.by, order.direction.name());
                let message = format!("the items are in the {direction} order of `{by}`");
                (Rule::OrderAdded, message)
            }
            (Some(order), None) => {
                let (by, direction) = (&order.by, order.direction.name());
                let message =
                    format!("the items need not be in the {direction} order of `{by}` any more");
                (Rule::OrderRemoved, message)
            }
            (old, new) if old != new => {
                let message = "the items are in a different order";
                (Rule::OrderChanged, message.to_owned())
            }
            _ => return,
        };
        self.change(rule, responses, site, message);
    }

    fn bodies(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_spot, new_spot) = (Spot::Body(&old.name), Spot::Body(&new.name));
        let site = &site.at(Step::Name("body"), old_spot, new_spot);
        let (old, new) = match (&old.body, &new.body) {
            (None, None) => return,
            (Some(old), Some(new)) => (old, new),
            (Some(gone), None) => {
                let rule = match gone.optional {
                    true => Rule::OptionalBodyRemoved,
                    false => Rule::RequiredBodyRemoved,
                };
                let message = "requests no longer have a body".to_owned();
                return self.change_of(rule, context, site, Has::Old, message);
            }
            (None, Some(added)) => {
                let (rule, message) = match added.optional {
                    true => (Rule::OptionalBodyAdded, "requests may have a body"),
                    false => (Rule::RequiredBodyAdded, "requests have a body"),
                };
                return self.change_of(rule, context, site, Has::New, message.to_owned());
            }
        };
        let presence = match (old.optional, new.optional) {
            (true, false) => Some((Rule::BodyBecameRequired, "the body became required")),
            (false, true) => Some((Rule::BodyBecameOptional, "the body became optional")),
            _ => None,
        };
        if let Some((rule, message)) = presence {
            self.change(rule, context, site, message.to_owned());
        }
        let offers = |body: &'a Body| -> Vec<Offer<'a>> {
            let contents = body.contents();
            let offers = contents.map(|(choice, content, rules)| Offer {
                name: choice.map(|choice| choice.name.as_str()),
                content,
                rules,
            });
            offers.collect()
        };
        self.contents(&offers(old), &offers(new), context, site);
        self.sizes_and_schemas(old, new, context, site);
    }

    fn sizes_and_schemas(
        &mut self,
        old: &'a Body,
        new: &'a Body,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let effective = |size: Option<u64>| size.unwrap_or(LIMIT_OF_SERVERS);
        let shown = |size: Option<u64>| match size {
            Some(size) => format!("{size} bytes"),
            None => format!("the limit of the server ({LIMIT_OF_SERVERS} bytes by default)"),
        };
        if effective(old.max_size) != effective(new.max_size) {
            let rule = match effective(new.max_size) > effective(old.max_size) {
                true => Rule::MaxSizeRaised,
                false => Rule::MaxSizeLowered,
            };
            let (old, new) = (shown(old.max_size), shown(new.max_size));
            let message = format!("the maximum size was {old}, and is {new}");
            self.change(rule, context, site, message);
        }
        let (rule, message) = match (&old.schema, &new.schema) {
            (None, Some(_)) => (Rule::SchemaAdded, "it must satisfy a JSON Schema"),
            (Some(_), None) => (
                Rule::SchemaRemoved,
                "it no longer has to satisfy a JSON Schema",
            ),
            (Some(old), Some(new)) if !is_same(old, new) => (
                Rule::SchemaChanged,
                "it must satisfy a different JSON Schema",
            ),
            _ => return,
        };
        self.change(rule, context, site, message.to_owned());
    }

    fn conditions(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let has = |operation: &Operation| {
            let conditional = operation.conditional;
            [
                conditional.is_some_and(|conditional| conditional.etag),
                conditional.is_some_and(|conditional| conditional.last_modified),
            ]
        };
        let headers = ["ETag", "Last-Modified"];
        for (header, (old, new)) in headers.into_iter().zip(has(old).into_iter().zip(has(new))) {
            let (rule, word) = match (old, new) {
                (true, false) => (Rule::ValidatorRemoved, "gone"),
                (false, true) => (Rule::ValidatorAdded, "new"),
                _ => continue,
            };
            let message = format!("the header `{header}` is {word}");
            self.change(rule, context, site, message);
        }
    }

    /// Compares the values in requests that ask for a content.
    fn selectors(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let selectors = |operation: &'a Operation| {
            let choices = operation.choices();
            choices.filter_map(|(choice, _)| {
                Some((choice.name.as_str(), choice.selected_by.as_ref()?))
            })
        };
        for (name, _) in selectors(old) {
            let has_same = |(choice, _): (&ContentVariant, _)| {
                choice.name == name && choice.selected_by.is_none()
            };
            if new.choices().any(has_same) {
                let message = format!("requests no longer ask for the content `{name}`");
                self.change(Rule::SelectorChanged, context, site, message);
            }
        }
        for (name, selector) in selectors(new) {
            let known = selectors(old).find(|(known, _)| *known == name);
            let was_other = match known {
                Some((_, known)) => known != selector,
                None => old.choices().any(|(choice, _)| choice.name == name),
            };
            if was_other {
                let message = format!("requests ask for the content `{name}` in a different way");
                self.change(Rule::SelectorChanged, context, site, message);
            }
        }
    }
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
