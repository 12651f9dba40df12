//! Who calls.

use forge_api::server::Credentials;

/// A token of ada that may change issues and publish releases.
pub const WRITER: &str = "ada_writes";
/// A token of ben that may only read.
pub const READER: &str = "ben_reads";
/// The identifier of an app.
pub const APP: &str = "app_1";
/// The secret of the app.
pub const SECRET: &str = "app_secret";
/// The password of ada.
pub const PASSWORD: &str = "analytical";
/// The cookie of ada's session.
pub const SESSION: &str = "session_of_ada";
/// What the pages of this session contain.
pub const PAGE: &str = "page_of_ada";

/// Who calls, and with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// Ada, who may do all.
    Ada,
    /// Ben, who reads.
    Ben,
    /// An app.
    App,
}

impl Caller {
    /// Whose credentials these are.
    pub fn of(credentials: &Credentials<'_>) -> Option<Self> {
        match credentials {
            Credentials::Token(token) if token.as_str() == WRITER => Some(Self::Ada),
            Credentials::Token(token) if token.as_str() == READER => Some(Self::Ben),
            Credentials::App(app) if app.name() == APP && app.password() == SECRET => {
                Some(Self::App)
            }
            Credentials::Browser {
                session_cookie,
                csrf_header,
            } if session_cookie.as_str() == SESSION && csrf_header.as_str() == PAGE => {
                Some(Self::Ada)
            }
            _ => None,
        }
    }

    /// Whether it is ada.
    pub fn is_ada(&self) -> bool {
        *self == Self::Ada
    }

    /// The scopes of the token.
    pub fn scopes(&self) -> Vec<String> {
        let scopes: &[&str] = match self {
            Self::Ada => &["write:issues", "write:releases"],
            Self::Ben | Self::App => &[],
        };
        scopes.iter().map(|&scope| scope.to_owned()).collect()
    }

    /// Whether the token has this scope.
    pub fn has_scope(&self, scope: &str) -> bool {
        self.scopes().iter().any(|of| of == scope)
    }
}
