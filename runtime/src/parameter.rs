//! Parameters: how they are written in paths, queries, headers and cookies.
//!
//! | place | one value | several values |
//! |---|---|---|
//! | path | `/a/1` | `/a/1,2` |
//! | query | `a=1` | `a=1&a=2`, or as [`QueryStyle`] says |
//! | header | `a: 1` | `a: 1,2`, or several lines |
//! | cookie | `a=1` | `a=1,2` |
//!
//! A separator that is part of an item is percent-encoded in paths and in comma-separated queries, and the
//! server splits before it decodes: `a=1%2C2` is one item. Elsewhere, servers would take it for a separator, so a
//! client does not send such an item. Nor does it send an empty item that a server would skip, or read as an empty
//! list.
//!
//! A request may also repeat a query parameter whose items are separated. An empty list is absent.
//!
//! An object in the query is written like a form (feature `form`), either with the name of the parameter
//! before its fields (`a[x]=1&a[y]=2`) or without it (`x=1&y=2`). An object of single values can be one text
//! ([`Delimited`]). Any value can be written as JSON.

use std::borrow::Cow;

use crate::decode::Decode;
use crate::delimited::Delimited;
use crate::encode::{Encoded, to_json};
use crate::text::Text;

/// How a query parameter is written. It is the same on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryStyle {
    /// What separates the values of a list; `None` if the parameter is repeated.
    pub separator: Option<Separator>,
    /// Whether reserved characters are not encoded in values.
    pub allow_reserved: bool,
}

/// What separates the values of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `a=1,2`. A comma that is part of an item is encoded.
    Comma,
    /// `a=1%202`
    Space,
    /// `a=1%7C2`. A server also accepts a literal `|`.
    Pipe,
}

impl Separator {
    /// The separator as it is written between the items.
    #[cfg(any(feature = "client", feature = "form"))]
    pub(crate) const fn written(self) -> &'static str {
        match self {
            Self::Comma => ",",
            Self::Space => "%20",
            Self::Pipe => "%7C",
        }
    }

    /// The separator between the items, once decoded.
    #[cfg(any(feature = "client", feature = "form", feature = "server"))]
    pub(crate) const fn character(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Space => ' ',
            Self::Pipe => '|',
        }
    }

    /// The character that no item can contain, because it is encoded as the separator is.
    #[cfg(any(feature = "client", feature = "form"))]
    pub(crate) const fn reserved(self) -> Option<char> {
        match self {
            Self::Comma => None,
            Self::Space | Self::Pipe => Some(self.character()),
        }
    }
}

impl QueryStyle {
    /// One value, or a list that repeats the parameter: `a=1&a=2`.
    pub const REPEATED: Self = Self::separated(None);
    /// A list with commas: `a=1,2`.
    pub const COMMA: Self = Self::separated(Some(Separator::Comma));
    /// A list with spaces: `a=1%202`.
    pub const SPACE: Self = Self::separated(Some(Separator::Space));
    /// A list with vertical bars: `a=1%7C2`.
    pub const PIPE: Self = Self::separated(Some(Separator::Pipe));

    const fn separated(separator: Option<Separator>) -> Self {
        Self {
            separator,
            allow_reserved: false,
        }
    }

    /// Leaves the reserved characters of RFC 3986 (2.2) unencoded in values: `a=https://b/?c=d`. Those that would
    /// end the value or change it are encoded all the same: `&`, `#`, `+`, and commas in an item of a list that is
    /// separated by commas. For a server, it makes no difference.
    #[must_use]
    pub const fn allow_reserved(mut self) -> Self {
        self.allow_reserved = true;
        self
    }
}

/// How a client writes a header parameter. Servers read both styles of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeaderStyle {
    /// Whether each value of a list is on its own line.
    pub lines: bool,
    /// Whether the value must not be shown.
    pub sensitive: bool,
}

