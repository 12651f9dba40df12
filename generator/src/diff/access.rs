//! Who may call: which credentials operations need.

use std::collections::BTreeSet;

use super::Rule;
use super::site::{Setting, Site, Spot};
use super::walk::{Context, Flow, Has, Walk};
use super::words::Quoted;
use crate::api::{
    Access, Alternative, Api, ApiKey, Auth, Flow as TokenFlow, KeyPlace, Needs, Operation, Scheme,
    SchemeKind,
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
                let message = "it can no longer be called without credentials";
                self.change(Rule::AuthBecameRequired, context, site, message.to_owned());
            }
            (false, true) => {
                let message = "it can be called without credentials";
                self.change(Rule::AuthBecameOptional, context, site, message.to_owned());
            }
            (true, true) | (false, false) => {}
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
            // If nothing of the other side accepts it, that is one change.
            match counterpart(own, other_api) {
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
                Counterpart::Same => self.change(rule, context, site, message),
            }
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
                    (Spot::Operation(operation), Some(scheme)) => {
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

/// How requests carry the credentials of a scheme or of the parts of a combination.
fn shapes(auth: &Auth, scheme: &Scheme) -> BTreeSet<String> {
    auth.parts(scheme).into_iter().map(shape).collect()
}

/// What requests with some credentials carry: for each scheme, how, and its name if it tells credentials apart. Schemes
/// with the same name have the same credentials, and schemes with different names may.
fn sent_credentials<'a>(
    (api, alternative): Side<'a>,
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

/// The alternative of the other side that accepts some credentials, and what else it demands of them. If there are
/// several, the one that demands the least.
fn satisfied<'a>(
    own: Side<'a>,
    (other_api, others): (&'a Api, &'a [Alternative]),
) -> Option<(&'a Alternative, Vec<Demand<'a>>)> {
    let sent = sent_credentials(own, other_api);
    let accepted = others
        .iter()
        .filter(|other| sent_credentials((other_api, other), own.0).is_subset(&sent));
    let demands = accepted.map(|other| (other, extra(own, (other_api, other))));
    demands.min_by_key(|(_, demanded)| demanded.len())
}

/// Whether another alternative of the same operation has the same credentials and demands no more of them: a scheme that
/// only one side has is in the place of a scheme that both have.
fn is_described_again<'a>(own: Side<'a>, access: &'a Access, other: &Api) -> bool {
    let sent = sent_credentials(own, other);
    let has_name = |(name, _): &(Option<&str>, String)| name.is_some();
    let shape = |sent: BTreeSet<(Option<&'a str>, String)>| -> BTreeSet<String> {
        sent.into_iter().map(|(_, shape)| shape).collect()
    };
    if sent.iter().any(has_name) {
        return false;
    }
    let wanted = shape(sent);
    access.alternatives.iter().any(|alternative| {
        let known = (own.0, alternative);
        let sent = sent_credentials(known, other);
        sent.iter().all(has_name) && shape(sent) == wanted && extra(own, known).is_empty()
    })
}

/// Whether some credentials are a part of those that the other side accepts.
fn is_part<'a>(own: Side<'a>, (other_api, others): (&'a Api, &'a [Alternative])) -> bool {
    let sent = sent_credentials(own, other_api);
    let mut others = others.iter();
    others.any(|other| sent_credentials((other_api, other), own.0).is_superset(&sent))
}

/// The alternative of the other side whose credentials are in the header `Authorization` as well, if one side describes
/// that header as a key: the key may be the whole header, with the word `Bearer` or `Basic` before what clients have.
fn in_same_header<'a>(
    own: Side<'a>,
    (other_api, others): (&'a Api, &'a [Alternative]),
) -> Option<&'a Alternative> {
    let kind = authorization(own)?;
    let mut others = others.iter();
    others.find(|other| {
        let other = authorization((other_api, other));
        other.is_some_and(|other| kind == Authorization::Key || other == Authorization::Key)
    })
}

/// What credentials have in the header `Authorization`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Authorization {
    /// Whatever the key is.
    Key,
    /// A word that says what they are, and they.
    Word,
}

/// What the credentials of an alternative have in the header `Authorization`, if they are there and nowhere else.
fn authorization((api, alternative): Side<'_>) -> Option<Authorization> {
    match &api.auth.as_ref()?.scheme(alternative.scheme).kind {
        SchemeKind::ApiKey(key) => {
            let is_there = key.place == KeyPlace::Header
                && key.name.eq_ignore_ascii_case("authorization")
                && key.prefix.is_none();
            is_there.then_some(Authorization::Key)
        }
        SchemeKind::Bearer
        | SchemeKind::Basic
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. } => Some(Authorization::Word),
        SchemeKind::Custom | SchemeKind::All(_) => None,
    }
}

/// What the side with a part has and what the other side has, the old one first.
fn in_order<T>(has: Has, own: T, other: T) -> (T, T) {
    match has {
        Has::Old => (own, other),
        Has::New | Has::Both => (other, own),
    }
}

