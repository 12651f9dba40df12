//! Who may call: which credentials operations need.

use std::collections::BTreeSet;

use super::Rule;
use super::site::{Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use crate::api::{
    Access, Alternative, Api, ApiKey, KeyPlace, Needs, Operation, Scheme, SchemeKind,
};

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
        for gone in &old.alternatives {
            let sent = carried((old_api, gone), new_api);
            let accepted = new.alternatives.iter();
            let accepted =
                accepted.filter(|other| carried((new_api, other), old_api).is_subset(&sent));
            let demands = accepted.map(|other| (other, extra((old_api, gone), (new_api, other))));
            // Credentials that satisfied the old one satisfy a new one that demands nothing else.
            match demands.min_by_key(|(_, demand)| demand.what.len()) {
                None => {
                    let mut others = new.alternatives.iter();
                    let is_part =
                        others.any(|other| carried((new_api, other), old_api).is_superset(&sent));
                    let alone = if is_part { " alone" } else { "" };
                    let what = words(old_api, gone);
                    let message = format!("{what} is no longer accepted{alone}");
                    self.change(Rule::CredentialsRemoved, context, site, message);
                }
                Some((other, demand)) if !demand.what.is_empty() => {
                    let rule = match demand.is_of_other_kind {
                        true => Rule::TokenScopeAdded,
                        false => Rule::ScopeAdded,
                    };
                    let (what, added) = (words(new_api, other), demand.what.join(", "));
                    self.change(rule, context, site, format!("{what} needs {added}"));
                }
                Some(_) => {}
            }
        }
        for added in &new.alternatives {
            let sent = carried((new_api, added), old_api);
            let accepted = old.alternatives.iter();
            let accepted =
                accepted.filter(|other| carried((old_api, other), new_api).is_subset(&sent));
            let demands = accepted.map(|other| extra((new_api, added), (old_api, other)));
            match demands.min_by_key(|demand| demand.what.len()) {
                None => {
                    let message = format!("{} is accepted", words(new_api, added));
                    self.change(Rule::CredentialsAdded, context, site, message);
                }
                Some(demand) if !demand.what.is_empty() => {
                    let rule = match demand.is_of_other_kind {
                        true => Rule::TokenScopeRemoved,
                        false => Rule::ScopeRemoved,
                    };
                    let (what, removed) = (words(new_api, added), demand.what.join(", "));
                    self.change(
                        rule,
                        context,
                        site,
                        format!("{what} no longer needs {removed}"),
                    );
                }
                Some(_) => {}
            }
        }
    }

    /// Compares what concerns all operations: where tokens come from, and the statuses of responses to others.
    pub(super) fn authentication(&mut self) {
        let (Some(old), Some(new)) = (&self.old.auth, &self.new.auth) else {
            return;
        };
        for scheme in &new.schemes {
            let mut schemes = old.schemes.iter();
            let Some(known) = schemes.find(|known| known.name == scheme.name) else {
                continue;
            };
            let message = match (&known.kind, &scheme.kind) {
                (SchemeKind::OAuth2(old_flows), SchemeKind::OAuth2(new_flows)) => {
                    let changed = old_flows.iter().find_map(|flow| {
                        let new = new_flows.iter().find(|new| new.kind == flow.kind)?;
                        (new.endpoints != flow.endpoints).then_some(flow.kind)
                    });
                    changed.map(|kind| {
                        let kind = kind.name();
                        let message = format!("the URLs of the flow `{kind}` are different");
                        (Rule::TokenUrlChanged, message)
                    })
                }
                (SchemeKind::OpenId { discovery: old }, SchemeKind::OpenId { discovery: new }) => {
                    (old != new).then(|| {
                        let message = format!("its metadata was at `{old}`, and is at `{new}`");
                        (Rule::TokenUrlChanged, message)
                    })
                }
                (old, new) => token_kind(old).zip(token_kind(new)).and_then(|(old, new)| {
                    let message = format!("`{}` was {old}, and is {new}", scheme.name);
                    (old != new).then_some((Rule::TokenKindChanged, message))
                }),
            };
            if let Some((rule, message)) = message {
                let spots = (Spot::Scheme(&known.name), Spot::Scheme(&scheme.name));
                let site = Site::root("auth", spots.0, spots.1);
                self.change(rule, Self::api(Flow::Request), &site, message);
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
}

/// What requests with some credentials carry: for each scheme, how, and its name if it tells credentials apart. Of a
/// name that both sides have, the credentials are the same; of another, they may be.
fn carried<'a>(
    (api, alternative): (&'a Api, &'a Alternative),
    other: &Api,
) -> BTreeSet<(Option<&'a str>, String)> {
    let Some(auth) = &api.auth else {
        return BTreeSet::new();
    };
    let parts = auth.parts(auth.scheme(alternative.scheme)).into_iter();
    let parts = parts.map(|scheme| {
        let shape = shape(scheme);
        let mut others = other.auth.iter().flat_map(|auth| &auth.schemes);
        let has_both = others.any(|known| known.name == scheme.name && self::shape(known) == shape);
        (has_both.then_some(scheme.name.as_str()), shape)
    });
    parts.collect()
}

/// How requests carry the credentials of a scheme that is no combination: what a client needs to know. The tokens of all
/// kinds are in the same header.
fn shape(scheme: &Scheme) -> String {
    match &scheme.kind {
        SchemeKind::Bearer | SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. } => {
            "token".to_owned()
        }
        SchemeKind::Basic => "basic".to_owned(),
        SchemeKind::ApiKey(ApiKey {
            place,
            name,
            prefix,
        }) => {
            let name = match place {
                KeyPlace::Header => name.to_ascii_lowercase(),
                KeyPlace::Query | KeyPlace::Cookie => name.clone(),
            };
            let prefix = prefix.as_deref().unwrap_or_default();
            format!("{} {name} {prefix}", place.name())
        }
        SchemeKind::Custom | SchemeKind::All(_) => format!("custom {}", scheme.name),
    }
}