impl HeaderStyle {
    /// One value, or a list with commas: `a: 1,2`.
    pub const COMMA: Self = Self {
        lines: false,
        sensitive: false,
    };
    /// A line for each value of a list.
    pub const LINES: Self = Self {
        lines: true,
        sensitive: false,
    };

    /// Hides the value in `Debug`.
    #[must_use]
    pub const fn sensitive(mut self) -> Self {
        self.sensitive = true;
        self
    }
}

/// A value of any type for a path, a query, a header or a cookie: a scalar, a list of scalars, or [`AsJson`].
pub trait ParameterValue {
    /// Writes the value.
    ///
    /// # Errors
    /// Why no server can read it. The text follows a name and does not contain the value.
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>>;
}

/// A parameter as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterText<'v> {
    /// One value.
    One(Cow<'v, str>),
    /// The values of a list.
    List(Vec<Cow<'v, str>>),
    /// Parts in one text, each with or without a name.
    Parts(Vec<(Option<Cow<'v, str>>, Cow<'v, str>)>, Delimited),
    /// JSON, without characters outside of ASCII.
    Json(String),
}

impl<T: Text> ParameterValue for T {
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>> {
        match self.problem() {
            None => Ok(ParameterText::One(self.to_text())),
            Some(problem) => Err(Cow::Borrowed(problem)),
        }
    }
}

/// The text of a constant.
impl ParameterValue for &'static str {
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>> {
        Ok(ParameterText::One(Cow::Borrowed(self)))
    }
}

impl<T: Text> ParameterValue for Vec<T> {
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>> {
        match self.iter().find_map(Text::problem) {
            None => Ok(ParameterText::List(
                self.iter().map(Text::to_text).collect(),
            )),
            Some(problem) => Err(Cow::Borrowed(problem)),
        }
    }
}

/// A parameter that is written as JSON.
#[derive(Debug)]
pub struct AsJson<'v, T>(pub &'v T);

impl<T: Decode> ParameterValue for AsJson<'_, T> {
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>> {
        in_ascii(to_json(Vec::new(), &Encoded(self.0))).map(ParameterText::Json)
    }
}

/// JSON with escapes for all characters that some header cannot hold. They are parts of strings.
fn in_ascii(json: serde_json::Result<Vec<u8>>) -> Result<String, Cow<'static, str>> {
    let unwritten = |problem: &dyn std::fmt::Display| {
        Cow::Owned(format!("cannot be written as JSON: {problem}"))
    };
    let json = json.map_err(|error| unwritten(&error))?;
    let json = String::from_utf8(json).map_err(|error| unwritten(&error))?;
    if json.bytes().all(|byte| byte < 0x7f) {
        return Ok(json);
    }
    let mut escaped = String::with_capacity(json.len() * 2);
    for character in json.chars() {
        if character < '\u{7f}' {
            escaped.push(character);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                escaped.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    Ok(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_a_text_for_each_item() {
        let list = ParameterText::List(vec!["1".into(), "-2".into()]);
        assert_eq!(vec![1_i64, -2].parameter(), Ok(list));
        assert_eq!(
            Vec::<i64>::new().parameter(),
            Ok(ParameterText::List(Vec::new()))
        );
        let problem = Err(Cow::Borrowed("is not a finite number"));
        assert_eq!(vec![1.0, f64::NAN].parameter(), problem);
    }

    #[test]
    fn json_is_written_in_ascii() {
        let value = ["é\u{7f}", "👍\n\"", "a"].map(str::to_owned).to_vec();
        let json = match AsJson(&value).parameter() {
            Ok(ParameterText::Json(json)) => json,
            other => panic!("{other:?}"),
        };
        assert_eq!(json, "[\"\\u00e9\\u007f\",\"\\ud83d\\udc4d\\n\\\"\",\"a\"]");
        assert!(serde_json::from_str::<Vec<String>>(&json).is_ok_and(|read| read == value));
        let problem = AsJson(&f64::NAN).parameter().err();
        assert_eq!(
            problem.as_deref(),
            Some(
                "cannot be written as JSON: the value is not finite, and JSON has no number for it"
            )
        );
    }
}
