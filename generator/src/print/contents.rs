//! Bodies and responses.

use super::layout::{Map, Value, text, texts, word};
use super::parts::{fields, lists, notes, one_or_many, ty, value};
use crate::api::{EndEvent, ErrorValue, FieldStyle, SelectorPart, Status};
use crate::document::{
    BodyEntry, ChoiceEntry, ContentEntry, ContentExprKind, ErrorEventEntry, EventKeys,
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

fn content(map: &mut Map, of: &ContentEntry) {
    let ContentEntry {
        expr: kind,
        envelope,
        media,
        lists: of_lists,
        styles,
        events,
    } = of;
    map.add("type", expr(&kind.kind));
    map.maybe("envelope", envelope.as_ref().map(|name| text(&name.value)));
    map.maybe("media", one_or_many(media));
    map.maybe("lists", of_lists.as_ref().map(|of| lists(of.value)));
    let mut of_fields = Map::new();
    for (name, style) in styles {
        of_fields.add(
            &name.value,
            word(match style.value {
                FieldStyle::Comma => "comma",
                FieldStyle::Space => "space",
                FieldStyle::Pipe => "pipe",
                FieldStyle::Json | FieldStyle::JsonItems => "json",
            }),
        );
    }
    if !of_fields.is_empty() {
        map.add("styles", Value::Map(of_fields));
    }
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
            EndEvent::Named(name) => {
                let mut map = Map::new();
                map.add("event", text(name));
                Value::Map(map)
            }
        }),
    );
    map.maybe("error", error.as_deref().map(error_event));
    map.maybe("event_names", event_names.map(|_| word("true")));
    map.maybe("resumable", resumable.map(|_| word("true")));
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
    map.maybe("event", event.as_ref().map(|name| text(&name.value)));
    map.maybe("field", one_or_many(field));
    map.maybe(
        "is",
        is.as_ref().and_then(|is| match &is.value {
            ErrorValue::Present => None,
            ErrorValue::Text(of) => Some(text(of)),
            ErrorValue::Integer(of) => Some(word(of)),
            ErrorValue::Boolean(of) => Some(word(of)),
        }),
    );
    map.maybe("type", of_type.as_ref().map(ty));
    Value::Map(map)
}

/// A map whose only key may be `type`.
fn short(map: Map) -> Value {
    match map.into_only("type") {
        Ok(ty) => ty,
        Err(map) => Value::Map(map),
    }
}

fn choice(choice: &ChoiceEntry, of: &ContentEntry) -> Value {
    let ChoiceEntry {
        name: _,
        selected_by,
        notes: of_notes,
    } = choice;
    let mut map = Map::new();
    content(&mut map, of);
    if let Some(SelectorEntry {
        part,
        name,
        value: of_value,
    }) = selected_by
    {
        let mut inner = Map::new();
        inner.add(&name.value, value(of_value));
        let mut outer = Map::new();
        let key = match part {
            SelectorPart::Body => "body",
            SelectorPart::Query => "query",
        };
        outer.add(key, Value::Map(inner));
        map.add("selected_by", Value::Map(outer));
    }
    notes(&mut map, of_notes);
    short(map)
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
            let mut choices = Map::new();
            for (name, of) in body.choices() {
                choices.add(&name.name.value, choice(name, of));
            }
            own.add("choice", Value::Map(choices));
        }
    }
    own.maybe("max_size", max_size.as_ref().map(|size| word(size.value)));
    own.maybe("schema", schema.as_ref().map(value));
    notes(&mut own, of_notes);
    map.add(if *optional { "body?" } else { "body" }, short(own));
}

pub(super) fn add_responses(map: &mut Map, operation: &OperationEntry) {
    let responses = operation.responses.as_slice();
    let is_empty = |of: &ResponseEntry| {
        of.content.is_none()
            && of.headers.is_empty()
            && of.rust_name.is_none()
            && of.notes == crate::api::Notes::default()
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
    let choices = group
        .iter()
        .filter_map(|of| Some((of.choice.as_ref()?, of.content.as_ref()?)));
    let choices: Vec<_> = choices.collect();
    if choices.is_empty() {
        if let Some(of) = &first.content {
            content(&mut map, of);
        }
    } else {
        let mut all = Map::new();
        for (name, of) in choices {
            all.add(&name.name.value, choice(name, of));
        }
        map.add("choice", Value::Map(all));
    }
    map.maybe(
        "name",
        first.rust_name.as_ref().map(|name| text(&name.value)),
    );
    map.section("headers", fields(&first.headers));
    notes(&mut map, &first.notes);
    match map.is_empty() {
        true => word("none"),
        false => short(map),
    }
}

/// A list of names.
pub(super) fn names(all: &[crate::source::Spanned<String>]) -> Option<Value> {
    (!all.is_empty()).then(|| texts(all))
}
