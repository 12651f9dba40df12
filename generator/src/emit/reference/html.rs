//! HTML, and the escaping of text.

use std::fmt::{self, Display, Write};

use askama::filters::HtmlSafe;

use crate::api::{Api, Operation, PagerId, Type, TypeRef};

/// Markup. All text of a specification in it is escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Html(String);

impl Html {
    /// Markup that this program wrote.
    pub(super) fn trusted(markup: String) -> Self {
        Self(markup)
    }

    /// Escaped text.
    pub(super) fn text(text: &str) -> Self {
        let mut html = Self::default();
        html.push_text(text);
        html
    }

    /// A name or a value as code.
    pub(super) fn code(text: &str) -> Self {
        let mut html = Self::default();
        html.push_trusted("<code>");
        html.push_text(text);
        html.push_trusted("</code>");
        html
    }

    /// A link to an anchor of the page.
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

    /// Appends escaped text.
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

    /// Appends text in an element, where quotation marks need no escape. Code has many of them.
    pub(super) fn push_code(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                c => self.0.push(c),
            }
        }
    }

    /// Appends a part.
    pub(super) fn push(&mut self, part: &Self) {
        self.0.push_str(&part.0);
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

/// A name as a part of a URL: bytes that are not ASCII letters, digits or `-_.` become hexadecimal digits
/// after the sign, so that two names never have the same anchor.
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

/// The anchor of a type.
pub(super) fn type_anchor(name: &str) -> String {
    format!("type-{}", encode(name, '~'))
}

/// The anchor of an operation.
pub(super) fn operation_anchor(of: &Operation) -> String {
    let kind = match of.webhook {
        Some(_) => "webhook",
        None => "op",
    };
    format!("{kind}-{}", encode(&of.name, '~'))
}

/// The anchor of a pager.
pub(super) fn pager_anchor(api: &Api, id: PagerId) -> String {
    match api.pagers.len() {
        1 => "pagination".to_owned(),
        _ => format!("pagination-{}", encode(&api.pager(id).name, '~')),
    }
}

/// The anchor of a field, parameter, header or value of something that has an anchor.
pub(super) fn entry_anchor(owner: &str, name: &str) -> String {
    format!("{owner}.{}", encode(name, '~'))
}

/// A type in words, with links to named types. Whether it is nullable is shown next to it.
pub(super) fn type_words(api: &Api, ty: &TypeRef) -> Html {
    let mut html = Html::default();
    push_type(api, ty, &mut html);
    html
}

fn push_type(api: &Api, ty: &TypeRef, html: &mut Html) {
    let inner = match &ty.ty {
        Type::Scalar(scalar) => return html.push_trusted(scalar.name()),
        Type::Named(id) => {
            let name = &api.type_def(*id).name;
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
    push_type(api, inner, html);
    if inner.nullable {
        html.push_trusted(" or null");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_an_attribute_or_begin_an_element() {
        let html = Html::link("a\"><img onerror='x'>", "</a><script>&").to_string();
        assert_eq!(
            html,
            "<a href=\"#a&quot;&gt;&lt;img onerror=&#39;x&#39;&gt;\">&lt;/a&gt;&lt;script&gt;&amp;</a>"
        );
    }

    #[test]
    fn different_names_have_different_anchors() {
        assert_eq!(entry_anchor("type-A", "created_by"), "type-A.created_by");
        assert_eq!(entry_anchor("type-A", "a b"), "type-A.a~20b");
        assert_eq!(entry_anchor("type-A", "a~20b"), "type-A.a~7E20b");
        assert_eq!(encode("ä/?", '%'), "%C3%A4%2F%3F");
    }
}
