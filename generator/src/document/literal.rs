//! Literal values: defaults, examples and constants.

use crate::api::Value;
use crate::node::{Node, NodeKind};

/// The value that a node is.
pub(crate) fn value(node: &Node) -> Value {
    match &node.kind {
        NodeKind::Null => Value::Null,
        NodeKind::Bool(value) => Value::Bool(*value),
        NodeKind::Integer(value, _) => Value::Integer(**value),
        NodeKind::Number(value, _) => Value::Number(*value),
        NodeKind::Text(text) => Value::Text(text.clone()),
        NodeKind::List(items) => Value::List(items.iter().map(value).collect()),
        NodeKind::Map(entries) => Value::Object(
            entries
                .iter()
                .map(|(name, node)| (name.value.clone(), value(node)))
                .collect(),
        ),
    }
}