/// The kind of a token, in words.
const fn token_kind(kind: &SchemeKind) -> Option<&'static str> {
    match kind {
        SchemeKind::Bearer => Some("a bearer token"),
        SchemeKind::OAuth2(_) => Some("a token of OAuth 2"),
        SchemeKind::OpenId { .. } => Some("a token of OpenID Connect"),
        SchemeKind::Basic | SchemeKind::ApiKey(_) | SchemeKind::Custom | SchemeKind::All(_) => None,
    }
}

/// What an alternative demands that another one does not.
struct Demand {
    what: Vec<String>,
    /// Whether the other one is of a kind of tokens that are described differently, and names no scopes.
    is_of_other_kind: bool,
}

/// What the second alternative demands that the first one does not.
fn extra((old_api, old): (&Api, &Alternative), (new_api, new): (&Api, &Alternative)) -> Demand {
    let kinds = |api: &Api, alternative: &Alternative| -> BTreeSet<&'static str> {
        let auth = api.auth.iter();
        let parts = auth.flat_map(|auth| auth.parts(auth.scheme(alternative.scheme)));
        parts
            .filter_map(|scheme| token_kind(&scheme.kind))
            .collect()
    };
    Demand {
        what: demands(old_api, old, new_api, new),
        is_of_other_kind: old.needs == Needs::Nothing && kinds(old_api, old) != kinds(new_api, new),
    }
}

fn demands(old_api: &Api, old: &Alternative, new_api: &Api, new: &Alternative) -> Vec<String> {
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
            added.map(|scope| format!("the scope `{scope}`")).collect()
        }
        (_, Needs::Scopes(scopes)) => {
            let scopes = scopes.iter();
            scopes.map(|scope| format!("the scope `{scope}`")).collect()
        }
        (_, Needs::Kind(_)) if is_same => Vec::new(),
        (_, Needs::Kind(_)) => {
            let name = |api: &Api, alternative: &Alternative| {
                let auth = api.auth.as_ref()?;
                let kind = alternative.scheme_and_kind(auth).1?;
                Some(kind.name.clone())
            };
            let rank = |needs: &Needs| match needs {
                Needs::Kind(rank) => *rank,
                Needs::Nothing | Needs::Scopes(_) => 0,
            };
            let is_other = name(old_api, old) != name(new_api, new);
            // All valid credentials are of the first kind.
            let is_more = rank(&new.needs) > 0 && rank(&new.needs) >= rank(&old.needs);
            match name(new_api, new) {
                Some(kind) if is_other && is_more => vec![format!("the kind `{kind}`")],
                _ => Vec::new(),
            }
        }
    }
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
