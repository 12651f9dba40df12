//! Compares what two texts mean.

use super::order::{FILE, Keys, Order, item};
use crate::node::{Node, NodeKind};
use crate::spec::language::Shape;

/// Whether two files of a specification mean the same.
pub(super) fn is_same_file(one: &Node, other: &Node) -> bool {
    is_same(one, other, FILE)
}

/// Whether two nodes are the same, apart from the order of the language's keys.
fn is_same(one: &Node, other: &Node, shape: Shape) -> bool {
    match (&one.kind, &other.kind) {
        (NodeKind::Null, NodeKind::Null) => true,
        (NodeKind::Bool(one), NodeKind::Bool(other)) => one == other,
        (NodeKind::Integer(_, one), NodeKind::Integer(_, other))
        | (NodeKind::Number(_, one), NodeKind::Number(_, other))
        | (NodeKind::Text(one), NodeKind::Text(other)) => one == other,
        (NodeKind::List(one), NodeKind::List(other)) => {
            let item = item(shape);
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| is_same(one, other, item))
        }
        (NodeKind::Map(entries), NodeKind::Map(other)) => {
            let keys = Keys::of(shape, |map| map.form_of(one));
            let mut pairs = entries.iter().enumerate();
            entries.len() == other.len()
                && pairs.all(|(index, (key, value))| {
                    let found = match keys {
                        Keys::Defined(_) => other.iter().find(|(name, _)| *name == *key),
                        Keys::Names(_) | Keys::Any => {
                            other.get(index).filter(|(name, _)| *name == *key)
                        }
                    };
                    let (_, shape) = keys.find(&key.value, Order::Block);
                    found.is_some_and(|(_, found)| is_same(value, found, shape))
                })
        }
        (
            NodeKind::Null
            | NodeKind::Bool(_)
            | NodeKind::Integer(..)
            | NodeKind::Number(..)
            | NodeKind::Text(_)
            | NodeKind::List(_)
            | NodeKind::Map(_),
            _,
        ) => false,
    }
}
