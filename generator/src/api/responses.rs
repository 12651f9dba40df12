//! Successful responses.

use super::{Content, Notes, Parameter, Status, Value};

/// A successful response, or one of several contents of it: these are next to each other, with the same status, headers
/// and notes.
#[derive(Debug, Clone, PartialEq)]
pub struct Response {
    /// Its status, or a class of statuses.
    pub status: Status,
    /// Whether the server chooses the status from a class, so that the value has it too.
    pub has_status: bool,
    /// The name of its variant in Rust, if the document has one.
    pub rust_name: Option<String>,
    /// Its own headers.
    pub headers: Vec<Parameter>,
    /// Its content.
    pub content: Content,
    /// What the content is called, if it is one of several.
    pub choice: Option<ContentVariant>,
    /// Description and decisions.
    pub notes: Notes,
}

/// One of several contents of a response, apart from the content.
#[derive(Debug, Clone, PartialEq)]
pub struct ContentVariant {
    /// Its name in the document, in snake_case.
    pub name: String,
    /// The value in the request that asks for it. The first content has none.
    pub selected_by: Option<Selector>,
    /// Description and decisions.
    pub notes: Notes,
}

/// A value in a request that asks for a content.
#[derive(Debug, Clone, PartialEq)]
pub struct Selector {
    /// Where the value is.
    pub part: SelectorPart,
    /// The field of the body or the parameter.
    pub name: String,
    /// The value.
    pub value: Value,
}

/// The part of a request that asks for a content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelectorPart {
    /// The body, which is an object, in JSON or a form.
    Body,
    /// The query.
    Query,
}

impl Response {
    /// The description of the content: its own, or else the description of the whole response.
    pub fn content_notes(&self) -> &Notes {
        let own = self.choice.as_ref().map(|choice| &choice.notes);
        own.filter(|notes| !notes.is_empty()).unwrap_or(&self.notes)
    }
}
