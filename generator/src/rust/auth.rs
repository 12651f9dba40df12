//! Authentication: the schemes, what operations can require, and who may call each of them.

use crate::api::{self, Api, Operation, Requirement, Scheme, SchemeKind};
use crate::naming::{camel, shouty, snake, unique};

/// Authentication.
pub(crate) struct Auth<'a> {
    pub(crate) api: &'a api::Auth,
    /// The schemes that operations can require, in the order of the document.
    pub(crate) schemes: Vec<AuthScheme<'a>>,
    /// What operations can require: kinds of keys, and schemes without kinds.
    pub(crate) keys: Vec<Key<'a>>,
    /// The URLs of OAuth 2 and OpenID Connect.
    pub(crate) endpoints: Vec<Endpoint<'a>>,
    /// Whether some operation requires a key.
    pub(crate) is_used: bool,
    /// Whether some operation requires a key of a kind other than the first of its scheme.
    pub(crate) authorizes: bool,
    /// The argument of `authenticate`.
    pub(crate) argument: &'static str,
    /// The type of that argument.
    pub(crate) credentials: &'static str,
    /// What a 401 asks for if no credentials were expected, unless it is a bearer token.
    pub(crate) challenge: Option<&'static str>,
    /// Whether some credentials are the head of the request.
    pub(crate) reads_head: bool,
}

/// A scheme.
pub(crate) struct AuthScheme<'a> {
    pub(crate) api: &'a Scheme,
    /// The variant of the credentials.
    pub(crate) variant: String,
    /// The function of the client that makes credentials.
    pub(crate) function: String,
    /// What requests carry.
    pub(crate) parts: Vec<SchemePart<'a>>,
}

/// A URL of a scheme.
pub(crate) struct Endpoint<'a> {
    /// The constant.
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) url: &'a str,
}

/// The credentials of a scheme, or of a part of a combination.
pub(crate) struct SchemePart<'a> {
    pub(crate) api: &'a Scheme,
    /// The field of the variant of a combination.
    pub(crate) name: String,
    /// The arguments of the client's function.
    pub(crate) arguments: Vec<String>,
    /// The type in the runtime.
    pub(crate) ty: &'static str,
    /// What a 401 asks for.
    pub(crate) challenge: &'static str,
}

/// Which credentials of the client the requests of an operation carry.
pub(crate) enum Carried<'a> {
    /// The token that all requests carry, if the client has one.
    Usual,
    /// None: the request goes to a server that may be somebody else's.
    Nothing,
    /// Those of one of these schemes.
    Schemes(Vec<&'a str>),
    /// Those of one of these schemes, if the client has any.
    OptionalSchemes(Vec<&'a str>),
}

impl<'a> AuthScheme<'a> {
    /// What requests carry, if that is one thing.
    pub(crate) fn only(&self) -> Option<&SchemePart<'a>> {
        match self.api.kind {
            SchemeKind::All(_) => None,
            SchemeKind::Bearer
            | SchemeKind::Basic
            | SchemeKind::ApiKey(_)
            | SchemeKind::OAuth2(_)
            | SchemeKind::OpenId { .. }
            | SchemeKind::Custom => self.parts.first(),
        }
    }
}

/// What an operation can require.
pub(crate) struct Key<'a> {
    pub(crate) api: Requirement<'a>,
    /// The variant.
    pub(crate) name: String,
}

impl Key<'_> {
    /// Whether all valid credentials of the scheme are of this kind.
    pub(crate) fn is_any(&self) -> bool {
        self.api.kind == self.api.scheme.kinds.first()
    }

    /// Whether operations can require scopes too.
    pub(crate) fn has_scopes(&self) -> bool {
        !self.api.scheme.scopes.is_empty()
    }
}

impl<'a> Auth<'a> {
    /// Whether the handler trait asks what credentials are good for: some scheme has several kinds, or scopes.
    pub(crate) fn has_permits(&self) -> bool {
        self.keys
            .iter()
            .any(|key| !key.is_any() || key.has_scopes())
    }

