//! Who is calling.

use std::error::Error;
use std::fmt;

use axum::http::{HeaderMap, StatusCode, header};

use super::Rejection;
use crate::error::AnyStatusError;

/// How an API responses a caller whom it does not let in: a status and a message for each
/// case. A message is what the response's error body says.
#[derive(Debug, Clone, Copy)]
pub struct AuthScheme {
    /// No credentials were sent.
    pub missing: (u16, &'static str),
    /// The credentials are not those of anybody.
    pub unknown: (u16, &'static str),
    /// The caller is known, and may not do this.
    pub refused: (u16, &'static str),
}

impl AuthScheme {
    /// The response to a caller whose token was not accepted.
    pub fn denied(&self, error: AuthError) -> Rejection {
        match error {
            AuthError::UnknownKey => Rejection::unknown(self.unknown),
            AuthError::Unavailable(error) => Rejection::unavailable(error),
            AuthError::Internal(cause) => Rejection::internal(cause),
        }
    }

    /// The response to a caller who may not do what the operation does.
    pub fn refused(&self) -> Rejection {
        Rejection::denial(self.refused)
    }

    /// Reads the token out of the header `Authorization` (RFC 6750, 2.1).
    pub(super) fn bearer_token(&self, headers: &HeaderMap) -> Result<BearerToken, Rejection> {
        let mut values = headers.get_all(header::AUTHORIZATION).iter();
        let Some(value) = values.next() else {
            return Err(Rejection::denial(self.missing));
        };
        // Two headers could be read differently by whatever stands in front of this server,
        // so neither counts.
        match (value.to_str().ok().and_then(token_of), values.next()) {
            (Some(token), None) => Ok(BearerToken(token.into())),
            _ => Err(Rejection::unknown(self.unknown)),
        }
    }
}

/// The token in `Bearer <token>`; the name of the scheme may have any case.
fn token_of(credentials: &str) -> Option<&str> {
    let (scheme, token) = credentials.split_once(' ')?;
    let token = token.trim_matches(' ');
    (scheme.eq_ignore_ascii_case("bearer") && !token.is_empty()).then_some(token)
}

/// Whether a response of this status has to say how one authenticates (RFC 9110, 15.5.2).
pub(super) fn needs_challenge(status: StatusCode) -> bool {
    status == StatusCode::UNAUTHORIZED
}

/// The token that a caller sent. Its `Debug` does not show it.
pub struct BearerToken(Box<str>);

impl BearerToken {
    /// A token, as one would arrive: for tests of what looks tokens up.
    pub fn new(token: impl Into<Box<str>>) -> Self {
        Self(token.into())
    }

    /// The token, to be looked up. It is a secret: do not log it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for BearerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BearerToken(<secret>)")
    }
}

/// Why a token was not accepted. No handler runs.
///
/// `?` turns any error into [`Internal`](Self::Internal). For this reason the type is not an
/// [`Error`] itself.
pub enum AuthError {
    /// The token was never issued, has expired or was deleted. The caller gets 401.
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
            Self::UnknownKey => f.write_str("UnknownKey"),
            Self::Unavailable(error) => {
                f.debug_tuple("Unavailable").field(&error.status()).finish()
            }
            Self::Internal(cause) => f.debug_tuple("Internal").field(cause).finish(),
        }
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for AuthError {
    fn from(error: E) -> Self {
        Self::Internal(Box::new(error))
    }
}
