//! The text of parameters in a URL, found and decoded.

use std::borrow::Cow;

use crate::path;
use crate::percent::{Malformed, decode_plus};

/// The values of `name` in a query, in order.
///
/// The query is scanned once per parameter. Operations have few, so this is cheaper than building a
/// table.
pub(super) fn query_values<'a>(
    query: &'a str,
    name: &'a str,
) -> impl Iterator<Item = Result<Cow<'a, str>, Malformed>> {
    raw_query_values(query, name).map(decode_plus)
}

/// The same, as they were sent.
pub(super) fn raw_query_values<'a>(query: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    query.split('&').filter_map(move |pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let named = decode_plus(key).is_ok_and(|key| key == name);
        named.then_some(value)
    })
}

/// The value of the parameter at `position` in `template` (the first is 0), as it was sent. So an encoded
/// slash belongs to the value. `None` if its segment does not match the template.
pub(super) fn path_value<'a>(template: &str, path: &'a str, position: usize) -> Option<&'a str> {
    let mut before = position;
    let mut rest = path;
    for template in template.split('/') {
        let (segment, after) = rest.split_once('/').unwrap_or((rest, ""));
        if path::is_catch_all(template) {
            return (before == 0).then_some(rest);
        }
        if path::has_parameters(template) {
            let values = path::split(template, segment);
            if let Some(value) = values
                .as_ref()
                .and_then(|values| values.get(before).copied())
            {
                return Some(value);
            }
            // An empty segment lacks its own parameters, and no others.
            let parameters = path::parts(template);
            let parameters =
                parameters.filter(|part| matches!(part, path::SegmentPart::Parameter(_)));
            before = before.checked_sub(parameters.count())?;
        }
        rest = after;
    }
    None
}

/// Whether a path matches a template. The router has compared the number of segments and those without parameters.
pub(super) fn matches(template: &str, path: &str) -> bool {
    let mut segments = template.split('/').zip(path.split('/'));
    segments.all(|(template, segment)| {
        !path::has_parameters(template)
            || path::is_catch_all(template)
            || path::split(template, segment).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::percent::decode;

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
            assert_eq!(decode(text), Err(Malformed::Percent), "{text}");
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
        assert_eq!(value, Some("1%2F2"));
        let value = path_value("/a/{x}/b/{y}", "/a/1%2F2/b/%C3%A9", 1);
        assert_eq!(value, Some("%C3%A9"));
        assert_eq!(path_value("/a/{x}", "/a/1", 1), None);
    }

    #[test]
    fn an_empty_segment_lacks_only_its_own_parameters() {
        let value = |position| path_value("/a/{x}/{y}...{z}/{w}", "/a//b...c/", position);
        assert_eq!(
            [value(0), value(1), value(2), value(3)],
            [None, Some("b"), Some("c"), None]
        );
    }

    #[test]
    fn segments_have_several_values_and_the_last_may_be_the_rest() {
        let template = "/r/{id}/{base}...{head}/in/{*path}";
        let value = |position| path_value(template, "/r/7/a...b...c/in/d/e%2Ff/", position);
        assert_eq!(value(0), Some("7"));
        assert_eq!(value(1), Some("a...b"));
        assert_eq!(value(2), Some("c"));
        assert_eq!(value(3), Some("d/e%2Ff/"));
        assert_eq!(value(4), None);
        assert!(matches(template, "/r/7/a...b/in/d"));
        assert!(!matches(template, "/r/7/a..b/in/d"));
    }
}
