//! The API, resolved and valid by construction: plain data that every emitter reads.
//!
//! A name that refers to a type is a [`TypeId`] here, every default has the type of its field, every
//! status of an operation has its entry. What two emitters would both have to decide is decided
//! once, by `lower`, and stands here as data.

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
    Body, Direction, Location, Media, Method, Operation, OperationError, Order, Origin, Pagination,
    Parameter, PathSegment, Success, SuccessContent,
};
pub use rules::{Bound, Rules};
pub use server::Server;
pub use types::{
    Enum, EnumValue, Field, Newtype, Object, Presence, Scalar, Sensitivity, Type, TypeDef, TypeId,
    TypeKind, TypeRef,
};
pub use value::Value;

use std::collections::BTreeSet;

/// A whole API.
#[derive(Debug, Clone, PartialEq)]
pub struct Api {
    /// The API's name in UpperCamelCase: `Gateway`.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Its version, as the owner writes it.
    pub version: String,
    /// What every path begins with: empty, or `/v1`.
    pub base_path: String,
    /// What the API is for.
    pub notes: Notes,
    /// The response header that identifies a request.
    pub request_id_header: String,
    /// Where the API is served, in the order of the document.
    pub servers: Vec<Server>,
    /// How the crate is written.
    pub package: Package,
    /// Who may call; `None` where no operation asks for credentials.
    pub auth: Option<Auth>,
    /// How paged operations are paged.
    pub pagination: Option<Pagination>,
    /// The shape of every error response.
    pub error_body: ErrorBody,
    /// Every error status that some operation can response, by number.
    pub errors: Vec<ErrorStatus>,
    /// The entry of the status 500 where the document has none: any handler can fail.
    pub internal: Option<ErrorStatus>,
    /// What the layers around the handlers response by themselves, for every cause that some operation
    /// knows or that keeps a request from every operation; by status.
    pub implied: Vec<ImpliedError>,
    /// The named types, in the order of the document.
    pub types: Vec<TypeDef>,
    /// The operations, in the order of the document.
    pub operations: Vec<Operation>,
}

impl Api {
    /// The definition behind an identifier that this API gave out.
    pub fn type_def(&self, id: TypeId) -> &TypeDef {
        &self.types[id.0]
    }

    /// The entry of a status that an operation of this API can response.
    pub fn error(&self, status: u16) -> Option<&ErrorStatus> {
        self.errors.iter().find(|error| error.status == status)
    }

    /// The bounds of a parameter, with those of the place where it stands: a segment of a path is
    /// never empty, whatever its type allows.
    pub fn rules_in_place(&self, parameter: &Parameter) -> Rules {
        let mut rules = parameter.rules.clone();
        if parameter.location == Location::Path && self.may_be_empty(parameter) {
            rules.min_length = Some(1);
        }
        rules
    }

    /// Whether the empty text is a value of a parameter's type.
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

    /// The statuses that a caller may meet where no operation documents them: those that the rules
    /// imply for an operation, and those of requests that no operation is for.
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
    /// Where the runtime crate lies, relative to the generated one; `None` for the published one.
    pub runtime_path: Option<String>,
}

/// What may be said of nearly everything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Notes {
    /// A description, in Markdown.
    pub doc: Option<String>,
    /// What the source of the specification leaves open, where the entry is a decision.
    pub assumed: Option<String>,
    /// Whether it is on its way out.
    pub deprecation: Option<Deprecation>,
}

/// Something that callers should move away from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deprecation {
    /// What to use instead, or since when.
    pub reason: Option<String>,
}
