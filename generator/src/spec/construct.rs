//! The constructs of the language that maps describe.

use std::fmt;

/// The construct that a map describes, named in diagnostics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Construct {
    /// The whole document.
    Document,
    /// A file that the document includes.
    Included,
    /// An entry of `types`.
    Type,
    /// The inner type of a newtype.
    Newtype,
    /// A field of an object.
    Field,
    /// A variant of a union.
    Variant,
    /// An element of a tuple.
    Element,
    /// A value of an enumeration.
    EnumValue,
    /// A parameter in a path or a query.
    Parameter,
    /// A header of a request or an error.
    Header,
    /// An entry of `groups`.
    Group,
    /// An entry of `shared`.
    Shared,
    /// An entry of `operations`.
    Operation,
    /// An entry of `webhooks`.
    Webhook,
    /// The body of an operation.
    Body,
    /// A successful response.
    Response,
    /// One of several contents.
    ContentVariant,
    /// An entry of `pagers`.
    Pager,
    /// A field of a page.
    PageField,
    /// An entry of `errors` under its status.
    Error,
    /// An entry of `errors` under its name.
    NamedError,
    /// A further field of error responses.
    ErrorField,
    /// The own body of an error.
    ErrorContent,
    /// An entry of `auth.schemes`.
    Scheme,
    /// A kind of credentials.
    KeyKind,
    /// A scope.
    Scope,
    /// A flow of OAuth 2.
    Flow,
    /// An entry of `api.servers`.
    Server,
    /// A variable in the URL of a server.
    ServerVariable,
    /// An entry of `rust.dependencies`.
    Dependency,
    /// The map under this key.
    Section(&'static str),
}

impl fmt::Display for Construct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Document => "the document",
            Self::Included => "an included file",
            Self::Type => "a type",
            Self::Newtype => "a newtype",
            Self::Field => "a field",
            Self::Variant => "a variant",
            Self::Element => "an element of a tuple",
            Self::EnumValue => "a value of an enumeration",
            Self::Parameter => "a parameter",
            Self::Header => "a header",
            Self::Group => "a group",
            Self::Shared => "a shared part",
            Self::Operation => "an operation",
            Self::Webhook => "a webhook",
            Self::Body | Self::ErrorContent => "a body",
            Self::Response => "a response",
            Self::ContentVariant => "a content",
            Self::Pager => "a pager",
            Self::PageField => "a field of a page",
            Self::Error | Self::NamedError => "an error",
            Self::ErrorField => "a field of an error",
            Self::Scheme => "a scheme",
            Self::KeyKind => "a kind of credentials",
            Self::Scope => "a scope",
            Self::Flow => "a flow",
            Self::Server => "a server",
            Self::ServerVariable => "a variable",
            Self::Dependency => "a dependency",
            Self::Section(key) => return write!(f, "`{key}`"),
        })
    }
}
