//! The cookies of a request (RFC 6265, 4.2 and 5.4).

use std::borrow::Cow;

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

use crate::header_value::cut;
use crate::percent::Malformed;

/// The values of the cookies with this name. HTTP/2 may divide them among several headers (RFC 9113, 8.2.3).
///
/// A value in quotes is the same as one without. Nothing is decoded, because cookies have no encoding.
pub(super) fn cookie_values<'a>(
    headers: &'a HeaderMap,
    name: &'a str,
) -> impl Iterator<Item = Result<Cow<'a, str>, Malformed>> {
    let pairs = headers
        .get_all(COOKIE)
        .into_iter()
        .flat_map(|header| header.as_bytes().split(|byte| *byte == b';'));
    pairs.filter_map(move |pair| {
        let (known, value) = cut(pair, b'=')?;
        let is_named = known.trim_ascii() == name.as_bytes();
        is_named.then(|| text(value))
    })
}

fn text(value: &[u8]) -> Result<Cow<'_, str>, Malformed> {
    let value = value.trim_ascii();
    let quoted = value.strip_prefix(b"\"");
    let value = quoted
        .and_then(|value| value.strip_suffix(b"\""))
        .unwrap_or(value);
    let text = str::from_utf8(value).map_err(|_| Malformed::NotUtf8)?;
    Ok(Cow::Borrowed(text))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn values(lines: &[&[u8]], name: &str) -> Vec<Result<String, Malformed>> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(COOKIE, HeaderValue::from_bytes(line).unwrap());
        }
        let values = cookie_values(&headers, name);
        values.map(|value| value.map(Cow::into_owned)).collect()
    }

    #[track_caller]
    fn has(line: &str, expected: &[&str]) {
        let expected: Vec<_> = expected
            .iter()
            .map(|value| Ok((*value).to_owned()))
            .collect();
        assert_eq!(values(&[line.as_bytes()], "a"), expected, "{line}");
    }

    #[test]
    fn cookies_are_found_by_name() {
        has("a=1", &["1"]);
        has("b=0; a=1; ab=2", &["1"]);
        has("b=a=0;a=1=2;A=3", &["1=2"]);
        has(" a = 1 ;", &["1"]);
        has("a=", &[""]);
        has("a=1; a=2", &["1", "2"]);
        has("a; b=a", &[]);
        has("", &[]);
        assert_eq!(
            values(&[b"b=0", b"a=1; c=2", b"a=3"], "a"),
            [Ok("1".into()), Ok("3".into())]
        );
    }

    #[test]
    fn values_may_be_quoted() {
        has("a=\"1 2\"", &["1 2"]);
        has("a=\"\"", &[""]);
        has("a=\"", &["\""]);
        has("a=\"1", &["\"1"]);
        has("a=1\"", &["1\""]);
    }

    #[test]
    fn values_are_not_decoded() {
        has("a=%31+é", &["%31+é"]);
        assert_eq!(values(&[b"a=\xff; b=1"], "a"), [Err(Malformed::NotUtf8)]);
        assert_eq!(values(&[b"a=\xff; b=1"], "b"), [Ok("1".into())]);
    }
}
