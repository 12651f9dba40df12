//! A document as a tree of nodes with their spans, in whatever syntax it is written.

use std::sync::Arc;

use crate::span::{Span, Spanned};

/// Text as a tree.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    pub(crate) root: Arc<Node>,
    /// Keys that are repeated in the same object. Only the last one counts.
    pub(crate) repeated: Vec<Spanned<String>>,
}

/// A node of the document.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) kind: NodeKind,
}

/// The kinds of nodes. The variants for numbers are small, because most nodes are strings and maps.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    /// `null`, `~`, or no value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// An integer of 64 bits, signed or unsigned, and how it is written: `1.0` is a version as well.
    Integer(Box<i128>, String),
    /// Any other number, and how it is written.
    Number(f64, String),
    /// Quoted or plain text.
    Text(String),
    /// A sequence.
    List(Vec<Node>),
    /// A mapping, in the order of the document. The null of a key without a colon has the span of the
    /// key.
    Map(Entries),
}

/// The entries of a map, in the order of the document.
pub(crate) type Entries = Vec<(Spanned<String>, Node)>;

impl Node {
    pub(crate) fn text(text: impl Into<String>, span: Span) -> Self {
        let kind = NodeKind::Text(text.into());
        Self { span, kind }
    }

    pub(crate) fn bool(value: bool, span: Span) -> Self {
        let kind = NodeKind::Bool(value);
        Self { span, kind }
    }

    pub(crate) fn list(items: Vec<Self>, span: Span) -> Self {
        let kind = NodeKind::List(items);
        Self { span, kind }
    }

    pub(crate) fn map(entries: Entries, span: Span) -> Self {
        let kind = NodeKind::Map(entries);
        Self { span, kind }
    }

