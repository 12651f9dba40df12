//! Paths: the parameters of a template.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, percent_decode_str, utf8_percent_encode};

use super::join_items;
use crate::parameter::{ParameterText, ParameterValue};
use crate::path::{self, SegmentPart};
use crate::percent::COMPONENT;

/// All characters that must be encoded in a segment of a path (RFC 3986, 3.3).
const SEGMENT: &AsciiSet = &COMPONENT
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

/// The same in an item of a list, whose items are separated by commas.
const SEGMENT_ITEM: &AsciiSet = &SEGMENT.add(b',');

/// The same in the rest of a path, which has several segments.
const REST: &AsciiSet = &SEGMENT.remove(b'/');

/// Fills in the parameters of a template in order.
///
/// # Errors
/// A value would make the URL identify another resource: it is empty, it is one of the segments `.` and `..`, which
/// have no encoding, or a server would split the segment elsewhere. Or no server can read it.
pub(in crate::client) fn fill(
    template: &str,
    values: &[&dyn ParameterValue],
) -> Result<String, String> {
    let mut path = String::with_capacity(template.len() + 32);
    let mut values = values.iter();
    for (index, segment) in template.split('/').enumerate() {
        if index > 0 {
            path.push('/');
        }
        if path::has_parameters(segment) {
            path.push_str(&fill_segment(segment, &mut values)?);
        } else {
            path.push_str(segment);
        }
    }
    match values.next() {
        Some(_) => Err(String::from(
            "there are more values than the path has parameters",
        )),
        None => Ok(path),
    }
}

/// Checks a whole path, which is percent-encoded.
///
/// # Errors
/// It would make the URL identify something else: it does not begin with a slash, contains a query, a fragment or
/// control characters, or has the segments `.` and `..`, which clients and servers remove.
pub(in crate::client) fn check(path: &str) -> Result<(), &'static str> {
    if !path.starts_with('/') {
        return Err("must begin with `/`");
    }
    if path.contains(['?', '#']) {
        return Err("must not contain a query or a fragment: add parameters with `.query(…)`");
    }
    if path.contains(|char: char| char.is_ascii_control()) {
        return Err("must not contain control characters: percent-encode them");
    }
    let is_dots = |segment: &str| {
        let decoded: Vec<u8> = percent_decode_str(segment).collect();
        matches!(decoded.as_slice(), b"." | b"..")
    };
    match path.split(['/', '\\']).any(is_dots) {
        true => Err("must not have the segments `.` and `..`"),
        false => Ok(()),
    }
}

fn fill_segment<'v>(
    template: &str,
    values: &mut impl Iterator<Item = &'v &'v dyn ParameterValue>,
) -> Result<String, String> {
    let is_rest = path::is_catch_all(template);
    let encoded = if is_rest { REST } else { SEGMENT };
    let mut segment = String::new();
    let mut written = Vec::new();
    let mut names = Vec::new();
    for part in path::parts(template) {
        let name = match part {
            SegmentPart::Literal(text) => {
                segment.push_str(text);
                continue;
            }
            SegmentPart::Parameter(name) => name.trim_start_matches('*'),
        };
        let value = values
            .next()
            .ok_or_else(|| format!("the path parameter `{name}` has no value"))?;
        let text = match value.parameter() {
            Ok(ParameterText::One(text)) => utf8_percent_encode(&text, encoded).to_string(),
            Ok(ParameterText::Json(text)) => utf8_percent_encode(&text, encoded).to_string(),
            Ok(ParameterText::List(items)) => join_items(&items, ",", SEGMENT_ITEM),
            Ok(ParameterText::Parts(parts, style)) => join_parts(&parts, style.separator())
                .map_err(|problem| format!("the path parameter `{name}` {problem}"))?,
            Err(problem) => return Err(format!("the path parameter `{name}` {problem}")),
        };
        segment.push_str(&text);
        written.push(text);
        names.push(name);
    }
    let names = names.join("` and `");
    let is_dots = |segment: &str| matches!(segment, "." | "..");
    if is_rest && segment.split('/').any(is_dots) {
        return Err(format!(
            "the path parameter `{names}` must not have a segment `.` or `..`"
        ));
    }
    if is_dots(&segment) || written.iter().any(String::is_empty) {
        return Err(format!(
            "the path parameter `{names}` must not be empty, `.` or `..`"
        ));
    }
    if !is_rest && path::split(template, &segment).is_none_or(|read| read != written) {
        return Err(format!(
            "the path parameters `{names}` would be split elsewhere"
        ));
    }
    Ok(segment)
}

/// Encodes the parts of a value and joins them.
fn join_parts(
    parts: &[(Option<Cow<'_, str>>, Cow<'_, str>)],
    separator: char,
) -> Result<String, &'static str> {
    let mut joined = String::new();
    for (index, (name, value)) in parts.iter().enumerate() {
        if index > 0 {
            joined.push(separator);
        }
        // A dot has no encoding that a server must tell from it. In a value after a name, it ends nothing.
        let before = name.as_ref().unwrap_or(value);
        if separator == '.' && before.contains('.') {
            return Err("has an item or a name that contains a dot, which separates them");
        }
        if let Some(name) = name {
            joined.extend(utf8_percent_encode(name, COMPONENT));
            joined.push('=');
        }
        joined.extend(utf8_percent_encode(value, COMPONENT));
    }
    Ok(joined)
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
    fn a_segment_has_several_values_that_a_server_splits_alike() {
        let compare = |base: &str, head: &str| {
            let (base, head) = (base.to_owned(), head.to_owned());
            fill("/compare/{base}...{head}", &[&base, &head])
        };
        assert_eq!(
            compare("a", "b...c"),
            Err("the path parameters `base` and `head` would be split elsewhere".to_owned())
        );
        assert_eq!(compare("a", "b...").as_deref(), Ok("/compare/a...b..."));
        assert_eq!(compare("a...b", "c").as_deref(), Ok("/compare/a...b...c"));
        assert_eq!(compare("a/b", "c").as_deref(), Ok("/compare/a%2Fb...c"));
        assert!(
            compare("a", "b...c").is_err()
                && compare("", "b").is_err()
                && compare("a", "").is_err()
        );
        let file = |name: &str| fill("/{name}.json/x", &[&name.to_owned()]);
        assert_eq!(file(".").as_deref(), Ok("/..json/x"));
        assert_eq!(file("a.json").as_deref(), Ok("/a.json.json/x"));
        let dots = fill("/.{name}", &[&String::from(".")]);
        assert!(dots.is_err());
    }

    #[test]
    fn the_rest_of_a_path_keeps_its_slashes() {
        let rest = |path: &str| fill("/contents/{*path}", &[&path.to_owned()]);
        assert_eq!(
            rest("a/b c/d?.txt").as_deref(),
            Ok("/contents/a/b%20c/d%3F.txt")
        );
        assert_eq!(rest("a").as_deref(), Ok("/contents/a"));
        for path in ["", ".", "..", "a/../b", "a/."] {
            assert!(rest(path).is_err(), "{path}");
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
    fn lists_in_a_path_are_separated_by_commas() {
        let fill_list = |items: &[&str]| {
            let items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
            fill("/a/{x}/b", &[&items])
        };
        assert_eq!(fill_list(&["1", "2"]).as_deref(), Ok("/a/1,2/b"));
        assert_eq!(
            fill_list(&["a,b", "c/d", ""]).as_deref(),
            Ok("/a/a%2Cb,c%2Fd,/b")
        );
        for items in [[].as_slice(), &[""], &["."], &[".."]] {
            assert!(fill_list(items).is_err(), "{items:?}");
        }
    }
}
