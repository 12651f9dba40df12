//! Who may call: which credentials operations need.

use super::Rule;
use super::site::{Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use crate::api::{Access, Alternative, Api, ApiKey, Auth, Needs, Operation, Scheme, SchemeKind};

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
        let (old, new) = (&old.access, &new.access);
        let (rule, message) = match (old.is_open(), new.is_open()) {
            (true, true) => return,
            (true, false) if new.optional => (
                Rule::OptionalAuthAdded,
                format!("callers may send {}", all_words(new_api, new)),
            ),
            (false, true) if old.optional => (
                Rule::OptionalAuthRemoved,
                "credentials, which were optional, are no longer read".to_owned(),
            ),
            (true, false) => (
                Rule::AuthAdded,
                format!("callers need {}", all_words(new_api, new)),
            ),
            (false, true) => (
                Rule::AuthRemoved,
                "callers no longer need credentials".to_owned(),
            ),
            (false, false) => return self.alternatives(old, new, context, site),
        };
        self.change(rule, context, site, message);
    }

    fn alternatives(
        &mut self,
        old: &'a Access,
        new: &'a Access,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let (old_api, new_api) = (self.old, self.new);
        match (old.optional, new.optional) {
            (true, false) => {
                let message = "callers need credentials, which were optional";
                self.change(Rule::AuthBecameRequired, context, site, message.to_owned());
            }
            (false, true) => {
                let message = "credentials are optional";
                self.change(Rule::AuthBecameOptional, context, site, message.to_owned());
            }
            _ => {}
        }
        // Of a name that both sides have, the credentials are the same; of another, they may be.
        let has_both = |scheme: &Scheme| {
            let of = |api: &'a Api| {
                let auth = api.auth.as_ref()?;
                let known = auth
                    .schemes
                    .iter()
                    .find(|known| known.name == scheme.name)?;
                Some(self::shape(auth, known))
            };
            of(old_api).is_some() && of(old_api) == of(new_api)
        };
        let shape = |api: &'a Api, alternative: &'a Alternative| {
            let auth = api.auth.as_ref()?;
            let scheme = auth.scheme(alternative.scheme);
            let name = has_both(scheme).then_some(&scheme.name);
            Some((name, self::shape(auth, scheme)))
        };
        for gone in &old.alternatives {
            let wanted = shape(old_api, gone);
            let alike = new.alternatives.iter();
            let alike = alike.filter(|other| shape(new_api, other) == wanted);
            let demands = alike.map(|other| (other, extra(old_api, gone, new_api, other)));
            // Credentials that satisfied the old one satisfy a new one that demands nothing else.
            match demands.min_by_key(|(_, added)| added.len()) {
                None => {
                    let message = format!("{} is no longer accepted", words(old_api, gone));
                    self.change(Rule::CredentialsRemoved, context, site, message);
                }
                Some((other, added)) => {
                    let names = (old_api, gone, new_api, other);
                    self.scopes(Rule::ScopeAdded, added, names, context, site);
                }
            }
        }
        for added in &new.alternatives {
            let wanted = shape(new_api, added);
            let alike = old.alternatives.iter();
            let alike = alike.filter(|other| shape(old_api, other) == wanted);
            let demands = alike.map(|other| (other, extra(new_api, added, old_api, other)));
            match demands.min_by_key(|(_, removed)| removed.len()) {
                None => {
                    let message = format!("{} is accepted", words(new_api, added));
                    self.change(Rule::CredentialsAdded, context, site, message);
                }
                Some((other, removed)) => {
                    let names = (old_api, other, new_api, added);
                    self.scopes(Rule::ScopeRemoved, removed, names, context, site);
                }
            }
        }
    }

    /// Adds that an operation needs scopes or kinds more or less. The alternatives say of which schemes these are.
    fn scopes(
        &mut self,
        rule: Rule,
        demands: Vec<Demand<'a>>,
        (old_api, old, new_api, new): (&'a Api, &'a Alternative, &'a Api, &'a Alternative),
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let what = words(new_api, new);
        let needs = match rule {
            Rule::ScopeAdded => "needs",
            _ => "no longer needs",
        };
        for Demand { word, name } in demands {
            let spot = |api: &'a Api, alternative: &Alternative, spot| {
                let auth = api.auth.as_ref();
                match (spot, auth.map(|auth| auth.scheme(alternative.scheme))) {
                    (Spot::Operation(operation), Some(scheme)) => {
                        Spot::Scope(operation, &scheme.name, name)
                    }
                    (other, _) => other,
                }
            };
            let spots = (spot(old_api, old, site.old), spot(new_api, new, site.new));
            let site = site.in_parts(spots.0, spots.1);
            let message = format!("{what} {needs} the {word} `{name}`");
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
                self.sources_of_tokens(known, scheme);
            }
        }
        let site = Site::root("auth", Spot::Api, Spot::Api);
        let statuses = [
            (
                "without credentials",
                old.missing.status,
                new.missing.status,
            ),
            (
                "with unknown credentials",
                old.unknown.status,
                new.unknown.status,
            ),
            ("that are refused", old.refused.status, new.refused.status),
        ];
        for (what, old, new) in statuses {
            if old != new {
                let message = format!("requests {what} got {old}, and get {new}");
                let context = Self::api(Flow::Response);
                self.change_of(Rule::AuthStatusChanged, context, &site, Has::Both, message);
            }
        }
    }

    /// Compares where clients get the tokens of two schemes.
    fn sources_of_tokens(&mut self, old: &'a Scheme, new: &'a Scheme) {
        let site = Site::root("auth", Spot::Scheme(&old.name), Spot::Scheme(&new.name));
        let context = Self::api(Flow::Request);
        let (old_flows, new_flows) = match (&old.kind, &new.kind) {
            (SchemeKind::OpenId { discovery: old }, SchemeKind::OpenId { discovery: new }) => {
                if old != new {
                    let message = format!("the URL for discovery was `{old}`, and is `{new}`");
                    self.change(Rule::TokenUrlChanged, context, &site, message);
                }
                return;
            }
            (SchemeKind::OAuth2(old_flows), SchemeKind::OAuth2(new_flows)) => {
                (old_flows, new_flows)
            }
            _ => return,
        };
        for gone in old_flows {
            let name = gone.kind.name();
            let mut flows = new_flows.iter();
            let (rule, message) = match flows.find(|flow| flow.kind == gone.kind) {
                None => (Rule::FlowRemoved, format!("the flow `{name}` is gone")),
                Some(new) if new.endpoints != gone.endpoints => {
                    let message = format!("the URLs of the flow `{name}` are different");
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

/// The scheme that another one was: the one of its name, or else the only one of its shape that has no other name.
fn same_scheme<'a>(old: &'a Auth, new: &'a Auth, scheme: &Scheme) -> Option<&'a Scheme> {
    let named = |auth: &'a Auth| auth.schemes.iter().find(|known| known.name == scheme.name);
    if let Some(known) = named(old) {
        return Some(known);
    }
    let has = |auth: &Auth, name: &str| auth.schemes.iter().any(|known| known.name == name);
    let wanted = shape(new, scheme);
    let renamed = |auth: &'a Auth, other: &'a Auth| -> Vec<&'a Scheme> {
        let left = auth.schemes.iter().filter(|known| !has(other, &known.name));
        left.filter(|known| shape(auth, known) == wanted).collect()
    };
    match (renamed(old, new).as_slice(), renamed(new, old).len()) {
        ([only], 1) => Some(only),
        _ => None,
    }
}

/// How requests carry credentials: what a client needs to know.
fn shape(auth: &Auth, scheme: &Scheme) -> String {
    match &scheme.kind {
        SchemeKind::Bearer => "bearer".to_owned(),
        SchemeKind::Basic => "basic".to_owned(),
        SchemeKind::ApiKey(ApiKey {
            place,
            name,
            prefix,
        }) => {
            let name = match place {
                crate::api::KeyPlace::Header => name.to_ascii_lowercase(),
                crate::api::KeyPlace::Query | crate::api::KeyPlace::Cookie => name.clone(),
            };
            let prefix = prefix.as_deref().unwrap_or_default();
            format!("{} {name} {prefix}", place.name())
        }
        SchemeKind::OAuth2(_) => "oauth2".to_owned(),
        SchemeKind::OpenId { .. } => "openid".to_owned(),
        SchemeKind::Custom => format!("custom {}", scheme.name),
        SchemeKind::All(parts) => {
            let parts = parts.iter().map(|part| shape(auth, auth.scheme(*part)));
            let mut parts: Vec<String> = parts.collect();
            parts.sort_unstable();
            parts.join(" and ")
        }
    }
}

/// A scope or a kind that credentials need.
struct Demand<'a> {
    word: &'static str,
    name: &'a str,
}

/// What an alternative demands that another one does not.
fn extra<'a>(
    old_api: &Api,
    old: &Alternative,
    new_api: &'a Api,
    new: &'a Alternative,
) -> Vec<Demand<'a>> {
    let scope = |name: &'a String| Demand {
        word: "scope",
        name,
    };
    // One document has a scheme for each kind of keys, and the other has kinds.
    let requirement = |api: &Api, alternative: &Alternative| {
        let (scheme, kind) = alternative.scheme_and_kind(api.auth.as_ref()?);
        Some(kind.map_or(&scheme.name, |kind| &kind.name).clone())
    };
    let is_same = requirement(old_api, old) == requirement(new_api, new);
    match (&old.needs, &new.needs) {
        (_, Needs::Nothing) => Vec::new(),
        (Needs::Scopes(old), Needs::Scopes(new)) => {
            let added = new.iter().filter(|scope| !old.contains(scope));
            added.map(scope).collect()
        }
        (_, Needs::Scopes(scopes)) => scopes.iter().map(scope).collect(),
        (_, Needs::Kind(_)) if is_same => Vec::new(),
        (_, Needs::Kind(_)) => {
            let rank = |needs: &Needs| match needs {
                Needs::Kind(rank) => *rank,
                Needs::Nothing | Needs::Scopes(_) => 0,
            };
            let kind = kind_name(new_api, new);
            let is_other = kind_name(old_api, old) != kind;
            // All valid credentials are of the first kind.
            let is_more = rank(&new.needs) > 0 && rank(&new.needs) >= rank(&old.needs);
            let demand = kind.filter(|_| is_other && is_more);
            let demand = demand.map(|name| Demand { word: "kind", name });
            demand.into_iter().collect()
        }
    }
}

/// The kind of credentials that an alternative needs.
fn kind_name<'a>(api: &'a Api, alternative: &Alternative) -> Option<&'a str> {
    let (_, kind) = alternative.scheme_and_kind(api.auth.as_ref()?);
    Some(&kind?.name)
}

fn words(api: &Api, alternative: &Alternative) -> String {
    let scheme = api
        .auth
        .as_ref()
        .map(|auth| auth.scheme(alternative.scheme));
    match scheme {
        Some(scheme) => format!("the scheme `{}`", scheme.name),
        None => "a scheme".to_owned(),
    }
}

fn all_words(api: &Api, access: &Access) -> String {
    let all = access.alternatives.iter();
    let all: Vec<String> = all.map(|alternative| words(api, alternative)).collect();
    all.join(" or ")
}
