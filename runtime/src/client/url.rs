//! The URL of a request: the base URL, the path and the query.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, percent_decode_str, utf8_percent_encode};

use crate::parameter::{ParameterText, ParameterValue, QueryStyle, Separator};
use crate::path::{self, SegmentPart};
use crate::percent::{COMPONENT, decode_plus};

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

/// All characters that must be encoded in a value of a query, if reserved ones are allowed (RFC 3986, 2.2):
/// the others, `&`, `#` and `+`.
const RESERVED: &AsciiSet = &COMPONENT
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// The same in an item of a list, whose items are separated by commas.
const RESERVED_ITEM: &AsciiSet = &RESERVED.add(b',');

/// The same in the rest of a path, which has several segments.
const REST: &AsciiSet = &SEGMENT.remove(b'/');

/// Fills in the parameters of a template in order.
///
/// # Errors
/// A value would make the URL identify another resource: it is empty, it is one of the segments `.` and `..`, which
/// have no encoding, or a server would split the segment elsewhere. Or no server can read it.
pub(super) fn fill(template: &str, values: &[&dyn ParameterValue]) -> Result<String, String> {
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

/// Encodes the items of a list and joins them.
fn join_items(items: &[Cow<'_, str>], separator: &str, encoded: &'static AsciiSet) -> String {
    let items = items.iter();
    let items: Vec<Cow<'_, str>> = items
        .map(|item| utf8_percent_encode(item, encoded).into())
        .collect();
    items.join(separator)
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
        // A dot has no encoding that a server must tell from it. In a value behind a name, it ends nothing.
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

/// Adds a parameter to a query.
///
/// # Errors
/// The server would read another value.
pub(super) fn add_parameter(
    query: &mut String,
    name: &str,
    style: QueryStyle,
    value: &ParameterText<'_>,
) -> Result<(), &'static str> {
    let encoded = if style.allow_reserved {
        RESERVED
    } else {
        COMPONENT
    };
    let mut add = |value: &str| add_pairs(query, &format!("{}={value}", encode(name)));
    match (value, style.separator) {
        (ParameterText::One(text), _) => add(&utf8_percent_encode(text, encoded).to_string()),
        (ParameterText::Json(text), _) => add(&utf8_percent_encode(text, encoded).to_string()),
        (ParameterText::List(items), None) => {
            for item in items {
                add(&utf8_percent_encode(item, encoded).to_string());
            }
        }
        (ParameterText::List(items), Some(separator)) => {
            if let Some(value) = separate(items, separator, style.allow_reserved)? {
                add(&value);
            }
        }
        (ParameterText::Parts(..), _) => return Err("has parts that the query cannot hold"),
    }
    Ok(())
}

/// The value of a list with separators; `None` for an empty list.
fn separate(
    items: &[Cow<'_, str>],
    separator: Separator,
    allow_reserved: bool,
) -> Result<Option<String>, &'static str> {
    let encoded = match (separator, allow_reserved) {
        (_, false) => COMPONENT,
        (Separator::Comma, true) => RESERVED_ITEM,
        (Separator::Space | Separator::Pipe, true) => RESERVED,
    };
    match items {
        [] => return Ok(None),
        [item] if item.is_empty() => return Err("is a list of one empty item"),
        [_, ..] => {}
    }
    let reserved = separator.reserved();
    if reserved.is_some_and(|of| items.iter().any(|item| item.contains(of))) {
        return Err("has an item that contains the separator of the list");
    }
    Ok(Some(join_items(items, separator.written(), encoded)))
}

/// Encodes a name.
fn encode(name: &str) -> Cow<'_, str> {
    utf8_percent_encode(name, COMPONENT).into()
}

/// Adds encoded pairs to a query.
pub(super) fn add_pairs(query: &mut String, pairs: &str) {
    if !query.is_empty() && !pairs.is_empty() {
        query.push('&');
    }
    query.push_str(pairs);
}

/// Removes the parts of parameters with these names from a query: `a=1`, `a[b]=2`.
#[cfg(feature = "form")]
pub(super) fn remove_parts<'n>(query: &mut String, names: impl Iterator<Item = &'n str>) {
    let names: Vec<Cow<'_, str>> = names.map(encode).collect();
    retain(query, |first| names.iter().all(|name| name != first));
}

/// Removes the parts of all parameters from a query but those with these names.
#[cfg(feature = "form")]
pub(super) fn keep_parts(query: &mut String, names: &[&str]) {
    retain(query, |first| {
        names.iter().any(|name| encode(name) == first)
    });
}

/// The first of these names that a part of a query has.
#[cfg(feature = "form")]
pub(super) fn first_part_of<'n>(query: &str, names: &[&'n str]) -> Option<&'n str> {
    let has = |name: &&&str| {
        query
            .split('&')
            .any(|pair| first_part(pair) == encode(name))
    };
    names.iter().find(has).copied()
}

