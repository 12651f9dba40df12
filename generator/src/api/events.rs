//! Server-sent events.

use super::TypeRef;

/// A stream of server-sent events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Events {
    /// The type of the data of an event, as JSON. If there is none, it is text.
    pub data: Option<TypeRef>,
    /// The event that ends the stream.
    pub end: Option<EndEvent>,
    /// The event that is an error, which ends the stream too.
    pub error: Option<ErrorEvent>,
    /// The field whose value is the name of an event as well, or the names that lead to it. Empty if there is none.
    pub named_by: Vec<String>,
    /// Whether the client continues after the last event if the connection breaks.
    pub resumable: bool,
}

/// The event that ends a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndEvent {
    /// The event with this data.
    Data(String),
    /// The event of this name.
    Named(String),
}

/// An event that is an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorEvent {
    /// How it is told from others.
    pub told_by: ErrorMark,
    /// The type of its data, as JSON. If there is none, it is text.
    pub data: Option<TypeRef>,
}

/// What tells errors from other events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorMark {
    /// The name of the event.
    Named(String),
    /// A field of the data: the names that lead to it, and its value.
    Field(Vec<String>, ErrorValue),
}

/// The value of a field in events that are errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorValue {
    /// Any value but null.
    Present,
    /// This text.
    Text(String),
    /// This integer.
    Integer(i64),
    /// This boolean.
    Boolean(bool),
}

impl Events {
    /// The types of the data of all events.
    pub fn types(&self) -> impl Iterator<Item = &TypeRef> {
        let errors = self.error.iter().flat_map(|error| &error.data);
        self.data.iter().chain(errors)
    }
}
