//! Where a difference is: the path that people read, and the parts of both documents.

use std::fmt;

use super::walk::Flow;
use super::written::Written;
use crate::api::{Location, Status};

/// A part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Spot<'a> {
    /// The API as a whole.
    Api,
    /// What all paths begin with.
    BasePath,
    /// The name of the generated crate.
    CrateName,
    /// The group of operations of this name.
    Group(&'a str),
    /// The operation or the webhook of this name.
    Operation(&'a str),
    /// A key of it.
    Key(&'a str, Key),
    /// A parameter of it.
    Parameter(&'a str, Location, &'a str),
    /// Its body.
    Body(&'a str),
    /// The response with this status.
    Response(&'a str, Status),
    /// A header of a response.
    Header(&'a str, Status, &'a str),
    /// The type of this name.
    Type(&'a str),
    /// A field, an element, a value or a variant of it.
    Part(&'a str, &'a str),
    /// The error of this name.
    Error(&'a str),
    /// An error among those of an operation: the names of both.
    Failure(&'a str, &'a str),
    /// A field of an error: the names of both.
    ErrorPart(&'a str, &'a str),
    /// A header of an error: the names of both.
    ErrorHeader(&'a str, &'a str),
    /// The shape of all errors.
    ErrorShape,
    /// A setting that is about all operations.
    Setting(Setting),
    /// A further field of all errors.
    ErrorShapePart(&'a str),
    /// The pager of this name.
    Pager(&'a str),
    /// A field of its pages: the names of both.
    PagerPart(&'a str, &'a str),
    /// A page in a response of an operation, by the name of its pager.
    Page(&'a str, Status, &'a str),
    /// A field of a page in a response of an operation: the names of the pager and of the field.
    PagePart(&'a str, Status, &'a str, &'a str),
    /// The scheme of this name.
    Scheme(&'a str),
    /// A scope or a kind of a scheme: the names of both.
    SchemePart(&'a str, &'a str),
    /// A scope or a kind that an operation needs: the names of the operation, of the scheme, and of the scope or kind.
    Scope(&'a str, &'a str, &'a str),
    /// The server of this name.
    Server(&'a str),
}

/// A key of an operation or a webhook that says one thing about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// Its method and its path.
    Route,
    /// Who may call it.
    Access,
    /// The header with the signature.
    Signature,
    /// The order of its items.
    Order,
}

/// A setting that is about all operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Setting {
    /// The header of the request ID.
    RequestId,
    /// The status of responses to requests without credentials.
    MissingStatus,
    /// The status of responses to requests with unknown credentials.
    UnknownStatus,
    /// The status of responses to requests whose credentials do not suffice.
    RefusedStatus,
    /// The media type of errors.
    ErrorMedia,
    /// The envelope of errors.
    ErrorEnvelope,
}

/// What a part of a document belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Owner<'a> {
    Api,
    /// An operation or a webhook.
    Operation(&'a str),
    Type(&'a str),
    Error(&'a str),
}

impl<'a> Owner<'a> {
    /// The operation, the type or the error as a part of the document.
    pub(super) const fn whole(self) -> Option<Spot<'a>> {
        match self {
            Self::Api => None,
            Self::Operation(name) => Some(Spot::Operation(name)),
            Self::Type(name) => Some(Spot::Type(name)),
            Self::Error(name) => Some(Spot::Error(name)),
        }
    }
}

impl<'a> Spot<'a> {
    /// Whether it is a header.
    pub(super) const fn is_header(self) -> bool {
        matches!(
            self,
            Self::Header(..) | Self::ErrorHeader(..) | Self::Parameter(_, Location::Header, _)
        )
    }

    /// Whether both are the same part of something. Names of headers have no case.
    pub(super) fn is_same_part(self, other: Self) -> bool {
        match (self, other) {
            (Self::Header(_, status, name), Self::Header(_, other_status, other)) => {
                status == other_status && name.eq_ignore_ascii_case(other)
            }
            (
                Self::Parameter(_, Location::Header, name),
                Self::Parameter(_, Location::Header, other),
            )
            | (Self::ErrorHeader(_, name), Self::ErrorHeader(_, other)) => {
                name.eq_ignore_ascii_case(other)
            }
            (one, other) => one == other,
        }
    }

    /// The part that source code is generated for: keys say something about their operations.
    pub(super) const fn without_key(self) -> Self {
        match self {
            Self::Key(name, _) => Self::Operation(name),
            other => other,
        }
    }

    /// The key of an operation.
    const fn key(self, key: Key) -> Self {
        match self {
            Self::Operation(name) => Self::Key(name, key),
            other => other,
        }
    }

    /// The page in a response, by the name of its pager.
    pub(super) const fn page(self, pager: &'a str) -> Self {
        match self {
            Self::Response(operation, status) => Self::Page(operation, status, pager),
            other => other,
        }
    }

    /// The same part of an operation, a type or an error with this name.
    pub(super) const fn of(self, owner: &'a str) -> Self {
        match self {
            Self::Operation(_) => Self::Operation(owner),
            Self::Key(_, key) => Self::Key(owner, key),
            Self::Parameter(_, location, name) => Self::Parameter(owner, location, name),
            Self::Body(_) => Self::Body(owner),
            Self::Response(_, status) => Self::Response(owner, status),
            Self::Header(_, status, name) => Self::Header(owner, status, name),
            Self::Page(_, status, pager) => Self::Page(owner, status, pager),
            Self::PagePart(_, status, pager, name) => Self::PagePart(owner, status, pager, name),
            Self::Scope(_, scheme, scope) => Self::Scope(owner, scheme, scope),
            Self::Failure(_, error) => Self::Failure(owner, error),
            Self::Type(_) => Self::Type(owner),
            Self::Part(_, name) => Self::Part(owner, name),
            Self::Error(_) => Self::Error(owner),
            Self::ErrorPart(_, name) => Self::ErrorPart(owner, name),
            Self::ErrorHeader(_, name) => Self::ErrorHeader(owner, name),
            Self::Api
            | Self::BasePath
            | Self::Setting(_)
            | Self::CrateName
            | Self::Group(_)
            | Self::ErrorShape
            | Self::ErrorShapePart(_)
            | Self::Pager(_)
            | Self::PagerPart(..)
            | Self::Scheme(_)
            | Self::SchemePart(..)
            | Self::Server(_) => self,
        }
    }

    /// The direction of a part of an operation. What belongs to no operation counts as a part of requests: the context
    /// of its changes has both directions anyway.
    pub(super) const fn flow(self) -> Flow {
        match self {
            Self::Response(..)
            | Self::Header(..)
            | Self::Page(..)
            | Self::PagePart(..)
            | Self::Failure(..) => Flow::Response,
            Self::Operation(_)
            | Self::Key(..)
            | Self::Parameter(..)
            | Self::Body(_)
            | Self::Scope(..)
            | Self::Api
            | Self::BasePath
            | Self::Setting(_)
            | Self::CrateName
            | Self::Group(_)
            | Self::Type(_)
            | Self::Part(..)
            | Self::Error(_)
            | Self::ErrorPart(..)
            | Self::ErrorHeader(..)
            | Self::ErrorShape
            | Self::ErrorShapePart(_)
            | Self::Pager(_)
            | Self::PagerPart(..)
            | Self::Scheme(_)
            | Self::SchemePart(..)
            | Self::Server(_) => Flow::Request,
        }
    }

    pub(super) const fn owner(self) -> Owner<'a> {
        match self {
            Self::Operation(name)
            | Self::Key(name, _)
            | Self::Parameter(name, ..)
            | Self::Body(name)
            | Self::Response(name, _)
            | Self::Header(name, ..)
            | Self::Page(name, ..)
            | Self::PagePart(name, ..)
            | Self::Scope(name, ..)
            | Self::Failure(name, _) => Owner::Operation(name),
            Self::Type(name) | Self::Part(name, _) => Owner::Type(name),
            Self::Error(name) | Self::ErrorPart(name, _) | Self::ErrorHeader(name, _) => {
                Owner::Error(name)
            }
            Self::Api
            | Self::BasePath
            | Self::Setting(_)
            | Self::CrateName
            | Self::Group(_)
            | Self::Pager(_)
            | Self::PagerPart(..)
            | Self::ErrorShape
            | Self::ErrorShapePart(_)
            | Self::Scheme(_)
            | Self::SchemePart(..)
            | Self::Server(_) => Owner::Api,
        }
    }
}

/// A step of a path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step<'s> {
    /// The first name.
    Root(&'s str),
    /// A name after a dot.
    Name(&'s str),
    /// A status after a dot.
    Status(Status),
    /// The items of a list.
    Items,
    /// The values of a map, or the other fields of an object.
    Values,
}

/// A place in both APIs. Its path is a list of steps, which is only written if there is a difference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Site<'s, 'a> {
    before: Option<&'s Site<'s, 'a>>,
    step: Step<'s>,
    /// The part of the old document.
    pub(crate) old: Spot<'a>,
    /// The part of the new document.
    pub(crate) new: Spot<'a>,
    /// How its values are written.
    pub(crate) written: Written,
    /// Whether values are in bodies in XML.
    pub(crate) is_xml: bool,
}

impl<'s, 'a> Site<'s, 'a> {
    /// The first place of a path.
    pub(crate) const fn root(name: &'s str, old: Spot<'a>, new: Spot<'a>) -> Self {
        Self {
            before: None,
            step: Step::Root(name),
            old,
            new,
            written: Written::Json,
            is_xml: false,
        }
    }

    /// A place in this one, at another part of the documents.
    pub(crate) const fn at(&'s self, step: Step<'s>, old: Spot<'a>, new: Spot<'a>) -> Self {
        Self {
            before: Some(self),
            step,
            old,
            new,
            written: self.written,
            is_xml: self.is_xml,
        }
    }

    /// A place in this one, at the same part of the documents.
    pub(crate) const fn within(&'s self, step: Step<'s>) -> Self {
        self.at(step, self.old, self.new)
    }

    /// The same place, at another part of the documents.
    pub(crate) const fn in_parts(mut self, old: Spot<'a>, new: Spot<'a>) -> Self {
        self.old = old;
        self.new = new;
        self
    }

    /// The same place, at a key of the operation.
    pub(crate) const fn at_key(self, key: Key) -> Self {
        let (old, new) = (self.old.key(key), self.new.key(key));
        self.in_parts(old, new)
    }

    /// The same place, where values are written in this way.
    pub(crate) const fn written(mut self, written: Written) -> Self {
        self.written = written;
        self
    }

    /// The same place, where values are in XML.
    pub(crate) const fn as_xml(mut self, is_xml: bool) -> Self {
        self.is_xml = is_xml;
        self
    }
}

impl fmt::Display for Site<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(before) = self.before {
            before.fmt(f)?;
        }
        match self.step {
            Step::Root(name) => f.write_str(name),
            Step::Name(name) => write!(f, ".{name}"),
            Step::Status(status) => write!(f, ".{status}"),
            Step::Items => f.write_str("[]"),
            Step::Values => f.write_str("{}"),
        }
    }
}
