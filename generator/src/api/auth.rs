//! Who may call.

use super::{Access, Cause, KeyKind, Notes, Scheme, SchemeId, SchemeKind};

/// Who may call: the authentication schemes, and the responses to everybody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Auth {
    /// The schemes, in the order of the document.
    pub schemes: Vec<Scheme>,
    /// The response to a request without credentials.
    pub missing: AuthResponse,
    /// The response to unknown credentials.
    pub unknown: AuthResponse,
    /// The response to a known caller who may not call the operation.
    pub refused: AuthResponse,
    /// Description and decisions.
    pub notes: Notes,
}

impl Auth {
    /// The scheme with this identifier.
    pub fn scheme(&self, id: SchemeId) -> &Scheme {
        &self.schemes[id.0]
    }

    /// The schemes that a combination consists of; otherwise, only this one.
    pub fn parts<'a>(&'a self, scheme: &'a Scheme) -> Vec<&'a Scheme> {
        match &scheme.kind {
            SchemeKind::All(parts) => parts.iter().map(|part| self.scheme(*part)).collect(),
            SchemeKind::Bearer
            | SchemeKind::Basic
            | SchemeKind::ApiKey(_)
            | SchemeKind::OAuth2(_)
            | SchemeKind::OpenId { .. }
            | SchemeKind::Custom => vec![scheme],
        }
    }

    /// The schemes and the kinds of their credentials, in the order of the document.
    pub fn requirements(&self) -> impl Iterator<Item = Requirement<'_>> {
        self.schemes.iter().flat_map(|scheme| {
            let requirement_of_kind = |kind| Requirement {
                scheme,
                kind,
                scopes: &[],
            };
            let own = scheme.kinds.is_empty().then_some(requirement_of_kind(None));
            let kinds = scheme
                .kinds
                .iter()
                .map(move |kind| requirement_of_kind(Some(kind)));
            own.into_iter().chain(kinds)
        })
    }

    /// What an operation requires: one of these, or nothing if there are none.
    pub fn required<'a>(&'a self, access: &'a Access) -> impl Iterator<Item = Requirement<'a>> {
        access.alternatives.iter().map(|alternative| {
            let (scheme, kind) = alternative.scheme_and_kind(self);
            Requirement {
                scheme,
                kind,
                scopes: alternative.scopes(),
            }
        })
    }

    /// Whether requests of all operations carry the same kind of bearer token, so that a client can have one token.
    pub fn is_one_token(&self) -> bool {
        matches!(self.schemes.as_slice(), [only] if only.kind == SchemeKind::Bearer)
    }

    /// The response for a cause that concerns credentials; `None` for other causes.
    pub fn response(&self, cause: Cause) -> Option<&AuthResponse> {
        match cause {
            Cause::MissingKey => Some(&self.missing),
            Cause::UnknownKey => Some(&self.unknown),
            Cause::RefusedKey => Some(&self.refused),
            Cause::UnknownPath
            | Cause::UnknownMethod
            | Cause::LargeBody
            | Cause::ForeignBody
            | Cause::SlowBody
            | Cause::Malformed
            | Cause::NothingAcceptable
            | Cause::Failure
            | Cause::Declared(_) => None,
        }
    }
}

/// What an operation can require: credentials of a scheme, one kind of them, or those with some scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requirement<'a> {
    /// The scheme.
    pub scheme: &'a Scheme,
    /// The kind, if the scheme distinguishes any.
    pub kind: Option<&'a KeyKind>,
    /// The scopes that the credentials must have.
    pub scopes: &'a [String],
}

impl<'a> Requirement<'a> {
    /// Its name in the document.
    pub fn name(self) -> &'a str {
        self.kind.map_or(&self.scheme.name, |kind| &kind.name)
    }

    /// Description and decisions.
    pub fn notes(self) -> &'a Notes {
        self.kind.map_or(&self.scheme.notes, |kind| &kind.notes)
    }
}

/// The response to a request without suitable credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthResponse {
    /// The HTTP status.
    pub status: u16,
    /// The message.
    pub message: String,
    /// The decision that the source leaves open.
    pub assumed: Option<String>,
}
