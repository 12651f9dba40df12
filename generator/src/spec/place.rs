//! Where in the document a map is.

use std::fmt;

/// The place of a map, named in diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole document.
    Document,
    /// An entry of `types`.
    Type,
    /// What a newtype holds.
    Newtype,
    /// A field of an object.
    Field,
    /// A parameter in a path or a query.
    Parameter,
    /// A header of a request or an error.
    Header,
    /// An entry of `operations`.
    Operation,
    /// The body of an operation.
    Body,
    /// An entry of `errors`.
    Error,
    /// An entry of `auth.keys`.
    KeyKind,
    /// An entry of `api.servers`.
    Server,
    /// The map under this key.
    Section(&'static str),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Document => "the document",
            Self::Type => "a type",
            Self::Newtype => "a newtype",
            Self::Field => "a field",
            Self::Parameter => "a parameter",
            Self::Header => "a header",
            Self::Operation => "an operation",
            Self::Body => "a body",
            Self::Error => "an error",
            Self::KeyKind => "a kind of key",
            Self::Server => "a server",
            Self::Section(key) => return write!(f, "`{key}`"),
        })
    }
}
