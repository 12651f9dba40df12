//! Authentication: the schemes, what operations can require, and who may call each of them.

use crate::api::{self, Api, Operation, Scheme, SchemeKind};
use crate::naming::{camel, shouty, snake, unique};

/// Authentication.
pub(crate) struct Auth<'a> {
    pub(crate) api: &'a api::Auth,
    /// The schemes that operations can require, in the order of the document.
    pub(crate) schemes: Vec<AuthScheme<'a>>,
    /// What operations can require: kinds of keys, and schemes without kinds.
    pub(crate) requirements: Vec<Requirement<'a>>,
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
    /// The challenge of a handler's own 401. `None` means bearer.
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
    pub(crate) scheme: &'a Scheme,
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
    /// The variables of the environment from which examples take these arguments: `API_TOKEN`.
    pub(crate) variables: Vec<String>,
    /// The type in the runtime.
    pub(crate) ty: &'static str,
    /// What a 401 asks for.
    pub(crate) challenge: &'static str,
}

/// Which credentials of the client the requests of an operation carry.
pub(crate) enum Carried<'a> {
    /// The token that all requests carry, if the client has one.
    SharedToken,
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

/// A kind of key, or a scheme without kinds, that operations can require.
pub(crate) struct Requirement<'a> {
    pub(crate) api: api::Requirement<'a>,
    /// The variant.
    pub(crate) name: String,
}

impl Requirement<'_> {
    /// Whether all valid credentials of the scheme are of this kind.
    pub(crate) fn accepts_all_valid_credentials(&self) -> bool {
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
        self.requirements.iter().any(|requirement| {
            !requirement.accepts_all_valid_credentials() || requirement.has_scopes()
        })
    }

    /// What requests carry, if that is always the same.
    pub(crate) fn only(&self) -> Option<&SchemePart<'a>> {
        match self.schemes.as_slice() {
            [only] => only.only(),
            _ => None,
        }
    }

    /// What operations can require of a scheme.
    pub(crate) fn requirements_of(
        &self,
        scheme: &AuthScheme<'_>,
    ) -> impl Iterator<Item = &Requirement<'a>> {
        let name = scheme.api.name.clone();
        let requirements = self.requirements.iter();
        requirements.filter(move |requirement| requirement.api.scheme.name == name)
    }

    /// The types of credentials that the server exports.
    pub(crate) fn exports(&self) -> Vec<&'static str> {
        let parts = self.schemes.iter().flat_map(|scheme| &scheme.parts);
        let mut names: Vec<&str> = parts.map(|part| part.ty).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The methods of the handler trait.
    pub(super) fn methods(&self) -> &'static [&'static str] {
        if self.has_permits() {
            &["authenticate", "permits", "expose_caller"]
        } else {
            &["authenticate", "expose_caller"]
        }
    }

    /// Who may call an operation, unless anybody may.
    pub(super) fn access(&self, operation: &'a Operation) -> Option<Access<'a>> {
        if operation.access.is_open() {
            return None;
        }
        let mut by_scheme: Vec<Vec<OperationRequirement<'a>>> = Vec::new();
        let mut schemes: Vec<&'a str> = Vec::new();
        for required in self.api.required(&operation.access) {
            let mut requirements = self.requirements.iter();
            let Some(planned) = requirements.find(|planned| planned.api.name() == required.name())
            else {
                // A requirement that is not planned admits nobody, rather than everybody.
                continue;
            };
            let requirement = OperationRequirement {
                name: planned.name.clone(),
                scopes: planned.has_scopes().then_some(required.scopes),
            };
            let scheme_name = required.scheme.name.as_str();
            match schemes.iter().position(|scheme| *scheme == scheme_name) {
                Some(index) => by_scheme[index].push(requirement),
                None => {
                    schemes.push(scheme_name);
                    by_scheme.push(vec![requirement]);
                }
            }
        }
        let optional = operation.access.optional;
        Some(Access {
            requirements: by_scheme,
            optional,
            carried: match optional {
                _ if self.api.is_one_token() => Carried::SharedToken,
                true => Carried::OptionalSchemes(schemes),
                false => Carried::Schemes(schemes),
            },
        })
    }
}

/// Who may call an operation.
pub(crate) struct Access<'a> {
    /// The requirements of the operation, by scheme. One of them has to be met.
    pub(crate) requirements: Vec<Vec<OperationRequirement<'a>>>,
    /// Whether a request may also carry none.
    pub(crate) optional: bool,
    pub(crate) carried: Carried<'a>,
}

