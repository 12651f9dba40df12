//! Who may call an operation.

use super::{Auth, KeyKind, Scheme, SchemeId};

/// Who may call an operation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Access {
    /// What a request may carry, in the order of the document; one is enough. If there are none, anybody
    /// may call.
    pub alternatives: Vec<Alternative>,
    /// Whether a request may also carry nothing.
    pub optional: bool,
}

impl Access {
    /// Whether anybody may call, so that no credentials are read.
    pub const fn is_open(&self) -> bool {
        self.alternatives.is_empty()
    }

    /// Whether a request must carry credentials.
    pub const fn is_required(&self) -> bool {
        !self.is_open() && !self.optional
    }

    /// Whether a caller with valid credentials may be refused.
    pub fn refuses(&self) -> bool {
        self.alternatives.iter().any(Alternative::refuses)
    }
}

/// One way to be allowed to call an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// The scheme of the credentials.
    pub scheme: SchemeId,
    /// What the credentials must be good for.
    pub needs: Needs,
}

impl Alternative {
    /// Whether a caller with valid credentials may be refused.
    pub const fn refuses(&self) -> bool {
        match &self.needs {
            Needs::Nothing => false,
            // All valid credentials are of the first kind.
            Needs::Kind(kind) => *kind > 0,
            Needs::Scopes(_) => true,
        }
    }

    /// The scheme, and the kind that is needed.
    pub fn scheme_and_kind<'a>(&self, auth: &'a Auth) -> (&'a Scheme, Option<&'a KeyKind>) {
        let scheme = auth.scheme(self.scheme);
        match self.needs {
            Needs::Kind(kind) => (scheme, scheme.kinds.get(kind)),
            Needs::Nothing | Needs::Scopes(_) => (scheme, None),
        }
    }

    /// The scopes that are needed, in the order of the document.
    pub fn scopes(&self) -> &[String] {
        match &self.needs {
            Needs::Scopes(scopes) => scopes,
            Needs::Nothing | Needs::Kind(_) => &[],
        }
    }
}

/// What an operation needs beyond valid credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// Credentials of this kind, as an index into [`Scheme::kinds`].
    Kind(usize),
    /// Credentials with all these scopes; at least one.
    Scopes(Vec<String>),
}
