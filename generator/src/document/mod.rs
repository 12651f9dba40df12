//! The API as it is described: no matter in which language, every part with its position, and not yet checked.
//! Names are not resolved.

mod api;
mod auth;
mod content_variants;
mod contents;
mod errors;
mod fields;
mod left_out;
mod literal;
mod operations;
mod pagers;
mod paging;
mod responses;
mod route;
mod rust;
mod shared;
mod type_expr;
mod types;
mod visit;

use crate::api::{Level, Lint};
pub(crate) use crate::api::{Notes, PathPart, PathSegment};
pub(crate) use api::{ApiSection, GroupEntry, ServerEntry, VariableEntry};
pub(crate) use auth::{
    AccessEntry, AlternativeEntry, AuthResponseEntry, AuthSection, FlowEntry, NotedName,
    SchemeEntry, SchemeEntryKind,
};
pub(crate) use content_variants::{ContentVariantEntry, SelectorEntry};
pub(crate) use contents::{ContentEntry, ContentExpr, ContentExprKind, ErrorEventEntry, EventKeys};
pub(crate) use errors::{
    ErrorBodySection, ErrorContentEntry, ErrorContentEntryKind, ErrorEntry, ErrorKey, RoleEntry,
    ValueEntry,
};
pub(crate) use fields::{Constraints, Direction, FieldEntry, StyleEntry};
pub(crate) use left_out::{LeftOut, LeftOutNames};
pub(crate) use literal::value;
pub(crate) use operations::{
    BodyEntry, ConditionalEntry, IdempotencyEntry, OperationEntry, OrderEntry, Validator,
    WebhookEntry,
};
pub(crate) use pagers::{
    Next, NextEntry, PageFieldEntry, PageParameterEntry, PageRole, PagerEntry, Position,
    PositionEntry,
};
pub(crate) use paging::{FieldPath, PagingEntry, PagingNext, PagingPosition, type_at};
pub(crate) use responses::ResponseEntry;
pub(crate) use route::{
    PATH_CHARACTERS, Route, decoded_path_text, is_parameter_name, is_path_byte, is_path_text,
    path_text,
};
pub(crate) use rust::{DependencyEntry, DeriveEntry, RustSection};
pub(crate) use shared::SharedEntry;
pub(crate) use type_expr::{MAX_DEPTH, TypeExpr, TypeExprKind};
pub(crate) use types::{
    AdditionalFieldsEntry, EnumValueEntry, MOST_ELEMENTS, TypeEntry, TypeEntryKind, UnionEntry,
    VariantEntry,
};
pub(crate) use visit::Use;

/// A document.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) api: ApiSection,
    pub(crate) rust: RustSection,
    /// The levels of lints that do not have their default.
    pub(crate) lint: Vec<(Lint, Level)>,
    pub(crate) auth: Option<AuthSection>,
    pub(crate) pagers: Vec<PagerEntry>,
    pub(crate) error_body: Option<ErrorBodySection>,
    pub(crate) errors: Vec<ErrorEntry>,
    pub(crate) groups: Vec<GroupEntry>,
    pub(crate) shared: Vec<SharedEntry>,
    pub(crate) types: Vec<TypeEntry>,
    pub(crate) operations: Vec<OperationEntry>,
    /// The requests that the API sends, as operations of those who receive them.
    pub(crate) webhooks: Vec<OperationEntry>,
    pub(crate) left_out: LeftOut,
}
