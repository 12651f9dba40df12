//! The start of a body in the text of an error.

use std::borrow::Cow;
use std::fmt::{self, Write};

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::Operation;
use crate::client::{AccessToken, Http};
use crate::error::OneLine;
use crate::percent::COMPONENT;

/// The most characters of a body that an error shows.
const MAX_SHOWN: usize = 200;

/// The fewest bytes of a part of a secret that are a secret themselves. Fewer could be any part of a word.
const MIN_PART: usize = 4;

/// What replaces a secret.
const HIDDEN: &str = "<secret>";

/// What a response may repeat of its request, so that errors do not show it.
#[derive(Clone)]
pub(in crate::client) struct Sent {
    pub(in crate::client) http: Http,
    /// The access token of the last try.
    pub(in crate::client) token: Option<AccessToken>,
    /// The sensitive headers of the call.
    pub(in crate::client) headers: Vec<HeaderValue>,
}

impl Sent {
    /// The sensitive values among some headers.
    pub(in crate::client) fn sensitive(headers: Option<&HeaderMap>) -> Vec<HeaderValue> {
        let values = headers.into_iter().flat_map(HeaderMap::values);
        values
            .filter(|value| value.is_sensitive())
            .cloned()
            .collect()
    }

    /// The secrets as text, the longest first. `None` if the client does not know what was sent.
    fn secrets(&self) -> Option<Vec<String>> {
        let settings = &*self.http.0;
        if settings.has_unknown_secrets {
            return None;
        }
        let mut secrets = Vec::new();
        for credentials in &settings.credentials {
            secrets.extend(credentials.secrets()?);
        }
        let own = settings
            .headers
            .iter()
            .filter(|(name, value)| value.is_sensitive() || **name == AUTHORIZATION);
        let headers = own.map(|(_, value)| value).chain(&self.headers);
        let headers = headers.filter_map(|value| value.to_str().ok());
        secrets.extend(headers.map(str::to_owned));
        secrets.extend(self.token.iter().map(|token| token.as_str().to_owned()));
        Some(variants(secrets))
    }
}

/// The forms in which a response can repeat secrets, the longest first.
fn variants(secrets: Vec<String>) -> Vec<String> {
    let mut all = Vec::new();
    for secret in secrets {
        // The scheme of a header, such as `Bearer`, need not be repeated. A cookie has a name.
        let parts = secret.split([' ', '=', ';']);
        let parts = parts.filter(|part| part.len() >= MIN_PART && !is_scheme(part));
        all.extend(parts.map(str::to_owned));
        all.extend(basic(&secret));
        all.push(secret);
    }
    // In a URL, and in JSON by PHP.
    let written: Vec<String> = all
        .iter()
        .flat_map(|secret| {
            [
                utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string(),
                utf8_percent_encode(secret, COMPONENT).to_string(),
                secret.replace('/', "\\/"),
            ]
        })
        .collect();
    all.extend(written);
    all.retain(|secret| !secret.is_empty());
    all.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    all.dedup();
    all
}

/// Whether a word is the name of a scheme of HTTP and no secret.
fn is_scheme(word: &str) -> bool {
    ["basic", "bearer", "token", "apikey"]
        .iter()
        .any(|scheme| word.eq_ignore_ascii_case(scheme))
}

/// The name and the password in a header.
#[cfg(feature = "base64")]
fn basic(header: &str) -> Vec<String> {
    use base64::Engine as _;

    let decoded = header
        .strip_prefix("Basic ")
        .and_then(|encoded| {
            base64::engine::general_purpose::STANDARD
                .decode(encoded)
                .ok()
        })
        .and_then(|decoded| String::from_utf8(decoded).ok());
    let parts = decoded
        .as_deref()
        .and_then(|decoded| decoded.split_once(':'));
    // The name can be a key as well.
    let name = parts
        .map(|(name, _)| name)
        .filter(|name| name.len() >= MIN_PART);
    let password = parts.map(|(_, password)| password);
    let parts: Vec<String> = name
        .into_iter()
        .chain(password)
        .map(str::to_owned)
        .collect();
    parts.into_iter().chain(decoded).collect()
}

/// Without `base64`, the client cannot write such a header.
#[cfg(not(feature = "base64"))]
const fn basic(_: &str) -> Vec<String> {
    Vec::new()
}

