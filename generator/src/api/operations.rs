//! Operations: what is sent, what comes back, what can go wrong.

use super::{Api, Notes, Presence, Rules, Sensitivity, Type, TypeId, TypeRef, Value};

/// An operation: one method on one path.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The name in the document, in snake_case: `list_guardrails`.
    pub name: String,
    /// The section that it stands in.
    pub group: String,
    /// Description and decisions.
    pub notes: Notes,
    /// The HTTP method.
    pub method: Method,
    /// The path behind the base path, segment by segment.
    pub path: Vec<PathSegment>,
    /// The kind of key that it takes, as a place in [`Auth::keys`](super::Auth::keys); `None` where
    /// it asks for no credentials.
    pub key: Option<usize>,
    /// Path parameters in the order of the path, then query and header parameters in the order of
    /// the document. The parameters of [`Pagination`] are among them.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The successful responses; the first is the usual one.
    pub successes: Vec<Success>,
    /// The order of the items, where the response is a page.
    pub order: Option<Order>,
    /// Whether sending it twice is the same as sending it once (RFC 9110, section 9.2.2).
    pub idempotent: bool,
    /// The errors, by status.
    pub errors: Vec<OperationError>,
}

impl Operation {
    /// The path template with parameters in braces, without the base path.
    pub fn template(&self) -> String {
        self.path
            .iter()
            .fold(String::new(), |path, segment| match segment {
                PathSegment::Literal(text) => path + "/" + text,
                PathSegment::Parameter(name) => path + "/{" + name + "}",
            })
    }

    /// The usual successful response.
    pub fn success(&self) -> &Success {
        &self.successes[0]
    }

    /// Whether a request has anything for the handler besides its key.
    pub fn has_arguments(&self) -> bool {
        !self.parameters.is_empty() || self.body.is_some()
    }

    /// Whether it responses a page, so that the parameters of [`Pagination`] are among its own.
    pub fn is_paged(&self) -> bool {
        matches!(self.success().content, SuccessContent::Page(_))
    }

    /// The errors that the operation documents, and that a handler may therefore response.
    pub fn documented_errors(&self) -> impl Iterator<Item = &OperationError> {
        self.errors
            .iter()
            .filter(|error| error.origin == Origin::Documented)
    }
}

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are the methods")]
pub enum Method {
    Get,
    Put,
    Post,
    Delete,
    Patch,
}

impl Method {
    /// Every method, in the order of the language's reference.
    pub const ALL: [Self; 5] = [Self::Get, Self::Put, Self::Post, Self::Delete, Self::Patch];

    /// The method as it stands in a request.
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Put => "PUT",
            Self::Post => "POST",
            Self::Delete => "DELETE",
            Self::Patch => "PATCH",
        }
    }

    /// The method of that name, in capitals.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether the method is idempotent by RFC 9110, section 9.2.2.
    pub fn is_idempotent(self) -> bool {
        match self {
            Self::Get | Self::Put | Self::Delete => true,
            Self::Post | Self::Patch => false,
        }
    }
}

/// One part of a path, between two slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathSegment {
    /// Text that stands as it is.
    Literal(String),
    /// The value of the path parameter of this name.
    Parameter(String),
}

/// Where a parameter stands in a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// A segment of the path.
    Path,
    /// The query.
    Query,
    /// A header.
    Header,
}

/// A parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name on the wire.
    pub name: String,
    /// Where it stands.
    pub location: Location,
    /// Description and decisions.
    pub notes: Notes,
    /// Its type: a scalar, a named one, or a list of these for a repeated parameter.
    pub ty: TypeRef,
    /// Whether it has to be there.
    pub presence: Presence,
    /// The bounds of its value.
    pub rules: Rules,
    /// Whether its value may be shown.
    pub sensitivity: Sensitivity,
    /// A value for people.
    pub example: Option<Value>,
}

impl Parameter {
    /// Whether its value must not be shown, because of itself or of its type.
    pub fn is_sensitive(&self, api: &Api) -> bool {
        let of_type = match self.ty.ty {
            Type::Named(id) => api.type_def(id).sensitivity,
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => Sensitivity::Public,
        };
        [self.sensitivity, of_type] != [Sensitivity::Public; 2]
    }

    /// Whether a request without the parameter is not an error. An empty list is sent as nothing at
    /// all.
    pub fn may_be_left_out(&self) -> bool {
        let may_be_empty =
            matches!(self.ty.ty, Type::List(_)) && self.rules.min_items.unwrap_or_default() == 0;
        self.presence != Presence::Required || may_be_empty
    }
}

/// The media type of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Media {
    /// `application/json`.
    Json,
}

/// A request body.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// Its media type.
    pub media: Media,
    /// Its type.
    pub ty: TypeRef,
    /// Description and decisions.
    pub notes: Notes,
}

/// A successful response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Success {
    /// Its status.
    pub status: u16,
    /// What it holds.
    pub content: SuccessContent,
}

/// What a successful response holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SuccessContent {
    /// Nothing.
    Empty,
    /// A JSON value, wrapped in an object's one member where there is an envelope.
    Value {
        /// The member that wraps it.
        envelope: Option<String>,
        /// Its type.
        ty: TypeRef,
    },
    /// A page of items of this type, in the shape of [`Pagination`].
    Page(TypeId),
}

/// How paged operations are paged: by skipping and limiting.
#[derive(Debug, Clone, PartialEq)]
pub struct Pagination {
    /// The parameter that skips items.
    pub offset: Parameter,
    /// The parameter that bounds the items of a page.
    pub limit: Parameter,
    /// The member of the response that holds the items.
    pub items: String,
    /// The member of the response that counts the items of all pages.
    pub total: String,
    /// Description and decisions.
    pub notes: Notes,
}

/// The order of the items of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The field of the item, by its wire name.
    pub by: String,
    /// Which end comes first.
    pub direction: Direction,
}

/// Which end comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The least one.
    Ascending,
    /// The greatest one.
    Descending,
}

/// An error that an operation can response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationError {
    /// Its status; [`Api::error`](super::Api::error) has the entry of every documented one.
    pub status: u16,
    /// Who responses it.
    pub origin: Origin,
}

/// Who responses an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The operation documents it, so that a handler may response it.
    Documented,
    /// The rules of the API imply it: the layers around the handlers response it.
    Implied,
}