/// Keeps the pairs whose names, before brackets, are wanted.
#[cfg(feature = "form")]
fn retain(query: &mut String, is_wanted: impl Fn(&str) -> bool) {
    let pairs = query.split('&');
    let kept: Vec<&str> = pairs.filter(|pair| is_wanted(first_part(pair))).collect();
    *query = kept.join("&");
}

/// The encoded name of a pair, before brackets.
#[cfg(feature = "form")]
fn first_part(pair: &str) -> &str {
    let name = pair.split('=').next().unwrap_or_default();
    name.split("%5B").next().unwrap_or_default()
}

/// Removes all occurrences of a parameter from a query and returns its last encoded value.
pub(super) fn take_parameter(query: &mut String, name: &'static str) -> Option<String> {
    let name = encode(name);
    let mut taken = None;
    while let Some(start) = find_parameter(query, &name) {
        let rest = query.get(start..).unwrap_or_default();
        let pair = rest.split('&').next().unwrap_or_default();
        // Also removes one of the separators around it.
        let end = query.len().min(start + pair.len() + 1);
        taken = pair.get(name.len() + 1..).map(str::to_owned);
        query.replace_range(start..end, "");
        if start == query.len() {
            query.truncate(start.saturating_sub(1));
        }
    }
    taken
}

