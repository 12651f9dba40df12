//! The credentials of schemes other than bearer tokens.

use std::borrow::Cow;
use std::fmt;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Method, Request, Uri, header};
use futures_util::FutureExt;

use super::only_webhook::RequestedUri;
use super::rejection::Denial;
use super::source::{Occurrence, ParameterSource};
use super::{BearerToken, DenialResponses, Rejection};
use crate::Operation;

/// The credentials that a 401 asks the caller for (RFC 9110, 11.6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Challenge {
    /// A bearer token.
    Bearer,
    /// A name and a password (RFC 7617).
    Basic,
    /// An API key. No RFC registers this scheme, but a 401 must have a challenge.
    ApiKey,
    /// The credentials that the API describes.
    Custom,
}

impl Challenge {
    /// The value of `WWW-Authenticate`.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Bearer => super::response::BEARER,
            Self::Basic => "Basic realm=\"api\", charset=\"UTF-8\"",
            Self::ApiKey => "ApiKey realm=\"api\"",
            Self::Custom => "Custom realm=\"api\"",
        }
    }
}

/// The API key that a caller sent. `Debug` does not show it.
#[derive(Clone)]
pub struct ApiKey<'a>(Cow<'a, str>);

impl<'a> ApiKey<'a> {
    /// A key, for tests of code that looks keys up.
    pub fn new(key: impl Into<Cow<'a, str>>) -> Self {
        Self(key.into())
    }

    /// The key. It is a secret: do not log it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ApiKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(<secret>)")
    }
}

/// The name and the password that a caller sent (RFC 7617). `Debug` shows neither: the name may be a secret too.
#[derive(Clone)]
pub struct BasicCredentials<'a> {
    name: Cow<'a, str>,
    password: Cow<'a, str>,
}

impl<'a> BasicCredentials<'a> {
    /// Credentials, for tests of code that looks them up.
    pub fn new(name: impl Into<Cow<'a, str>>, password: impl Into<Cow<'a, str>>) -> Self {
        Self {
            name: name.into(),
            password: password.into(),
        }
    }

    /// The name, which has no colon.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The password. It is a secret: do not log it.
    pub fn password(&self) -> &str {
        &self.password
    }
}

impl fmt::Debug for BasicCredentials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BasicCredentials(<secret>)")
    }
}

/// The head of a request: what is known before the body, with the operation that it matched. `Debug` shows only the
/// method and the operation, because any other part can be a secret.
#[derive(Clone, Copy)]
pub struct RequestHead<'a> {
    parts: &'a Parts,
    operation: &'static Operation,
}

impl<'a> RequestHead<'a> {
    /// The head of a request, for tests of code that reads it.
    pub const fn new(parts: &'a Parts, operation: &'static Operation) -> Self {
        Self { parts, operation }
    }

    /// The operation that the request matched: its name, method and path template.
    pub const fn operation(self) -> &'static Operation {
        self.operation
    }

    /// The method.
    pub const fn method(self) -> &'a Method {
        &self.parts.method
    }

    /// The path and the query.
    pub fn uri(self) -> &'a Uri {
        let requested = self.parts.extensions.get::<RequestedUri>();
        requested.map_or(&self.parts.uri, |requested| &requested.0)
    }

    /// All headers.
    pub const fn headers(self) -> &'a HeaderMap {
        &self.parts.headers
    }

    /// The value of a parameter of the route in the underlying router, decoded: of the path that a webhook is served at,
    /// or of a path that the router is nested below. The parameters of operations are arguments of their handlers.
    pub fn route_parameter(self, name: &str) -> Option<String> {
        let (mut parts, ()) = Request::new(()).into_parts();
        parts.extensions = self.parts.extensions.clone();
        let parameters = RawPathParams::from_request_parts(&mut parts, &()).now_or_never();
        let parameters = parameters?.ok()?;
        let mut parameters = parameters.iter();
        let found = parameters.find(|(known, _)| *known == name);
        found.map(|(_, value)| value.to_owned())
    }

    /// The values that layers and the server have added, such as the certificate of the connection, or axum's
    /// `ConnectInfo` with the address of the peer.
    pub const fn extensions(self) -> &'a Extensions {
        &self.parts.extensions
    }
}

