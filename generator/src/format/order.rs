//! The order of entries: keys of the language have the order of its definition, and everything else keeps its order.

use super::tree::{Collection, Entry};
use crate::spec::language::{DOCUMENT, Key, Map, Names, Shape};

/// A file of a specification.
pub(super) const FILE: Shape = Shape::Map(&DOCUMENT);

/// What the keys of a map are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Keys {
    /// Keys of the language.
    Defined(&'static Map),
    /// Names that the document chooses.
    Names(&'static Names),
    /// Anything else, such as the fields of an example.
    Any,
}

/// Which order the keys of a type have.
#[derive(Debug, Clone, Copy)]
pub(super) enum Order {
    Block,
    Braces,
}

impl Keys {
    /// The keys of a map that has this shape. `form` returns the definition of the form that the map has.
    pub(super) fn of(shape: Shape, form: impl Fn(&'static Map) -> &'static Map) -> Self {
        let mut found = Self::Any;
        shape.each(&mut |shape| {
            if let Shape::Map(map) = shape {
                found = Self::Defined(form(map));
            } else if let Shape::Names(names) = shape {
                found = Self::Names(names);
            }
        });
        found
    }

    /// The position of a key, and the shape of its value. Only keys of the language have a position.
    pub(super) fn find(self, name: &str, order: Order) -> (Option<usize>, Shape) {
        // `name?` may be absent.
        let name = name.strip_suffix('?').unwrap_or(name);
        match self {
            Self::Defined(map) => {
                let is_meant = |key: &Key| key.name == name;
                let position = match order {
                    Order::Block => map.all_keys().position(is_meant),
                    Order::Braces => map.all_keys_in_braces().position(is_meant),
                };
                (position, map.key(name).map_or(Shape::Any, |key| key.value))
            }
            Self::Names(names) => {
                let entry = names.entry(name);
                (None, entry.map_or(Shape::Any, |entry| entry.value))
            }
            Self::Any => (None, Shape::Any),
        }
    }
}

/// The entries of a map or the items of a list in their order, each with the shape of its value.
pub(super) fn ordered(collection: &Collection, shape: Shape, order: Order) -> Vec<(&Entry, Shape)> {
    let keys = Keys::of(shape, |map| map.form(&|key| collection.text(key)));
    let find = |entry: &Entry| match entry.name() {
        Some(name) => keys.find(name, order),
        None => (None, item(shape)),
    };
    let entries = collection.entries.iter();
    let mut found: Vec<_> = entries.map(|entry| (entry, find(entry))).collect();
    // An anchor has to stay before its aliases. A key that is not known, such as `<<`, has no place.
    let with_anchors = collection
        .entries
        .iter()
        .filter(|entry| entry.has_anchors());
    let can_move = with_anchors.count() < 2 && found.iter().all(|(_, (index, _))| index.is_some());
    if can_move {
        found.sort_by_key(|(_, (index, _))| *index);
    }
    let in_order = found.into_iter();
    in_order.map(|(entry, (_, shape))| (entry, shape)).collect()
}

/// The shape of the items of a list.
pub(super) fn item(list: Shape) -> Shape {
    let mut found = Shape::Any;
    list.each(&mut |shape| {
        if let Shape::List(list) = shape {
            found = list.item;
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::language;

    #[test]
    fn every_key_of_the_language_has_a_position() {
        for map in language::all_maps() {
            let in_braces: Vec<&str> = map.all_keys_in_braces().map(|key| key.name).collect();
            for key in map.all_keys() {
                let places = [Order::Block, Order::Braces]
                    .map(|order| Keys::Defined(map).find(key.name, order).0);
                assert!(
                    !places.contains(&None),
                    "`{}` of `{}`: {places:?}",
                    key.name,
                    map.name
                );
            }
            assert_eq!(map.all_keys().count(), in_braces.len(), "`{}`", map.name);
        }
    }

    /// Otherwise, the definition would not say whether the entries have an order.
    #[test]
    fn no_value_is_a_map_of_keys_and_a_map_of_names() {
        for map in language::all_maps() {
            for key in map.all_keys() {
                let mut maps = 0;
                key.value.each(&mut |shape| {
                    maps += usize::from(matches!(shape, Shape::Map(_) | Shape::Names(_)));
                });
                assert!(maps < 2, "`{}` of `{}`", key.name, map.name);
            }
        }
    }
}
