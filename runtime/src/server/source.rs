//! Where a parameter is in a request, and its text there.

use std::borrow::Cow;

use axum::http::HeaderMap;

use super::cookie::cookie_values;
use super::wire::{query_values, raw_query_values};
use crate::Location;
use crate::parameter::Separator;
use crate::percent::{Malformed, decode, decode_plus};

/// Where a parameter is.
#[derive(Clone, Copy)]
pub(super) enum ParameterSource<'a> {
    /// The value in the path as it was sent; `None` if the path does not match the template.
    Path(Option<&'a str>),
    /// The query as it was sent.
    Query(&'a str),
    /// All headers.
    Header(&'a HeaderMap),
    /// All headers, for the cookies in them.
    Cookie(&'a HeaderMap),
}

/// A string, or why the bytes are not one.
pub(super) type Text<'a> = Result<Cow<'a, str>, Malformed>;

impl<'a> ParameterSource<'a> {
    pub(super) const fn location(self) -> Location {
        match self {
            Self::Path(_) => Location::Path,
            Self::Query(_) => Location::Query,
            Self::Header(_) => Location::Header,
            Self::Cookie(_) => Location::Cookie,
        }
    }

    /// The text of a parameter with one value.
    pub(super) fn one(self, name: &'a str) -> Occurrence<Text<'a>> {
        match self {
            Self::Path(value) => Occurrence::count(value.map(decode).into_iter()),
            Self::Query(query) => Occurrence::count(query_values(query, name)),
            Self::Header(headers) => Occurrence::count(header_values(headers, name)),
            Self::Cookie(headers) => Occurrence::count(cookie_values(headers, name)),
        }
    }

    /// The strings of a parameter with several values. `separator` is the separator in a query; elsewhere it is a
    /// comma.
    pub(super) fn all(
        self,
        name: &'a str,
        separator: Option<Separator>,
    ) -> Result<Vec<Cow<'a, str>>, Malformed> {
        match self {
            // An encoded comma belongs to an item.
            Self::Path(value) => value.into_iter().flat_map(items).map(decode).collect(),
            Self::Query(query) => match separator {
                None => query_values(query, name).collect(),
                Some(Separator::Comma) => {
                    let values = raw_query_values(query, name);
                    values.flat_map(items).map(decode_plus).collect()
                }
                Some(separator @ (Separator::Space | Separator::Pipe)) => {
                    split_decoded(query, name, separator.character())
                }
            },
            Self::Header(headers) => header_items(headers, name),
            Self::Cookie(headers) => {
                let values: Result<Vec<_>, _> = cookie_values(headers, name).collect();
                Ok(values?
                    .into_iter()
                    .flat_map(|text| split(text, ','))
                    .collect())
            }
        }
    }
}

/// The problem of a parameter with one value that is in a request more than once.
pub(super) const REPEATED: &str = "must not be given more than once";

/// How often a parameter with one value is in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurrence<T> {
    Absent,
    Once(T),
    /// More than once. The value is the first one.
    Repeated(T),
}

impl<T> Occurrence<T> {
    fn count(mut values: impl Iterator<Item = T>) -> Self {
        match (values.next(), values.next()) {
            (None, _) => Self::Absent,
            (Some(only), None) => Self::Once(only),
            (Some(first), Some(_)) => Self::Repeated(first),
        }
    }

    /// The first value.
    pub(super) fn first(self) -> Option<T> {
        match self {
            Self::Absent => None,
            Self::Once(value) | Self::Repeated(value) => Some(value),
        }
    }
}

/// The items of a list that is separated by commas. An empty text is an empty list.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| !text.is_empty())
}

/// The items of lists whose separators may be encoded.
fn split_decoded<'a>(
    query: &'a str,
    name: &'a str,
    separator: char,
) -> Result<Vec<Cow<'a, str>>, Malformed> {
    let values: Result<Vec<_>, _> = query_values(query, name).collect();
    let values = values?.into_iter();
    Ok(values.flat_map(|text| split(text, separator)).collect())
}