impl fmt::Debug for RequestHead<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "RequestHead({} {} <secret>)",
            self.parts.method, self.operation.name
        )
    }
}

impl DenialResponses {
    /// Reads the token from the header `Authorization` (RFC 6750, 2.1).
    pub(super) fn bearer_token<'a>(
        &self,
        headers: &'a HeaderMap,
    ) -> Result<BearerToken<'a>, Rejection> {
        self.authorization(headers, "bearer").map(BearerToken::new)
    }

    /// Reads the name and the password from the header `Authorization` (RFC 7617, 2).
    #[cfg(feature = "base64")]
    pub(super) fn basic(
        &self,
        headers: &HeaderMap,
    ) -> Result<BasicCredentials<'static>, Rejection> {
        use base64::Engine as _;

        let challenged = |rejection: Rejection| rejection.challenged(Challenge::Basic);
        let encoded = self.authorization(headers, "basic").map_err(challenged)?;
        let decoded = base64::engine::general_purpose::STANDARD.decode(encoded);
        let text = decoded.ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let parts = text.as_deref().and_then(|text| text.split_once(':'));
        let Some((name, password)) = parts else {
            return Err(challenged(Rejection::denial(Denial::Unknown, self.unknown)));
        };
        Ok(BasicCredentials::new(name.to_owned(), password.to_owned()))
    }

    /// Reads an API key. An empty key counts as absent.
    pub(super) fn api_key<'a>(
        &self,
        source: ParameterSource<'a>,
        name: &'a str,
        prefix: &str,
    ) -> Result<ApiKey<'a>, Rejection> {
        let challenged = |rejection: Rejection| Err(rejection.challenged(Challenge::ApiKey));
        match source.one(name) {
            Occurrence::Absent => challenged(Rejection::denial(Denial::Missing, self.missing)),
            Occurrence::Once(Ok(text)) => match without_prefix(text, prefix) {
                Some(key) if !key.is_empty() => Ok(ApiKey(key)),
                Some(_) | None => challenged(Rejection::denial(Denial::Unknown, self.unknown)),
            },
            // A proxy in front of this server could read two keys differently, so neither counts.
            Occurrence::Once(Err(_)) | Occurrence::Repeated(_) => {
                challenged(Rejection::denial(Denial::Unknown, self.unknown))
            }
        }
    }

    /// Credentials that are part of a combination. `has_any_part` tells whether the request has any part of it:
    /// if one of several parts is missing, the credentials are unknown, as if they were wrong.
    ///
    /// # Errors
    /// The response to a request without these credentials.
    pub fn part<T>(&self, part: Result<T, Rejection>, has_any_part: bool) -> Result<T, Rejection> {
        part.map_err(
            |rejection| match has_any_part && rejection.lacks_credentials() {
                true => rejection.into_unknown(self.unknown),
                false => rejection,
            },
        )
    }

    /// What follows the name of a scheme in the header `Authorization`. The name is case-insensitive.
    fn authorization<'a>(
        &self,
        headers: &'a HeaderMap,
        scheme: &str,
    ) -> Result<&'a str, Rejection> {
        let mut values = headers.get_all(header::AUTHORIZATION).iter();
        let Some(value) = values.next() else {
            return Err(Rejection::denial(Denial::Missing, self.missing));
        };
        let text = value.to_str().ok();
        let credentials = text.and_then(|text| credentials_of(text, scheme));
        // A proxy in front of this server could read two headers differently, so neither counts.
        match (credentials, values.next()) {
            (Some(credentials), None) => Ok(credentials),
            _ => Err(Rejection::denial(Denial::Unknown, self.unknown)),
        }
    }
}

