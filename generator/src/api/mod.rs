//! The API, resolved and valid by construction: plain data, and nothing about Rust.
//!
//! A reference to a type is a [`TypeId`], every default has the type of its field, and every status of
//! an operation has its entry. What the rules of the API imply is part of this data.

mod accepted;
mod access;
mod auth;
mod conditional;
mod content;
mod deprecation;
mod derives;
mod enums;
mod errors;
mod events;
mod examples;
mod implied;
mod info;
mod letters;
mod lints;
mod multipart;
mod operations;
mod package;
mod pagers;
mod paging;
mod responses;
mod rules;
mod scalar;
mod schemes;
mod server;
mod stability;
mod styles;
mod text_forms;
mod types;
mod unions;
mod value;
mod xml;

pub use accepted::Accepted;
pub use access::{Access, Alternative, Needs};
pub use auth::{Auth, AuthResponse, Requirement};
pub use conditional::Conditional;
pub use content::{Content, ContentKind};
pub(crate) use content::{is_in_range, is_xml};
pub use deprecation::Deprecation;
pub use derives::{Component, Derive, Trait};
pub use enums::{Enum, EnumKind, EnumValue, Openness};
pub use errors::{
    BodyField, ErrorBody, ErrorContent, ErrorDef, ErrorField, ErrorId, ErrorResponse, Status,
};
pub(crate) use errors::{ErrorExample, PROBLEM};
pub use events::{EndEvent, ErrorEvent, ErrorMark, ErrorValue, Events};
pub use implied::{Cause, IMPLIED, ImpliedError};
pub use info::{Contact, Info, License};
pub(crate) use info::{is_email, is_page_url, is_spdx, meant_spdx, normal_spdx};
pub use lints::{Level, Lint, Lints};
pub use multipart::PartKind;
pub use operations::{
    Body, BodyContent, Location, Method, Operation, Parameter, PathPart, PathSegment, Webhook,
};
pub(crate) use operations::{is_negotiated, is_standard_signature};
pub use package::{Conversions, Dependency, LibraryType, Package, Runtime};
pub use pagers::{
    BodyPosition, Direction, NextPosition, Order, PageField, PageFieldRole, PageParameter, Pager,
    PagerId,
};
pub use paging::{NextPage, Paging, PositionPlace, RequestPosition};
pub use responses::{ContentVariant, Response, Selector, SelectorPart};
pub use rules::{Bound, FieldRules, Rules};
pub use scalar::{Integer, JsonKind, Scalar};
pub use schemes::{
    ApiKey, Endpoint, Flow, FlowKind, KeyKind, KeyPlace, Scheme, SchemeId, SchemeKind, Scope,
};
pub use server::{Server, ServerId, ServerVariable};
pub(crate) use server::{UrlPiece, url_pieces};
pub use stability::Stability;
pub use styles::{Delimited, FieldStyle, Lists, Style};
pub use types::{
    AdditionalFields, Alias, Constant, Field, FieldCounts, IgnoredField, Newtype, Object, OneWay,
    Presence, Sensitivity, Tuple, Type, TypeDef, TypeId, TypeKind, TypeRef,
};
pub use unions::{TagKind, Tagging, Union, UnionVariant};
pub use value::Value;
pub use xml::Xml;
pub(crate) use xml::{XmlName, XmlPlace};

use std::collections::{BTreeMap, BTreeSet};

use crate::hash::HashSet;
use crate::source::Spanned;

/// A whole API.
#[derive(Debug, Clone, PartialEq)]
pub struct Api {
    /// The API's name in UpperCamelCase: `Gateway`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its version, as the owner writes it.
    pub version: Spanned<String>,
    /// Its terms, its license, and whom to ask.
    pub info: Info,
    /// The prefix of every path: empty, or for example `/v1`.
    pub base_path: String,
    /// Description and decisions.
    pub notes: Notes,
    /// The response header that identifies a request.
    pub request_id_header: String,
    /// Whether clients accept responses that lack required fields.
    pub lenient: bool,
    /// Where the API is served, in the order of the document.
    pub servers: Vec<Server>,
    /// The generated crate.
    pub package: Package,
    /// Authentication; `None` if no operation needs credentials.
    pub auth: Option<Auth>,
    /// The ways to page lists.
    pub pagers: Vec<Pager>,
    /// The shape of every error response.
    pub error_body: ErrorBody,
    /// The errors of the document, by status.
    pub errors: Vec<ErrorDef>,
    /// The error of handlers that fail, which has the status 500, if the document declares none.
    pub internal: Option<ErrorDef>,
    /// The errors that the layers around the handlers respond with: for every cause that concerns an
    /// operation, or a request that matches no operation. By status.
    pub implied: Vec<ImpliedError>,
    /// The groups that the document describes, in its order. Operations may be in others too.
    pub groups: Vec<Group>,
    /// The named types, in the order of the document.
    pub types: Vec<TypeDef>,
    /// The operations, in the order of the document.
    pub operations: Vec<Operation>,
    /// The requests that the API sends, as a second API, which their receivers serve. It has the same types.
    pub webhooks: Option<Box<Api>>,
}

