//! The key `pages` of operations.

use super::layout::{Map, Value, entry, text, word};
use super::parts::one_or_many;
use crate::api::PositionPlace;
use crate::document::{PagingEntry, PagingNext, PagingPosition};

pub(super) fn paging(paging_entry: &PagingEntry) -> Value {
    let PagingEntry {
        key: _,
        is_stated: _,
        positions,
        first,
        items,
        next,
        total,
        pages,
        more,
    } = paging_entry;
    let mut map = Map::new();
    for PagingPosition {
        kind,
        place,
        parameter,
    } in positions
    {
        let key = match place {
            PositionPlace::Query => None,
            PositionPlace::Header => Some("header"),
            PositionPlace::Body => Some("body"),
        };
        let name = text(&parameter.value);
        let position = match key {
            None => name,
            Some(key) => entry(key, name),
        };
        map.add(kind.value.key(), position);
    }
    map.maybe("first", first.as_ref().map(|first| word(first.value)));
    map.maybe("items", one_or_many(items));
    map.maybe("next", next.as_ref().and_then(next_page));
    map.maybe("total", one_or_many(total));
    map.maybe("pages", one_or_many(pages));
    map.maybe("more", one_or_many(more));
    Value::Map(map)
}

fn next_page(next: &PagingNext) -> Option<Value> {
    let (key, value) = match next {
        PagingNext::Field(names) => return one_or_many(names),
        PagingNext::Url(names) => ("url", one_or_many(names)?),
        PagingNext::Item(name) => ("item", text(&name.value)),
        PagingNext::Header(name) => ("header", text(&name.value)),
        PagingNext::Link(relation) => ("link", text(&relation.value)),
    };
    Some(entry(key, value))
}
