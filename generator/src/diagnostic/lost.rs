//! What a warning says was lost: a part of the document that the API does not keep. Code reads this, and people read
//! the message.

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
