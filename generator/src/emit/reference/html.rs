//! HTML, the escaping of text, and anchors.

use std::fmt::{self, Display};

use askama::filters::HtmlSafe;

use crate::api::{Api, Operation, PagerId};
use crate::emit::samples::literals::encode;

/// Markup with elements that `RichText` does not have. All text of a specification in it is escaped.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Html(String);

impl Html {
    /// Markup that this program wrote.
    pub(super) fn trusted(markup: String) -> Self {
        Self(markup)
    }

    pub(super) fn push_trusted(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    /// Appends the escaped text of an element. Quotation marks, of which code has many, need no escape in it.
    pub(super) fn push_text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                c => self.0.push(c),
            }
        }
    }
}

impl Display for Html {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl HtmlSafe for Html {}

/// The anchor of a type.
pub(super) fn type_anchor(name: &str) -> String {
    format!("type-{}", encode(name, '~'))
}

/// The anchor of an operation.
pub(super) fn operation_anchor(operation: &Operation) -> String {
    let kind = match operation.webhook {
        Some(_) => "webhook",
        None => "op",
    };
    format!("{kind}-{}", encode(&operation.name, '~'))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_names_have_different_anchors() {
        assert_eq!(entry_anchor("type-A", "created_by"), "type-A.created_by");
        assert_eq!(entry_anchor("type-A", "a b"), "type-A.a~20b");
        assert_eq!(entry_anchor("type-A", "a~20b"), "type-A.a~7E20b");
        assert_eq!(encode("ä/?", '%'), "%C3%A4%2F%3F");
    }
}
