//! Authentication of callers.

use std::error::Error;
use std::fmt;

use super::Rejection;
use super::rejection::Denial;
use crate::codegen::BoxError;
use crate::error::AnyStatusError;

/// The responses to callers who are denied: a status and a message for each case.
#[derive(Debug, Clone, Copy)]
pub struct DenialResponses {
    /// The request has no credentials.
    pub missing: (u16, &'static str),
    /// The credentials are not known.
    pub unknown: (u16, &'static str),
    /// The caller is known but lacks the permission.
    pub forbidden: (u16, &'static str),
}

impl DenialResponses {
    /// The response to a caller whose token was not accepted.
    pub fn rejection(&self, error: AuthError) -> Rejection {
        match error {
            AuthError::MissingKey => Rejection::denial(Denial::Missing, self.missing),
            AuthError::UnknownKey => Rejection::denial(Denial::Unknown, self.unknown),
            AuthError::Unavailable(error) => Rejection::unavailable(error),
            AuthError::Internal(cause) => Rejection::internal(cause),
        }
    }

    /// The response to a caller who may not call the operation.
    pub fn forbidden(&self) -> Rejection {
        Rejection::denial(Denial::Forbidden, self.forbidden)
    }
}

/// The token that a caller sent, borrowed from the request. `Debug` does not show it.
#[derive(Clone, Copy)]
pub struct BearerToken<'a>(&'a str);

impl<'a> BearerToken<'a> {
    /// A token, for tests of code that looks tokens up.
    pub const fn new(token: &'a str) -> Self {
        Self(token)
    }

    /// The token. It is a secret: do not log it.
    pub const fn as_str(self) -> &'a str {
        self.0
    }
}

impl fmt::Debug for BearerToken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken(<secret>)")
    }
}

/// Why a token was not accepted. No handler runs.
///
/// `?` turns any error, such as an `Error` or `anyhow::Error`, into [`Internal`](Self::Internal). For this reason the type is not an
/// [`Error`] itself.
pub enum AuthError {
    /// The request has no credentials. This is for schemes whose credentials only `authenticate` can find in the
    /// [head](super::RequestHead) of the request; for all others, the router knows it.
    MissingKey,
    /// The token was never issued, has expired or was deleted. The caller is rejected.
    UnknownKey,
    /// The token could not be verified. The caller gets this error if the operation documents
    /// its status, and 500 otherwise. See [`unavailable`](Self::unavailable).
    Unavailable(Box<dyn AnyStatusError + Send + Sync>),
    /// The token could not be verified. The caller gets 500; the cause goes to the log.
    Internal(Box<dyn Error + Send + Sync>),
}

impl AuthError {
    /// The token could not be verified, and some operations document a status for that.
    ///
    /// Operations that document the status of `error` respond with it, all others with 500.
    /// In both cases the cause of `error` goes to the log.
    ///
    /// ```ignore
    /// let key = self.store.key(token.as_str()).await.map_err(|error| {
    ///     AuthError::unavailable(BadGateway::new().caused_by(error))
    /// })?;
    /// key.ok_or(AuthError::UnknownKey)
    /// ```
    pub fn unavailable(error: impl AnyStatusError + Send + Sync + 'static) -> Self {
        Self::Unavailable(Box::new(error))
    }
}

impl fmt::Debug for AuthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingKey => f.write_str("MissingKey"),
            Self::UnknownKey => f.write_str("UnknownKey"),
            Self::Unavailable(error) => {
                f.debug_tuple("Unavailable").field(&error.status()).finish()
            }
            Self::Internal(cause) => f.debug_tuple("Internal").field(cause).finish(),
        }
    }
}

impl<E: Into<BoxError>> From<E> for AuthError {
    fn from(error: E) -> Self {
        Self::Internal(error.into())
    }
}
