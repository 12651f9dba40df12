//! The sections `error_body` and `errors`.

use super::Comments;
use super::layout::{Map, Value, prose, text, word};
use super::parts::{fields, notes, optional, ty, value};
use crate::document::{
    ErrorBodySection, ErrorContentEntry, ErrorContentEntryKind, ErrorEntry, ErrorKey, RoleEntry,
    ValueEntry,
};

pub(super) fn error_body(section: &ErrorBodySection) -> Value {
    let ErrorBodySection {
        is_problem,
        is_inferred: _,
        envelope,
        media,
        status,
        code,
        message,
        parameter,
        metadata,
        fields: of_fields,
        values: of_values,
        notes: of_notes,
    } = section;
    if *is_problem {
        return word("problem");
    }
    let mut map = Map::new();
    let plain = [
        ("envelope", envelope),
        ("media", media),
        ("status", status),
        ("message", message),
    ];
    for (key, name) in plain {
        map.text(key, name);
    }
    let roles = [
        ("code", code),
        ("parameter", parameter),
        ("metadata", metadata),
    ];
    for (key, role) in roles {
        if let Some(RoleEntry {
            name,
            optional: is_optional,
        }) = role
        {
            map.add(&optional(key, *is_optional), text(&name.value));
        }
    }
    map.section("fields", fields(of_fields));
    map.section("values", values(of_values));
    notes(&mut map, of_notes);
    Value::Map(map)
}

fn values(all: &[ValueEntry]) -> Map {
    all.iter().map(|(name, node)| (name, value(node))).collect()
}

pub(super) fn errors(all: &[ErrorEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    for error_entry in all {
        section.add(
            &error_entry.key.value.to_string(),
            Value::Map(error(error_entry)),
        );
        section.comment(comments.at(error_entry.name.span));
    }
    section
}

fn error(error_entry: &ErrorEntry) -> Map {
    let ErrorEntry {
        key,
        status,
        name,
        message,
        body,
        code,
        values: of_values,
        fields: of_fields,
        when,
        retry,
        implied,
        headers,
        notes: of_notes,
    } = error_entry;
    let mut map = Map::new();
    match &key.value {
        ErrorKey::Status(_) => map.add("name", text(&name.value)),
        ErrorKey::Name(_) => map.add("status", word(status.value)),
    };
    map.text("code", code);
    map.maybe(
        "message",
        message.as_ref().map(|message| prose(&message.value)),
    );
    map.maybe("body", body.as_ref().map(error_content));
    map.maybe("when", when.as_deref().map(prose));
    map.section("values", values(of_values));
    map.section("fields", fields(of_fields));
    map.flag("retry", *retry).flag("implied", *implied);
    map.section("headers", fields(headers));
    notes(&mut map, of_notes);
    map
}

fn error_content(content: &ErrorContentEntry) -> Value {
    let ErrorContentEntry {
        kind,
        span: _,
        envelope,
        media,
    } = content;
    let mut map = Map::new();
    map.add(
        "type",
        match kind {
            ErrorContentEntryKind::None => word("none"),
            ErrorContentEntryKind::Text => word("text"),
            ErrorContentEntryKind::Binary => word("binary"),
            ErrorContentEntryKind::Json(expr) => ty(expr),
        },
    );
    map.text("envelope", envelope);
    map.text("media", media);
    map.or_only("type")
}
