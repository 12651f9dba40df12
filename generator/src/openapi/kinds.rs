//! The kinds of JSON values, and which of them `type` lists.

use crate::node::{Node, NodeKind};
use crate::source::Span;

/// The kinds of JSON values, as a set. The empty set says nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    pub(super) const STRING: Self = Self(1);
    pub(super) const INTEGER: Self = Self(2);
    pub(super) const NUMBER: Self = Self(4);
    pub(super) const BOOLEAN: Self = Self(8);
    pub(super) const LIST: Self = Self(16);
    pub(super) const OBJECT: Self = Self(32);

    /// Each of them, in the order in which variants of a union have them.
    pub(super) const ALL: [Self; 6] = [
        Self::BOOLEAN,
        Self::INTEGER,
        Self::NUMBER,
        Self::STRING,
        Self::LIST,
        Self::OBJECT,
    ];

    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The word for one kind, as the name of a variant.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::STRING => "string",
            Self::INTEGER => "integer",
            Self::NUMBER => "number",
            Self::BOOLEAN => "boolean",
            Self::LIST => "list",
            _ => "object",
        }
    }

    /// The kind of a type; none for null, and for what is not known.
    pub(super) fn of_type(word: &str) -> Self {
        Self::of_word(word).unwrap_or_default()
    }

    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "string" | "file" => Self::STRING,
            "integer" | "int" | "long" => Self::INTEGER,
            "number" | "float" | "double" => Self::NUMBER,
            "boolean" | "bool" => Self::BOOLEAN,
            "array" => Self::LIST,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    /// The kinds that are in both; if they exclude each other, the later ones.
    pub(super) fn narrowed(self, later: Self) -> Self {
        if self.is_empty() || self == later {
            return later;
        }
        match self.with_integers().0 & later.with_integers().0 {
            0 => later,
            both if both & Self::NUMBER.0 != 0 => Self(both & !Self::INTEGER.0),
            both => Self(both),
        }
    }

    /// Integers are numbers.
    fn with_integers(self) -> Self {
        match self.has(Self::NUMBER) {
            true => self.with(Self::INTEGER),
            false => self,
        }
    }

    /// Whether no value is of both.
    pub(super) fn excludes(self, other: Self) -> bool {
        !self.is_empty() && !self.with_integers().has(other.with_integers())
    }

    /// The kind of a value; `None` for null.
    pub(super) fn of(node: &Node) -> Option<Self> {
        Some(match &node.kind {
            NodeKind::Null => return None,
            NodeKind::Bool(_) => Self::BOOLEAN,
            NodeKind::Integer(..) => Self::INTEGER,
            NodeKind::Number(..) => Self::NUMBER,
            NodeKind::Text(_) => Self::STRING,
            NodeKind::List(_) => Self::LIST,
            NodeKind::Map(_) => Self::OBJECT,
        })
    }
}

/// Whether `type` lists all types, so that it says nothing.
pub(super) fn has_all_types(value: &Node) -> bool {
    let mut has_null = false;
    let kinds = kinds_of(value, &mut has_null).with_integers();
    has_null && Kinds::ALL.into_iter().all(|kind| kinds.has(kind))
}

/// The kinds of `type`, in all its forms.
pub(super) fn kinds_of(value: &Node, nullable: &mut bool) -> Kinds {
    let mut kinds = Kinds::default();
    for word in value.one_or_more() {
        match &word.kind {
            NodeKind::Null => *nullable = true,
            NodeKind::Text(text) if text == "null" => *nullable = true,
            NodeKind::Text(text) => {
                if let Some(kind) = Kinds::of_word(text) {
                    kinds = kinds.with(kind);
                }
            }
            _ => {}
        }
    }
    kinds
}

/// The words of `type` that no kind has, with their places.
pub(super) fn unknown_types(value: &Node) -> impl Iterator<Item = (&str, Span)> {
    value.one_or_more().iter().filter_map(|word| {
        let text = word.as_text()?;
        let is_known = text == "null" || Kinds::of_word(text).is_some();
        (!is_known).then_some((text, word.span))
    })
}
