//! The API, resolved and valid by construction: plain data, and nothing about Rust.
//!
//! A reference to a type is a [`TypeId`], every default has the type of its field, and every status of
//! an operation has its entry. What the rules of the API imply is part of this data.

mod auth;
mod errors;
mod examples;
mod operations;
mod rules;
mod server;
mod types;
mod value;

pub use auth::{Auth, AuthResponse, KeyKind};
pub use errors::{Cause, ErrorBody, ErrorStatus, IMPLIED, ImpliedError};
pub use operations::{
    Body, Direction, Location, Media, Method, Operation, OperationError, Order, Origin,
    PageParameter, Pagination, Parameter, PathSegment, Success, SuccessContent,
};
pub use rules::{Bound, Rules};
pub use server::Server;
pub use types::{
    Enum, EnumValue, Field, Newtype, Object, Presence, Scalar, Sensitivity, Type, TypeDef, TypeId,
    TypeKind, TypeRef,
};
pub use value::Value;

use crate::source::Spanned;
use std::collections::BTreeSet;

/// A whole API.
#[derive(Debug, Clone, PartialEq)]
pub struct Api {
    /// The API's name in UpperCamelCase: `Gateway`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its version, as the owner writes it.
    pub version: String,
    /// The prefix of every path: empty, or for example `/v1`.
    pub base_path: String,
    /// Description and decisions.
    pub notes: Notes,
    /// The response header that identifies a request.
    pub request_id_header: String,
    /// Where the API is served, in the order of the document.
    pub servers: Vec<Server>,
    /// The generated crate.
    pub package: Package,
    /// Authentication; `None` if no operation needs credentials.
    pub auth: Option<Auth>,
    /// How paged operations are paged.
    pub pagination: Option<Pagination>,
    /// The shape of every error response.
    pub error_body: ErrorBody,
    /// Every error status that an operation can respond with, by number.
    pub errors: Vec<ErrorStatus>,
    /// The entry of the status 500 if the document has none: any handler can fail.
    pub internal: Option<ErrorStatus>,
    /// The errors that the layers around the handlers respond with: for every cause that concerns an
    /// operation, or a request that matches no operation. By status.
    pub implied: Vec<ImpliedError>,
    /// The named types, in the order of the document.
    pub types: Vec<TypeDef>,
    /// The operations, in the order of the document.
    pub operations: Vec<Operation>,
}

impl Api {
    /// The definition with this identifier.
    pub fn type_def(&self, id: TypeId) -> &TypeDef {
        &self.types[id.0]
    }

    /// The entry of a status that an operation of this API can respond with.
    pub fn error(&self, status: u16) -> Option<&ErrorStatus> {
        self.errors.iter().find(|error| error.status == status)
    }

    /// The path template of an operation with the base path: `/v1/books/{id}`.
    pub fn template(&self, operation: &Operation) -> String {
        self.with_base_path(&operation.template())
    }

    /// A path after the base path. Only the root path ends with a slash.
    pub(crate) fn with_base_path(&self, path: &str) -> String {
        match self.base_path.clone() + path {
            whole if whole.is_empty() => "/".to_owned(),
            whole => whole,
        }
    }

    /// The bounds of a parameter, including those of its location: a segment of a path is never empty,
    /// even if its type allows that.
    pub fn rules_in_place(&self, parameter: &Parameter) -> Rules {
        let mut rules = parameter.rules.clone();
        if parameter.location == Location::Path && self.may_be_empty(parameter) {
            rules.min_length = Some(1);
        }
        rules
    }

    /// Whether the empty string is a value of a parameter's type.
    fn may_be_empty(&self, parameter: &Parameter) -> bool {
        let scalar_may = |scalar, rules: &Rules| match scalar {
            Scalar::String => rules.min_length.unwrap_or_default() == 0,
            Scalar::Bytes => true,
            Scalar::Integer
            | Scalar::Number
            | Scalar::Boolean
            | Scalar::Timestamp
            | Scalar::Date
            | Scalar::Uuid
            | Scalar::Decimal
            | Scalar::Json => false,
        };
        match &parameter.ty.ty {
            Type::Scalar(scalar) => scalar_may(*scalar, &parameter.rules),
            Type::Named(id) => match &self.type_def(*id).kind {
                TypeKind::Newtype(newtype) => scalar_may(newtype.scalar, &newtype.rules),
                TypeKind::Enum(values) => values.open,
                TypeKind::Object(_) => false,
            },
            Type::List(_) | Type::Map(_) => false,
        }
    }

    /// The undocumented statuses that a caller may receive: those that the rules imply for an operation,
    /// and those of requests that match no operation.
    pub fn implied_statuses(&self) -> BTreeSet<u16> {
        let operations = self.operations.iter();
        let of_operations = operations
            .flat_map(|operation| &operation.errors)
            .filter(|error| error.origin == Origin::Implied)
            .map(|error| error.status);
        let of_none = self.implied.iter();
        let of_none = of_none
            .filter(|error| error.cause.finds_no_operation())
            .map(|error| error.status);
        of_operations.chain(of_none).collect()
    }
}

/// The generated crate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Package {
    /// The crate's name: `gateway-api`.
    pub name: String,
    /// The path of the runtime crate, relative to the generated one; `None` for the published one.
    pub runtime_path: Option<Spanned<String>>,
}

/// The notes that nearly every entry can have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// A description, in Markdown.
    pub doc: Option<String>,
    /// The decision that the source of the specification leaves open.
    pub assumed: Option<String>,
    /// Whether it is deprecated.
    pub deprecation: Option<Deprecation>,
}

/// A deprecation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, or since when.
    pub reason: Option<String>,
}
