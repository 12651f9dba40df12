//! Sources that get tokens from a token endpoint.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::endpoint::Endpoint;
use super::shared::{Grant, Settings, Shared};
use super::{AccessToken, TokenFuture, TokenSource};

/// Gets access tokens for the client itself, with its identifier and secret (RFC 6749, section 4.4).
///
/// A token is replaced before it expires, and after a server has rejected it. Calls at the same time share one request.
/// If the token endpoint fails, a token that is still valid is used until it expires. Clones share their token.
#[derive(Clone)]
pub struct ClientCredentials(Arc<Shared>);

impl ClientCredentials {
    /// A source that asks the token endpoint at this URL, which must begin with `https://` unless it is on this
    /// machine.
    pub fn new(
        token_url: impl Into<String>,
        client_id: impl Into<String>,
        client_secret: impl Into<String>,
    ) -> Self {
        let mut endpoint = Endpoint::new(token_url.into(), client_id.into());
        endpoint.client_secret = Some(client_secret.into());
        Self(Arc::new(Shared::new(Settings {
            endpoint,
            grant: Grant::ClientCredentials { scope: None },
            first: None,
        })))
    }

    /// Asks for these scopes. Without them, the token endpoint decides.
    #[must_use]
    pub fn scopes(self, scopes: &[&str]) -> Self {
        let scope = Some(scopes.join(" "));
        self.with(|settings| settings.grant = Grant::ClientCredentials { scope })
    }
}

/// Gets access tokens with a refresh token (RFC 6749, section 6), for flows in which a user has granted access.
///
/// Tokens are replaced as with [`ClientCredentials`]. If the token endpoint issues a new refresh token, the next
/// request has that one. Clones share their tokens.
#[derive(Clone)]
pub struct RefreshToken(Arc<Shared>);

impl RefreshToken {
    /// A source that asks the endpoint at this URL, which is the token endpoint unless the flow has a separate URL for
    /// refreshing.
    pub fn new(
        refresh_url: impl Into<String>,
        client_id: impl Into<String>,
        refresh_token: impl Into<String>,
    ) -> Self {
        Self(Arc::new(Shared::new(Settings {
            endpoint: Endpoint::new(refresh_url.into(), client_id.into()),
            grant: Grant::Refresh {
                token: refresh_token.into(),
                on_change: None,
            },
            first: None,
        })))
    }

    /// The secret of the client, if it has one.
    #[must_use]
    pub fn client_secret(self, secret: impl Into<String>) -> Self {
        self.with(|settings| settings.endpoint.client_secret = Some(secret.into()))
    }

    /// Begins with this access token, which is valid for `lifetime` from now on.
    #[must_use]
    pub fn access_token(self, token: AccessToken, lifetime: Duration) -> Self {
        self.with(|settings| settings.first = Some((token, lifetime)))
    }

    /// Calls `store` with each refresh token that replaces the previous one, which may be invalid from then on.
    #[must_use]
    pub fn on_change(self, store: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.with(|settings| {
            if let Grant::Refresh { on_change, .. } = &mut settings.grant {
                *on_change = Some(Arc::new(store));
            }
        })
    }
}

/// What both sources have.
macro_rules! source {
    ($name:ident) => {
        impl $name {
            /// Sends a further parameter to the token endpoint, such as `audience`.
            #[must_use]
            pub fn parameter(self, name: impl Into<String>, value: impl Into<String>) -> Self {
                self.with(|settings| {
                    settings
                        .endpoint
                        .parameters
                        .push((name.into(), value.into()))
                })
            }

            /// Sends the secret in the body, for servers that do not support HTTP Basic.
            #[must_use]
            pub fn secret_in_body(self) -> Self {
                self.with(|settings| settings.endpoint.secret_in_body = true)
            }

            /// The time limit for a request to the token endpoint. 30 seconds by default.
            #[must_use]
            pub fn timeout(self, timeout: Duration) -> Self {
                self.with(|settings| settings.endpoint.timeout = timeout)
            }

            /// Sends requests to the token endpoint with this client. It should not follow redirects, because they
            /// could send the secret elsewhere.
            #[must_use]
            pub fn http_client(self, client: reqwest::Client) -> Self {
                self.with(|settings| settings.endpoint.client = client.into())
            }

            /// Other settings, without the tokens so far: change settings before the first use.
            fn with(self, change: impl FnOnce(&mut Settings)) -> Self {
                let mut settings = self.0.settings.clone();
                change(&mut settings);
                Self(Arc::new(Shared::new(settings)))
            }
        }

        impl TokenSource for $name {
            fn token(&self) -> TokenFuture<'_> {
                Box::pin(Arc::clone(&self.0).token())
            }

            fn rejected(&self, token: &AccessToken) {
                self.0.forget(token);
            }
        }

        /// Shows no secret.
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(<secret>)"))
            }
        }
    };
}

source!(ClientCredentials);
source!(RefreshToken);