    /// The value of a key of a map.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|(_, value)| value)
    }

    /// A key of a map, and its value.
    pub(crate) fn entry(&self, key: &str) -> Option<&(Spanned<String>, Self)> {
        let mut entries = self.entries().iter();
        entries.find(|(name, _)| name.value == key)
    }

    /// The entries of a map; none of anything else.
    pub(crate) fn entries(&self) -> &[(Spanned<String>, Self)] {
        match &self.kind {
            NodeKind::Map(entries) => entries,
            _ => &[],
        }
    }

    /// Whether both nodes have the same content, wherever they are and however their numbers are written.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (NodeKind::Null, NodeKind::Null) => true,
            (NodeKind::Bool(one), NodeKind::Bool(other)) => one == other,
            (NodeKind::Integer(one, _), NodeKind::Integer(other, _)) => one == other,
            (NodeKind::Number(one, _), NodeKind::Number(other, _)) => one == other,
            (NodeKind::Text(one), NodeKind::Text(other)) => one == other,
            (NodeKind::List(one), NodeKind::List(other)) => {
                let mut items = one.iter().zip(other);
                one.len() == other.len() && items.all(|(one, other)| one.is_like(other))
            }
            (NodeKind::Map(one), NodeKind::Map(other)) => {
                let mut entries = one.iter().zip(other);
                one.len() == other.len()
                    && entries
                        .all(|(one, other)| one.0.value == other.0.value && one.1.is_like(&other.1))
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

    /// The value of a key of a map, to change it.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let mut entries = self.entries_mut()?.iter_mut();
        let found = entries.find(|(name, _)| name.value == key);
        found.map(|(_, value)| value)
    }

    /// Removes an entry of a map.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Self> {
        let entries = self.entries_mut()?;
        let index = entries.iter().position(|(known, _)| known.value == key)?;
        Some(entries.remove(index).1)
    }

    /// The entries of a map, to change them.
    pub(crate) fn entries_mut(&mut self) -> Option<&mut Entries> {
        match &mut self.kind {
            NodeKind::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The items of a list; none of anything else.
    pub(crate) fn items(&self) -> &[Self] {
        match &self.kind {
            NodeKind::List(items) => items,
            _ => &[],
        }
    }

    /// The items of a list, or the node itself if it is not a list.
    pub(crate) fn one_or_more(&self) -> &[Self] {
        match &self.kind {
            NodeKind::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The text, if it is text.
    pub(crate) fn as_text(&self) -> Option<&str> {
        self.kind.as_text()
    }

    /// The text of a key of a map, if it is text.
    pub(crate) fn text_at(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// The items of a list that a key of a map has.
    pub(crate) fn items_at(&self, key: &str) -> &[Self] {
        self.get(key).map_or(&[], Self::items)
    }

    /// The entries of a map that a key of a map has.
    pub(crate) fn entries_at(&self, key: &str) -> &[(Spanned<String>, Self)] {
        self.get(key).map_or(&[], Self::entries)
    }

    /// Whether a key of a map is `true`.
    pub(crate) fn is_set(&self, key: &str) -> bool {
        self.get(key).is_some_and(Self::is_true)
    }

    /// The text with its span, if it is text.
    pub(crate) fn spanned_text(&self) -> Option<Spanned<String>> {
        Some(Spanned::new(self.as_text()?.to_owned(), self.span))
    }

    /// A scalar as text, as it is written.
    pub(crate) fn scalar_text(&self) -> Option<String> {
        match &self.kind {
            NodeKind::Bool(value) => Some(value.to_string()),
            NodeKind::Integer(_, text) | NodeKind::Number(_, text) | NodeKind::Text(text) => {
                Some(text.clone())
            }
            NodeKind::Null | NodeKind::List(_) | NodeKind::Map(_) => None,
        }
    }

    /// Whether the node is `true`.
    pub(crate) fn is_true(&self) -> bool {
        matches!(self.kind, NodeKind::Bool(true))
    }

    /// Whether both are the same text, integer or boolean.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (NodeKind::Bool(one), NodeKind::Bool(other)) => one == other,
            (NodeKind::Integer(one, _), NodeKind::Integer(other, _)) => one == other,
            (NodeKind::Text(one), NodeKind::Text(other)) => one == other,
            _ => false,
        }
    }

    /// The value as JSON.
    pub(crate) fn to_json(&self) -> String {
        let text = |text: &str| serde_json::Value::from(text).to_string();
        let joined = |parts: Vec<String>| parts.join(",");
        match &self.kind {
            NodeKind::Null => "null".to_owned(),
            NodeKind::Bool(value) => value.to_string(),
            NodeKind::Integer(value, _) => value.to_string(),
            NodeKind::Number(value, _) => format!("{value:?}"),
            NodeKind::Text(value) => text(value),
            NodeKind::List(items) => {
                format!("[{}]", joined(items.iter().map(Self::to_json).collect()))
            }
            NodeKind::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| format!("{}:{}", text(&key.value), value.to_json()));
                format!("{{{}}}", joined(entries.collect()))
            }
        }
    }

    /// Whether the node is null.
    pub(crate) fn is_null(&self) -> bool {
        matches!(self.kind, NodeKind::Null)
    }
}

impl NodeKind {
    /// The text, if it is text.
    pub(crate) fn as_text(&self) -> Option<&str> {
        let NodeKind::Text(text) = self else {
            return None;
        };
        Some(text)
    }

    /// The kind of node, for a diagnostic.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            NodeKind::Null => "null",
            NodeKind::Bool(_) => "a boolean",
            NodeKind::Integer(value, _) if **value > i64::MAX.into() => {
                "an integer of 2^63 or more"
            }
            NodeKind::Integer(..) => "an integer",
            NodeKind::Number(value, _) if value.fract() != 0.0 => "a number",
            NodeKind::Number(value, text) if has_only_digits(text) || value.abs() >= TWO_TO_64 => {
                "a number that does not fit in 64 bits"
            }
            NodeKind::Number(..) => "a number beyond 2^53 that is not written in plain digits",
            NodeKind::Text(_) => "text",
            NodeKind::List(_) => "a list",
            NodeKind::Map(_) => "a map",
        }
    }
}

/// The first number above the integers of 64 bits.
const TWO_TO_64: f64 = 18_446_744_073_709_551_616.0;

/// Whether a number is written without a fraction and an exponent.
fn has_only_digits(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty()
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
}

/// The integer that is written with a fraction or an exponent: `3.0`, `1e2`. Beyond 2⁵³ a number may
/// differ from what is written.
pub(crate) fn whole(value: f64) -> Option<i128> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    (value.fract() == 0.0 && value.abs() < EXACT).then_some(value as i128)
}
