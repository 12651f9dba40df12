//! The authentication schemes.

use super::Notes;

/// Refers to a [`Scheme`] of the same API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemeId(pub(crate) usize);

impl SchemeId {
    /// The position in [`Auth::schemes`](super::Auth::schemes).
    pub const fn index(self) -> usize {
        self.0
    }
}

/// An authentication scheme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheme {
    /// Its name in the document, in snake_case: `session_cookie`.
    pub name: String,
    /// How requests carry the credentials.
    pub kind: SchemeKind,
    /// The kinds of its credentials, in the order of the document. All valid credentials are of the first
    /// kind. Empty if the scheme does not distinguish any.
    pub kinds: Vec<KeyKind>,
    /// What its credentials can be good for, in the order of the document. A combination has the scopes of
    /// its parts.
    pub scopes: Vec<Scope>,
    /// Whether it is only a part of combinations: no operation requires it by itself.
    pub is_part: bool,
    /// Description and decisions.
    pub notes: Notes,
}

/// How requests carry credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemeKind {
    /// A bearer token (RFC 6750).
    Bearer,
    /// A name and a password (RFC 7617).
    Basic,
    /// An API key.
    ApiKey(ApiKey),
    /// An access token of OAuth 2 (RFC 6749), as a bearer token.
    OAuth2(
        /// Its flows, in the order of [`FlowKind::ALL`].
        Vec<Flow>,
    ),
    /// An access token of OpenID Connect, as a bearer token.
    OpenId {
        /// The URL of the provider's metadata.
        discovery: String,
    },
    /// Anything else in the head of the request.
    Custom,
    /// The credentials of all these schemes; none of them is a combination.
    All(Vec<SchemeId>),
}

impl SchemeKind {
    /// Whether requests carry a bearer token.
    pub const fn is_bearer(&self) -> bool {
        match self {
            Self::Bearer | Self::OAuth2(_) | Self::OpenId { .. } => true,
            Self::Basic | Self::ApiKey(_) | Self::Custom | Self::All(_) => false,
        }
    }
}

/// Where requests carry an API key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The part of the request.
    pub place: KeyPlace,
    /// The name of the header, the query parameter or the cookie.
    pub name: String,
    /// What precedes the key in the header.
    pub prefix: Option<String>,
}

/// The part of a request that carries an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeyPlace {
    /// A header.
    Header,
    /// A query parameter.
    Query,
    /// A cookie.
    Cookie,
}

impl KeyPlace {
    /// Its name in the language and in OpenAPI.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Query => "query",
            Self::Cookie => "cookie",
        }
    }
}

/// A kind of credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyKind {
    /// Its name in the document, in snake_case: `management_key`.
    pub name: String,
    /// Description and decisions.
    pub notes: Notes,
}

/// What credentials can be good for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    /// Its name: `payments:read`.
    pub name: String,
    /// Description and decisions.
    pub notes: Notes,
}

/// A way to get an access token of OAuth 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// The way.
    pub kind: FlowKind,
    /// The URLs of its endpoints, in the order of [`Endpoint::ALL`].
    pub endpoints: Vec<(Endpoint, String)>,
}

/// The flows of OAuth 2 (RFC 6749 and RFC 8628).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlowKind {
    /// A user grants access in a browser.
    AuthorizationCode,
    /// The client acts for itself.
    ClientCredentials,
    /// A user grants access in a browser, and the browser gets the token.
    Implicit,
    /// The client knows the user's password.
    Password,
    /// A user grants access on another device.
    Device,
}

impl FlowKind {
    /// Every flow, in the order of the language's reference.
    pub const ALL: [Self; 5] = [
        Self::AuthorizationCode,
        Self::ClientCredentials,
        Self::Implicit,
        Self::Password,
        Self::Device,
    ];

    /// Its name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AuthorizationCode => "authorization_code",
            Self::ClientCredentials => "client_credentials",
            Self::Implicit => "implicit",
            Self::Password => "password",
            Self::Device => "device",
        }
    }

    /// The endpoints that it needs.
    pub const fn endpoints(self) -> &'static [Endpoint] {
        match self {
            Self::AuthorizationCode => &[Endpoint::Authorize, Endpoint::Token],
            Self::ClientCredentials | Self::Password => &[Endpoint::Token],
            Self::Implicit => &[Endpoint::Authorize],
            Self::Device => &[Endpoint::Device, Endpoint::Token],
        }
    }
}

/// An endpoint of an OAuth 2 server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Endpoint {
    /// Where users grant access.
    Authorize,
    /// Where devices begin.
    Device,
    /// Where tokens are issued.
    Token,
    /// Where tokens are refreshed, if that is not where they are issued.
    Refresh,
}

impl Endpoint {
    /// Every endpoint.
    pub const ALL: [Self; 4] = [Self::Authorize, Self::Device, Self::Token, Self::Refresh];

    /// Its name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Authorize => "authorize",
            Self::Device => "device",
            Self::Token => "token",
            Self::Refresh => "refresh",
        }
    }
}
