//! Authentication: the schemes, what operations can require, and who may call each of them.

use crate::api::{self, Api, Operation, Requirement, Scheme, SchemeKind};
use crate::naming::{camel, snake, unique};

/// Authentication.
pub(crate) struct Auth<'a> {
    pub(crate) api: &'a api::Auth,
    /// The schemes, in the order of the document.
    pub(crate) schemes: Vec<AuthScheme<'a>>,
    /// What operations can require: kinds of keys, and schemes without kinds.
    pub(crate) keys: Vec<Key<'a>>,
    /// Whether some operation requires a key.
    pub(crate) is_used: bool,
    /// Whether some operation requires a key of a kind other than the first of its scheme.
    pub(crate) authorizes: bool,
}

/// A scheme.
pub(crate) struct AuthScheme<'a> {
    pub(crate) api: &'a Scheme,
    /// The variant of the credentials.
    pub(crate) variant: String,
    /// The function of the client that makes credentials.
    pub(crate) function: String,
    /// The type of its credentials in the runtime.
    pub(crate) credentials: &'static str,
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
}

impl<'a> Auth<'a> {
    /// Whether the handler trait asks for the kind of a key: some scheme has more than one.
    pub(crate) fn has_permits(&self) -> bool {
        self.keys.iter().any(|key| !key.is_any())
    }

    /// The scheme, if there is only one.
    pub(crate) fn only(&self) -> Option<&AuthScheme<'a>> {
        match self.schemes.as_slice() {
            [only] => Some(only),
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
        let mut names: Vec<&str> = self.schemes.iter().map(|of| of.credentials).collect();
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
        let mut keys: Vec<Vec<RequiredKey>> = Vec::new();
        let mut schemes: Vec<&'a str> = Vec::new();
        for required in self.api.required(&operation.access) {
            let name = self
                .keys
                .iter()
                .find(|key| key.api.name() == required.name());
            let key = RequiredKey {
                name: name?.name.clone(),
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
        (!keys.is_empty()).then_some(Access {
            keys,
            schemes,
            optional: operation.access.optional,
        })
    }
}

/// Who may call an operation.
pub(crate) struct Access<'a> {
    /// The schemes whose credentials a request may carry.
    pub(crate) schemes: Vec<&'a str>,
    /// What it requires of each scheme: one of these.
    pub(crate) keys: Vec<Vec<RequiredKey>>,
    /// Whether a request may also carry none.
    pub(crate) optional: bool,
}

/// What an operation requires.
pub(crate) struct RequiredKey {
    /// The variant.
    pub(crate) name: String,
}

/// Plans authentication.
pub(super) fn auth<'a>(api: &'a Api, of: &'a api::Auth) -> Auth<'a> {
    let names = unique(of.requirements().map(|key| camel(key.name())), &[], "");
    let keys = of.requirements().zip(names);
    let variants = unique(of.schemes.iter().map(|of| camel(&of.name)), &[], "");
    let functions = unique(of.schemes.iter().map(|of| snake(&of.name)), &[], "_");
    let names = variants.into_iter().zip(functions);
    let schemes = of.schemes.iter().zip(names);
    let schemes = schemes.map(|(api, (variant, function))| AuthScheme {
        api,
        variant,
        function,
        credentials: credentials(&api.kind),
    });
    let mut accesses = api.operations.iter().map(|operation| &operation.access);
    Auth {
        api: of,
        schemes: schemes.collect(),
        keys: keys.map(|(api, name)| Key { api, name }).collect(),
        is_used: accesses.clone().any(|access| !access.is_open()),
        authorizes: accesses.any(api::Access::refuses),
    }
}

/// The type of credentials. `check` rejects custom schemes and combinations.
const fn credentials(kind: &SchemeKind) -> &'static str {
    match kind {
        SchemeKind::Basic => "BasicCredentials",
        SchemeKind::ApiKey(_) => "ApiKey",
        SchemeKind::Bearer
        | SchemeKind::OAuth2(_)
        | SchemeKind::OpenId { .. }
        | SchemeKind::Custom
        | SchemeKind::All(_) => "BearerToken",
    }
}
