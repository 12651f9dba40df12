//! The limits of values: the keywords for numbers, texts, lists and maps.

use super::kinds::Kinds;
use crate::api::Bound;
use crate::document::Constraints;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

impl Constraints {
    /// Those that apply to values of one kind.
    pub(super) fn of_kind(&self, kind: Kinds) -> Self {
        let of = self.clone();
        match kind {
            Kinds::STRING => Self {
                min_length: of.min_length,
                max_length: of.max_length,
                pattern: of.pattern,
                ..Self::default()
            },
            Kinds::INTEGER | Kinds::NUMBER => Self {
                min: of.min.filter(|_| of.above.is_none()),
                max: of.max.filter(|_| of.below.is_none()),
                above: of.above,
                below: of.below,
                multiple_of: of.multiple_of,
                ..Self::default()
            },
            Kinds::LIST => Self {
                min_items: of.min_items,
                max_items: of.max_items,
                unique_items: of.unique_items,
                ..Self::default()
            },
            Kinds::OBJECT => Self {
                min_items: of.min_items,
                max_items: of.max_items,
                ..Self::default()
            },
            _ => Self::default(),
        }
    }

    /// Adds what a keyword of JSON Schema says, if it is a constraint.
    pub(super) fn absorb(&mut self, key: &str, value: &Node, schema: &Node) {
        let span = value.span;
        let bound = || bound(value).map(|bound| Spanned::new(bound, span));
        let size = || size(value).map(|size| Spanned::new(size, span));
        let is_exclusive = |key: &str| schema.get(key).is_some_and(Node::is_true);
        match key {
            "minimum" if is_exclusive("exclusiveMinimum") => self.above = bound(),
            "maximum" if is_exclusive("exclusiveMaximum") => self.below = bound(),
            "minimum" => self.min = bound().or(self.min.take()),
            "maximum" => self.max = bound().or(self.max.take()),
            "exclusiveMinimum" => self.above = bound().or(self.above.take()),
            "exclusiveMaximum" => self.below = bound().or(self.below.take()),
            "multipleOf" => self.multiple_of = bound().or(self.multiple_of.take()),
            "minLength" => self.min_length = size().or(self.min_length.take()),
            "maxLength" => self.max_length = size().or(self.max_length.take()),
            "minItems" | "minProperties" => self.min_items = size().or(self.min_items.take()),
            "maxItems" | "maxProperties" => self.max_items = size().or(self.max_items.take()),
            "uniqueItems" if value.is_true() => self.unique_items = Some(span),
            "pattern" => {
                let text = value.as_text();
                if let Some(text) = text {
                    self.pattern = Some(Spanned::new(text.to_owned(), span));
                }
            }
            _ => {}
        }
    }
}

/// A limit. JavaScript rounds those of 64 bits, so a limit beyond that is none.
fn bound(value: &Node) -> Option<Bound> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match &value.kind {
        NodeKind::Integer(value, _) => {
            (value.unsigned_abs() < (1 << 62)).then_some(Bound::Integer(**value))
        }
        NodeKind::Number(value, _) => {
            (value.is_finite() && value.abs() < EXACT).then_some(Bound::Number(*value))
        }
        NodeKind::Text(text) => text
            .parse::<i64>()
            .ok()
            .map(|value| Bound::Integer(value.into())),
        _ => None,
    }
}

fn size(value: &Node) -> Option<u64> {
    match &value.kind {
        NodeKind::Integer(value, _) => u64::try_from(**value).ok(),
        NodeKind::Text(text) => text.parse().ok(),
        _ => None,
    }
}
