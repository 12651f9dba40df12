//! The key `pages` of operations.

use super::layout::{Map, Value, text, texts, word};
use crate::api::PositionPlace;
use crate::document::{FieldPath, PagingEntry, PagingNext, PagingPosition};

pub(super) fn paging(of: &PagingEntry) -> Value {
    let PagingEntry {
        key: _,
        positions,
        first,
        items,
        next,
        total,
        pages,
        more,
    } = of;
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
            Some(key) => {
                let mut map = Map::new();
                map.add(key, name);
                Value::Map(map)
            }
        };
        map.add(kind.value.key(), position);
    }
    map.maybe("first", first.as_ref().map(|first| word(first.value)));
    map.maybe("items", path(items));
    map.maybe("next", next.as_ref().and_then(next_page));
    map.maybe("total", path(total));
    map.maybe("pages", path(pages));
    map.maybe("more", path(more));
    Value::Map(map)
}

fn next_page(of: &PagingNext) -> Option<Value> {
    let (key, value) = match of {
        PagingNext::Field(names) => return path(names),
        PagingNext::Url(names) => ("url", path(names)?),
        PagingNext::Item(name) => ("item", text(&name.value)),
        PagingNext::Header(name) => ("header", text(&name.value)),
        PagingNext::Link(relation) => ("link", text(&relation.value)),
    };
    let mut map = Map::new();
    map.add(key, value);
    Some(Value::Map(map))
}

/// The name of a field, or the names that lead to it.
fn path(names: &FieldPath) -> Option<Value> {
    match names.as_slice() {
        [] => None,
        [only] => Some(text(&only.value)),
        names => Some(texts(names)),
    }
}