/// How requests carry the credentials of a scheme that is not a combination: what a client needs to know. The tokens of
/// all kinds are in the same header.
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
            let is_token = *place == KeyPlace::Header
                && name == "authorization"
                && prefix.trim_end().eq_ignore_ascii_case("bearer");
            match is_token {
                true => "token".to_owned(),
                false => format!("{} {name} {prefix}", place.name()),
            }
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

/// The kinds of the tokens of an alternative.
fn token_kinds((api, alternative): Side<'_>) -> BTreeSet<&'static str> {
    let auth = api.auth.iter();
    let parts = auth.flat_map(|auth| auth.parts(auth.scheme(alternative.scheme)));
    parts
        .filter_map(|scheme| token_kind(&scheme.kind))
        .collect()
}

/// An alternative of the credentials of an operation, and its API.
type Side<'a> = (&'a Api, &'a Alternative);

/// A scope or a kind that credentials need.
struct Demand<'a> {
    word: &'static str,
    name: &'a str,
}

/// What the second alternative demands that the first one does not.
fn extra<'a>((old_api, old): Side<'_>, (new_api, new): Side<'a>) -> Vec<Demand<'a>> {
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
        // All valid credentials are of the first kind, whatever it is called.
        (Needs::Kind(0), Needs::Kind(1..)) => kind_name(new_api, new)
            .map(|name| Demand { word: "kind", name })
            .into_iter()
            .collect(),
        (_, Needs::Kind(_)) if is_same => Vec::new(),
        (_, Needs::Kind(_)) => {
            let rank = |needs: &Needs| match needs {
                Needs::Kind(rank) => *rank,
                Needs::Nothing | Needs::Scopes(_) => 0,
            };
            let kind = kind_name(new_api, new);
            let is_other =
                kind_name(old_api, old) != kind && !is_renamed((old_api, old), (new_api, new));
            // All valid credentials are of the first kind.
            let is_more = rank(&new.needs) > 0 && rank(&new.needs) >= rank(&old.needs);
            let demand = kind.filter(|_| is_other && is_more);
            let demand = demand.map(|name| Demand { word: "kind", name });
            demand.into_iter().collect()
        }
    }
}

/// Whether the kinds of two alternatives are at the same place of their lists, and neither side has the name of the other.
/// Requests do not carry these names.
fn is_renamed(old: Side<'_>, new: Side<'_>) -> bool {
    let has = |(api, alternative): Side<'_>, name: Option<&str>| {
        let auth = api.auth.iter();
        let mut kinds = auth.flat_map(|auth| &auth.scheme(alternative.scheme).kinds);
        kinds.any(|kind| Some(kind.name.as_str()) == name)
    };
    old.1.needs == new.1.needs
        && !has(old, kind_name(new.0, new.1))
        && !has(new, kind_name(old.0, old.1))
}

/// The kind of credentials that an alternative needs.
fn kind_name<'a>(api: &'a Api, alternative: &Alternative) -> Option<&'a str> {
    let (_, kind) = alternative.scheme_and_kind(api.auth.as_ref()?);
    Some(&kind?.name)
}

/// What the other API has under the name of a scheme.
enum Counterpart<'a> {
    /// Nothing.
    None(&'a str),
    /// Credentials that requests carry in another way.
    Different {
        name: &'a str,
        own: String,
        other: String,
    },
    /// The same, or it is not known.
    Same,
}

/// What the other API has under the name of the scheme of an alternative.
fn counterpart<'a>((api, alternative): Side<'a>, other: &Api) -> Counterpart<'a> {
    let Some(auth) = &api.auth else {
        return Counterpart::Same;
    };
    let scheme = auth.scheme(alternative.scheme);
    let mut others = other.auth.iter().flat_map(|auth| {
        let schemes = auth.schemes.iter();
        schemes.map(move |scheme| (auth, scheme))
    });
    match others.find(|(_, other)| other.name == scheme.name) {
        None => Counterpart::None(&scheme.name),
        Some((other_auth, other)) if shapes(auth, scheme) != shapes(other_auth, other) => {
            Counterpart::Different {
                name: &scheme.name,
                own: described(auth, scheme),
                other: described(other_auth, other),
            }
        }
        Some(_) => Counterpart::Same,
    }
}

/// What the credentials of a scheme are, in words.
pub(super) fn described(auth: &Auth, scheme: &Scheme) -> String {
    let parts = auth.parts(scheme).into_iter().map(|part| match &part.kind {
        SchemeKind::Basic => "a name with a password".to_owned(),
        SchemeKind::ApiKey(key) => {
            let place = match key.place {
                KeyPlace::Header => "the header",
                KeyPlace::Query => "the query parameter",
                KeyPlace::Cookie => "the cookie",
            };
            let prefix = key.prefix.as_ref();
            let prefix = prefix.map(|prefix| format!(" with the prefix {}", Quoted(prefix)));
            format!(
                "{place} {}{}",
                Quoted(&key.name),
                prefix.unwrap_or_default()
            )
        }
        kind => token_kind(kind)
            .unwrap_or("credentials of a kind of its own")
            .to_owned(),
    });
    parts.collect::<Vec<_>>().join(" together with ")
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