/// The items of a list. An empty text is an empty list.
fn split(text: Cow<'_, str>, separator: char) -> Vec<Cow<'_, str>> {
    match text {
        Cow::Borrowed("") => Vec::new(),
        Cow::Borrowed(text) => text.split(separator).map(Cow::Borrowed).collect(),
        Cow::Owned(text) if text.is_empty() => Vec::new(),
        Cow::Owned(text) => {
            let items = text.split(separator);
            items.map(|item| Cow::Owned(item.to_owned())).collect()
        }
    }
}

/// The values of a header, one per occurrence.
pub(super) fn header_values<'a>(
    headers: &'a HeaderMap,
    name: &'a str,
) -> impl Iterator<Item = Text<'a>> {
    let texts = headers
        .get_all(name)
        .into_iter()
        .map(|value| str::from_utf8(value.as_bytes()));
    texts.map(|text| text.map(Cow::Borrowed).map_err(|_| Malformed::NotUtf8))
}

/// The items of a list header (RFC 9110, 5.6.1), without empty ones.
fn header_items<'a>(headers: &'a HeaderMap, name: &'a str) -> Result<Vec<Cow<'a, str>>, Malformed> {
    let mut items = Vec::new();
    for value in headers.get_all(name) {
        let list = str::from_utf8(value.as_bytes()).map_err(|_| Malformed::NotUtf8)?;
        let parts = list
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty());
        items.extend(parts.map(Cow::Borrowed));
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(
        source: ParameterSource<'_>,
        separator: Option<Separator>,
    ) -> Result<Vec<String>, Malformed> {
        let items = source.all("a", separator)?.into_iter();
        Ok(items.map(Cow::into_owned).collect())
    }

    fn query(query: &str, separator: Separator) -> Vec<String> {
        all(ParameterSource::Query(query), Some(separator)).unwrap()
    }

    #[test]
    fn commas_are_split_before_decoding() {
        assert_eq!(
            query("a=1,2%2C3,%20+&b=4", Separator::Comma),
            ["1", "2,3", "  "]
        );
        assert_eq!(
            query("a=1,&a=2,,3", Separator::Comma),
            ["1", "", "2", "", "3"]
        );
        assert_eq!(
            all(ParameterSource::Path(Some("1,2%2C3,+,")), None).unwrap(),
            ["1", "2,3", "+", ""]
        );
        assert_eq!(
            all(ParameterSource::Query("a=1,%ff"), Some(Separator::Comma)),
            Err(Malformed::NotUtf8)
        );
    }

    #[test]
    fn spaces_and_bars_may_be_encoded() {
        assert_eq!(
            query("a=1%202+3&%61=4", Separator::Space),
            ["1", "2", "3", "4"]
        );
        assert_eq!(
            query("a=1|2%7C3%7c&a=4,5", Separator::Pipe),
            ["1", "2", "3", "", "4,5"]
        );
    }

    #[test]
    fn an_empty_text_is_an_empty_list() {
        for separator in [Separator::Comma, Separator::Space, Separator::Pipe] {
            for text in ["a=", "a", "a=&a=", "", "b=1"] {
                assert!(query(text, separator).is_empty(), "{text}");
            }
        }
        let mut headers = HeaderMap::new();
        headers.insert("cookie", "a=; b=1".parse().unwrap());
        assert_eq!(all(ParameterSource::Cookie(&headers), None), Ok(Vec::new()));
    }

    #[test]
    fn lists_in_cookies_are_separated_by_commas() {
        let mut headers = HeaderMap::new();
        headers.insert("cookie", "a=1,2,,%2C; b=3".parse().unwrap());
        assert_eq!(
            all(ParameterSource::Cookie(&headers), None).unwrap(),
            ["1", "2", "", "%2C"]
        );
    }
}
