//! Compares what two texts mean.

use super::order::{FILE, Order, Shape};
use crate::node::{Node, NodeKind};

/// Whether two files of a specification mean the same.
pub(super) fn is_same_file(one: &Node, other: &Node) -> bool {
    is_same(one, other, &FILE)
}

/// Whether two nodes are the same, apart from the order of the language's keys.
fn is_same(one: &Node, other: &Node, shape: &'static Shape) -> bool {
    match (&one.kind, &other.kind) {
        (NodeKind::Null, NodeKind::Null) => true,
        (NodeKind::Bool(one), NodeKind::Bool(other)) => one == other,
        (NodeKind::Integer(_, one), NodeKind::Integer(_, other))
        | (NodeKind::Number(_, one), NodeKind::Number(_, other))
        | (NodeKind::Text(one), NodeKind::Text(other)) => one == other,
        (NodeKind::List(one), NodeKind::List(other)) => {
            let (_, item) = shape.find("", Order::Braces);
            let mut pairs = one.iter().zip(other);
            one.len() == other.len() && pairs.all(|(one, other)| is_same(one, other, item))
        }
        (NodeKind::Map(one), NodeKind::Map(other)) => {
            let has_order = !shape.has_keys();
            let mut pairs = one.iter().enumerate();
            one.len() == other.len()
                && pairs.all(|(index, (key, value))| {
                    let found = match has_order {
                        true => other.get(index).filter(|(name, _)| *name == *key),
                        false => other.iter().find(|(name, _)| *name == *key),
                    };
                    let name = key.value.strip_suffix('?').unwrap_or(&key.value);
                    let (_, shape) = shape.find(name, Order::Braces);
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
