//! Operations: parameters in order, success, and the errors that the rules imply.

use super::contents::Contents;
use super::types::{presence, rules, rules_of, type_ref, value};
use super::{TypeIds, choice, errors, events, idempotency, paging, servers};
use crate::api::{
    Auth, Body, Conditional, ErrorDef, Lists, Location, Operation, Order, Pager, Parameter,
    PathPart, PathSegment, Style, is_negotiated,
};
use crate::document::{
    ConditionalEntry, Document, FieldEntry, OperationEntry, RoutePart, RouteSegment, TypeEntry,
    TypeExprKind, Validator, decoded_path_text,
};
use crate::hash::HashMap;
use crate::naming::plain_snake;

pub(super) fn lower(
    entries: &[OperationEntry],
    document: &Document,
    ids: &TypeIds,
    auth: Option<&Auth>,
    pagers: &[Pager],
    errors: &[ErrorDef],
) -> Vec<Operation> {
    let contents = Contents {
        ids,
        pagers,
        types: &document.types,
    };
    let types = document.types.iter();
    let named = types.map(|entry| (entry.name.value.as_str(), entry));
    let named: HashMap<&str, &TypeEntry> = named.collect();
    let lower = |entry: &OperationEntry| {
        let section = document.auth.as_ref().filter(|_| auth.is_some());
        let access = super::auth::access(entry, section);
        let documented = errors::of_operation(entry, &document.errors, errors);
        let mut parameters = path_parameters(entry, ids);
        parameters.extend(self::parameters(&entry.query, Location::Query, ids));
        let responses = contents.responses(entry);
        let mut paged = responses.iter();
        if let Some(pager) = paged.find_map(|response| response.content.pager()) {
            parameters.extend_from_slice(&pagers[pager.index()].parameters);
        }
        parameters.extend(self::parameters(&entry.headers, Location::Header, ids));
        let mut events = responses
            .iter()
            .filter_map(|response| response.content.events());
        if events.any(|events| events.resumable) {
            parameters.push(events::last_event_id());
        }
        parameters.extend(entry.idempotency.as_ref().map(idempotency::lower));
        parameters.extend(self::parameters(&entry.cookies, Location::Cookie, ids));
        let body = entry.body.as_ref().map(|body| Body {
            content: contents.content(&body.content),
            choice: body.choice.as_ref().map(choice::lower),
            others: body
                .others
                .iter()
                .map(|(choice, entry)| {
                    let rules = entry.expr.ty().map(rules_of).unwrap_or_default();
                    (choice::lower(choice), contents.content(entry), rules)
                })
                .collect(),
            optional: body.optional,
            rules: body.content.expr.ty().map(rules_of).unwrap_or_default(),
            max_size: body.max_size.as_ref().map(|size| size.value),
            schema: body.schema.as_ref().map(value),
            notes: body.notes.clone(),
        });
        Operation {
            name: entry.name.value.clone(),
            group: group(entry),
            notes: entry.notes.clone(),
            method: entry.route.method,
            path: path(&entry.route.segments),
            implied: errors::implied_statuses(
                errors::causes(
                    &access,
                    (
                        !parameters.is_empty(),
                        body.is_some(),
                        is_negotiated(&responses),
                    ),
                    errors,
                ),
                &documented,
                auth,
                errors,
            ),
            server: entry
                .server
                .as_ref()
                .and_then(|name| servers::find(name, &document.api.servers)),
            access,
            errors: documented,
            parameters,
            body,
            responses,
            conditional: entry.conditional.as_ref().map(conditional),
            order: entry.order.as_ref().map(|order| Order {
                by: order.by.value.clone(),
                direction: order.direction,
            }),
            paging: paging::lower(entry, &named, ids),
            idempotent: entry
                .idempotent
                .unwrap_or(entry.route.method.is_idempotent() || entry.idempotency.is_some()),
            webhook: None,
        }
    };
    entries.iter().map(lower).collect()
}

fn conditional(entry: &ConditionalEntry) -> Conditional {
    let has = |validator| entry.validators.iter().any(|of| of.value == validator);
    Conditional {
        etag: has(Validator::ETag),
        last_modified: has(Validator::LastModified),
    }
}

fn path(segments: &[RouteSegment]) -> Vec<PathSegment> {
    let segment = |segment: &RouteSegment| match segment {
        RouteSegment::Literal(text) => PathSegment::Literal(text.clone()),
        RouteSegment::Parameter(name) => PathSegment::Parameter(name.clone()),
        RouteSegment::Partial(parts) => {
            let parts = parts.iter().map(|part| match part {
                RoutePart::Literal(text) => PathPart::Literal(text.clone()),
                RoutePart::Parameter(name) => PathPart::Parameter(name.clone()),
            });
            PathSegment::Partial(parts.collect())
        }
        RouteSegment::CatchAll(name) => PathSegment::CatchAll(name.clone()),
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
            RouteSegment::Literal(text) if text.is_empty() => None,
            RouteSegment::Literal(text) => Some(decoded_path_text(text)),
            RouteSegment::Parameter(_) | RouteSegment::Partial(_) | RouteSegment::CatchAll(_) => {
                None
            }
        });
    plain_snake(literal.as_deref().unwrap_or("root"))
}

/// The path parameters in the order of the route, which is the order of the values in a request.
fn path_parameters(entry: &OperationEntry, ids: &TypeIds) -> Vec<Parameter> {
    let declared: Vec<Parameter> = parameters(&entry.path, Location::Path, ids).collect();
    let names = entry
        .route
        .segments
        .iter()
        .flat_map(RouteSegment::parameters);
    let in_route = names.filter_map(|name| declared.iter().find(|of| of.name == name));
    in_route.cloned().collect()
}

pub(super) fn parameters(
    entries: &[FieldEntry],
    location: Location,
    ids: &TypeIds,
) -> impl Iterator<Item = Parameter> {
    entries.iter().map(move |entry| Parameter {
        name: entry.name.value.clone(),
        rust_name: entry.rust_name.as_ref().map(|name| name.value.clone()),
        location,
        notes: entry.notes.clone(),
        ty: type_ref(&entry.ty, ids),
        style: style(entry, location),
        allow_reserved: entry.style.allow_reserved.is_some(),
        presence: presence(entry),
        rules: rules(&entry.constraints, &entry.ty).into(),
        sensitivity: entry.sensitivity,
        example: entry.example.as_deref().map(value),
        constant: entry.constant.as_deref().map(value),
        is_idempotency_key: false,
        page: None,
    })
}

/// How a parameter is written.
fn style(entry: &FieldEntry, location: Location) -> Style {
    let lists = entry.style.lists.as_ref();
    let lists = lists.map_or_else(Lists::default, |lists| lists.value);
    match (&entry.style.style, &entry.ty.kind) {
        (Some(style), _) => match style.value {
            Style::Deep(_) => Style::Deep(lists),
            Style::Flat(_) => Style::Flat(lists),
            other if matches!(entry.ty.kind, TypeExprKind::List(_)) => other,
            other => other.of_object(),
        },
        (None, TypeExprKind::List(_)) => match location {
            Location::Query => Style::Repeated,
            Location::Path | Location::Header | Location::Cookie => Style::Comma,
        },
        (None, TypeExprKind::Scalar(_) | TypeExprKind::Named(_) | TypeExprKind::Map(_)) => {
            Style::Single
        }
    }
}
