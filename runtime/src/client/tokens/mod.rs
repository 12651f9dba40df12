//! Access tokens of OAuth 2, and where they come from.

#[cfg(feature = "oauth")]
mod endpoint;
#[cfg(feature = "oauth")]
mod shared;
#[cfg(feature = "oauth")]
mod sources;

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

#[cfg(feature = "oauth")]
pub use self::sources::{ClientCredentials, RefreshToken};
use crate::codegen::BoxError;

/// An access token. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccessToken(Arc<str>);

impl AccessToken {
    /// A token, for example one that never changes: it is a [`TokenSource`].
    pub fn new(token: impl Into<Arc<str>>) -> Self {
        Self(token.into())
    }

    /// The token. It is a secret: do not log it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for AccessToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccessToken(<secret>)")
    }
}

/// A token that is being fetched.
pub type TokenFuture<'a> =
    Pin<Box<dyn Future<Output = Result<AccessToken, TokenError>> + Send + 'a>>;

/// Where a client gets its access tokens.
///
/// `ClientCredentials` and `RefreshToken` (feature `oauth`) get them from a token endpoint, in a task of the tokio
/// runtime that the call runs in. Your own source needs only what its futures need. A source in an [`Arc`] is one too,
/// so that several clients can share it.
pub trait TokenSource: Send + Sync + 'static {
    /// The token for the next request. It is asked for before every try.
    fn token(&self) -> TokenFuture<'_>;

    /// Called if a server responded to a request with this token with 401. The client asks for a token again, and
    /// repeats the request once if it gets another one.
    fn rejected(&self, token: &AccessToken) {
        let _ = token;
    }
}

impl TokenSource for AccessToken {
    fn token(&self) -> TokenFuture<'_> {
        Box::pin(std::future::ready(Ok(self.clone())))
    }
}

impl<S: TokenSource + ?Sized> TokenSource for Arc<S> {
    fn token(&self) -> TokenFuture<'_> {
        (**self).token()
    }

    fn rejected(&self, token: &AccessToken) {
        (**self).rejected(token);
    }
}

/// Why no access token is available. It contains no secret.
#[derive(Debug, Clone)]
pub struct TokenError(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    text: String,
    status: Option<u16>,
    code: Option<String>,
    cause: Option<BoxError>,
}

impl TokenError {
    /// An error of a token source that you implement. The text is shown to callers and in logs.
    pub fn new(problem: impl Into<String>) -> Self {
        Self(Arc::new(Inner {
            text: problem.into(),
            status: None,
            code: None,
            cause: None,
        }))
    }

    /// An error of your own source, with its cause.
    pub fn caused_by(problem: impl Into<String>, cause: impl Into<BoxError>) -> Self {
        Self(Arc::new(Inner {
            text: problem.into(),
            status: None,
            code: None,
            cause: Some(cause.into()),
        }))
    }

    /// A response of the token endpoint other than a token.
    #[cfg(feature = "oauth")]
    fn response(status: u16, code: Option<String>) -> Self {
        let code_text = code.iter().map(|code| format!(": {code}"));
        let text = format!(
            "the token endpoint responded with {status}{}",
            code_text.collect::<String>()
        );
        Self(Arc::new(Inner {
            text,
            status: Some(status),
            code,
            cause: None,
        }))
    }

    /// The status of the token endpoint's response, if there was one other than 200.
    pub fn status(&self) -> Option<u16> {
        self.0.status
    }

    /// The code of the error (RFC 6749, section 5.2), such as `invalid_client`.
    pub fn code(&self) -> Option<&str> {
        self.0.code.as_deref()
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}

impl Error for TokenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        let cause = self.0.cause.as_deref()?;
        Some(cause)
    }
}
