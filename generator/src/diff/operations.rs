//! Operations and webhooks: which ones are new or gone, and how the requests and responses of the others differ.

use super::change::SubjectKind;
use super::errors::ErrorShape;
use super::inner::Asked;
use super::pairs::{Pair, constants, pairs, webhook_pairs};
use super::paths::{Bases, bases, ends_wider, route, swapped, written};
use super::site::{Key, Owner, Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use super::{Axis, Rule};
use crate::api::{Api, ContentVariant, Method, Operation, Selector, SelectorPart};

/// Compares everything but types, which it notes as used.
pub(super) fn compare(walk: &mut Walk<'_>, shape: ErrorShape) {
    let bases = bases(walk.old, walk.new);
    walk.whole(bases);
    walk.authentication();
    match shape {
        ErrorShape::Declared => walk.error_shape(),
        ErrorShape::Inferred => walk.router_errors(),
        ErrorShape::Unknown => {}
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
    let pairs = webhook_pairs(old, new, |old, new| walk.are_same_webhooks(old, new));
    for pair in pairs {
        walk.webhook_pair(pair);
    }
}

impl<'a> Walk<'a> {
    fn operation_pair(&mut self, pair: Pair<'a>, bases: Bases<'_>) {
        if self.is_answered_by_get(pair, bases) {
            return;
        }
        let (old_api, new_api) = (self.old, self.new);
        let words = |operation: &Operation| told_apart(operation, old_api, new_api);
        let Some((old, new)) = self.both(pair, SubjectKind::Operation, words) else {
            return;
        };
        self.operation_pairs.push((&old.name, &new.name));
        let (requests, responses) = self.directions(SubjectKind::Operation, new);
        let (old_spot, new_spot) = (Spot::Operation(&old.name), Spot::Operation(&new.name));
        let site = Site::root(&new.name, old_spot, new_spot);
        if old.name != new.name {
            let message = format!("it was named {}", Quoted(&old.name));
            self.change(Rule::OperationRenamed, requests, &site, message);
        }
        let (old_route, new_route) = (route(bases.0, old), route(bases.1, new));
        let of_route = site.at_key(Key::Route);
        if old.method == new.method && ends_wider(&new_route, &old_route) {
            let message = "the parameter at the end of its path may have slashes";
            self.change(Rule::TypeWidened, requests, &of_route, message.to_owned());
        } else if old.method == new.method && ends_wider(&old_route, &new_route) {
            let message = "the parameter at the end of its path may no longer have slashes";
            self.change(Rule::TypeNarrowed, requests, &of_route, message.to_owned());
        } else if old.method != new.method || old_route != new_route {
            let message = format!(
                "it was {}, and is {}",
                Quoted(&written(old)),
                Quoted(&written(new))
            );
            self.change(Rule::OperationMoved, requests, &of_route, message);
        } else if let Some((was, is)) = swapped(old, new) {
            let [was, is] = [was, is].map(|name| Quoted(&format!("{{{name}}}")).to_string());
            let message = format!("{is} is in its path where {was} was");
            self.change(Rule::PathParametersSwapped, requests, &of_route, message);
        }
        self.own_servers(old, new, requests, &site);
        self.access(old, new, requests, &site.at_key(Key::Access));
        self.exchange(old, new, requests, responses, &site);
        self.errors(old, new, responses, &site);
        self.idempotence(old, new, requests, &site);
    }

    /// Compares whether requests may be repeated.
    fn idempotence(
        &mut self,
        old: &Operation,
        new: &Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (rule, message) = match (old.idempotent, new.idempotent) {
            (true, false) => (Rule::IdempotenceRemoved, "it is no longer idempotent"),
            (false, true) => (Rule::IdempotenceAdded, "it is idempotent"),
            (true, true) | (false, false) => return,
        };
        self.change(rule, context, site, message.to_owned());
    }

    /// Whether only one side has an operation of the method `HEAD`, and the other side responds to its requests with
    /// the operation of the method `GET` at the same path. Only source code notices that.
    fn is_answered_by_get(&self, pair: Pair<'a>, bases: Bases<'_>) -> bool {
        let (head, (own, api), other_base, is_old) = match pair {
            (Some(old), None) => (old, (bases.0, self.old), (bases.1, self.new), true),
            (None, Some(new)) => (new, (bases.1, self.new), (bases.0, self.old), false),
            (Some(_), Some(_)) | (None, None) => return false,
        };
        if head.method != Method::Head {
            return false;
        }
        let place = |base, api: &'a Api, operation: &Operation| {
            let server = operation.server.map(|id| api.server(id).url.as_str());
            (server, route(base, operation))
        };
        let (base, other) = other_base;
        let wanted = place(own, api, head);
        let mut others = other.operations.iter();
        let get = others.find(|one| one.method == Method::Get && place(base, other, one) == wanted);
        let Some(get) = get else {
            return false;
        };
        let (old, new, axis) = match is_old {
            true => (head, get, Axis::Wire),
            false => (get, head, Axis::Rollback),
        };
        let mut inner = self.inner();
        let context = Self::api(Flow::Request);
        let site = Site::root("", Spot::Api, Spot::Api);
        inner.parameters(old, new, context, &site);
        inner.access(old, new, context, &site);
        inner.all_types(Asked::Accepted(axis))
    }

    /// The operations or webhooks of a pair. If only one side has one, adds that change. `words` names an operation.
    fn both(
        &mut self,
        pair: Pair<'a>,
        kind: SubjectKind,
        words: impl Fn(&Operation) -> String,
    ) -> Option<(&'a Operation, &'a Operation)> {
        let (operation, has) = match pair {
            (Some(old), Some(new)) => return Some((old, new)),
            (Some(gone), None) => (gone, Has::Old),
            (None, Some(added)) => (added, Has::New),
            (None, None) => return None,
        };
        let spot = Spot::Operation(&operation.name);
        let (old, new, event) = match has {
            Has::Old => (spot, Spot::Api, "gone"),
            Has::New | Has::Both => (Spot::Api, spot, "new"),
        };
        let rule = match (kind == SubjectKind::Webhook, has) {
            (false, Has::Old) => Rule::OperationRemoved,
            (false, Has::New | Has::Both) => Rule::OperationAdded,
            (true, Has::Old) => Rule::WebhookRemoved,
            (true, Has::New | Has::Both) => Rule::WebhookAdded,
        };
        let (requests, _) = self.directions(kind, operation);
        let site = Site::root(&operation.name, old, new);
        let message = format!("{} is {event}", words(operation));
        self.change_of(rule, requests, &site, has, message);
        None
    }

    /// The contexts of the requests and of the responses of an operation. The API sends the requests of a webhook, so
    /// they are like responses, and its receivers send the responses.
    fn directions(&mut self, kind: SubjectKind, operation: &'a Operation) -> (Context, Context) {
        let owner = self.owner(kind, &operation.name);
        let context = |flow| Context {
            owner,
            flow: Some(flow),
        };
        match kind {
            SubjectKind::Webhook => (context(Flow::Response), context(Flow::Request)),
            SubjectKind::Api | SubjectKind::Operation | SubjectKind::Type | SubjectKind::Error => {
                (context(Flow::Request), context(Flow::Response))
            }
        }
    }

    fn webhook_pair(&mut self, pair: Pair<'a>) {
        let words = |webhook: &Operation| format!("the webhook {}", Quoted(&webhook.name));
        let Some((old, new)) = self.both(pair, SubjectKind::Webhook, words) else {
            return;
        };
        let (requests, responses) = self.directions(SubjectKind::Webhook, new);
        let (old_spot, new_spot) = (Spot::Operation(&old.name), Spot::Operation(&new.name));
        let site = Site::root(&new.name, old_spot, new_spot);
        if old.name != new.name {
            let message = format!("it was named {}", Quoted(&old.name));
            self.change(Rule::OperationRenamed, requests, &site, message);
        }
        self.webhooks(old, new, (requests, responses), &site);
    }

    /// Whether nothing is different between two webhooks but their names.
    fn are_same_webhooks(&self, old: &'a Operation, new: &'a Operation) -> bool {
        let mut inner = self.inner();
        let contexts = inner.directions(SubjectKind::Webhook, new);
        let (old_spot, new_spot) = (Spot::Operation(&old.name), Spot::Operation(&new.name));
        let site = Site::root(&new.name, old_spot, new_spot);
        inner.webhooks(old, new, contexts, &site);
        inner.all_types(Asked::Same)
    }

    fn webhooks(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        (requests, responses): (Context, Context),
        site: &Site<'_, 'a>,
    ) {
        if old.method != new.method {
            let (old, new) = (old.method.name(), new.method.name());
            let message = format!("its method was {old}, and is {new}");
            self.change(
                Rule::OperationMoved,
                requests,
                &site.at_key(Key::Route),
                message,
            );
        }
        fn signature(webhook: &Operation) -> Option<&str> {
            webhook.webhook.as_ref()?.signature.as_deref()
        }
        let signed = match (signature(old), signature(new)) {
            (None, Some(is)) => Some((
                Rule::SignatureAdded,
                format!("it is signed, in the header {}", Quoted(is)),
            )),
            (Some(was), Some(is)) if !was.eq_ignore_ascii_case(is) => Some((
                Rule::SignatureChanged,
                format!(
                    "its signature was in the header {}, and is in the header {}",
                    Quoted(was),
                    Quoted(is)
                ),
            )),
            (Some(_), None) => Some((Rule::SignatureRemoved, "it is no longer signed".to_owned())),
            (Some(_), Some(_)) | (None, None) => None,
        };
        if let Some((rule, message)) = signed {
            self.change(rule, requests, &site.at_key(Key::Signature), message);
        }
        self.idempotence(old, new, requests, site);
        self.exchange(old, new, requests, responses, site);
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
        let owners = (Owner::Operation(&old.name), Owner::Operation(&new.name));
        let contexts = (requests, responses);
        self.announcements(owners, new.webhook.is_some(), contexts, site);
        self.stability_by_group(old, new, requests, site);
        // Before the parameters: how a list is paged is what the Rust of its calls depends on.
        self.paging(old, new, contexts, site);
        self.parameters(old, new, requests, site);
        self.bodies(old, new, requests, site);
        self.responses(old, new, responses, site);
        self.conditions(old, new, responses, site);
        self.selectors(old, new, requests, site);
        self.order(old, new, responses, site);
    }

    /// Compares the order of the items of a page, which only the spec language knows.
    fn order(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        if !self.in_spec_language {
            return;
        }
        let (rule, message) = match (&old.order, &new.order) {
            (None, Some(order)) => {
                let (by, direction) = (Quoted(&order.by), order.direction.name());
                let message = format!("the items are in the {direction} order of {by}");
                (Rule::OrderAdded, message)
            }
            (Some(order), None) => {
                let (by, direction) = (Quoted(&order.by), order.direction.name());
                let message = format!("the items are no longer in the {direction} order of {by}");
                (Rule::OrderRemoved, message)
            }
            (Some(old), Some(new)) if old != new => {
                let (was, is) = (old.direction.name(), new.direction.name());
                let (was_by, is_by) = (Quoted(&old.by), Quoted(&new.by));
                let message = format!(
                    "the items were in the {was} order of {was_by}, and are in the {is} order of {is_by}"
                );
                (Rule::OrderChanged, message)
            }
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.change(rule, context, &site.at_key(Key::Order), message);
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
                (true, true) | (false, false) => continue,
            };
            let message = format!("the header `{header}` is {word}");
            self.change(rule, context, site, message);
        }
    }

    /// Compares the values by which requests select one of several contents.
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
                let message = format!("requests no longer ask for the content {}", Quoted(name));
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
                let words = |selector: &Selector| {
                    let part = match selector.part {
                        SelectorPart::Body => "field of the body",
                        SelectorPart::Query => "query parameter",
                    };
                    format!(
                        "{} in the {part} {}",
                        selector.value,
                        Quoted(&selector.name)
                    )
                };
                let (name, is) = (Quoted(name), words(selector));
                let message = match known {
                    Some((_, known)) => {
                        let was = words(known);
                        format!(
                            "requests asked for the content {name} with {was}, and ask with {is}"
                        )
                    }
                    None => format!("requests ask for the content {name} with {is}"),
                };
                self.change(Rule::SelectorChanged, context, site, message);
            }
        }
    }
}

/// An operation by its method and path, and by the values that it demands if there are others with these.
fn told_apart(operation: &Operation, old: &Api, new: &Api) -> String {
    let route = written(operation);
    let mut all = old.operations.iter().chain(&new.operations);
    let has_others = all.any(|other| {
        other.name != operation.name
            && (other.method, &other.path) == (operation.method, &operation.path)
    });
    let quoted = Quoted(&route).to_string();
    if !has_others {
        return quoted;
    }
    let demanded = constants(operation).map(|(parameter, value)| {
        let value = Quoted(&value.to_plain()).to_string();
        let (location, name) = (parameter.location.name(), Quoted(&parameter.name));
        format!("{value} in the {location} parameter {name}")
    });
    match demanded.collect::<Vec<_>>().join(" and ") {
        demanded if demanded.is_empty() => quoted,
        demanded => format!("{quoted} with {demanded}"),
    }
}
