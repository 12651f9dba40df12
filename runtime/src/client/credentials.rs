//! The credentials of a client, by scheme.

use std::fmt;
use std::sync::Arc;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderName, HeaderValue};

use super::header::header;
use super::{AccessToken, HttpRequest, TokenSource, cookie, url};
use crate::codegen::BoxError;
use crate::parameter::{ParameterText, QueryStyle};

/// Credentials for the operations with one scheme of the API. `Debug` does not show them.
#[derive(Clone)]
pub struct Credentials {
    /// The scheme's name in the specification.
    pub(super) scheme: &'static str,
    carried: Result<Vec<Carried>, String>,
}

/// What requests carry.
#[derive(Clone)]
enum Carried {
    Header(HeaderName, HeaderValue),
    Query(&'static str, String),
    Cookie(&'static str, String),
    /// A bearer token of this source.
    Token(Arc<dyn TokenSource>),
    /// The credentials that this function adds to the request.
    Custom(Arc<Authorizer>),
}

/// The headers and cookies that a call sets. Its credentials do not replace them.
#[derive(Clone, Copy)]
pub(super) struct CallHeaders<'r> {
    pub(super) headers: Option<&'r HeaderMap>,
    pub(super) cookies: &'r [(&'static str, String)],
}

impl CallHeaders<'_> {
    pub(super) fn has_header(self, name: &str) -> bool {
        self.headers
            .is_some_and(|headers| headers.contains_key(name))
    }

    fn has_cookie(self, name: &str) -> bool {
        let in_header = self
            .headers
            .is_some_and(|headers| cookie::has(headers, name));
        in_header || self.cookies.iter().any(|(cookie, _)| *cookie == name)
    }
}

/// Edits a request before it is sent.
type Authorizer = dyn Fn(&mut HttpRequest) -> Result<(), BoxError> + Send + Sync;

impl Credentials {
    /// A bearer token.
    #[doc(hidden)]
    pub fn bearer(scheme: &'static str, token: &str) -> Self {
        Self::key_in_header(scheme, AUTHORIZATION.as_str(), "Bearer ", token)
    }

    /// A name and a password.
    #[cfg(feature = "base64")]
    #[doc(hidden)]
    pub fn basic(scheme: &'static str, name: &str, password: &str) -> Self {
        use base64::Engine as _;

        // The server would take what follows the colon for the password.
        if name.contains(':') {
            return Self::invalid(scheme, "have a colon in the name");
        }
        let encoded =
            base64::engine::general_purpose::STANDARD.encode(format!("{name}:{password}"));
        Self::key_in_header(scheme, AUTHORIZATION.as_str(), "Basic ", &encoded)
    }

    /// An API key in a header.
    #[doc(hidden)]
    pub fn key_in_header(
        scheme: &'static str,
        name: &'static str,
        prefix: &str,
        key: &str,
    ) -> Self {
        if key.is_empty() {
            return Self::invalid(scheme, "are empty");
        }
        match header(name, &format!("{prefix}{key}")) {
            Ok((name, mut value)) => {
                value.set_sensitive(true);
                Self::carried(scheme, Carried::Header(name, value))
            }
            Err(_) => Self::invalid(scheme, "have characters that no header can hold"),
        }
    }

    /// An API key in a query parameter.
    #[doc(hidden)]
    pub fn key_in_query(scheme: &'static str, name: &'static str, key: &str) -> Self {
        match key {
            "" => Self::invalid(scheme, "are empty"),
            key => Self::carried(scheme, Carried::Query(name, key.to_owned())),
        }
    }

    /// An API key in a cookie.
    #[doc(hidden)]
    pub fn key_in_cookie(scheme: &'static str, name: &'static str, key: &str) -> Self {
        match cookie::value(ParameterText::One(key.into())) {
            Ok(Some(key)) if !key.is_empty() => Self::carried(scheme, Carried::Cookie(name, key)),
            Ok(_) => Self::invalid(scheme, "are empty"),
            Err(problem) => Self::invalid(scheme, problem),
        }
    }

    /// Access tokens from a source.
    #[doc(hidden)]
    pub fn token(scheme: &'static str, source: impl TokenSource) -> Self {
        Self::carried(scheme, Carried::Token(Arc::new(source)))
    }

    /// Whatever `authorize` adds to each request.
    #[doc(hidden)]
    pub fn custom(
        scheme: &'static str,
        authorize: impl Fn(&mut HttpRequest) -> Result<(), BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self::carried(scheme, Carried::Custom(Arc::new(authorize)))
    }

    /// The credentials of several schemes at once.
    #[doc(hidden)]
    pub fn all(scheme: &'static str, parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Result<Vec<Vec<Carried>>, String> =
            parts.into_iter().map(|part| part.carried).collect();
        Self {
            scheme,
            carried: parts.map(|parts| parts.concat()),
        }
    }

    fn carried(scheme: &'static str, carried: Carried) -> Self {
        Self {
            scheme,
            carried: Ok(vec![carried]),
        }
    }

    fn invalid(scheme: &'static str, problem: &str) -> Self {
        Self {
            scheme,
            carried: Err(format!("the credentials of `{scheme}` {problem}")),
        }
    }

