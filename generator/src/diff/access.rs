//! Who may call: which credentials operations need.

mod credentials;
mod keys;

pub(super) use credentials::described;
pub(super) use keys::key_parameter;

use super::Rule;
use super::change::{Difference, Verdict};
use super::site::{Key, Setting, Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use crate::api::{
    Access, Alternative, Api, Auth, Flow as TokenFlow, Needs, Operation, Parameter, Scheme,
    SchemeKind,
};
use credentials::{
    Counterpart, Demand, Side, counterpart, in_same_header, is_described_again, is_part, satisfied,
    shapes, token_kind, token_kinds,
};
use keys::requirement;

impl<'a> Walk<'a> {
    /// Compares who may call two operations.
    pub(super) fn access(
        &mut self,
        old: &'a Operation,
        new: &'a Operation,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let new_api = self.new;
        let key_before = key_parameter(old, (self.new, new));
        let key_after = key_parameter(new, (self.old, old));
        let (old, new) = (&old.access, &new.access);
        if key_before.is_some() || key_after.is_some() {
            let is_required = |key: Option<&Parameter>, access: &Access| match key {
                Some(parameter) => parameter.is_required(),
                None => access.is_required(),
            };
            let (was, is) = (is_required(key_before, old), is_required(key_after, new));
            if let Some((rule, message)) = requirement(was, is) {
                self.change(rule, context, site, message.to_owned());
            }
            return;
        }
        let (rule, message) = match (old.is_open(), new.is_open()) {
            (true, true) => return,
            (true, false) if new.optional => (
                Rule::OptionalAuthAdded,
                format!(
                    "callers may send credentials of {}",
                    all_words(new_api, new)
                ),
            ),
            (false, true) if old.optional => (
                Rule::OptionalAuthRemoved,
                "optional credentials are no longer read".to_owned(),
            ),
            (true, false) => (
                Rule::AuthAdded,
                format!("callers need credentials of {}", all_words(new_api, new)),
            ),
            (false, true) => (
                Rule::AuthRemoved,
                "callers no longer need credentials".to_owned(),
            ),
            (false, false) => return self.alternatives(old, new, context, site),
        };
        if rule == Rule::AuthAdded {
            self.change_with_meaning(rule, context, site, message, without_credentials());
        } else {
            self.change(rule, context, site, message);
        }
    }

    fn alternatives(
        &mut self,
        old: &'a Access,
        new: &'a Access,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_api, new_api) = (self.old, self.new);
        if let Some((rule, message)) = requirement(!old.optional, !new.optional) {
            let message = message.to_owned();
            match new.optional {
                true => self.change(rule, context, site, message),
                false => {
                    let meaning = without_credentials();
                    self.change_with_meaning(rule, context, site, message, meaning);
                }
            }
        }
        self.alternatives_of(Has::Old, (old_api, old), (new_api, new), context, site);
        self.alternatives_of(Has::New, (new_api, new), (old_api, old), context, site);
    }

    /// Compares each alternative of one side with those of the other side that accept its credentials.
    fn alternatives_of(
        &mut self,
        has: Has,
        (own_api, own_access): (&'a Api, &'a Access),
        (other_api, other_access): (&'a Api, &'a Access),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let is_old = has == Has::Old;
        let others = &other_access.alternatives;
        for alternative in &own_access.alternatives {
            let own = (own_api, alternative);
            if is_described_again(own, own_access, other_api) {
                continue;
            }
            if let Some((other, demands)) = satisfied(own, (other_api, others)) {
                let sides = in_order(has, own, (other_api, other));
                self.scopes(is_old, demands, sides, context, site);
                continue;
            }
            let scheme = words(own_api, alternative);
            let (rule, message) = match is_old {
                true if is_part(own, (other_api, others)) => (
                    Rule::CredentialsRemoved,
                    format!("credentials of {scheme} are no longer accepted alone"),
                ),
                true => (
                    Rule::CredentialsRemoved,
                    format!("credentials of {scheme} are no longer accepted"),
                ),
                false => (
                    Rule::CredentialsAdded,
                    format!("credentials of {scheme} are accepted"),
                ),
            };
            if let Some(other) = in_same_header(own, (other_api, others)) {
                // The other direction finds it as well, unless that side accepts both.
                if is_old
                    || satisfied((other_api, other), (own_api, &own_access.alternatives)).is_some()
                {
                    let message = format!(
                        "the text before the credentials of {scheme} in the header `Authorization` may be different"
                    );
                    self.change(Rule::AuthorizationChanged, context, site, message);
                }
                continue;
            }
            let counterpart = counterpart(own, other_api);
            self.unaccepted(rule, message, has, counterpart, context, site);
        }
    }

    /// Adds that credentials are accepted on one side only. If nothing of the other side accepts them, that is one change.
    fn unaccepted(
        &mut self,
        rule: Rule,
        message: String,
        has: Has,
        counterpart: Counterpart<'a>,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let is_old = has == Has::Old;
        match counterpart {
            Counterpart::None(scheme) => {
                let (old, new) = match is_old {
                    true => (Spot::Scheme(scheme), site.new),
                    false => (site.old, Spot::Scheme(scheme)),
                };
                self.change_of(rule, context, &site.in_parts(old, new), has, message);
            }
            Counterpart::Different { name, own, other } => {
                let message = match is_old {
                    true => format!("{} was {own}, and is {other}", Quoted(name)),
                    false => format!("{} is {own}, and no longer {other}", Quoted(name)),
                };
                let site = site.in_parts(Spot::Scheme(name), Spot::Scheme(name));
                self.change(rule, context, &site, message);
            }
            // Clients can still give them.
            Counterpart::Same if is_old => {
                self.change_with_meaning(rule, context, site, message, without_others());
            }
            Counterpart::Same => self.change(rule, context, site, message),
        }
    }

    /// Adds that an operation needs more scopes or kinds, or fewer. The alternatives say of which schemes these are.
    fn scopes(
        &mut self,
        is_added: bool,
        demands: Vec<Demand<'a>>,
        (old, new): (Side<'a>, Side<'a>),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let without = if is_added { old } else { new };
        let is_of_other_kind =
            without.1.needs == Needs::Nothing && token_kinds(old) != token_kinds(new);
        let (rule, need) = match (is_added, is_of_other_kind) {
            (true, false) => (Rule::ScopeAdded, "need"),
            (true, true) => (Rule::TokenScopeAdded, "need"),
            (false, false) => (Rule::ScopeRemoved, "no longer need"),
            (false, true) => (Rule::TokenScopeRemoved, "no longer need"),
        };
        let scheme = words(new.0, new.1);
        for Demand { word, name } in demands {
            let spot = |(api, alternative): Side<'a>, spot| {
                let auth = api.auth.as_ref();
                match (spot, auth.map(|auth| auth.scheme(alternative.scheme))) {
                    (Spot::Key(operation, Key::Access), Some(scheme)) => {
                        Spot::Scope(operation, &scheme.name, name)
                    }
                    (other, _) => other,
                }
            };
            let site = site.in_parts(spot(old, site.old), spot(new, site.new));
            let message = format!("credentials of {scheme} {need} the {word} {}", Quoted(name));
            self.change(rule, context, &site, message);
        }
    }

    /// Compares what concerns all operations: where tokens come from, and the statuses of responses to others.
    pub(super) fn authentication(&mut self) {
        let (Some(old), Some(new)) = (&self.old.auth, &self.new.auth) else {
            return;
        };
        for scheme in &new.schemes {
            if let Some(known) = same_scheme(old, new, scheme) {
                self.tokens(known, scheme);
            }
        }
        let site = Site::root("auth", Spot::Api, Spot::Api);
        let statuses = [
            (
                Setting::MissingStatus,
                "without credentials",
                old.missing.status,
                new.missing.status,
            ),
            (
                Setting::UnknownStatus,
                "with unknown credentials",
                old.unknown.status,
                new.unknown.status,
            ),
            (
                Setting::RefusedStatus,
                "that are refused",
                old.refused.status,
                new.refused.status,
            ),
        ];
        for (setting, what, old, new) in statuses {
            if old != new {
                let message = format!("requests {what} got {old}, and get {new}");
                let context = Self::api(Flow::Response);
                let spot = Spot::Setting(setting);
                let site = site.in_parts(spot, spot);
                self.change(Rule::AuthStatusChanged, context, &site, message);
            }
        }
    }

    /// Compares what tokens two schemes have, and where clients get them.
    fn tokens(&mut self, old_scheme: &'a Scheme, new_scheme: &'a Scheme) {
        let spots = (
            Spot::Scheme(&old_scheme.name),
            Spot::Scheme(&new_scheme.name),
        );
        let site = Site::root("auth", spots.0, spots.1);
        let context = Self::api(Flow::Request);
        let (old_flows, new_flows) = match (&old_scheme.kind, &new_scheme.kind) {
            (SchemeKind::OpenId { discovery: old }, SchemeKind::OpenId { discovery: new }) => {
                if old != new {
                    let message = format!(
                        "the URL for discovery was {}, and is {}",
                        Quoted(old),
                        Quoted(new)
                    );
                    self.change(Rule::TokenUrlChanged, context, &site, message);
                }
                return;
            }
            (SchemeKind::OAuth2(old_flows), SchemeKind::OAuth2(new_flows)) => {
                (old_flows, new_flows)
            }
            (old_kind, new_kind) => {
                if let (Some(old), Some(new)) = (token_kind(old_kind), token_kind(new_kind))
                    && old != new
                {
                    let name = Quoted(&new_scheme.name);
                    let message = format!("{name} was {old}, and is {new}");
                    self.change(Rule::TokenKindChanged, context, &site, message);
                }
                return;
            }
        };
        for gone in old_flows {
            let name = gone.kind.name();
            let mut flows = new_flows.iter();
            let (rule, message) = match flows.find(|flow| flow.kind == gone.kind) {
                None => (Rule::FlowRemoved, format!("the flow `{name}` is gone")),
                Some(new) if new.endpoints != gone.endpoints => {
                    let (was, is) = (urls(gone), urls(new));
                    let message = format!("the URLs of the flow `{name}` were {was}, and are {is}");
                    (Rule::TokenUrlChanged, message)
                }
                Some(_) => continue,
            };
            self.change(rule, context, &site, message);
        }
        for added in new_flows {
            if !old_flows.iter().any(|flow| flow.kind == added.kind) {
                let message = format!("the flow `{}` is new", added.kind.name());
                self.change(Rule::FlowAdded, context, &site, message);
            }
        }
    }
}

