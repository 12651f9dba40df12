//! The texts of parameters as they stand in a URL, found and decoded.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// A part of a URL that is not UTF-8 once it is percent-decoded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotUtf8;

/// The values that a query has for `name`, in order.
///
/// The query is walked once for each parameter that an operation has, which for the few
/// there are is cheaper than any table made of it.
pub(super) fn query_values<'a>(
    query: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Cow<'a, str>, NotUtf8>> {
    query.split('&').filter_map(move |pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let named = decode_query(key).is_ok_and(|key| key == name);
        named.then(|| decode_query(value))
    })
}

/// Decodes a name or value of a query, where `+` is a space.
fn decode_query(text: &str) -> Result<Cow<'_, str>, NotUtf8> {
    if !text.bytes().any(|byte| matches!(byte, b'%' | b'+')) {
        return Ok(Cow::Borrowed(text));
    }
    let spaced = text.replace('+', " ");
    match percent_decode_str(&spaced).decode_utf8() {
        Ok(decoded) => Ok(Cow::Owned(decoded.into_owned())),
        Err(_) => Err(NotUtf8),
    }
}

/// The value of the parameter of `template` that stands at `position` (the first is 0).
///
/// It is read from the path as it was sent, so that an encoded slash is a part of the
/// value. None where the path does not have the template's shape.
pub(super) fn path_value<'a>(
    template: &str,
    path: &'a str,
    position: usize,
) -> Option<Result<Cow<'a, str>, NotUtf8>> {
    let segments = template.split('/').zip(path.split('/'));
    let (_, value) = segments
        .filter(|(segment, _)| is_parameter(segment))
        .nth(position)?;
    Some(percent_decode_str(value).decode_utf8().map_err(|_| NotUtf8))
}

/// Whether a segment of a template is a parameter: `{name}`.
pub(super) fn is_parameter(segment: &str) -> bool {
    segment.starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(query: &str, name: &str) -> Vec<Result<String, NotUtf8>> {
        query_values(query, name)
            .map(|value| value.map(Cow::into_owned))
            .collect()
    }

    #[test]
    fn query_values_are_decoded() {
        assert_eq!(values("q=a+b%2Bc%26&x=1", "q"), [Ok("a b+c&".into())]);
        assert_eq!(values("q=%ff", "q"), [Err(NotUtf8)]);
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