    /// What requests carry, if that is always the same.
    pub(crate) fn only(&self) -> Option<&SchemePart<'a>> {
        match self.schemes.as_slice() {
            [only] => only.only(),
            _ => None,
        }
    }

    /// What operations can require of a scheme.
    pub(crate) fn keys_of(&self, scheme: &AuthScheme<'_>) -> impl Iterator<Item = &Key<'a>> {
        let name = scheme.api.name.clone();
        let keys = self.keys.iter();
        keys.filter(move |key| key.api.scheme.name == name)
    }

    /// The types of credentials that the server exports.
    pub(crate) fn exports(&self) -> Vec<&'static str> {
        let parts = self.schemes.iter().flat_map(|of| &of.parts);
        let mut names: Vec<&str> = parts.map(|part| part.ty).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The methods of the handler trait.
    pub(super) fn methods(&self) -> &'static [&'static str] {
        if self.has_permits() {
            &["authenticate", "permits"]
        } else {
            &["authenticate"]
        }
    }

    /// Who may call an operation, unless anybody may.
    pub(super) fn access(&self, operation: &'a Operation) -> Option<Access<'a>> {
        if operation.access.is_open() {
            return None;
        }
        let mut keys: Vec<Vec<RequiredKey<'a>>> = Vec::new();
        let mut schemes: Vec<&'a str> = Vec::new();
        for required in self.api.required(&operation.access) {
            let mut known = self.keys.iter();
            let Some(known) = known.find(|key| key.api.name() == required.name()) else {
                // A key that is not planned admits nobody, rather than everybody.
                continue;
            };
            let key = RequiredKey {
                name: known.name.clone(),
                scopes: known.has_scopes().then_some(required.scopes),
            };
            let scheme = required.scheme.name.as_str();
            match schemes.iter().position(|known| *known == scheme) {
                Some(known) => keys[known].push(key),
                None => {
                    schemes.push(scheme);
                    keys.push(vec![key]);
                }
            }
        }
        let optional = operation.access.optional;
        Some(Access {
            keys,
            optional,
            carried: match optional {
                _ if self.api.is_one_token() => Carried::Usual,
                true => Carried::OptionalSchemes(schemes),
                false => Carried::Schemes(schemes),
            },
        })
    }
}

/// Who may call an operation.
pub(crate) struct Access<'a> {
    /// What it requires of each scheme: one of these.
    pub(crate) keys: Vec<Vec<RequiredKey<'a>>>,
    /// Whether a request may also carry none.
    pub(crate) optional: bool,
    pub(crate) carried: Carried<'a>,
}

/// What an operation requires.
pub(crate) struct RequiredKey<'a> {
    /// The variant.
    pub(crate) name: String,
    /// The scopes that the credentials must have, if the scheme has any.
    pub(crate) scopes: Option<&'a [String]>,
}

/// Plans authentication.
pub(super) fn auth<'a>(api: &'a Api, of: &'a api::Auth) -> Auth<'a> {
    let required = of.requirements().filter(|key| !key.scheme.is_part);
    let required: Vec<Requirement<'_>> = required.collect();
    let names = unique(required.iter().map(|key| camel(key.name())), &[], "");
    let keys = required.into_iter().zip(names);
    let own: Vec<&Scheme> = of.schemes.iter().filter(|of| !of.is_part).collect();
    let variants = unique(own.iter().map(|of| camel(&of.name)), &[], "");
    let functions = unique(own.iter().map(|of| snake(&of.name)), &[], "_");
    let names = variants.into_iter().zip(functions);
    let schemes = own.into_iter().zip(names);
    let schemes = schemes.map(|(scheme, (variant, function))| AuthScheme {
        api: scheme,
        variant,
        function,
        parts: parts(of.parts(scheme)),
    });
    let schemes: Vec<AuthScheme<'_>> = schemes.collect();
    let only = match schemes.as_slice() {
        [only] => only.only(),
        _ => None,
    };
    let (argument, credentials) = only.map_or(("credentials", "Credentials"), |only| {
        (argument(&only.api.kind), only.ty)
    });
    let mut all = schemes.iter().flat_map(|scheme| &scheme.parts);
    let mut accesses = api.operations.iter().map(|operation| &operation.access);
    Auth {
        api: of,
        argument,
        credentials,
        challenge: all
            .clone()
            .next()
            .map(|first| first.challenge)
            .filter(|of| *of != "Bearer"),
        reads_head: all.any(|part| part.api.kind == SchemeKind::Custom),
        schemes,
        keys: keys.map(|(api, name)| Key { api, name }).collect(),
        endpoints: endpoints(of),
        is_used: accesses.clone().any(|access| !access.is_open()),
        authorizes: accesses.any(api::Access::refuses),
    }
}