/// What it means for code that operations need credentials which they did not need.
fn without_credentials() -> Difference {
    of_callers("code that gives no credentials compiles, and its calls fail")
}

/// What it means for code that credentials are no longer accepted, which clients can still give.
fn without_others() -> Difference {
    of_callers("code that gives only these credentials compiles, and its calls fail")
}

/// What callers do not notice before their code runs.
fn of_callers(message: &str) -> Difference {
    Difference {
        message: message.to_owned(),
        callers: Verdict::Breaking,
        implementers: Verdict::Compatible,
        compiles: true,
    }
}

/// The URLs of a flow.
fn urls(flow: &TokenFlow) -> String {
    let urls = flow
        .endpoints
        .iter()
        .map(|(_, url)| Quoted(url).to_string());
    urls.collect::<Vec<_>>().join(", ")
}

/// The old scheme that a new one was: the one with the same name. Otherwise, it was renamed if exactly one scheme of
/// each side has its shape and a name that the other side does not have.
fn same_scheme<'a>(old: &'a Auth, new: &'a Auth, scheme: &Scheme) -> Option<&'a Scheme> {
    let named = |auth: &'a Auth| auth.schemes.iter().find(|known| known.name == scheme.name);
    if let Some(known) = named(old) {
        return Some(known);
    }
    let has = |auth: &Auth, name: &str| auth.schemes.iter().any(|known| known.name == name);
    let wanted = shapes(new, scheme);
    let renamed = |auth: &'a Auth, other: &'a Auth| -> Vec<&'a Scheme> {
        let left = auth.schemes.iter().filter(|known| !has(other, &known.name));
        left.filter(|known| shapes(auth, known) == wanted).collect()
    };
    match (renamed(old, new).as_slice(), renamed(new, old).len()) {
        ([only], 1) => Some(only),
        _ => None,
    }
}

/// What the side with a part has and what the other side has, the old one first.
fn in_order<T>(has: Has, own: T, other: T) -> (T, T) {
    match has {
        Has::Old => (own, other),
        Has::New | Has::Both => (other, own),
    }
}

fn words(api: &Api, alternative: &Alternative) -> String {
    let scheme = api
        .auth
        .as_ref()
        .map(|auth| auth.scheme(alternative.scheme));
    match scheme {
        Some(scheme) => format!("the scheme {}", Quoted(&scheme.name)),
        None => "a scheme".to_owned(),
    }
}

fn all_words(api: &Api, access: &Access) -> String {
    let all = access.alternatives.iter();
    let all: Vec<String> = all.map(|alternative| words(api, alternative)).collect();
    all.join(" or ")
}
