//! What requests with some credentials carry, and which alternatives of the other side accept them.

use std::collections::BTreeSet;

use crate::api::{Access, Alternative, Api, ApiKey, Auth, KeyPlace, Needs, Scheme, SchemeKind};
use crate::diff::words::Quoted;

/// How requests carry the credentials of a scheme or of the parts of a combination.
pub(super) fn shapes(auth: &Auth, scheme: &Scheme) -> BTreeSet<String> {
    auth.parts(scheme).into_iter().map(shape).collect()
}

/// What requests with some credentials carry: for each scheme, how, and its name if it tells credentials apart. Schemes
/// with the same name have the same credentials, and schemes with different names may.
pub(super) fn sent_credentials<'a>(
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
pub(super) fn satisfied<'a>(
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
pub(super) fn is_described_again<'a>(own: Side<'a>, access: &'a Access, other: &Api) -> bool {
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
pub(super) fn is_part<'a>(
    own: Side<'a>,
    (other_api, others): (&'a Api, &'a [Alternative]),
) -> bool {
    let sent = sent_credentials(own, other_api);
    let mut others = others.iter();
    others.any(|other| sent_credentials((other_api, other), own.0).is_superset(&sent))
}

/// The alternative of the other side whose credentials are in the header `Authorization` as well, if one side describes
/// that header as a key: the key may be the whole header, with the word `Bearer` or `Basic` before what clients have.
pub(super) fn in_same_header<'a>(
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
pub(super) enum Authorization {
    /// Whatever the key is.
    Key,
    /// A word that says what they are, and they.
    Word,
}

/// What the credentials of an alternative have in the header `Authorization`, if they are there and nowhere else.
pub(super) fn authorization((api, alternative): Side<'_>) -> Option<Authorization> {
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

/// How requests carry the credentials of a scheme that is not a combination: what a client needs to know. The tokens of
/// all kinds are in the same header.
pub(super) fn shape(scheme: &Scheme) -> String {
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
pub(super) const fn token_kind(kind: &SchemeKind) -> Option<&'static str> {
    match kind {
        SchemeKind::Bearer => Some("a bearer token"),
        SchemeKind::OAuth2(_) => Some("a token of OAuth 2"),
        SchemeKind::OpenId { .. } => Some("a token of OpenID Connect"),
        SchemeKind::Basic | SchemeKind::ApiKey(_) | SchemeKind::Custom | SchemeKind::All(_) => None,
    }
}

/// The kinds of the tokens of an alternative.
pub(super) fn token_kinds((api, alternative): Side<'_>) -> BTreeSet<&'static str> {
    let auth = api.auth.iter();
    let parts = auth.flat_map(|auth| auth.parts(auth.scheme(alternative.scheme)));
    parts
        .filter_map(|scheme| token_kind(&scheme.kind))
        .collect()
}

/// An alternative of the credentials of an operation, and its API.
pub(super) type Side<'a> = (&'a Api, &'a Alternative);

/// A scope or a kind that credentials need.
pub(super) struct Demand<'a> {
    pub(super) word: &'static str,
    pub(super) name: &'a str,
}

/// What the second alternative demands that the first one does not.
pub(super) fn extra<'a>((old_api, old): Side<'_>, (new_api, new): Side<'a>) -> Vec<Demand<'a>> {
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
pub(super) fn is_renamed(old: Side<'_>, new: Side<'_>) -> bool {
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
pub(super) fn kind_name<'a>(api: &'a Api, alternative: &Alternative) -> Option<&'a str> {
    let (_, kind) = alternative.scheme_and_kind(api.auth.as_ref()?);
    Some(&kind?.name)
}

/// What the other API has under the name of a scheme.
pub(super) enum Counterpart<'a> {
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
pub(super) fn counterpart<'a>((api, alternative): Side<'a>, other: &Api) -> Counterpart<'a> {
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
pub(in crate::diff) fn described(auth: &Auth, scheme: &Scheme) -> String {
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