fn parts(schemes: Vec<&Scheme>) -> Vec<SchemePart<'_>> {
    let names = unique(schemes.iter().map(|of| snake(&of.name)), &[], "_");
    let is_alone = schemes.len() == 1;
    let wanted = schemes.iter().flat_map(|of| arguments(of, is_alone));
    let mut taken = unique(wanted, &[], "_").into_iter();
    let parts = schemes.into_iter().zip(names);
    let parts = parts.map(|(api, name)| SchemePart {
        api,
        name,
        arguments: taken
            .by_ref()
            .take(arguments(api, is_alone).len())
            .collect(),
        ty: credentials(&api.kind),
        challenge: challenge(&api.kind),
    });
    parts.collect()
}

/// The arguments for credentials. In a combination, they are named after the scheme.
fn arguments(scheme: &Scheme, is_alone: bool) -> Vec<String> {
    let name = &scheme.name;
    let names = match (&scheme.kind, is_alone) {
        (SchemeKind::Basic, true) => vec!["name".to_owned(), "password".to_owned()],
        (SchemeKind::Basic, false) => vec![format!("{name}_name"), format!("{name}_password")],
        (SchemeKind::ApiKey(_), true) => vec!["key".to_owned()],
        (SchemeKind::Bearer | SchemeKind::All(_), true) => vec!["token".to_owned()],
        (SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. }, true) => vec!["source".to_owned()],
        (SchemeKind::Custom, true) => vec!["authorize".to_owned()],
        (_, false) => vec![name.clone()],
    };
    names.iter().map(|name| snake(name)).collect()
}

/// The URLs of OAuth 2 and OpenID Connect, as constants of the client.
fn endpoints(of: &api::Auth) -> Vec<Endpoint<'_>> {
    let mut endpoints = Vec::new();
    for scheme in &of.schemes {
        let name = &scheme.name;
        match &scheme.kind {
            SchemeKind::OAuth2(flows) => {
                for flow in flows {
                    for (endpoint, url) in &flow.endpoints {
                        let (flow, endpoint) = (flow.kind.name(), endpoint.name());
                        let about = format!(
                            "The URL `{endpoint}` of the flow `{flow}` of the scheme `{name}`."
                        );
                        endpoints.push((format!("{name}_{flow}_{endpoint}"), about, url));
                    }
                }
            }
            SchemeKind::OpenId { discovery } => {
                let about =
                    format!("The URL of the metadata of the provider of the scheme `{name}`.");
                endpoints.push((format!("{name}_discovery"), about, discovery));
            }
            SchemeKind::Bearer
            | SchemeKind::Basic
            | SchemeKind::ApiKey(_)
            | SchemeKind::Custom
            | SchemeKind::All(_) => {}
        }
    }
    let names = unique(endpoints.iter().map(|(name, ..)| shouty(name)), &[], "_");
    let endpoints = endpoints.into_iter().zip(names);
    let endpoints = endpoints.map(|((_, about, url), name)| Endpoint { name, about, url });
    endpoints.collect()
}

/// The type of credentials. Combinations have parts.
const fn credentials(kind: &SchemeKind) -> &'static str {
    match kind {
        SchemeKind::Basic => "BasicCredentials",
        SchemeKind::ApiKey(_) => "ApiKey",
        SchemeKind::Custom => "RequestHead",
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::All(_) => "BearerToken",
    }
}

/// What a 401 asks for.
const fn challenge(kind: &SchemeKind) -> &'static str {
    match kind {
        SchemeKind::Basic => "Basic",
        SchemeKind::ApiKey(_) => "ApiKey",
        SchemeKind::Custom => "Custom",
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::All(_) => "Bearer",
    }
}

/// The argument of `authenticate` for credentials of the only scheme.
const fn argument(kind: &SchemeKind) -> &'static str {
    match kind {
        SchemeKind::ApiKey(_) => "key",
        SchemeKind::Basic => "credentials",
        SchemeKind::Custom => "head",
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::All(_) => "token",
    }
}
