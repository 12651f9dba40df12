//! The section `pagers`.

use super::Comments;
use super::layout::{Map, Value, entry, text, word};
use super::parts::{fields, notes, optional, ty};
use crate::document::{NextEntry, PageFieldEntry, PageParameterEntry, PagerEntry};

pub(super) fn pagers(all: &[PagerEntry], comments: &Comments) -> Map {
    let mut section = Map::new();
    for pager_entry in all {
        section.add(&pager_entry.name.value, Value::Map(pager(pager_entry)));
        section.comment(comments.at(pager_entry.name.span));
    }
    section
}

fn pager(pager_entry: &PagerEntry) -> Map {
    let PagerEntry {
        name: _,
        positions,
        limit,
        items,
        next,
        total,
        pages,
        more,
        fields: of_fields,
        notes: of_notes,
    } = pager_entry;
    let mut map = Map::new();
    notes(&mut map, of_notes);
    for position in positions {
        map.add(
            position.kind.value.key(),
            page_parameter(&position.parameter),
        );
    }
    map.maybe("limit", limit.as_ref().map(page_parameter));
    map.text("items", items);
    if let Some(next) = next {
        add_next(&mut map, next);
    }
    for (key, field) in [("total", total), ("pages", pages), ("more", more)] {
        if let Some(PageFieldEntry {
            name,
            optional: is_optional,
        }) = field
        {
            map.add(&optional(key, *is_optional), text(&name.value));
        }
    }
    map.section("fields", fields(of_fields));
    map
}

fn add_next(map: &mut Map, next: &NextEntry) {
    let (key, name, is_optional) = match next {
        NextEntry::Field(PageFieldEntry {
            name,
            optional: is_optional,
        }) => {
            map.add(&optional("next", *is_optional), text(&name.value));
            return;
        }
        NextEntry::Url(PageFieldEntry {
            name,
            optional: is_optional,
        }) => ("url", name, *is_optional),
        NextEntry::Item(name) => ("item", name, false),
        NextEntry::Header(name) => ("header", name, false),
        NextEntry::Link(name) => ("link", name, false),
    };
    let next = entry(key, text(&name.value));
    map.add(&optional("next", is_optional), next);
}

fn page_parameter(parameter_entry: &PageParameterEntry) -> Value {
    let PageParameterEntry {
        parameter,
        in_body,
        ty: of_type,
        default,
        min,
        max,
        notes: of_notes,
    } = parameter_entry;
    let mut map = Map::new();
    let key = if *in_body { "field" } else { "parameter" };
    map.add(key, text(&parameter.value));
    map.maybe("type", of_type.as_ref().map(ty));
    for (key, number) in [("default", default), ("min", min), ("max", max)] {
        map.maybe(key, number.as_ref().map(|number| word(number.value)));
    }
    notes(&mut map, of_notes);
    Value::Map(map)
}
