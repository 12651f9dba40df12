//! Values of several parts in one text: objects whose fields are single values, and lists in paths (RFC 6570, the
//! styles of OpenAPI).
//!
//! | style | object | list | where |
//! |---|---|---|---|
//! | [`Comma`](Delimited::Comma) | `x,1,y,2` | | everywhere |
//! | [`Space`](Delimited::Space), [`Pipe`](Delimited::Pipe) | `x%201%20y%202`, `x%7C1%7Cy%7C2` | | query |
//! | [`Pairs`](Delimited::Pairs) | `x=1,y=2` | | headers, paths |
//! | [`Label`](Delimited::Label) | `x=1.y=2` | `1.2` | paths |
//! | [`Matrix`](Delimited::Matrix) | `x=1;y=2` | `1;name=2` | paths |
//!
//! What is before the first part in a path, such as `.` or `;`, belongs to the template of the path.
//!
//! A separator that is part of a name or value is percent-encoded in paths and with commas in the query. Elsewhere, and
//! with dots, nothing tells it apart, so a client does not send such a value.

#![cfg_attr(
    not(all(feature = "client", feature = "form", feature = "server")),
    allow(dead_code, reason = "clients write, and servers read")
)]

use std::borrow::Cow;

#[cfg(feature = "form")]
use crate::decode::Decode;
#[cfg(feature = "form")]
use crate::encode::Encoded;
#[cfg(feature = "form")]
use crate::form::to_flat_form;
use crate::parameter::{ParameterText, ParameterValue};
#[cfg(feature = "form")]
use crate::percent::decode;
use crate::text::Text;

/// How the parts of a value are separated. It is the same on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimited {
    /// `x,1,y,2`
    Comma,
    /// `x%201%20y%202`
    Space,
    /// `x%7C1%7Cy%7C2`
    Pipe,
    /// `x=1,y=2`
    Pairs,
    /// `x=1.y=2`
    Label,
    /// `x=1;y=2`
    Matrix,
}

impl Delimited {
    /// The separator between the parts.
    pub(crate) const fn separator(self) -> char {
        match self {
            Self::Comma | Self::Pairs => ',',
            Self::Space => ' ',
            Self::Pipe => '|',
            Self::Label => '.',
            Self::Matrix => ';',
        }
    }

    /// Whether a name and its value are one part.
    pub(crate) const fn has_pairs(self) -> bool {
        match self {
            Self::Comma | Self::Space | Self::Pipe => false,
            Self::Pairs | Self::Label | Self::Matrix => true,
        }
    }
}

/// An object or a map of single values as a parameter.
#[cfg(feature = "form")]
#[derive(Debug)]
pub struct AsFields<'v, T>(pub Delimited, pub &'v T);

#[cfg(feature = "form")]
impl<T: Decode> ParameterValue for AsFields<'_, T> {
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>> {
        let Self(style, value) = self;
        let unwritten = |problem: &dyn std::fmt::Display| {
            Cow::Owned(format!("cannot be written as one text: {problem}"))
        };
        let form = to_flat_form(&Encoded(*value)).map_err(|error| unwritten(&error))?;
        let mut pairs: Vec<(String, String)> = Vec::new();
        for pair in form.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let text = |text| decode(text).map_err(|malformed| unwritten(&malformed.problem()));
            pairs.push((text(name)?.into_owned(), text(value)?.into_owned()));
        }
        if style.has_pairs() {
            let parts = pairs
                .into_iter()
                .map(|(name, value)| (Some(Cow::Owned(name)), Cow::Owned(value)));
            return Ok(ParameterText::Parts(parts.collect(), *style));
        }
        let texts = pairs.into_iter().flat_map(|(name, value)| [name, value]);
        Ok(ParameterText::List(texts.map(Cow::Owned).collect()))
    }
}

/// A list in a path with other separators than commas. The items after the first one can have the name of the list.
#[derive(Debug)]
pub struct AsItems<'v, T>(pub Delimited, pub &'static str, pub &'v [T]);

impl<T: Text> ParameterValue for AsItems<'_, T> {
    fn parameter(&self) -> Result<ParameterText<'_>, Cow<'static, str>> {
        let Self(style, name, items) = self;
        if let Some(problem) = items.iter().find_map(Text::problem) {
            return Err(Cow::Borrowed(problem));
        }
        let is_named = *style == Delimited::Matrix;
        let parts = items.iter().enumerate().map(|(index, item)| {
            let name = (is_named && index > 0).then_some(Cow::Borrowed(*name));
            (name, item.to_text())
        });
        Ok(ParameterText::Parts(parts.collect(), *style))
    }
}

#[cfg(all(test, feature = "form"))]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn parameter_text(style: Delimited) -> Result<ParameterText<'static>, Cow<'static, str>> {
        let value = BTreeMap::from(
            [("x", "1,5"), ("y", "")].map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
        let text = AsFields(style, &value);
        text.parameter().map(|text| match text {
            ParameterText::List(items) => {
                let items = items.into_iter();
                ParameterText::List(items.map(|item| Cow::Owned(item.into_owned())).collect())
            }
            ParameterText::Parts(parts, style) => {
                let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
                let parts = parts
                    .into_iter()
                    .map(|(name, value)| (name.map(owned), owned(value)));
                ParameterText::Parts(parts.collect(), style)
            }
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn objects_have_a_part_for_each_field() {
        let texts = ["x", "1,5", "y", ""].map(Cow::Borrowed).to_vec();
        assert_eq!(
            parameter_text(Delimited::Comma),
            Ok(ParameterText::List(texts))
        );
        let part = |name, value| (Some(Cow::Borrowed(name)), Cow::Borrowed(value));
        let pairs = vec![part("x", "1,5"), part("y", "")];
        let expected = ParameterText::Parts(pairs, Delimited::Pairs);
        assert_eq!(parameter_text(Delimited::Pairs), Ok(expected));
    }

    #[test]
    fn a_list_has_no_place_in_an_object() {
        for items in [vec![], vec![1_i64], vec![1, 2]] {
            let value = BTreeMap::from([("x".to_owned(), items)]);
            let problem = AsFields(Delimited::Comma, &value).parameter().err();
            let expected = "cannot be written as one text: the value of \"x\" is a list or an object, and only single \
                            values have a place";
            assert_eq!(problem.as_deref(), Some(expected));
        }
    }

    #[test]
    fn items_of_a_matrix_have_its_name() {
        let items = [1_i64, 2];
        let value = AsItems(Delimited::Matrix, "a", &items);
        let text = value.parameter();
        let parts = vec![
            (None, Cow::Borrowed("1")),
            (Some(Cow::Borrowed("a")), Cow::Borrowed("2")),
        ];
        assert_eq!(text, Ok(ParameterText::Parts(parts, Delimited::Matrix)));
    }
}
