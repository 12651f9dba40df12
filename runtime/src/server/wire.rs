//! The text of parameters in a URL, found and decoded.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// A part of a request that is not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Malformed {
    /// A percent sign without two hexadecimal digits (RFC 3986, 2.1).
    Percent,
    /// It is not UTF-8 after percent-decoding.
    NotUtf8,
}

impl Malformed {
    /// The description of the problem in a validation error.
    pub(super) const fn problem(self) -> &'static str {
        match self {
            Self::Percent => "has a `%` without two hexadecimal digits after it",
            Self::NotUtf8 => "must be text in UTF-8",
        }
    }
}

/// The values of `name` in a query, in order.
///
/// The query is scanned once per parameter. Operations have few, so this is cheaper than building a
/// table.
pub(super) fn query_values<'a>(
    query: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Cow<'a, str>, Malformed>> {
    query.split('&').filter_map(move |pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let named = decode_query(key).is_ok_and(|key| key == name);
        named.then(|| decode_query(value))
    })
}

/// Decodes a name or value of a query, where `+` is a space.
fn decode_query(text: &str) -> Result<Cow<'_, str>, Malformed> {
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Ok(Cow::Borrowed(text));
    }
    let spaced = text.replace('+', " ");
    decode(&spaced).map(|decoded| Cow::Owned(decoded.into_owned()))
}

fn decode(text: &str) -> Result<Cow<'_, str>, Malformed> {
    let encodes = |after: &str| match after.as_bytes() {
        [high, low, ..] => high.is_ascii_hexdigit() && low.is_ascii_hexdigit(),
        [] | [_] => false,
    };
    if !text.split('%').skip(1).all(encodes) {
        return Err(Malformed::Percent);
    }
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map_err(|_| Malformed::NotUtf8)
}

/// The value of the parameter at `position` in `template` (the first is 0).
///
/// It is read from the path as it was sent, so an encoded slash belongs to the value. `None` if the
/// path does not match the template.
pub(super) fn path_value<'a>(
    template: &str,
    path: &'a str,
    position: usize,
) -> Option<Result<Cow<'a, str>, Malformed>> {
    let segments = template.split('/').zip(path.split('/'));
    let (_, value) = segments
        .filter(|(segment, _)| is_parameter(segment))
        .nth(position)?;
    Some(decode(value))
}

/// Whether a segment of a template is a parameter: `{name}`.
pub(super) fn is_parameter(segment: &str) -> bool {
    segment.starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(query: &str, name: &str) -> Vec<Result<String, Malformed>> {
        query_values(query, name)
            .map(|value| value.map(Cow::into_owned))
            .collect()
    }

    #[test]
    fn query_values_are_decoded() {
        assert_eq!(values("q=a+b%2Bc%26&x=1", "q"), [Ok("a b+c&".into())]);
        assert_eq!(values("q=%ff", "q"), [Err(Malformed::NotUtf8)]);
    }

    #[test]
    fn a_percent_sign_must_have_two_hexadecimal_digits() {
        for text in ["%", "%4", "100%", "%zz", "%4g", "%%41", "%+1", "a%é"] {
            let query = format!("x=%41&q={text}");
            assert_eq!(values(&query, "q"), [Err(Malformed::Percent)], "{text}");
            let path = format!("/a/{text}");
            let value = path_value("/a/{x}", &path, 0);
            assert_eq!(value, Some(Err(Malformed::Percent)), "{text}");
        }
        assert_eq!(values("q=%25zz&%zz=1", "q"), [Ok("%zz".into())]);
    }

    #[test]
    fn query_names_are_decoded() {
        assert_eq!(values("%71=1&t%5B%5D=2", "q"), [Ok("1".into())]);
        assert_eq!(values("%71=1&t%5B%5D=2", "t[]"), [Ok("2".into())]);
        assert_eq!(values("%ff=1", "q"), []);
    }

    #[test]
    fn a_name_without_a_value_has_the_empty_value() {
        assert_eq!(
            values("q&q=&&=1", "q"),
            [Ok(String::new()), Ok(String::new())]
        );
    }

    #[test]
    fn an_encoded_slash_does_not_end_a_path_value() {
        let value = path_value("/a/{x}/b/{y}", "/a/1%2F2/b/%C3%A9", 0);
        assert_eq!(value, Some(Ok("1/2".into())));
        let value = path_value("/a/{x}/b/{y}", "/a/1%2F2/b/%C3%A9", 1);
        assert_eq!(value, Some(Ok("é".into())));
        assert_eq!(path_value("/a/{x}", "/a/1", 1), None);
    }
}
