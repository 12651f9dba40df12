//! Who may call.

use super::Notes;
use crate::api::{Endpoint, FlowKind, KeyPlace};
use crate::source::{Span, Spanned};

/// The `auth` section.
#[derive(Debug, Clone)]
pub(crate) struct AuthSection {
    pub(crate) span: Span,
    /// Who may call the operations that do not say it.
    pub(crate) default: Option<AccessEntry>,
    pub(crate) missing: Option<AuthResponseEntry>,
    pub(crate) unknown: Option<AuthResponseEntry>,
    pub(crate) refused: Option<AuthResponseEntry>,
    pub(crate) schemes: Vec<SchemeEntry>,
    pub(crate) notes: Notes,
}

/// A response to a request without suitable credentials.
#[derive(Debug, Clone)]
pub(crate) struct AuthResponseEntry {
    pub(crate) status: Spanned<u16>,
    pub(crate) message: Option<String>,
    pub(crate) assumed: Option<String>,
}

/// An authentication scheme.
#[derive(Debug, Clone)]
pub(crate) struct SchemeEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) kind: SchemeEntryKind,
    pub(crate) kinds: Vec<NotedName>,
    pub(crate) scopes: Vec<NotedName>,
    pub(crate) notes: Notes,
}

impl SchemeEntry {
    /// The names of the schemes that it combines; none if it is not a combination.
    pub(crate) fn combined(&self) -> &[Spanned<String>] {
        let SchemeEntryKind::All(names) = &self.kind else {
            return &[];
        };
        &names.value
    }

    /// A scheme without kinds and scopes.
    pub(crate) fn new(name: Spanned<String>, kind: SchemeEntryKind) -> Self {
        Self {
            name,
            kind,
            kinds: Vec::new(),
            scopes: Vec::new(),
            notes: Notes::default(),
        }
    }
}

/// The kind of a scheme, which says how requests carry its credentials.
#[derive(Debug, Clone)]
pub(crate) enum SchemeEntryKind {
    Bearer,
    Basic,
    ApiKey {
        place: KeyPlace,
        /// The name of the header, the query parameter or the cookie.
        name: Spanned<String>,
        prefix: Option<Spanned<String>>,
    },
    OAuth2(Vec<FlowEntry>),
    OpenId {
        discovery: Spanned<String>,
    },
    Custom,
    /// All of these schemes.
    All(Spanned<Vec<Spanned<String>>>),
}

/// A flow of OAuth 2.
#[derive(Debug, Clone)]
pub(crate) struct FlowEntry {
    pub(crate) kind: FlowKind,
    /// The URLs of its endpoints.
    pub(crate) endpoints: Vec<(Endpoint, Spanned<String>)>,
}

/// A kind of credentials, or a scope.
#[derive(Debug, Clone)]
pub(crate) struct NotedName {
    pub(crate) name: Spanned<String>,
    pub(crate) notes: Notes,
}

/// Who may call an operation.
#[derive(Debug, Clone)]
pub(crate) struct AccessEntry {
    pub(crate) span: Span,
    pub(crate) alternatives: Vec<AlternativeEntry>,
}

/// One way to be allowed to call.
#[derive(Debug, Clone)]
pub(crate) struct AlternativeEntry {
    /// A scheme, a kind of its credentials, or `none`.
    pub(crate) name: Spanned<String>,
    /// The scopes that the credentials must have.
    pub(crate) scopes: Option<Spanned<Vec<Spanned<String>>>>,
}

impl AuthSection {
    /// The scheme of this name.
    pub(crate) fn scheme(&self, name: &str) -> Option<&SchemeEntry> {
        self.schemes.iter().find(|scheme| scheme.name.value == name)
    }
}

impl AlternativeEntry {
    /// Whether the alternative lets requests without credentials in.
    pub(crate) fn is_none(&self) -> bool {
        self.name.value == "none"
    }
}
