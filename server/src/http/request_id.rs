//! The identifier of a request: in its response and in each log line about it.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

/// The header that carries it in both directions.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// The longest identifier that a client may choose.
const MAX_LENGTH: usize = 64;

/// Returns the identifier that the client sent if it is harmless wherever it is written, and else a
/// new UUID of version 7.
pub(super) fn request_id(headers: &HeaderMap) -> HeaderValue {
    let given = headers.get(&HEADER);
    let accepted = given.filter(|value| is_harmless(value.as_bytes()));
    accepted.cloned().unwrap_or_else(new)
}

/// Whether an identifier is of bounded length and means nothing to a shell, a log or a page.
fn is_harmless(id: &[u8]) -> bool {
    let is_safe = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    (1..=MAX_LENGTH).contains(&id.len()) && id.iter().all(is_safe)
}

fn new() -> HeaderValue {
    let mut text = Uuid::encode_buffer();
    let text = Uuid::now_v7().hyphenated().encode_lower(&mut text);
    // Digits, letters and hyphens are a valid header value.
    HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("none"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn of(value: &[u8]) -> HeaderValue {
        let value = HeaderValue::from_bytes(value).unwrap();
        request_id(&HeaderMap::from_iter([(HEADER, value)]))
    }

    #[test]
    fn a_harmless_identifier_is_kept() {
        let longest = "x".repeat(MAX_LENGTH);
        for id in [
            "a",
            "0190b5a0-1c9e-7c3e-8000-3f2f1e0d9c8b",
            "trace_1.2-b",
            &longest,
        ] {
            assert_eq!(of(id.as_bytes()), id);
        }
    }

    #[test]
    fn any_other_identifier_is_replaced() {
        let too_long = "x".repeat(MAX_LENGTH + 1);
        for id in ["", "a b", "a\"b", "a/b", "<b>", "é", &too_long] {
            let new = of(id.as_bytes());
            let uuid = Uuid::parse_str(new.to_str().unwrap()).unwrap();
            assert_eq!(uuid.get_version_num(), 7, "{id}");
        }
    }

    #[test]
    fn new_identifiers_differ() {
        let ids: HashSet<_> = (0..10_000).map(|_| new()).collect();
        assert_eq!(ids.len(), 10_000);
    }
}
