//! The URL of a request: the base URL, the path and the query.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::text::ParameterValue;

/// All characters but the unreserved ones of RFC 3986 (2.3).
const QUERY: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// All characters that must be encoded in a segment of a path (RFC 3986, 3.3).
const SEGMENT: &AsciiSet = &QUERY
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b':')
    .remove(b'@');

/// Fills in the parameters of a template in order.
///
/// # Errors
/// A value would make the URL identify another resource: it is empty, or it is one of the segments
/// `.` and `..`, which have no encoding. Or no server can read it.
pub(super) fn fill(template: &str, values: &[&dyn ParameterValue]) -> Result<String, String> {
    let mut path = String::with_capacity(template.len() + 32);
    let mut rest = template;
    for value in values {
        let (before, name, after) = next_parameter(rest)
            .ok_or_else(|| String::from("there are more values than the path has parameters"))?;
        if let Some(problem) = value.parameter_problem() {
            return Err(format!("the path parameter `{name}` {problem}"));
        }
        let text = value.parameter_text();
        if matches!(&*text, "" | "." | "..") {
            return Err(format!(
                "the path parameter `{name}` must not be empty, `.` or `..`"
            ));
        }
        path.push_str(before);
        path.extend(utf8_percent_encode(&text, SEGMENT));
        rest = after;
    }
    match next_parameter(rest) {
        Some((_, name, _)) => Err(format!("the path parameter `{name}` has no value")),
        None => {
            path.push_str(rest);
            Ok(path)
        }
    }
}

/// Splits a template at its first parameter: the text before, its name, the text after.
fn next_parameter(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (name, after) = rest.split_once('}')?;
    Some((before, name, after))
}

/// Adds a parameter to a query.
pub(super) fn add_parameter(query: &mut String, name: &'static str, value: &str) {
    if !query.is_empty() {
        query.push('&');
    }
    query.extend(utf8_percent_encode(name, QUERY));
    query.push('=');
    query.extend(utf8_percent_encode(value, QUERY));
}

/// Removes all occurrences of a parameter from a query and returns its last encoded value.
pub(super) fn take_parameter(query: &mut String, name: &'static str) -> Option<String> {
    let name: Cow<'_, str> = utf8_percent_encode(name, QUERY).into();
    let mut taken = None;
    while let Some(start) = find_parameter(query, &name) {
        let rest = &query[start..];
        let length = rest.find('&').unwrap_or(rest.len());
        taken = rest[..length].get(name.len() + 1..).map(str::to_owned);
        // Also removes one of the separators around it.
        let end = query.len().min(start + length + 1);
        query.replace_range(start..end, "");
        if start == query.len() {
            query.truncate(start.saturating_sub(1));
        }
    }
    taken
}

/// The position of a parameter with this encoded name.
fn find_parameter(query: &str, name: &str) -> Option<usize> {
    let mut start = 0;
    for parameter in query.split('&') {
        let rest = parameter.strip_prefix(name);
        if rest.is_some_and(|rest| rest.starts_with('=')) {
            return Some(start);
        }
        start += parameter.len() + 1;
    }
    None
}

/// Joins the parts of a URL.
pub(super) fn join(base: &str, path: &str, query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "?" };
    [base, path, separator, query].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill_one(value: &str) -> Result<String, String> {
        fill("/v1/models/{slug}/endpoints", &[&value.to_owned()])
    }

    #[test]
    fn values_are_encoded_into_one_segment() {
        assert_eq!(
            fill_one("gpt:free").as_deref(),
            Ok("/v1/models/gpt:free/endpoints")
        );
        assert_eq!(
            fill_one("a/b?c#d%e").as_deref(),
            Ok("/v1/models/a%2Fb%3Fc%23d%25e/endpoints")
        );
        assert_eq!(
            fill_one("é \\").as_deref(),
            Ok("/v1/models/%C3%A9%20%5C/endpoints")
        );
        assert_eq!(
            fill_one("%2e%2e").as_deref(),
            Ok("/v1/models/%252e%252e/endpoints")
        );
        assert_eq!(fill_one("...").as_deref(), Ok("/v1/models/.../endpoints"));
    }

    #[test]
    fn values_that_identify_another_resource_are_rejected() {
        for value in ["", ".", ".."] {
            let problem = fill_one(value).err();
            assert_eq!(
                problem.as_deref(),
                Some("the path parameter `slug` must not be empty, `.` or `..`")
            );
        }
    }

    #[test]
    fn the_number_of_values_must_match_the_path() {
        let id = 7_i64;
        assert_eq!(fill("/a/{x}/{y}", &[&id, &id]).as_deref(), Ok("/a/7/7"));
        assert!(fill("/a/{x}/{y}", &[&id]).is_err());
        assert!(fill("/a/{x}", &[&id, &id]).is_err());
        assert_eq!(fill("/a", &[]).as_deref(), Ok("/a"));
    }

    #[test]
    fn queries_are_encoded() {
        let mut query = String::new();
        assert_eq!(join("http://h", "/x", &query), "http://h/x");
        add_parameter(&mut query, "a b", "1+1");
        add_parameter(&mut query, "c", "&=/é");
        assert_eq!(
            join("http://h/p", "/x", &query),
            "http://h/p/x?a%20b=1%2B1&c=%26%3D%2F%C3%A9"
        );
    }

    #[test]
    fn a_parameter_can_be_removed_from_the_query() {
        let mut query = String::from("a=1&skip=2&b=3");
        assert_eq!(take_parameter(&mut query, "skip").as_deref(), Some("2"));
        assert_eq!(
            (take_parameter(&mut query, "skip"), query.as_str()),
            (None, "a=1&b=3")
        );
        let mut query = String::from("skip=1&skipped=3&skip=2");
        assert_eq!(take_parameter(&mut query, "skip").as_deref(), Some("2"));
        assert_eq!(query, "skipped=3");
        let mut query = String::from("t%5B%5D=1&t=2");
        assert_eq!(take_parameter(&mut query, "t[]").as_deref(), Some("1"));
        assert_eq!(query, "t=2");
        let mut query = String::from("skip=2");
        assert_eq!(take_parameter(&mut query, "skip").as_deref(), Some("2"));
        assert_eq!(
            (take_parameter(&mut query, "skip"), query.as_str()),
            (None, "")
        );
    }
}
