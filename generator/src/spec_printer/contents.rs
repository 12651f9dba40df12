//! Bodies and responses.

use super::layout::{Map, Value, entry, text, word};
use super::parts::{fields, lists, notes, one_or_many, ty, value};
use crate::api::{EndEvent, ErrorValue, FieldStyle, SelectorPart, Status};
use crate::document::{
    BodyEntry, ContentEntry, ContentExprKind, ContentVariantEntry, ErrorEventEntry, EventKeys,
    OperationEntry, ResponseEntry, SelectorEntry,
};

/// A content, as in `page<Book>`.
fn expr(kind: &ContentExprKind) -> Value {
    text(&match kind {
        ContentExprKind::None => "none".to_owned(),
        ContentExprKind::Json(ty) => ty.to_string(),
        ContentExprKind::Page { pager, item } => format!("{pager}<{item}>"),
        ContentExprKind::Form(ty) => format!("form<{ty}>"),
        ContentExprKind::Multipart(ty) => format!("multipart<{ty}>"),
        ContentExprKind::Text => "text".to_owned(),
        ContentExprKind::Binary => "binary".to_owned(),
        ContentExprKind::Lines(ty) => format!("json_lines<{ty}>"),
        ContentExprKind::Events(None) => "events<text>".to_owned(),
        ContentExprKind::Events(Some(ty)) => format!("events<{ty}>"),
    })
}

fn content(map: &mut Map, content_entry: &ContentEntry) {
    let ContentEntry {
        expr: kind,
        envelope,
        media,
        lists: of_lists,
        styles,
        events,
    } = content_entry;
    map.add("type", expr(&kind.kind));
    map.text("envelope", envelope);
    map.maybe("media", one_or_many(media));
    map.maybe(
        "lists",
        of_lists.as_ref().map(|spelling| lists(spelling.value)),
    );
    let styles = styles.iter().map(|(name, style)| {
        let style = match style.value {
            FieldStyle::Comma => "comma",
            FieldStyle::Space => "space",
            FieldStyle::Pipe => "pipe",
            FieldStyle::Json | FieldStyle::JsonItems => "json",
        };
        (name, word(style))
    });
    map.section("styles", styles.collect());
    add_events(map, events);
}

fn add_events(map: &mut Map, events: &EventKeys) {
    let EventKeys {
        end,
        error,
        event_names,
        resumable,
    } = events;
    map.maybe(
        "end",
        end.as_ref().map(|end| match &end.value {
            EndEvent::Data(data) => text(data),
            EndEvent::Named(name) => entry("event", text(name)),
        }),
    );
    map.maybe("error", error.as_deref().map(error_event));
    map.flag("event_names", event_names.is_some());
    map.flag("resumable", resumable.is_some());
}

fn error_event(error: &ErrorEventEntry) -> Value {
    let ErrorEventEntry {
        span: _,
        event,
        field,
        is,
        ty: of_type,
    } = error;
    let mut map = Map::new();
    map.text("event", event);
    map.maybe("field", one_or_many(field));
    map.maybe(
        "is",
        is.as_ref().and_then(|is| match &is.value {
            ErrorValue::Present => None,
            ErrorValue::Text(value) => Some(text(value)),
            ErrorValue::Integer(value) => Some(word(value)),
            ErrorValue::Boolean(value) => Some(word(value)),
        }),
    );
    map.maybe("type", of_type.as_ref().map(ty));
    Value::Map(map)
}

fn choices<'e>(all: impl Iterator<Item = (&'e ContentVariantEntry, &'e ContentEntry)>) -> Value {
    Value::Map(
        all.map(|(name, content_entry)| (&name.name, choice(name, content_entry)))
            .collect(),
    )
}

fn choice(choice: &ContentVariantEntry, content_entry: &ContentEntry) -> Value {
    let ContentVariantEntry {
        name: _,
        selected_by,
        notes: of_notes,
    } = choice;
    let mut map = Map::new();
    content(&mut map, content_entry);
    if let Some(SelectorEntry {
        part,
        name,
        value: of_value,
    }) = selected_by
    {
        let part = match part {
            SelectorPart::Body => "body",
            SelectorPart::Query => "query",
        };
        let value = entry(&name.value, value(of_value));
        map.add("selected_by", entry(part, value));
    }
    notes(&mut map, of_notes);
    map.or_only("type")
}

pub(super) fn add_body(map: &mut Map, body: &BodyEntry) {
    let BodyEntry {
        content: of_content,
        choice: of_choice,
        others: _,
        optional,
        max_size,
        schema,
        notes: of_notes,
    } = body;
    let mut own = Map::new();
    match of_choice {
        None => content(&mut own, of_content),
        Some(_) => {
            own.add("choice", choices(body.choices()));
        }
    }
    own.maybe("max_size", max_size.as_ref().map(|size| word(size.value)));
    own.maybe("schema", schema.as_ref().map(value));
    notes(&mut own, of_notes);
    map.add(
        if *optional { "body?" } else { "body" },
        own.or_only("type"),
    );
}

pub(super) fn add_responses(map: &mut Map, operation: &OperationEntry) {
    let responses = operation.responses.as_slice();
    let is_empty = |response_entry: &ResponseEntry| {
        response_entry.content.is_none()
            && response_entry.headers.is_empty()
            && response_entry.rust_name.is_none()
            && response_entry.notes == crate::api::Notes::default()
    };
    match responses {
        // Without any, an operation responds with 204, and a webhook takes every success.
        [] => return,
        [only]
            if only.status.value == Status::Exact(204)
                && is_empty(only)
                && operation.webhook.is_none() =>
        {
            return;
        }
        _ => {}
    }
    let mut groups: Vec<(Status, Vec<&ResponseEntry>)> = Vec::new();
    for response in responses {
        match groups.last_mut() {
            Some((status, group)) if *status == response.status.value => group.push(response),
            _ => groups.push((response.status.value, vec![response])),
        }
    }
    if let [(Status::Exact(200), group)] = groups.as_slice() {
        map.add("returns", response(group));
        return;
    }
    let mut all = Map::new();
    for (status, group) in &groups {
        all.add(&status.to_string(), response(group));
    }
    map.add("responses", Value::Map(all));
}

/// A response, or several contents of it.
fn response(group: &[&ResponseEntry]) -> Value {
    let mut map = Map::new();
    let Some(first) = group.first() else {
        return Value::Map(map);
    };
    let all = group.iter();
    let all = all.filter_map(|entry| Some((entry.choice.as_ref()?, entry.content.as_ref()?)));
    if all.clone().next().is_some() {
        map.add("choice", choices(all));
    } else if let Some(only) = &first.content {
        content(&mut map, only);
    }
    map.text("name", &first.rust_name);
    map.section("headers", fields(&first.headers));
    notes(&mut map, &first.notes);
    match map.is_empty() {
        true => word("none"),
        false => map.or_only("type"),
    }
}