/// The start of a body, as errors show it.
#[derive(Clone)]
pub(in crate::client) enum Excerpt {
    /// There is no body, or it is not kept.
    Empty,
    /// It may contain what must not be shown.
    Hidden(&'static str),
    /// Its first characters, and whether there are more.
    Text(Box<str>, bool),
}

impl Excerpt {
    /// The start of the body of a response of an operation.
    pub(in crate::client) fn of(operation: &Operation, sent: &Sent, body: &[u8]) -> Self {
        if body.is_empty() {
            return Self::Empty;
        }
        if operation.sensitive {
            return Self::Hidden("because the operation has values that are secret or personal");
        }
        match sent.secrets() {
            None => Self::Hidden("because it may repeat credentials that your own code adds"),
            Some(secrets) => Self::without(&secrets, body),
        }
    }

    fn without(secrets: &[String], body: &[u8]) -> Self {
        // A character has up to four bytes. A secret that begins in the part that is shown may be longer than that part.
        let longest = secrets.first().map_or(0, String::len);
        let searched = body.get(..4 * MAX_SHOWN + longest).unwrap_or(body);
        let text = shown(searched);
        let end = text.char_indices().nth(MAX_SHOWN).map(|(end, _)| end);
        let end = end.unwrap_or(text.len());
        let mut start = String::new();
        let mut at = 0;
        while at < end {
            let rest = text.get(at..).unwrap_or_default();
            let secret = secrets.iter().find(|secret| rest.starts_with(*secret));
            at += match (secret, rest.chars().next()) {
                (Some(secret), _) => {
                    start.push_str(HIDDEN);
                    secret.len()
                }
                (None, Some(char)) => {
                    start.push(char);
                    char.len_utf8()
                }
                (None, None) => break,
            };
        }
        Self::Text(
            start.into(),
            end < text.len() || searched.len() < body.len(),
        )
    }
}

/// Bytes as text. What is not UTF-8 is escaped.
fn shown(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let mut text = String::new();
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                for byte in chunk.invalid() {
                    // Writing to a string does not fail.
                    let _ = write!(text, "\\x{byte:02x}");
                }
            }
            Cow::Owned(text)
        }
    }
}

/// The end of a message: `; the body begins with "…"`.
impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Hidden(reason) => write!(f, "; its body is not shown, {reason}"),
            Self::Text(text, false) => write!(f, "; its body is `{}`", OneLine(text)),
            Self::Text(text, true) => write!(f, "; its body begins with `{}`", OneLine(text)),
        }
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("\"\""),
            Self::Hidden(_) => f.write_str("<hidden>"),
            Self::Text(text, has_more) => {
                let more = if *has_more { " …" } else { "" };
                write!(f, "{text:?}{more}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(secrets: &[&str], body: &[u8]) -> String {
        let secrets = secrets.iter().map(|secret| (*secret).to_owned());
        Excerpt::without(&variants(secrets.collect()), body).to_string()
    }

    #[test]
    fn a_body_is_shown_on_one_line() {
        assert_eq!(excerpt(&[], b"one\ntwo"), r"; its body is `one\ntwo`");
        assert_eq!(excerpt(&[], b"a\xff\xfeb"), r"; its body is `a\xff\xfeb`");
    }

    #[test]
    fn a_long_body_is_cut() {
        let long = "ä".repeat(MAX_SHOWN + 1);
        let expected = format!("; its body begins with `{}`", "ä".repeat(MAX_SHOWN));
        assert_eq!(excerpt(&[], long.as_bytes()), expected);
        let whole = "ä".repeat(MAX_SHOWN);
        assert_eq!(
            excerpt(&[], whole.as_bytes()),
            format!("; its body is `{whole}`")
        );
    }

    #[test]
    fn secrets_that_a_response_repeats_are_not_shown() {
        for (secret, body, expected) in [
            ("Bearer s3cr3t", "no s3cr3t", "no <secret>"),
            ("Bearer s3cr3t", "Bearer s3cr3t", "<secret>"),
            ("a b+c", "/x?key=a%20b%2Bc&y", "/x?key=<secret>&y"),
            ("id=s3cr3t", "cookie id s3cr3t", "cookie id <secret>"),
        ] {
            let text = excerpt(&[secret], body.as_bytes());
            assert_eq!(text, format!("; its body is `{expected}`"));
        }
        // A secret at the end of what is shown is not cut in two.
        let body = format!("{}s3cr3t", "a".repeat(MAX_SHOWN - 3));
        assert!(!excerpt(&["s3cr3t"], body.as_bytes()).contains("s3c"));
    }

    #[cfg(feature = "base64")]
    #[test]
    fn a_password_in_base64_is_not_shown() {
        assert_eq!(
            excerpt(&["Basic YWRhOnB3"], b"ada:pw, pw, YWRhOnB3"),
            "; its body is `<secret>, <secret>, <secret>`"
        );
    }
}
