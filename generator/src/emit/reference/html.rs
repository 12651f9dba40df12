//! Text that is markup already, and how text of a document becomes it.

use std::fmt::{self, Display, Write};

use askama::filters::HtmlSafe;

use crate::api::{Type, TypeRef};
use crate::emit::file::Context;

/// Markup that holds nothing of a document but what was escaped on its way in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Html(String);

impl Html {
    /// Markup that somebody here responses for.
    pub(super) fn trusted(markup: String) -> Self {
        Self(markup)
    }

    /// A text as markup that shows it.
    pub(super) fn text(text: &str) -> Self {
        let mut html = Self::default();
        html.push_text(text);
        html
    }

    /// A name or a value in the face of code.
    pub(super) fn code(text: &str) -> Self {
        let mut html = Self::default();
        html.push_trusted("<code>");
        html.push_text(text);
        html.push_trusted("</code>");
        html
    }

    /// A link to a place of the page.
    pub(super) fn link(anchor: &str, text: &str) -> Self {
        let mut html = Self::default();
        html.push_trusted("<a href=\"#");
        html.push_text(anchor);
        html.push_trusted("\">");
        html.push_text(text);
        html.push_trusted("</a>");
        html
    }

    pub(super) fn push_trusted(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// Appends a text, every sign that means something in markup escaped.
    pub(super) fn push_text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                c => self.0.push(c),
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Display for Html {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl HtmlSafe for Html {}

/// A name as a part of an address: what is neither a letter nor a digit of ASCII nor one of `-_.`
/// becomes its bytes behind this sign, so that two names never share a place.
pub(super) fn encode(name: &str, sign: char) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "{sign}{byte:02X}");
        }
    }
    out
}

/// The place of a type.
pub(super) fn type_anchor(name: &str) -> String {
    format!("type-{}", encode(name, '~'))
}

/// The place of an operation.
pub(super) fn operation_anchor(name: &str) -> String {
    format!("op-{}", encode(name, '~'))
}

/// The place of a member of something that has a place.
pub(super) fn member_anchor(owner: &str, name: &str) -> String {
    format!("{owner}.{}", encode(name, '~'))
}

/// A type in words, the named ones as links; that it may be null is said beside it.
pub(super) fn type_words(context: Context<'_>, ty: &TypeRef) -> Html {
    let mut html = Html::default();
    push_type(context, ty, &mut html);
    html
}

fn push_type(context: Context<'_>, ty: &TypeRef, html: &mut Html) {
    let inner = match &ty.ty {
        Type::Scalar(scalar) => return html.push_trusted(scalar.name()),
        Type::Named(id) => {
            let name = &context.api.type_def(*id).name;
            return html.push_trusted(&Html::link(&type_anchor(name), name).0);
        }
        Type::List(inner) => {
            html.push_trusted("list of ");
            inner
        }
        Type::Map(inner) => {
            html.push_trusted("map of ");
            inner
        }
    };
    push_type(context, inner, html);
    if inner.nullable {
        html.push_trusted(" or null");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_an_attribute_or_begins_an_element() {
        let html = Html::link("a\"><img onerror='x'>", "</a><script>&").to_string();
        assert_eq!(
            html,
            "<a href=\"#a&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;\">&lt;/a&gt;&lt;script&gt;&amp;</a>"
        );
    }

    #[test]
    fn names_have_places_of_their_own() {
        assert_eq!(member_anchor("type-A", "created_by"), "type-A.created_by");
        assert_eq!(member_anchor("type-A", "a b"), "type-A.a~20b");
        assert_eq!(member_anchor("type-A", "a~20b"), "type-A.a~7E20b");
        assert_eq!(encode("ä/?", '%'), "%C3%A4%2F%3F");
    }
}
