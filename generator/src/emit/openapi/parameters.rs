//! Parameters.

use super::members::reference;
use super::scalars::count;
use super::schemas::{default, schema, secrecy};
use super::{Document, Members, text};
use crate::api::{Location, Operation, Parameter, Type, Value};

/// The two parameters of pages, which every paged operation has.
pub(super) fn components(document: Document<'_>) -> Members {
    let mut operations = document.api.operations.iter();
    let is_used = operations.any(Operation::is_paged);
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
        .filter(|_| operation.is_paged());
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
        .flag("required", !parameter.may_be_left_out())
        .with("schema", value(document, parameter))
        .unless_none("example", parameter.example.clone())
        .and(text::flags(&parameter.notes))
        .and(text::sensitivity(parameter.sensitivity))
}

/// The part of a request, as OpenAPI and the validation errors of a request name it.
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
        Type::Named(id) => text::repeated(&document.api.type_def(*id).notes),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    };
    text::description(&parameter.notes, of_type)
}

/// The schema of the value, with the bounds that it has at its place.
fn value(document: Document<'_>, parameter: &Parameter) -> Members {
    let rules = document.api.rules_in_place(parameter);
    // A named type is referred to, and has its own bounds already.
    let of_place = match parameter.ty.ty {
        Type::Named(_) => rules.min_length.map(count),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    };
    schema(document, &parameter.ty, &rules)
        .unless_none("minLength", of_place)
        .and(secrecy(&parameter.ty, parameter.sensitivity))
        .unless_none("default", default(&parameter.presence))
}

/// A header of a response.
pub(super) fn header(document: Document<'_>, header: &Parameter) -> Members {
    Members::new()
        .unless_none("description", description(document, header))
        .with("schema", schema(document, &header.ty, &header.rules))
        .unless_none("example", header.example.clone())
        .and(text::flags(&header.notes))
}
