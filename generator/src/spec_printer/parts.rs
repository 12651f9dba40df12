//! Parts that many entries have: notes, types, constraints, values.

use super::layout::{Map, Value, prose, text, texts, word};
use super::xml::xml;
use crate::api::{Accepted, Bound, Delimited, Deprecation, Lists, Notes, Sensitivity, Style};
use crate::document::{Constraints, Direction, FieldEntry, StyleEntry, TypeExpr};
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

pub(super) fn ty(ty: &TypeExpr) -> Value {
    text(&ty.to_string())
}

/// One text, or a list of several.
pub(super) fn one_or_many(all: &[Spanned<String>]) -> Option<Value> {
    match all {
        [] => None,
        [only] => Some(text(&only.value)),
        many => Some(texts(many)),
    }
}

pub(super) fn notes(map: &mut Map, notes: &Notes) {
    let Notes {
        doc,
        assumed,
        deprecation,
        stability,
        see,
        allow,
        accepted,
    } = notes;
    map.maybe("doc", doc.as_deref().map(prose));
    map.maybe("assumed", assumed.as_deref().map(prose));
    map.maybe("deprecated", deprecation.as_ref().map(deprecated));
    map.maybe(
        "stability",
        stability.map(|stability| word(stability.name())),
    );
    map.maybe(
        "see",
        see.as_ref().map(|see| match &see.title {
            None => text(&see.url),
            Some(title) => {
                let mut map = Map::new();
                map.add("url", text(&see.url)).add("title", text(title));
                Value::Map(map)
            }
        }),
    );
    if !allow.is_empty() || !accepted.is_empty() {
        let lints = allow.iter().map(word);
        let changes = accepted.iter().map(accepted_change);
        map.add("allow", Value::List(lints.chain(changes).collect()));
    }
}

fn accepted_change(accepted: &Accepted) -> Value {
    let Accepted {
        rule,
        reason,
        until,
    } = accepted;
    match (reason, until) {
        (None, None) => word(rule.id()),
        _ => {
            let mut map = Map::new();
            map.add("rule", word(rule.id()));
            map.maybe("reason", reason.as_deref().map(prose));
            map.maybe("until", until.map(word));
            Value::Map(map)
        }
    }
}

fn deprecated(deprecation: &Deprecation) -> Value {
    let Deprecation {
        reason,
        since,
        sunset,
    } = deprecation;
    match (reason, since, sunset) {
        (None, None, None) => word("true"),
        (Some(reason), None, None) => prose(reason),
        _ => {
            let mut map = Map::new();
            map.maybe("reason", reason.as_deref().map(prose));
            map.maybe("since", since.map(word));
            map.maybe("sunset", sunset.map(word));
            Value::Map(map)
        }
    }
}

pub(super) fn constraints(map: &mut Map, all: &Constraints) {
    let Constraints {
        min,
        max,
        above,
        below,
        multiple_of,
        min_length,
        max_length,
        pattern,
        min_items,
        max_items,
        unique_items,
    } = all;
    let bounds = [
        ("min", min),
        ("max", max),
        ("above", above),
        ("below", below),
        ("multiple_of", multiple_of),
    ];
    for (key, bound) in bounds {
        map.maybe(
            key,
            bound.as_ref().map(|bound| match bound.value {
                Bound::Integer(value) => word(value),
                // As JSON writes it, with a point or an exponent.
                Bound::Number(value) => word(format!("{value:?}")),
            }),
        );
    }
    for (key, size) in [("min_length", min_length), ("max_length", max_length)] {
        map.maybe(key, size.as_ref().map(|size| word(size.value)));
    }
    map.text("pattern", pattern);
    for (key, size) in [("min_items", min_items), ("max_items", max_items)] {
        map.maybe(key, size.as_ref().map(|size| word(size.value)));
    }
    map.flag("unique_items", unique_items.is_some());
}