    /// Why no request can carry them.
    pub(super) fn problem(&self) -> Option<&str> {
        self.carried.as_ref().err().map(String::as_str)
    }

    /// Whether requests carry them in this header.
    pub(super) fn are_in_header(&self, header: &HeaderName) -> bool {
        let mut carried = self.carried.iter().flatten();
        carried.any(|carried| matches!(carried, Carried::Header(name, _) if name == header))
    }

    /// The keys and passwords that requests carry, other than access tokens. `None` if a function adds them.
    pub(super) fn secrets(&self) -> Option<Vec<String>> {
        let carried = self.carried.iter().flatten();
        let secrets = carried.map(|carried| match carried {
            Carried::Header(_, value) => Some(value.to_str().unwrap_or_default().to_owned()),
            Carried::Query(_, key) | Carried::Cookie(_, key) => Some(key.clone()),
            Carried::Token(_) => Some(String::new()),
            Carried::Custom(_) => None,
        });
        secrets.collect()
    }

    /// Adds the credentials to a query, if that is their place. They do not replace what the caller has set.
    pub(super) fn add_to_query(&self, query: &mut String) -> Result<(), String> {
        for (name, key) in self.in_query() {
            if !url::has_parameter(query, name) {
                url::add_parameter(query, name, QueryStyle::REPEATED, &key)?;
            }
        }
        Ok(())
    }

    /// Adds the credentials to the query of a next page, if that is their place. The server may have repeated them.
    pub(super) fn replace_in_query(&self, query: &mut String) -> Result<(), String> {
        for (name, key) in self.in_query() {
            url::remove_parameter(query, name);
            url::add_parameter(query, name, QueryStyle::REPEATED, &key)?;
        }
        Ok(())
    }

    /// The names and keys of query parameters.
    fn in_query(&self) -> impl Iterator<Item = (&'static str, ParameterText<'_>)> {
        let carried = self.carried.iter().flatten();
        carried.filter_map(|carried| match carried {
            Carried::Query(name, key) => Some((*name, ParameterText::One(key.as_str().into()))),
            Carried::Header(..) | Carried::Cookie(..) | Carried::Token(_) | Carried::Custom(_) => {
                None
            }
        })
    }

    /// Adds the credentials to the headers, if that is their place.
    pub(super) fn add_to_headers(
        &self,
        headers: &mut HeaderMap,
        own: CallHeaders<'_>,
        token: Option<&AccessToken>,
    ) -> Result<(), String> {
        let carried = self.carried.as_ref().map_err(String::clone)?;
        let mut cookies = Vec::new();
        for carried in carried {
            match carried {
                Carried::Header(name, _) if own.has_header(name.as_str()) => {}
                Carried::Cookie(name, _) if own.has_cookie(name) => {}
                Carried::Token(_) if own.has_header(AUTHORIZATION.as_str()) => {}
                Carried::Header(name, value) => {
                    headers.insert(name, value.clone());
                }
                Carried::Cookie(name, key) => cookies.push((*name, key.clone())),
                Carried::Token(_) => {
                    let token = token
                        .map(AccessToken::as_str)
                        .filter(|token| !token.is_empty())
                        .ok_or_else(|| format!("the access token of `{}` is empty", self.scheme))?;
                    let (name, mut value) =
                        header(AUTHORIZATION.as_str(), &format!("Bearer {token}")).map_err(
                            |_| format!("the access token of `{}` cannot be sent", self.scheme),
                        )?;
                    value.set_sensitive(true);
                    headers.insert(name, value);
                }
                Carried::Query(..) | Carried::Custom(_) => {}
            }
        }
        match cookies.as_slice() {
            [] => Ok(()),
            cookies => cookie::add(headers, cookies),
        }
    }
}

impl Credentials {
    /// The source of the access token.
    pub(super) fn source(&self) -> Option<&dyn TokenSource> {
        self.carried
            .iter()
            .flatten()
            .find_map(|carried| match carried {
                Carried::Token(source) => Some(&**source),
                Carried::Header(..)
                | Carried::Query(..)
                | Carried::Cookie(..)
                | Carried::Custom(_) => None,
            })
    }

    /// Edits a request that has all else.
    pub(super) fn edit(&self, request: &mut HttpRequest) -> Result<(), BoxError> {
        for carried in self.carried.iter().flatten() {
            if let Carried::Custom(authorize) = carried {
                authorize(request)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({}: <secret>)", self.scheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_of_the_caller_is_kept_and_one_of_the_server_is_replaced() {
        let credentials = Credentials::key_in_query("q", "key", "k3y");
        for (query, added, replaced) in [
            ("", "key=k3y", "key=k3y"),
            ("keys=1", "keys=1&key=k3y", "keys=1&key=k3y"),
            ("key=own&a=1", "key=own&a=1", "a=1&key=k3y"),
        ] {
            let edited = |edit: fn(&Credentials, &mut String) -> Result<(), String>| {
                let mut query = query.to_owned();
                edit(&credentials, &mut query).map(|()| query)
            };
            assert_eq!(edited(Credentials::add_to_query).as_deref(), Ok(added));
            assert_eq!(
                edited(Credentials::replace_in_query).as_deref(),
                Ok(replaced)
            );
        }
    }
}
