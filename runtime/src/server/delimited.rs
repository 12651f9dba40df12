//! Parameters of several parts in one text, see [`Delimited`].

use std::borrow::Cow;

#[cfg(feature = "form")]
use serde_json::Map;

#[cfg(feature = "form")]
use super::TreeParameter;
use super::source::{Occurrence, ParameterSource, REPEATED, Text};
use super::wire::raw_query_values;
use super::{ListParameter, Parameter};
#[cfg(feature = "form")]
use crate::Json;
use crate::delimited::Delimited;
use crate::percent::{Malformed, decode, decode_plus};

/// The parts of a value as they were sent, and how each is decoded.
struct Parts<'a> {
    texts: Vec<Cow<'a, str>>,
    decode: for<'t> fn(&'t str) -> Result<Cow<'t, str>, Malformed>,
}

impl<'a> Parts<'a> {
    fn encoded(text: &'a str, separator: char, decode: Decoder) -> Self {
        let texts = text.split(separator).map(Cow::Borrowed).collect();
        Self { texts, decode }
    }

    fn plain(text: Cow<'a, str>, separator: char) -> Self {
        let texts = text
            .split(separator)
            .map(|text| Cow::Owned(text.to_owned()))
            .collect();
        Self {
            texts,
            decode: |text| Ok(Cow::Borrowed(text)),
        }
    }
}

type Decoder = for<'t> fn(&'t str) -> Result<Cow<'t, str>, Malformed>;

impl<'a> ParameterSource<'a> {
    /// The parts of a value, or that it is given more than once.
    fn parts(self, name: &'a str, style: Delimited) -> Result<Option<Parts<'a>>, &'static str> {
        let separator = style.separator();
        match self {
            Self::Path(value) => Ok(value.map(|text| Parts::encoded(text, separator, decode))),
            Self::Query(query) => {
                let mut values = raw_query_values(query, name);
                let Some(text) = values.next() else {
                    return Ok(None);
                };
                if values.next().is_some() {
                    return Err(REPEATED);
                }
                // Only a literal comma can be told from one in a value, but many clients encode all of them.
                if separator == ',' && text.contains(',') {
                    return Ok(Some(Parts::encoded(text, separator, decode_plus)));
                }
                let text = decode_plus(text).map_err(Malformed::problem)?;
                Ok(Some(Parts::plain(text, separator)))
            }
            Self::Header(_) => {
                // The parts may be on several lines (RFC 9110, section 5.3).
                let mut texts = Vec::new();
                for line in self.lines(name) {
                    let line = line.map_err(Malformed::problem)?;
                    let parts = line.split(separator).map(|text| text.trim().to_owned());
                    texts.extend(parts.map(Cow::Owned));
                }
                Ok((!texts.is_empty()).then_some(Parts {
                    texts,
                    decode: |text| Ok(Cow::Borrowed(text)),
                }))
            }
            Self::Cookie(_) => match self.one(name) {
                Occurrence::Repeated(_) => Err(REPEATED),
                Occurrence::Absent => Ok(None),
                Occurrence::Once(text) => {
                    let text = text.map_err(Malformed::problem)?;
                    Ok(Some(Parts::plain(text, separator)))
                }
            },
        }
    }

    /// The lines of a header.
    fn lines(self, name: &'a str) -> Vec<Text<'a>> {
        match self {
            Self::Header(headers) => super::source::header_values(headers, name).collect(),
            Self::Path(_) | Self::Query(_) | Self::Cookie(_) => Vec::new(),
        }
    }
}

#[cfg(feature = "form")]
const NO_VALUE: &str = "must have a value after each name";
#[cfg(feature = "form")]
const SAME_NAME: &str = "must not have a name more than once";

impl<'a> Parameter<'a> {
    /// A list in a path with other separators than commas.
    pub fn delimited_list(mut self, style: Delimited) -> ListParameter<'a> {
        let texts = self.item_texts(style);
        ListParameter {
            texts: texts.map_err(|why| self.validation_error(why)),
            parameter: self,
        }
    }

    /// The items of a list. Items after the first one may have a name.
    fn item_texts(&self, style: Delimited) -> Result<Vec<Cow<'a, str>>, &'static str> {
        let Some(parts) = self.source.parts(self.name, style)? else {
            return Ok(Vec::new());
        };
        let texts = parts.texts.iter().enumerate().map(|(index, text)| {
            let value = match text.split_once('=') {
                Some((_, value)) if index > 0 && style == Delimited::Matrix => value,
                Some(_) | None => text,
            };
            (parts.decode)(value).map(|text| Cow::Owned(text.into_owned()))
        });
        let texts: Result<Vec<Cow<'a, str>>, Malformed> = texts.collect();
        texts.map_err(Malformed::problem)
    }
}

#[cfg(feature = "form")]
impl<'a> Parameter<'a> {
    /// An object or a map of single values.
    pub fn fields(mut self, style: Delimited) -> TreeParameter<'a> {
        let parts = self.source.parts(self.name, style);
        let tree = parts.and_then(|parts| parts.map(|parts| tree(parts, style)).transpose());
        TreeParameter {
            tree: match tree {
                Ok(tree) => Ok(tree.map(Json::Object)),
                Err(why) => Err(self.validation_error(why)),
            },
            parameter: self,
            is_spread: false,
        }
    }
}

