//! The bounds of a value.

/// Everything that a value has to keep to; empty where nothing is said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rules {
    /// The smallest number.
    pub min: Option<Bound>,
    /// The greatest number.
    pub max: Option<Bound>,
    /// The fewest characters (Unicode scalar values).
    pub min_length: Option<u64>,
    /// The most characters.
    pub max_length: Option<u64>,
    /// A regular expression that finds a match in the text.
    pub pattern: Option<String>,
    /// The fewest items of a list.
    pub min_items: Option<u64>,
    /// The most items of a list.
    pub max_items: Option<u64>,
}

impl Rules {
    /// Whether nothing is bounded.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The end of a range of numbers, included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// For `integer`.
    Integer(i64),
    /// For `number`; finite.
    Number(f64),
}

impl Bound {
    /// The bound as a double, for comparison with a `number`.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Integer(value) => value as f64,
            Self::Number(value) => value,
        }
    }
}
