//! The sections `groups`, `operations` and `webhooks`.

use super::Comments;
use super::contents::{add_body, add_responses, names};
use super::layout::{Map, Value, text, word};
use super::paging::paging;
use super::parts::{fields, notes};
use crate::api::Direction;
use crate::document::{
    AccessEntry, AlternativeEntry, ConditionalEntry, ErrorKey, GroupEntry, IdempotencyEntry,
    OperationEntry, OrderEntry, Route, SharedEntry, Validator, WebhookEntry,
};
use crate::source::Spanned;

pub(super) fn groups(groups: &[GroupEntry]) -> Map {
    let mut section = Map::new();
    for GroupEntry {
        name,
        title,
        notes: of,
    } in groups
    {
        let mut map = Map::new();
        map.maybe("title", title.as_deref().map(text));
        notes(&mut map, of);
        let value = match map.is_empty() {
            true => Value::Scalar(String::new()),
            false => Value::Map(map),
        };
        section.add(&name.value, value);
    }
    section
}

pub(super) fn section(operations: &[OperationEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    for of in operations {
        section.add(&of.name.value, Value::Map(operation(of)));
        section.comment(comments.at(of.name.span));
    }
    section
}

fn operation(of: &OperationEntry) -> Map {
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
        order,
        paging: of_paging,
        idempotent,
        idempotency,
        errors,
        webhook,
    } = of;
    let mut map = Map::new();
    match webhook {
        None => {
            map.add("route", route(of_route));
        }
        Some(WebhookEntry { signature }) => {
            let method = of_route.method.name();
            map.maybe("method", (method != "POST").then(|| word(method)));
            map.maybe(
                "signature",
                signature.as_ref().map(|name| text(&name.value)),
            );
        }
    }
    map.maybe("group", group.as_ref().map(|name| text(&name.value)));
    map.maybe("server", server.as_ref().map(|name| text(&name.value)));
    notes(&mut map, of_notes);
    map.maybe("auth", of_access.as_ref().map(access));
    map.maybe("uses", names(uses));
    map.section("path", fields(path));
    map.section("query", fields(query));
    map.section("headers", fields(headers));
    map.section("cookies", fields(cookies));
    add_idempotency(&mut map, idempotency.as_ref());
    if let Some(body) = body {
        add_body(&mut map, body);
    }
    map.maybe("conditional", conditional.as_ref().map(validators));
    add_responses(&mut map, of);
    if let Some(OrderEntry { by, direction }) = order {
        let mut own = Map::new();
        own.add("by", text(&by.value));
        if *direction == Direction::Descending {
            own.add("direction", word("descending"));
        }
        map.add("order", Value::Map(own));
    }
    map.maybe("pages", of_paging.as_deref().map(paging));
    map.maybe("idempotent", idempotent.map(word));
    map.maybe("errors", error_keys(errors));
    map
}

pub(super) fn add_idempotency(map: &mut Map, of: Option<&IdempotencyEntry>) {
    if let Some(IdempotencyEntry { header, optional }) = of {
        let key = if *optional {
            "idempotency?"
        } else {
            "idempotency"
        };
        map.add(key, text(&header.value));
    }
}

fn validators(of: &ConditionalEntry) -> Value {
    let words = of.validators.iter().map(|validator| {
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
    let keys = errors.iter().map(|key| text_of_key(&key.value));
    (!errors.is_empty()).then(|| Value::List(keys.collect()))
}

/// A status as a number, a class or a name as it is.
pub(super) fn text_of_key(key: &ErrorKey) -> Value {
    word(key)
}

fn route(route: &Route) -> Value {
    let segments = route.segments.iter().map(ToString::to_string);
    let segments: Vec<String> = segments.collect();
    let written = format!("{} /{}", route.method.name(), segments.join("/"));
    // Braces and colons are plain here, but not everything that a path can contain is.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " /{}*-._~".contains(c);
    match written.chars().all(is_plain) {
        true => Value::Braces(written),
        false => text(&written),
    }
}

pub(super) fn access(access: &AccessEntry) -> Value {
    let mut all: Vec<Value> = access.alternatives.iter().map(alternative).collect();
    match all.len() {
        1 => all.remove(0),
        _ => Value::List(all),
    }
}

fn alternative(of: &AlternativeEntry) -> Value {
    match &of.scopes {
        None => text(&of.name.value),
        Some(scopes) => {
            let mut map = Map::new();
            map.add(&of.name.value, super::layout::texts(&scopes.value));
            Value::Map(map)
        }
    }
}

pub(super) fn shared(all: &[SharedEntry]) -> Map {
    let mut section = Map::new();
    for of in all {
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
        } = of;
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