/// The fields of an object, with strings as values.
#[cfg(feature = "form")]
fn tree(parts: Parts<'_>, style: Delimited) -> Result<Map<String, Json>, &'static str> {
    let mut texts: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
    if let [only] = parts.texts.as_slice()
        && only.is_empty()
    {
        return Ok(Map::new());
    }
    let mut rest = parts.texts.into_iter();
    while let Some(text) = rest.next() {
        if !style.has_pairs() {
            let value = rest.next().ok_or(NO_VALUE)?;
            texts.push((text, value));
            continue;
        }
        match (text.split_once('='), texts.last_mut()) {
            (Some((name, value)), _) => {
                texts.push((Cow::Owned(name.to_owned()), Cow::Owned(value.to_owned())));
            }
            // A dot that is part of the value before it: `.x=1.5.y=2`.
            (None, Some((_, value))) if style == Delimited::Label => {
                *value = Cow::Owned(format!("{value}.{text}"));
            }
            (None, _) => return Err(NO_VALUE),
        }
    }
    let mut tree = Map::new();
    for (name, value) in texts {
        let name = (parts.decode)(&name)
            .map_err(Malformed::problem)?
            .into_owned();
        let value = (parts.decode)(&value)
            .map_err(Malformed::problem)?
            .into_owned();
        if tree.insert(name, Json::String(value)).is_some() {
            return Err(SAME_NAME);
        }
    }
    Ok(tree)
}

#[cfg(all(test, feature = "form"))]
mod tests {
    use super::*;
    use axum::http::HeaderMap;

    fn read(source: ParameterSource<'_>, style: Delimited) -> Result<Option<String>, &'static str> {
        let parts = source.parts("a", style)?;
        let tree = parts.map(|parts| tree(parts, style)).transpose()?;
        Ok(tree.map(|tree| Json::Object(tree).to_string()))
    }

    #[test]
    fn objects_are_read_in_each_style() {
        for (text, style) in [
            ("x,1,y,2", Delimited::Comma),
            ("x=1,y=2", Delimited::Pairs),
            ("x=1.y=2", Delimited::Label),
            ("x=1;y=2", Delimited::Matrix),
        ] {
            let read = read(ParameterSource::Path(Some(text)), style).unwrap();
            assert_eq!(read.as_deref(), Some(r#"{"x":"1","y":"2"}"#), "{text}");
        }
        for (query, style) in [
            ("a=x,1,y,2&b=3", Delimited::Comma),
            ("a=x%2C1%2Cy%2C2", Delimited::Comma),
            ("a=x%201+y%202", Delimited::Space),
            ("a=x|1%7Cy|2", Delimited::Pipe),
        ] {
            let read = read(ParameterSource::Query(query), style).unwrap();
            assert_eq!(read.as_deref(), Some(r#"{"x":"1","y":"2"}"#), "{query}");
        }
        let mut headers = HeaderMap::new();
        headers.append("a", "x=1".parse().unwrap());
        headers.append("a", "y= 2".parse().unwrap());
        let found = read(ParameterSource::Header(&headers), Delimited::Pairs).unwrap();
        assert_eq!(found.as_deref(), Some(r#"{"x":"1","y":" 2"}"#));
    }

    #[test]
    fn encoded_separators_belong_to_values() {
        let path = read(
            ParameterSource::Path(Some("x=1%2C5%3D,y=%2F")),
            Delimited::Pairs,
        )
        .unwrap();
        assert_eq!(path.as_deref(), Some(r#"{"x":"1,5=","y":"/"}"#));
        let query = read(ParameterSource::Query("a=x,1%2C5"), Delimited::Comma).unwrap();
        assert_eq!(query.as_deref(), Some(r#"{"x":"1,5"}"#));
        let label = read(ParameterSource::Path(Some("x=1.5.y=2")), Delimited::Label).unwrap();
        assert_eq!(label.as_deref(), Some(r#"{"x":"1.5","y":"2"}"#));
    }

    #[test]
    fn what_is_no_object_is_rejected() {
        for (query, problem) in [
            ("a=x,1,y", NO_VALUE),
            ("a=x,1,x,2", SAME_NAME),
            ("a=x,1&a=y,2", REPEATED),
            ("a=x,%zz", Malformed::Percent.problem()),
        ] {
            assert_eq!(
                read(ParameterSource::Query(query), Delimited::Comma),
                Err(problem),
                "{query}"
            );
        }
        assert_eq!(
            read(ParameterSource::Path(Some("x")), Delimited::Pairs),
            Err(NO_VALUE)
        );
        assert_eq!(
            read(ParameterSource::Query("b=1"), Delimited::Comma),
            Ok(None)
        );
        let empty = read(ParameterSource::Query("a="), Delimited::Comma).unwrap();
        assert_eq!(empty.as_deref(), Some("{}"));
    }
}
