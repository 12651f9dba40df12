//! The bounds of a value.

/// The constraints of a value; empty if there are none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rules {
    /// The smallest number.
    pub min: Option<Bound>,
    /// The greatest number.
    pub max: Option<Bound>,
    /// The minimum number of characters (Unicode scalar values).
    pub min_length: Option<u64>,
    /// The maximum number of characters.
    pub max_length: Option<u64>,
    /// A regular expression that matches somewhere in the text.
    pub pattern: Option<String>,
    /// The minimum number of items of a list.
    pub min_items: Option<u64>,
    /// The maximum number of items of a list.
    pub max_items: Option<u64>,
}

impl Rules {
    /// Whether there are no constraints.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// An inclusive end of a range of numbers.
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
