//! Queries: parameters are added and removed.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, utf8_percent_encode};

use super::join_items;
use crate::parameter::{ParameterText, QueryStyle, Separator};
use crate::percent::{COMPONENT, decode_plus};

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

/// Adds a parameter to a query.
///
/// # Errors
/// The server would read another value.
pub(in crate::client) fn add_parameter(
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
    let has = |reserved: char| items.iter().any(|item| item.contains(reserved));
    if separator.reserved().is_some_and(has) {
        return Err("has an item that contains the separator of the list");
    }
    Ok(Some(join_items(items, separator.written(), encoded)))
}

/// Encodes a name.
fn encode(name: &str) -> Cow<'_, str> {
    utf8_percent_encode(name, COMPONENT).into()
}

/// Adds encoded pairs to a query.
pub(in crate::client) fn add_pairs(query: &mut String, pairs: &str) {
    if !query.is_empty() && !pairs.is_empty() {
        query.push('&');
    }
    query.push_str(pairs);
}

/// Removes the parts of parameters with these names from a query: `a=1`, `a[b]=2`.
#[cfg(feature = "form")]
pub(in crate::client) fn remove_parts<'n>(
    query: &mut String,
    names: impl Iterator<Item = &'n str>,
) {
    let names: Vec<Cow<'_, str>> = names.map(encode).collect();
    retain(query, |first| names.iter().all(|name| name != first));
}

/// Removes the parts of all parameters from a query but those with these names.
#[cfg(feature = "form")]
pub(in crate::client) fn keep_parts(query: &mut String, names: &[&str]) {
    retain(query, |first| {
        names.iter().any(|name| encode(name) == first)
    });
}

/// The first of these names that a part of a query has.
#[cfg(feature = "form")]
pub(in crate::client) fn first_part_of<'n>(query: &str, names: &[&'n str]) -> Option<&'n str> {
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
pub(in crate::client) fn take_parameter(query: &mut String, name: &'static str) -> Option<String> {
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

/// Removes all occurrences of a parameter from a query that a server may have written, in whatever way it encodes
/// names.
pub(in crate::client) fn remove_parameter(query: &mut String, name: &str) {
    let kept: Vec<&str> = query
        .split('&')
        .filter(|pair| !is_named(pair, name))
        .collect();
    *query = kept.join("&");
}

/// Whether a query has a parameter, in whatever way its name is encoded.
pub(in crate::client) fn has_parameter(query: &str, name: &str) -> bool {
    query.split('&').any(|pair| is_named(pair, name))
}

fn is_named(pair: &str, name: &str) -> bool {
    let key = pair.split('=').next().unwrap_or_default();
    decode_plus(key).is_ok_and(|key| key == name)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::url::join;

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