/// A requirement of an operation.
pub(crate) struct OperationRequirement<'a> {
    /// The variant.
    pub(crate) name: String,
    /// The scopes that the credentials must have, if the scheme has any.
    pub(crate) scopes: Option<&'a [String]>,
}

/// Plans authentication.
pub(super) fn auth<'a>(api: &'a Api, auth: &'a api::Auth) -> Auth<'a> {
    let required = auth.requirements().filter(|key| !key.scheme.is_part);
    let required: Vec<api::Requirement<'_>> = required.collect();
    let requirement_names = unique(
        required.iter().map(|requirement| camel(requirement.name())),
        &[],
        "",
    );
    let requirements = required.into_iter().zip(requirement_names);
    let whole: Vec<&Scheme> = auth
        .schemes
        .iter()
        .filter(|scheme| !scheme.is_part)
        .collect();
    let variants = unique(whole.iter().map(|scheme| camel(&scheme.name)), &[], "");
    let functions = unique(whole.iter().map(|scheme| snake(&scheme.name)), &[], "_");
    let scheme_names = variants.into_iter().zip(functions);
    let schemes = whole.into_iter().zip(scheme_names);
    let schemes = schemes.map(|(scheme, (variant, function))| AuthScheme {
        api: scheme,
        variant,
        function,
        parts: parts(auth.parts(scheme)),
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
        api: auth,
        argument,
        credentials,
        challenge: all
            .clone()
            .next()
            .map(|first| first.challenge)
            .filter(|challenge| *challenge != "Bearer"),
        reads_head: all.any(|part| part.api.kind == SchemeKind::Custom),
        schemes,
        requirements: requirements
            .map(|(api, name)| Requirement { api, name })
            .collect(),
        endpoints: endpoints(auth),
        is_used: accesses.clone().any(|access| !access.is_open()),
        authorizes: accesses.any(api::Access::refuses),
    }
}

fn parts(schemes: Vec<&Scheme>) -> Vec<SchemePart<'_>> {
    let names = unique(schemes.iter().map(|scheme| snake(&scheme.name)), &[], "_");
    let is_alone = schemes.len() == 1;
    let wanted = schemes
        .iter()
        .flat_map(|scheme| arguments(scheme, is_alone));
    let mut taken = unique(wanted, &[], "_").into_iter();
    let parts = schemes.into_iter().zip(names);
    let parts = parts.map(|(api, name)| {
        let count = arguments(api, is_alone).len();
        let arguments: Vec<String> = taken.by_ref().take(count).collect();
        SchemePart {
            api,
            name,
            variables: variables(api, is_alone, &arguments),
            arguments,
            ty: credentials(&api.kind),
            challenge: challenge(&api.kind),
        }
    });
    parts.collect()
}

/// The variables of the environment for arguments.
fn variables(scheme: &Scheme, is_alone: bool, arguments: &[String]) -> Vec<String> {
    let variable = |argument: &String| match (&scheme.kind, is_alone) {
        // The argument is a source of tokens, and the source of an example always has the same token.
        (SchemeKind::OAuth2(_) | SchemeKind::OpenId { .. }, true) => "API_TOKEN".to_owned(),
        _ => format!("API_{}", argument.trim_start_matches("r#").to_uppercase()),
    };
    arguments.iter().map(variable).collect()
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
fn endpoints(auth: &api::Auth) -> Vec<Endpoint<'_>> {
    let mut endpoints = Vec::new();
    for scheme in &auth.schemes {
        let name = &scheme.name;
        match &scheme.kind {
            SchemeKind::OAuth2(flows) => {
                for flow in flows {
                    for (endpoint, url) in &flow.endpoints {
                        let (flow, endpoint) = (flow.kind.name(), endpoint.name());
                        let about = format!(
                            "The URL `{endpoint}` of the flow `{flow}` of the scheme `{name}`."
                        );
                        endpoints.push((format!("{name}_{flow}_{endpoint}"), scheme, about, url));
                    }
                }
            }
            SchemeKind::OpenId { discovery } => {
                let about =
                    format!("The URL of the metadata of the provider of the scheme `{name}`.");
                endpoints.push((format!("{name}_discovery"), scheme, about, discovery));
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
    let endpoints = endpoints.map(|((_, scheme, about, url), name)| Endpoint {
        name,
        scheme,
        about,
        url,
    });
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
