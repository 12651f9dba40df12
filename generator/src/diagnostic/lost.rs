//! What warnings say that an API does not hold of its document, for the code that compares documents. People read the
//! messages.

/// What an API does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Lost {
    /// Nothing that concerns requests or responses.
    Nothing,
    /// A part of the document.
    Part,
    /// A rule for values, which nothing checks.
    Rule,
    /// The whole of what has the part: a parameter or a server.
    Owner,
    /// How the value of a parameter is written.
    Style,
}