pub(super) fn sensitivity(map: &mut Map, level: Sensitivity) {
    if let Some(key) = level.word() {
        map.add(key, word("true"));
    }
}

/// A value such as an example.
pub(super) fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Null => word("null"),
        NodeKind::Bool(value) => word(value),
        NodeKind::Integer(_, text) | NodeKind::Number(_, text) => word(text),
        NodeKind::Text(content) => text(content),
        NodeKind::List(items) => Value::List(items.iter().map(value).collect()),
        NodeKind::Map(entries) => {
            let mut map = Map::new();
            for (key, node) in entries {
                map.add(&key.value, value(node));
            }
            Value::Map(map)
        }
    }
}

/// The key of something that may be absent.
pub(super) fn optional(name: &str, is_optional: bool) -> String {
    match is_optional {
        true => format!("{name}?"),
        false => name.to_owned(),
    }
}

/// Fields or parameters, by name.
pub(super) fn fields(fields: &[FieldEntry]) -> Map {
    let mut map = Map::new();
    for field_entry in fields.iter().filter(|field| !field.inherited) {
        map.add(
            &optional(&field_entry.name.value, field_entry.optional),
            field(field_entry),
        );
    }
    map
}

/// A field: its type, or a map.
pub(super) fn field(field_entry: &FieldEntry) -> Value {
    let FieldEntry {
        name: _,
        rust_name,
        optional: _,
        is_always_sent: _,
        ty: of_type,
        constant,
        inherited: _,
        only_in,
        one_way: _,
        notes: of_notes,
        sensitivity: of_sensitivity,
        constraints: of_constraints,
        media,
        default,
        stated_default: _,
        example,
        xml: of_xml,
        style,
    } = field_entry;
    let mut map = Map::new();
    match constant {
        Some(constant) => map.add("const", value(constant)),
        None => map.add("type", ty(of_type)),
    };
    map.text("name", rust_name);
    add_style(&mut map, style);
    notes(&mut map, of_notes);
    sensitivity(&mut map, *of_sensitivity);
    let direction = only_in.as_ref().map(|direction| match direction.value {
        Direction::Response => "read_only",
        Direction::Request => "write_only",
    });
    if let Some(key) = direction {
        map.add(key, word("true"));
    }
    constraints(&mut map, of_constraints);
    map.maybe("media", one_or_many(media));
    map.maybe("default", default.as_deref().map(value));
    map.maybe("example", example.as_deref().map(value));
    map.maybe("xml", of_xml.as_deref().map(xml));
    map.or_only("type")
}

fn add_style(map: &mut Map, style: &StyleEntry) {
    let StyleEntry {
        style,
        lists: of_lists,
        allow_reserved,
    } = style;
    let name = style.as_ref().and_then(|style| match style.value {
        Style::Single => None,
        Style::Repeated => Some("repeated"),
        Style::Comma => Some("comma"),
        Style::Space => Some("space"),
        Style::Pipe => Some("pipe"),
        Style::Label => Some("label"),
        Style::Matrix => Some("matrix"),
        Style::Fields(delimited) => Some(match delimited {
            Delimited::Comma => "comma",
            Delimited::Space => "space",
            Delimited::Pipe => "pipe",
            Delimited::Pairs => "pairs",
            Delimited::Label => "label",
            Delimited::Matrix => "matrix",
        }),
        Style::Deep(_) => Some("deep"),
        Style::Flat(_) => Some("flat"),
        Style::Json => Some("json"),
    });
    map.maybe("style", name.map(word));
    map.maybe(
        "lists",
        of_lists.as_ref().map(|spelling| lists(spelling.value)),
    );
    map.flag("allow_reserved", allow_reserved.is_some());
}

pub(super) fn lists(lists: Lists) -> Value {
    word(match lists {
        Lists::Repeated => "repeated",
        Lists::Brackets => "brackets",
        Lists::Indexed => "indexed",
    })
}
