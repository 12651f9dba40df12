//! The sections `groups`, `operations` and `webhooks`.

use super::Comments;
use super::contents::{add_body, add_responses};
use super::layout::{Map, Value, entry, text, texts, word};
use super::paging::paging;
use super::parts::{fields, notes};
use crate::api::Direction;
use crate::document::{
    AccessEntry, AlternativeEntry, ConditionalEntry, ErrorKey, GroupEntry, IdempotencyEntry,
    OperationEntry, OrderEntry, PathSegment, Route, SharedEntry, Validator, WebhookEntry,
};
use crate::source::Spanned;

pub(super) fn groups(groups: &[GroupEntry]) -> Map {
    let mut section = Map::new();
    for GroupEntry {
        name,
        title,
        notes: group_notes,
    } in groups
    {
        let mut map = Map::new();
        map.maybe("title", title.as_deref().map(text));
        notes(&mut map, group_notes);
        section.add(&name.value, map.or_nothing());
    }
    section
}

pub(super) fn section(operations: &[OperationEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    for operation_entry in operations {
        section.add(
            &operation_entry.name.value,
            Value::Map(operation(operation_entry)),
        );
        section.comment(comments.at(operation_entry.name.span));
    }
    section
}

fn operation(operation_entry: &OperationEntry) -> Map {
    let OperationEntry {
        name: _,
        route: of_route,
        group,
        notes: of_notes,
        server,
        access: of_access,
        uses,
        path,
        query,
        headers,
        cookies,
        body,
        responses: _,
        conditional,
        order: of_order,
        paging: of_paging,
        idempotent,
        idempotency,
        errors,
        webhook,
    } = operation_entry;
    let mut map = Map::new();
    match webhook {
        None => map.add("route", route(of_route)),
        Some(WebhookEntry { signature }) => {
            let method = of_route.method.name();
            map.maybe("method", (method != "POST").then(|| word(method)));
            map.text("signature", signature)
        }
    };
    map.text("group", group);
    map.text("server", server);
    notes(&mut map, of_notes);
    map.maybe("auth", of_access.as_ref().map(access));
    map.texts("uses", uses);
    map.section("path", fields(path));
    map.section("query", fields(query));
    map.section("headers", fields(headers));
    map.section("cookies", fields(cookies));
    add_idempotency(&mut map, idempotency.as_ref());
    if let Some(body) = body {
        add_body(&mut map, body);
    }
    map.maybe("conditional", conditional.as_ref().map(validators));
    add_responses(&mut map, operation_entry);
    map.maybe("order", of_order.as_ref().map(order));
    map.maybe("pages", of_paging.as_deref().map(paging));
    map.maybe("idempotent", idempotent.map(word));
    map.maybe("errors", error_keys(errors));
    map
}

pub(super) fn add_idempotency(map: &mut Map, idempotency: Option<&IdempotencyEntry>) {
    if let Some(IdempotencyEntry { header, optional }) = idempotency {
        let key = if *optional {
            "idempotency?"
        } else {
            "idempotency"
        };
        map.add(key, text(&header.value));
    }
}

fn order(order_entry: &OrderEntry) -> Value {
    let OrderEntry { by, direction } = order_entry;
    let mut map = Map::new();
    map.add("by", text(&by.value));
    let is_descending = *direction == Direction::Descending;
    map.maybe("direction", is_descending.then(|| word("descending")));
    Value::Map(map)
}

fn validators(conditional: &ConditionalEntry) -> Value {
    let words = conditional.validators.iter().map(|validator| {
        word(match validator.value {
            Validator::ETag => "etag",
            Validator::LastModified => "last_modified",
        })
    });
    let mut words: Vec<Value> = words.collect();
    match words.len() {
        1 => words.remove(0),
        _ => Value::List(words),
    }
}

pub(super) fn error_keys(errors: &[Spanned<ErrorKey>]) -> Option<Value> {
    let keys = errors.iter().map(|key| word(&key.value));
    (!errors.is_empty()).then(|| Value::List(keys.collect()))
}

fn route(route: &Route) -> Value {
    let segments: Vec<String> = route.segments.iter().map(segment).collect();
    let written = format!("{} /{}", route.method.name(), segments.join("/"));
    // Braces and colons are plain here, but not everything that a path can contain is.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " /{}*-._~".contains(c);
    match written.chars().all(is_plain) {
        true => Value::QuotedInFlow(written),
        false => text(&written),
    }
}

/// A segment. Literal text must not look like a parameter of another language: `:id`, `*path`.
fn segment(segment: &PathSegment) -> String {
    let text = segment.to_string();
    let is_literal = matches!(segment, PathSegment::Literal(_)) && text.len() > 1;
    match text.split_at_checked(1) {
        Some((":", rest)) if is_literal => format!("%3A{rest}"),
        Some(("*", rest)) if is_literal => format!("%2A{rest}"),
        _ => text,
    }
}

pub(super) fn access(access: &AccessEntry) -> Value {
    let mut all: Vec<Value> = access.alternatives.iter().map(alternative).collect();
    match all.len() {
        1 => all.remove(0),
        _ => Value::List(all),
    }
}

fn alternative(alternative_entry: &AlternativeEntry) -> Value {
    match &alternative_entry.scopes {
        None => text(&alternative_entry.name.value),
        Some(scopes) => entry(&alternative_entry.name.value, texts(&scopes.value)),
    }
}

pub(super) fn shared(all: &[SharedEntry]) -> Map {
    let mut section = Map::new();
    for shared_entry in all {
        let SharedEntry {
            name,
            path,
            query,
            headers,
            cookies,
            response_headers,
            conditional,
            idempotency,
            errors,
        } = shared_entry;
        let mut map = Map::new();
        map.section("path", fields(path));
        map.section("query", fields(query));
        map.section("headers", fields(headers));
        map.section("cookies", fields(cookies));
        map.section("response_headers", fields(response_headers));
        map.maybe("conditional", conditional.as_ref().map(validators));
        add_idempotency(&mut map, idempotency.as_ref());
        map.maybe("errors", error_keys(errors));
        section.add(&name.value, Value::Map(map));
    }
    section
}
