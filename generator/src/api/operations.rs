//! Operations: requests, responses and errors.

use super::{Api, Notes, Presence, Rules, Sensitivity, Type, TypeId, TypeRef, Value};

/// An operation: one method on one path.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The name in the document, in snake_case: `list_guardrails`.
    pub name: String,
    /// The section that it belongs to.
    pub group: String,
    /// Description and decisions.
    pub notes: Notes,
    /// The HTTP method.
    pub method: Method,
    /// The path after the base path, segment by segment.
    pub path: Vec<PathSegment>,
    /// The kind of key that it accepts, as an index into [`Auth::keys`](super::Auth::keys); `None` if it
    /// needs no credentials.
    pub key: Option<usize>,
    /// Path parameters in the order of the path, then query and header parameters in the order of
    /// the document. They include the parameters of [`Pagination`].
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The successful responses; the first is the usual one.
    pub successes: Vec<Success>,
    /// The order of the items, if the response is a page.
    pub order: Option<Order>,
    /// Whether it is idempotent (RFC 9110, section 9.2.2).
    pub idempotent: bool,
    /// The errors, by status.
    pub errors: Vec<OperationError>,
}

impl Operation {
    /// The path template with parameters in braces, without the base path; empty for the root.
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

    /// The types of the values in a request: those of its parameters and of its body.
    pub fn sent(&self) -> impl Iterator<Item = &TypeRef> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        parameters.chain(self.body.iter().map(|body| &body.ty))
    }

    /// The named types of the successful responses.
    pub fn returned(&self) -> impl Iterator<Item = TypeId> {
        let contents = self.successes.iter().map(|success| &success.content);
        contents.filter_map(SuccessContent::named)
    }

    /// Whether it returns a page, so that its parameters include those of [`Pagination`].
    pub fn is_paged(&self) -> bool {
        matches!(self.success().content, SuccessContent::Page(_))
    }

    /// The errors that the operation documents, which its handler can return.
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

    /// The method as it is written in a request.
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
    /// Literal text.
    Literal(String),
    /// The value of the path parameter of this name.
    Parameter(String),
}

/// The location of a parameter in a request.
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
    /// Its location.
    pub location: Location,
    /// Description and decisions.
    pub notes: Notes,
    /// Its type: a scalar, a named type, or a list of these for a repeated parameter.
    pub ty: TypeRef,
    /// Whether it is required.
    pub presence: Presence,
    /// The bounds of its value.
    pub rules: Rules,
    /// Whether its value may be shown.
    pub sensitivity: Sensitivity,
    /// An example.
    pub example: Option<Value>,
    /// Which part of a page it selects, if it is one of the parameters of [`Pagination`].
    pub page: Option<PageParameter>,
}

/// The part of a page that a parameter selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageParameter {
    /// How many items to skip.
    Offset,
    /// How many items to return.
    Limit,
}

impl Parameter {
    /// Whether it is always present in a request, except for empty lists.
    pub fn is_required(&self) -> bool {
        self.presence == Presence::Required
    }

    /// Whether its value may be shown: the parameter's own sensitivity, or else that of its type.
    pub fn sensitivity_of_value(&self, api: &Api) -> Sensitivity {
        match self.ty.ty {
            Type::Named(id) if self.sensitivity == Sensitivity::Public => {
                api.type_def(id).sensitivity
            }
            Type::Named(_) | Type::Scalar(_) | Type::List(_) | Type::Map(_) => self.sensitivity,
        }
    }

    /// Whether a request without the parameter is valid. An empty list is sent as no parameter at all.
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
    /// Its content.
    pub content: SuccessContent,
}

/// The content of a successful response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SuccessContent {
    /// Nothing.
    Empty,
    /// A JSON value. If there is an envelope, it is the only field of an object.
    Value {
        /// The field that wraps it.
        envelope: Option<String>,
        /// Its type.
        ty: TypeRef,
    },
    /// A page of items of this type, in the shape of [`Pagination`].
    Page(TypeId),
}

impl SuccessContent {
    /// The named type at the bottom of the value, or that of the items.
    pub fn named(&self) -> Option<TypeId> {
        match self {
            Self::Empty => None,
            Self::Value { ty, .. } => ty.named(),
            Self::Page(item) => Some(*item),
        }
    }
}

/// How paged operations are paged: by skipping and limiting.
#[derive(Debug, Clone, PartialEq)]
pub struct Pagination {
    /// The parameter that skips items.
    pub offset: Parameter,
    /// The offset of a call that does not set it.
    pub first: i64,
    /// The parameter that bounds the items of a page.
    pub limit: Parameter,
    /// The field of the response that contains the items.
    pub items: String,
    /// The field of the response that contains the number of items of all pages.
    pub total: String,
    /// Description and decisions.
    pub notes: Notes,
}

/// The order of the items of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The field of the item, by its wire name.
    pub by: String,
    /// The direction of an order.
    pub direction: Direction,
}

/// The direction of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The smallest value first.
    Ascending,
    /// The greatest value first.
    Descending,
}

impl Direction {
    /// Its name in texts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }
}

/// An error that an operation can respond with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationError {
    /// Its status; [`Api::error`](super::Api::error) has the entry of every documented one.
    pub status: u16,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where an error comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The operation documents it, so its handler can return it.
    Documented,
    /// The rules of the API imply it: the layers around the handlers respond with it.
    Implied,
}