/// Removes all occurrences of a parameter from a query that a server may have written, in whatever way it encodes names.
pub(super) fn remove_parameter(query: &mut String, name: &str) {
    let is_other = |pair: &&str| {
        let key = pair.split('=').next().unwrap_or_default();
        !decode_plus(key).is_ok_and(|key| key == name)
    };
    let kept: Vec<&str> = query.split('&').filter(is_other).collect();
    *query = kept.join("&");
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

/// Whether the path of a URL ends with this one, in any case. A server need not know the path that its callers use, so
/// what is before it may be anything.
pub(super) fn is_at(target: &str, path: &str) -> bool {
    let place = target.split(['?', '#']).next().unwrap_or_default();
    let decoded = |text: &str| percent_decode_str(text).collect::<Vec<u8>>();
    let (place, path) = (place.trim_end_matches('/'), path.trim_end_matches('/'));
    let (of_url, wanted) = (decoded(place), decoded(path));
    let end = of_url.len().saturating_sub(wanted.len());
    let is_same = of_url
        .get(end..)
        .is_some_and(|end| end.eq_ignore_ascii_case(&wanted));
    is_same || !place.contains('/')
}

/// The query of a URL.
///
/// # Errors
/// It has none.
pub(super) fn query_of(target: &str) -> Result<&str, String> {
    let (target, _) = target.split_once('#').unwrap_or((target, ""));
    match target.split_once('?') {
        None | Some((_, "")) => Err("without a query".to_owned()),
        Some((_, query)) => Ok(query),
    }
}

/// A URL that a server returns, if it is on the same server. It may be relative to the current one.
///
/// # Errors
/// It is not a URL, or one of another server.
pub(super) fn on_same_server(current: &reqwest::Url, target: &str) -> Result<reqwest::Url, String> {
    let next = current.join(target);
    let mut next = next.map_err(|error| format!("that cannot be read: {error}"))?;
    next.set_fragment(None);
    let is_plain = next.scheme() == "http" && next.port().is_none();
    if is_plain && current.scheme() == "https" && current.port().is_none() {
        // A server behind a proxy need not know that its callers use TLS.
        let _: Result<(), ()> = next.set_scheme("https");
    }
    let has_user = !next.username().is_empty() || next.password().is_some();
    match next.origin() == current.origin() && !has_user {
        true => Ok(next),
        false => Err("on another server".to_owned()),
    }
}

/// Joins the parts of a URL.
pub(super) fn join(base: &str, path: &str, query: &str) -> String {
    let separator = if query.is_empty() { "" } else { "?" };
    [base, path, separator, query].concat()
}

/// The URL of a receiver of webhooks, with this query after its own. Errors do not show it: it may contain a secret.
pub(super) fn of_receiver(
    receiver: &str,
    query: &str,
    own_client: bool,
) -> Result<reqwest::Url, String> {
    let url = reqwest::Url::parse(receiver);
    let mut url =
        url.map_err(|error| format!("the URL of the receiver cannot be read: {error}"))?;
    match url.scheme() {
        "https" if !own_client && cfg!(not(feature = "rustls")) => {
            let needed = "the feature `rustls` or an `http_client` with TLS";
            return Err(format!(
                "the URL of the receiver is https, which needs {needed}"
            ));
        }
        "http" | "https" => {}
        _ => return Err("the URL of the receiver must be http or https".to_owned()),
    }
    match url.query().filter(|own| !own.is_empty()) {
        _ if query.is_empty() => {}
        Some(own) => {
            let both = format!("{own}&{query}");
            url.set_query(Some(&both));
        }
        None => url.set_query(Some(query)),
    }
    Ok(url)
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

    fn add(query: &mut String, name: &str, style: QueryStyle, value: &str) {
        let value = ParameterText::One(value.into());
        assert_eq!(add_parameter(query, name, style, &value), Ok(()));
    }

    fn list(style: QueryStyle, items: &[&str]) -> Result<String, &'static str> {
        let mut query = String::new();
        let items = items.iter().map(|item| Cow::Borrowed(*item)).collect();
        add_parameter(&mut query, "a", style, &ParameterText::List(items)).map(|()| query)
    }

    #[test]
    fn queries_are_encoded() {
        let mut query = String::new();
        assert_eq!(join("http://h", "/x", &query), "http://h/x");
        add(&mut query, "a b", QueryStyle::REPEATED, "1+1");
        add(&mut query, "c", QueryStyle::REPEATED, "&=/é");
        assert_eq!(
            join("http://h/p", "/x", &query),
            "http://h/p/x?a%20b=1%2B1&c=%26%3D%2F%C3%A9"
        );
    }

    #[test]
    fn lists_are_repeated_or_separated() {
        let ok = |query: &str| Ok(query.to_owned());
        let items = ["1,2", "&", ""];
        assert_eq!(list(QueryStyle::REPEATED, &items), ok("a=1%2C2&a=%26&a="));
        assert_eq!(list(QueryStyle::COMMA, &items), ok("a=1%2C2,%26,"));
        assert_eq!(list(QueryStyle::SPACE, &items), ok("a=1%2C2%20%26%20"));
        assert_eq!(list(QueryStyle::PIPE, &items), ok("a=1%2C2%7C%26%7C"));
        let reserved = QueryStyle::COMMA.allow_reserved();
        assert_eq!(list(reserved, &items), ok("a=1%2C2,%26,"));
        assert_eq!(list(reserved, &["a/b", "c=d"]), ok("a=a/b,c=d"));
        assert_eq!(
            list(QueryStyle::SPACE.allow_reserved(), &["a/b", "c"]),
            ok("a=a/b%20c")
        );
        assert_eq!(
            list(QueryStyle::PIPE.allow_reserved(), &["a/b", "c"]),
            ok("a=a/b%7Cc")
        );
        for style in [QueryStyle::COMMA, QueryStyle::SPACE, QueryStyle::PIPE] {
            assert_eq!(list(style, &[]), ok(""));
            assert_eq!(list(style, &[""]), Err("is a list of one empty item"));
        }
        let problem = Err("has an item that contains the separator of the list");
        assert_eq!(list(QueryStyle::SPACE, &["a b"]), problem);
        assert_eq!(list(QueryStyle::PIPE, &["a", "b|c"]), problem);
        assert_eq!(list(QueryStyle::SPACE, &["a|b"]), ok("a=a%7Cb"));
    }

    #[test]
    fn reserved_characters_may_stay_unencoded() {
        let mut query = String::new();
        let style = QueryStyle::REPEATED.allow_reserved();
        add(
            &mut query,
            "a[]=",
            style,
            "https://b:1/c?d=[e]@!$'()*,;~-._&#+ é%",
        );
        assert_eq!(
            query,
            "a%5B%5D%3D=https://b:1/c?d=[e]@!$'()*,;~-._%26%23%2B%20%C3%A9%25"
        );
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

    #[cfg(feature = "form")]
    #[test]
    fn the_parts_of_a_parameter_can_be_removed_from_the_query() {
        let removed = |query: &str, names: &[&str]| {
            let mut query = query.to_owned();
            remove_parts(&mut query, names.iter().copied());
            query
        };
        let query = "a=1&a%5Bb%5D=2&ab=3&c%5Ba%5D=4&%C3%A9=5";
        assert_eq!(removed(query, &["a"]), "ab=3&c%5Ba%5D=4&%C3%A9=5");
        assert_eq!(removed(query, &["c", "é"]), "a=1&a%5Bb%5D=2&ab=3");
        assert_eq!(removed(query, &["a", "ab", "c", "é"]), "");
        assert_eq!(removed("", &["a"]), "");
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

    #[test]
    fn a_parameter_can_be_removed_from_a_query_of_a_server() {
        for (query, rest) in [
            ("a+key[]=1&b=2&a%20key%5b%5D=3", "b=2"),
            ("b=2&a%20key%5B%5D", "b=2"),
            ("a=%&%ff=1&&keys[]=2", "a=%&%ff=1&&keys[]=2"),
            ("", ""),
        ] {
            let mut written = query.to_owned();
            remove_parameter(&mut written, "a key[]");
            assert_eq!(written, rest, "{query}");
        }
    }
}
