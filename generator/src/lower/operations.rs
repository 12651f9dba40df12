//! Operations: parameters in order, success, and the errors that the rules imply.

use super::types::{presence, rules, type_ref, value};
use super::{TypeIds, errors, lower_notes};
use crate::api::{
    Auth, Body, Cause, ErrorStatus, Location, Media, Operation, OperationError, Order, Pagination,
    Parameter, PathSegment, Success, SuccessContent, Type,
};
use crate::naming::plain_snake;
use crate::spec::{Document, FieldEntry, OperationEntry, RouteSegment};

pub(super) fn lower(
    document: &Document,
    ids: &TypeIds,
    auth: Option<&Auth>,
    pagination: Option<&Pagination>,
    error_statuses: &[ErrorStatus],
) -> Vec<Operation> {
    let lower = |entry: &OperationEntry| {
        let key = key_index(entry, auth);
        let mut parameters = path_parameters(entry, ids);
        parameters.extend(self::parameters(&entry.query, Location::Query, ids));
        if let (Some(_), Some(pagination)) = (&entry.page, pagination) {
            parameters.extend([pagination.offset.clone(), pagination.limit.clone()]);
        }
        parameters.extend(self::parameters(&entry.headers, Location::Header, ids));
        let body = entry.body.as_ref().map(|body| Body {
            media: Media::Json,
            ty: type_ref(&body.ty, ids),
            notes: lower_notes(&body.notes),
        });
        Operation {
            name: entry.name.value.clone(),
            group: group(entry),
            notes: lower_notes(&entry.notes),
            method: entry.route.method,
            path: path(&entry.route.segments),
            key,
            errors: errors(
                entry,
                errors::causes(key, !parameters.is_empty(), body.is_some(), error_statuses),
                auth,
            ),
            parameters,
            body,
            successes: vec![success(entry, ids)],
            order: entry.order.as_ref().map(|order| Order {
                by: order.by.value.clone(),
                direction: order.direction,
            }),
            idempotent: entry
                .idempotent
                .unwrap_or(entry.route.method.is_idempotent()),
        }
    };
    document.operations.iter().map(lower).collect()
}

fn path(segments: &[RouteSegment]) -> Vec<PathSegment> {
    let segment = |segment: &RouteSegment| match segment {
        RouteSegment::Literal(text) => PathSegment::Literal(text.clone()),
        RouteSegment::Parameter(name) => PathSegment::Parameter(name.clone()),
    };
    segments.iter().map(segment).collect()
}

fn group(entry: &OperationEntry) -> String {
    if let Some(group) = &entry.group {
        return plain_snake(&group.value);
    }
    let literal = entry
        .route
        .segments
        .iter()
        .find_map(|segment| match segment {
            RouteSegment::Literal(text) => Some(text),
            RouteSegment::Parameter(_) => None,
        });
    plain_snake(literal.map_or("root", |text| text))
}

fn key_index(entry: &OperationEntry, auth: Option<&Auth>) -> Option<usize> {
    let name = &entry.key.as_ref()?.value;
    auth?.keys.iter().position(|kind| kind.name == *name)
}

/// The path parameters in the order of the route, which is the order of the values in a request.
fn path_parameters(entry: &OperationEntry, ids: &TypeIds) -> Vec<Parameter> {
    let declared: Vec<Parameter> = parameters(&entry.path, Location::Path, ids).collect();
    let in_route = entry
        .route
        .segments
        .iter()
        .filter_map(|segment| match segment {
            RouteSegment::Parameter(name) => {
                declared.iter().find(|parameter| parameter.name == *name)
            }
            RouteSegment::Literal(_) => None,
        });
    in_route.cloned().collect()
}

pub(super) fn parameters(
    entries: &[FieldEntry],
    location: Location,
    ids: &TypeIds,
) -> impl Iterator<Item = Parameter> {
    entries.iter().map(move |entry| Parameter {
        name: entry.name.value.clone(),
        location,
        notes: lower_notes(&entry.notes),
        ty: type_ref(&entry.ty, ids),
        presence: presence(entry),
        rules: rules(&entry.constraints, &entry.ty),
        sensitivity: entry.sensitivity,
        example: entry.example.as_ref().map(value),
        page: None,
    })
}

fn success(entry: &OperationEntry, ids: &TypeIds) -> Success {
    let content = match (&entry.page, &entry.returns) {
        (Some(page), _) => match type_ref(page, ids).ty {
            Type::Named(item) => SuccessContent::Page(item),
            // `check` rejects anything but objects.
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => SuccessContent::Empty,
        },
        (None, Some(returns)) => SuccessContent::Value {
            envelope: returns.envelope.as_ref().map(|name| name.value.clone()),
            ty: type_ref(&returns.ty, ids),
        },
        (None, None) => SuccessContent::Empty,
    };
    let usual = if content == SuccessContent::Empty {
        204
    } else {
        200
    };
    Success {
        status: entry.status.as_ref().map_or(usual, |status| status.value),
        content,
    }
}

/// The errors that the operation documents, and those that the rules of the API imply.
fn errors(
    entry: &OperationEntry,
    causes: impl Iterator<Item = Cause>,
    auth: Option<&Auth>,
) -> Vec<OperationError> {
    let origins = errors::of_operation(entry, causes, auth);
    origins
        .into_iter()
        .map(|(status, origin)| OperationError { status, origin })
        .collect()
}
