//! Operations: parameters in order, success, and the errors that the rules imply.

use super::contents::Contents;
use super::fields::{self, rules_of};
use super::{TypeIds, content_variants, errors, events, idempotency, paging, servers};
use crate::api::{
    Auth, Body, BodyContent, Conditional, Content, ErrorDef, Location, Operation, Order, Pager,
    Parameter, PathSegment, Response, is_negotiated,
};
use crate::document::{
    BodyEntry, ConditionalEntry, ContentEntry, Document, OperationEntry, TypeEntry, Validator,
    decoded_path_text, value,
};
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
    let named = TypeEntry::by_name(&document.types);
    let lower = |entry: &OperationEntry| {
        let section = document.auth.as_ref().filter(|_| auth.is_some());
        let access = super::auth::access(entry, section);
        let documented = errors::of_operation(entry, &document.errors, errors);
        let responses = contents.responses(entry);
        let parameters = parameters(entry, &responses, pagers, ids);
        let body = entry.body.as_ref().map(|body| lower_body(body, &contents));
        let features = errors::RequestFeatures {
            has_parameters: !parameters.is_empty(),
            has_body: body.is_some(),
            is_negotiated: is_negotiated(&responses),
        };
        let causes = errors::causes(&access, features, errors);
        let server = entry.server.as_ref();
        Operation {
            name: entry.name.value.clone(),
            group: group(entry),
            notes: entry.notes.clone(),
            method: entry.route.method,
            path: entry.route.segments.clone(),
            implied: errors::implied_statuses(causes, &documented, auth, errors),
            server: server.and_then(|name| servers::find(name, &document.api.servers)),
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

/// All parameters of an operation, also those that its responses and its key imply.
fn parameters(
    entry: &OperationEntry,
    responses: &[Response],
    pagers: &[Pager],
    ids: &TypeIds,
) -> Vec<Parameter> {
    let mut parameters = path_parameters(entry, ids);
    parameters.extend(fields::parameters(&entry.query, Location::Query, ids));
    let mut contents = responses.iter().map(|response| &response.content);
    if let Some(pager) = contents.clone().find_map(Content::pager) {
        parameters.extend_from_slice(&pagers[pager.index()].parameters);
    }
    parameters.extend(fields::parameters(&entry.headers, Location::Header, ids));
    if contents.any(|content| content.events().is_some_and(|events| events.resumable)) {
        parameters.push(events::last_event_id());
    }
    let key = entry.idempotency.as_ref();
    parameters.extend(key.map(|key| idempotency::lower(key, entry.webhook.is_some())));
    parameters.extend(fields::parameters(&entry.cookies, Location::Cookie, ids));
    parameters
}

fn lower_body(entry: &BodyEntry, contents: &Contents<'_>) -> Body {
    let rules = |content: &ContentEntry| content.expr.ty().map(rules_of).unwrap_or_default();
    let others = entry.others.iter().map(|(choice, content)| {
        let content_variant = content_variants::lower(choice);
        BodyContent {
            variant: content_variant,
            content: contents.content(content),
            rules: rules(content),
        }
    });
    Body {
        content: contents.content(&entry.content),
        choice: entry.choice.as_ref().map(content_variants::lower),
        others: others.collect(),
        optional: entry.optional,
        rules: rules(&entry.content),
        max_size: entry.max_size.as_ref().map(|size| size.value),
        schema: entry.schema.as_ref().map(value),
        notes: entry.notes.clone(),
    }
}

fn conditional(entry: &ConditionalEntry) -> Conditional {
    let has = |validator| {
        entry
            .validators
            .iter()
            .any(|declared| declared.value == validator)
    };
    Conditional {
        etag: has(Validator::ETag),
        last_modified: has(Validator::LastModified),
    }
}

fn group(entry: &OperationEntry) -> String {
    if let Some(group) = &entry.group {
        return plain_snake(&group.value);
    }
    let mut segments = entry.route.segments.iter();
    let literal = segments.find_map(|segment| match segment {
        PathSegment::Literal(text) => (!text.is_empty()).then(|| decoded_path_text(text)),
        PathSegment::Parameter(_) | PathSegment::Partial(_) | PathSegment::CatchAll(_) => None,
    });
    plain_snake(literal.as_deref().unwrap_or("root"))
}

/// The path parameters in the order of the route, which is the order of the values in a request.
fn path_parameters(entry: &OperationEntry, ids: &TypeIds) -> Vec<Parameter> {
    let declared: Vec<Parameter> = fields::parameters(&entry.path, Location::Path, ids).collect();
    let names = entry
        .route
        .segments
        .iter()
        .flat_map(PathSegment::parameters);
    let in_route =
        names.filter_map(|name| declared.iter().find(|parameter| parameter.name == name));
    in_route.cloned().collect()
}