/// Whether a request has these credentials, known or not.
pub fn has_credentials<T>(credentials: &Result<T, Rejection>) -> bool {
    !credentials
        .as_ref()
        .is_err_and(Rejection::lacks_credentials)
}

/// The credentials in `Bearer <token>`.
fn credentials_of<'a>(text: &'a str, expected: &str) -> Option<&'a str> {
    let (scheme, credentials) = text.split_once(' ')?;
    let credentials = credentials.trim_matches(' ');
    (scheme.eq_ignore_ascii_case(expected) && !credentials.is_empty()).then_some(credentials)
}

fn without_prefix<'a>(text: Cow<'a, str>, prefix: &str) -> Option<Cow<'a, str>> {
    match text {
        Cow::Borrowed(text) => text.strip_prefix(prefix).map(Cow::Borrowed),
        Cow::Owned(text) => text
            .strip_prefix(prefix)
            .map(|key| Cow::Owned(key.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    const AUTH: DenialResponses = DenialResponses {
        missing: (401, "missing"),
        unknown: (403, "unknown"),
        forbidden: (404, "forbidden"),
    };

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    /// The key, or the status of the response.
    fn key(source: ParameterSource<'_>, prefix: &str) -> Result<String, String> {
        let key = AUTH.api_key(source, "key", prefix);
        key.map(|key| key.as_str().to_owned())
            .map_err(|rejection| format!("{rejection:?}"))
    }

    #[cfg(feature = "base64")]
    #[test]
    fn a_password_may_have_colons_and_letters_of_any_language() {
        let headers = headers(&[("authorization", "basic YXBwOnDDpHNzOndvcmQ=")]);
        let credentials = AUTH.basic(&headers).unwrap();
        assert_eq!(credentials.name(), "app");
        assert_eq!(credentials.password(), "p\u{e4}ss:word");
    }

    #[cfg(feature = "base64")]
    #[test]
    fn what_is_no_name_and_password_is_unknown() {
        for value in [
            "Basic",
            "Basic %%%",
            "Basic YXBw",
            "Basic //86//8=",
            "Bearer YXBwOng=",
        ] {
            let rejection = AUTH
                .basic(&headers(&[("authorization", value)]))
                .unwrap_err();
            assert_eq!(format!("{rejection:?}"), "Rejection(403)", "{value}");
        }
        let rejection = AUTH.basic(&HeaderMap::new()).unwrap_err();
        assert_eq!(format!("{rejection:?}"), "Rejection(401)");
    }

    #[test]
    fn keys_are_read_from_their_place() {
        let header = headers(&[("key", "Token abc")]);
        assert_eq!(
            key(ParameterSource::Header(&header), "Token "),
            Ok("abc".to_owned())
        );
        assert_eq!(
            key(ParameterSource::Query("a=1&key=a%26b"), ""),
            Ok("a&b".to_owned())
        );
        let cookie = headers(&[("cookie", "a=1; key=abc")]);
        assert_eq!(
            key(ParameterSource::Cookie(&cookie), ""),
            Ok("abc".to_owned())
        );
    }

    #[test]
    fn a_missing_key_differs_from_an_unknown_one() {
        let missing = Err("Rejection(401)".to_owned());
        let unknown = Err("Rejection(403)".to_owned());
        assert_eq!(key(ParameterSource::Query("keys=1"), ""), missing);
        for query in ["key=", "key", "key=a&key=a", "key=%ff"] {
            assert_eq!(key(ParameterSource::Query(query), ""), unknown, "{query}");
        }
        let header = headers(&[("key", "abc")]);
        assert_eq!(key(ParameterSource::Header(&header), "Token "), unknown);
    }

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(format!("{:?}", ApiKey::new("hunter2")), "ApiKey(<secret>)");
        let basic = BasicCredentials::new("app", "hunter2");
        assert_eq!(format!("{basic:?}"), "BasicCredentials(<secret>)");
    }
}
