//! Parameters.

use super::members::reference;
use super::schemas::{default, schema, secrecy};
use super::{Document, Members, text};
use crate::api::{
    Api, Location, Operation, Parameter, Presence, Rules, Scalar, SuccessContent, Type, TypeKind,
    TypeRef, Value,
};

/// The two parameters of pages, which every paged operation has.
pub(super) fn components(document: Document<'_>) -> Members {
    let mut operations = document.api.operations.iter();
    let is_used = operations.any(is_paged);
    match document.api.pagination.as_ref().filter(|_| is_used) {
        Some(pagination) => Members::new()
            .with(
                "offset",
                parameter(document, &pagination.offset, &pagination.offset.name),
            )
            .with(
                "limit",
                parameter(document, &pagination.limit, &pagination.limit.name),
            ),
        None => Members::new(),
    }
}

fn is_paged(operation: &Operation) -> bool {
    matches!(operation.success().content, SuccessContent::Page(_))
}

/// The parameters of an operation. Those of the path go by the names that the path has for them.
pub(super) fn list(
    document: Document<'_>,
    operation: &Operation,
    path_names: &[&str],
) -> Option<Vec<Value>> {
    let pages = document
        .api
        .pagination
        .as_ref()
        .filter(|_| is_paged(operation));
    let mut path_names = path_names.iter();
    let list: Vec<Value> = operation
        .parameters
        .iter()
        .map(|parameter| {
            let own = match parameter.location {
                Location::Path => path_names.next().copied(),
                Location::Query | Location::Header => None,
            };
            let written = match pages {
                Some(pages) if *parameter == pages.offset => reference("parameters", "offset"),
                Some(pages) if *parameter == pages.limit => reference("parameters", "limit"),
                _ => self::parameter(document, parameter, own.unwrap_or(&parameter.name)),
            };
            written.into()
        })
        .collect();
    (!list.is_empty()).then_some(list)
}

fn parameter(document: Document<'_>, parameter: &Parameter, name: &str) -> Members {
    Members::new()
        .with("name", name)
        .with("in", location(parameter.location))
        .unless_none("description", description(document, parameter))
        .flag("required", is_required(parameter))
        .with("schema", value(document, parameter))
        .unless_none("example", parameter.example.clone())
        .and(text::flags(&parameter.notes))
        .and(text::sensitivity(parameter.sensitivity))
}

/// The part of a request, as OpenAPI and the faults of a request name it.
pub(super) fn location(location: Location) -> &'static str {
    match location {
        Location::Path => "path",
        Location::Query => "query",
        Location::Header => "header",
    }
}

/// What is said of the parameter, or else of its type.
fn description(document: Document<'_>, parameter: &Parameter) -> Option<String> {
    let of_type = match &parameter.ty.ty {
        Type::Named(id) => document.api.type_def(*id).notes.doc.as_deref(),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    };
    text::description(&parameter.notes, of_type)
}

/// Whether a request without the parameter is a fault. An empty list is sent as nothing at all.
fn is_required(parameter: &Parameter) -> bool {
    let may_be_empty = matches!(parameter.ty.ty, Type::List(_))
        && parameter.rules.min_items.unwrap_or_default() == 0;
    parameter.presence == Presence::Required && !may_be_empty
}

/// The schema of the value. A segment of a path is never empty, whatever its type allows.
fn value(document: Document<'_>, parameter: &Parameter) -> Members {
    let mut rules = parameter.rules.clone();
    let may_be_empty = may_be_empty(document.api, &parameter.ty, &rules);
    let needs_text = parameter.location == Location::Path && may_be_empty;
    if needs_text {
        rules.min_length = None;
    }
    schema(document, &parameter.ty, &rules, true)
        .unless_none("minLength", needs_text.then_some(1))
        .and(secrecy(&parameter.ty, parameter.sensitivity))
        .unless_none("default", default(&parameter.presence))
}

/// Whether the empty text is a value of the type.
fn may_be_empty(api: &Api, ty: &TypeRef, rules: &Rules) -> bool {
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
    match &ty.ty {
        Type::Scalar(scalar) => scalar_may(*scalar, rules),
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Newtype(newtype) => scalar_may(newtype.scalar, &newtype.rules),
            TypeKind::Enum(values) => values.open,
            TypeKind::Object(_) => false,
        },
        Type::List(_) | Type::Map(_) => false,
    }
}

/// A header of an answer.
pub(super) fn header(document: Document<'_>, header: &Parameter) -> Members {
    Members::new()
        .unless_none("description", description(document, header))
        .with("schema", schema(document, &header.ty, &header.rules, false))
        .unless_none("example", header.example.clone())
        .and(text::flags(&header.notes))
}