impl Api {
    /// The operations and the webhooks.
    pub fn requests(&self) -> impl Iterator<Item = &Operation> + Clone {
        let webhooks = self.webhooks.iter();
        let webhooks = webhooks.flat_map(|webhooks| &webhooks.operations);
        self.operations.iter().chain(webhooks)
    }

    /// The contents of all requests and responses.
    pub(crate) fn contents(&self) -> impl Iterator<Item = &Content> {
        self.requests().flat_map(|operation| {
            let sent = operation.body.iter().flat_map(Body::contents);
            let sent = sent.map(|(_, content, _)| content);
            let returned = operation.responses.iter();
            sent.chain(returned.map(|response| &response.content))
        })
    }

    /// The description of a group.
    pub fn group(&self, name: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.name == name)
    }

    /// The names of the groups that have operations: those that the document describes, in its order, then
    /// the others, in the order of their first operations.
    pub fn group_names(&self) -> Vec<&str> {
        let mut seen = HashSet::default();
        let used: Vec<&str> = self
            .operations
            .iter()
            .map(|operation| operation.group.as_str())
            .collect();
        let used_set: HashSet<&str> = used.iter().copied().collect();
        let described = self.groups.iter().map(|group| group.name.as_str());
        let described = described.filter(|name| used_set.contains(name));
        described
            .chain(used)
            .filter(|name| seen.insert(*name))
            .collect()
    }

    /// The definition with this identifier.
    pub fn type_def(&self, id: TypeId) -> &TypeDef {
        &self.types[id.0]
    }

    /// The tag and the content of the union whose parts are among the fields of an object.
    pub fn tagging_beside(&self, object: &Object) -> Option<(&str, &str)> {
        let AdditionalFields::Union(TypeRef {
            ty: Type::Named(id),
            ..
        }) = &object.others
        else {
            return None;
        };
        match &self.type_def(*id).kind {
            TypeKind::Union(Union {
                tagging: Tagging::Beside { tag, value, .. },
                ..
            }) => Some((tag, value)),
            _ => None,
        }
    }

    /// Whether the names of events are the tags of a union.
    pub fn is_by_event(&self, events: &Events) -> bool {
        let union = events.data.as_ref().and_then(TypeRef::named);
        union.is_some_and(|id| match &self.type_def(id).kind {
            TypeKind::Union(union) => union.by_event,
            _ => false,
        })
    }

    /// The pager with this identifier.
    pub fn pager(&self, id: PagerId) -> &Pager {
        &self.pagers[id.0]
    }

    /// The server with this identifier.
    pub fn server(&self, id: ServerId) -> &Server {
        &self.servers[id.0]
    }

    /// The servers of single operations, in the order of the document.
    pub fn own_servers(&self) -> BTreeSet<ServerId> {
        let operations = self.operations.iter();
        operations
            .filter_map(|operation| operation.server)
            .collect()
    }

    /// The servers of the API, in the order of the document: those that are not of single operations.
    pub fn common_servers(&self) -> impl Iterator<Item = ServerId> {
        let own = self.own_servers();
        let all = (0..self.servers.len()).map(ServerId);
        all.filter(move |id| !own.contains(id))
    }

    /// The error with this identifier.
    pub fn error(&self, id: ErrorId) -> &ErrorDef {
        &self.errors[id.0]
    }

    /// The error whose body the layers around the handlers send with a status.
    pub fn describing(&self, status: u16) -> Option<ErrorId> {
        ErrorDef::describing(status, &self.errors)
    }

    /// The errors that an operation documents, which its handler can return.
    pub fn documented<'a>(
        &'a self,
        operation: &'a Operation,
    ) -> impl Iterator<Item = &'a ErrorDef> {
        operation.errors.iter().map(|id| self.error(*id))
    }

    /// The error responses of an operation, by status.
    pub fn error_responses(&self, operation: &Operation) -> Vec<ErrorResponse> {
        let mut responses: BTreeMap<Status, ErrorResponse> = BTreeMap::new();
        let mut response = |status, documented: Option<ErrorId>| {
            let response = responses.entry(status).or_insert_with(|| ErrorResponse {
                status,
                documented: Vec::new(),
                implied: false,
            });
            response.documented.extend(documented);
            response.implied |= documented.is_none();
        };
        for id in &operation.errors {
            response(self.error(*id).status, Some(*id));
        }
        for status in &operation.implied {
            response(Status::Exact(*status), None);
        }
        responses.into_values().collect()
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

    /// The constraints of a parameter, including the constraints of its location: a segment of a path is never empty,
    /// even if its type allows that.
    pub fn rules_in_place(&self, parameter: &Parameter) -> Rules {
        let mut rules = Rules::clone(&parameter.rules);
        if parameter.location == Location::Path {
            if self.may_be_empty(parameter) {
                rules.min_length = Some(1);
            }
            if matches!(parameter.ty.ty, Type::List(_)) {
                rules.min_items = Some(rules.min_items.unwrap_or_default().max(1));
            }
        }
        rules
    }

    /// Whether the empty string is a value of a parameter's type.
    fn may_be_empty(&self, parameter: &Parameter) -> bool {
        let scalar_may = |scalar, rules: &Rules| match scalar {
            Scalar::String => rules.min_length.unwrap_or_default() == 0,
            Scalar::Bytes => true,
            Scalar::Uri
            | Scalar::Email
            | Scalar::Integer(_)
            | Scalar::Number
            | Scalar::Float
            | Scalar::Boolean
            | Scalar::Timestamp
            | Scalar::Date
            | Scalar::Time
            | Scalar::Duration
            | Scalar::Uuid
            | Scalar::Ip
            | Scalar::Ipv4
            | Scalar::Ipv6
            | Scalar::Decimal
            | Scalar::DecimalNumber
            | Scalar::Json
            | Scalar::File => false,
        };
        match &parameter.ty.ty {
            Type::Scalar(scalar) => scalar_may(*scalar, &parameter.rules),
            Type::Named(id) => match &self.type_def(*id).kind {
                TypeKind::Newtype(newtype) => scalar_may(newtype.scalar, &newtype.rules),
                TypeKind::Enum(values) => {
                    values.open.is_open_in_requests() && values.kind == EnumKind::Text
                }
                // A variant that is any string takes the empty one.
                TypeKind::Union(union) => union.has_text(self),
                TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Alias(_) => false,
            },
            Type::List(_) | Type::Map(_) => false,
        }
    }

    /// The undocumented statuses that a caller may receive: those that the rules imply for an operation,
    /// and the errors of requests that match no operation.
    pub fn implied_statuses(&self) -> BTreeSet<u16> {
        let operations = self.operations.iter();
        let of_operations = operations.flat_map(|operation| operation.implied.iter().copied());
        let of_none = self.implied.iter();
        let of_none = of_none
            .filter(|error| error.cause.finds_no_operation())
            .map(|error| error.status);
        of_operations.chain(of_none).collect()
    }
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
    /// Whether it counts for compatibility; it does if nothing is said.
    pub stability: Option<Stability>,
    /// Where to read more.
    pub see: Option<Box<See>>,
    /// The lints that it may violate.
    pub allow: Lints,
    /// The changes of it that do not count.
    pub accepted: Vec<Accepted>,
}

impl Notes {
    /// Whether there is nothing to say about the entry. What it may violate is not shown anywhere.
    pub(crate) const fn is_empty(&self) -> bool {
        let Self {
            doc,
            assumed,
            deprecation,
            stability: _,
            see,
            allow: _,
            accepted: _,
        } = self;
        let says_nothing = doc.is_none() && assumed.is_none() && deprecation.is_none();
        says_nothing && !self.is_unstable() && see.is_none()
    }

    /// A description alone.
    pub(crate) fn of(doc: &str) -> Self {
        Self {
            doc: Some(doc.to_owned()),
            ..Self::default()
        }
    }
}

/// A page to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct See {
    /// Its URL.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
}

impl See {
    /// A sentence with the link, in Markdown.
    pub fn sentence(&self) -> String {
        match &self.title {
            Some(title) => format!("See [{title}]({}).", self.url),
            None => format!("See [{0}]({0}).", self.url),
        }
    }
}

/// A group of operations that the document describes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Its name, as operations give it.
    pub name: String,
    /// Its title for people.
    pub title: Option<String>,
    /// Description and decisions.
    pub notes: Notes,
}
