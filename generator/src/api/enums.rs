//! Enumerations, and what their values are.

use super::{Integer, Notes, Scalar, Value};

/// A set of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    /// The JSON type of the values.
    pub kind: EnumKind,
    /// The known values, in the order of the document.
    pub values: Vec<EnumValue>,
    /// Whether requests and responses may have other values.
    pub open: Openness,
}

/// Whether requests and responses may have values of an enumeration that the document does not list, or values of no
/// variant of a union.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Openness {
    /// Nowhere.
    #[default]
    Closed,
    /// In responses. A server rejects them in requests.
    Responses,
    /// In requests and responses.
    Open,
}

impl Openness {
    /// Whether the Rust type keeps other values.
    pub fn keeps_others(self) -> bool {
        match self {
            Self::Closed => false,
            Self::Responses | Self::Open => true,
        }
    }

    /// Whether a server accepts other values.
    pub fn is_open_in_requests(self) -> bool {
        match self {
            Self::Closed | Self::Responses => false,
            Self::Open => true,
        }
    }
}

/// One value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumValue {
    /// The value on the wire as text.
    pub value: String,
    /// Its name in Rust, if the document has one.
    pub rust_name: Option<String>,
    /// Description and decisions.
    pub notes: Notes,
}

/// What the values of an enumeration are on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnumKind {
    /// Strings.
    Text,
    /// Whole numbers of 64 bits.
    Integer,
    /// Numbers.
    Number,
    /// True or false.
    Boolean,
}

impl EnumKind {
    /// The word for it in the document.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
        }
    }

    /// The type of the values in the document.
    pub const fn scalar(self) -> Scalar {
        match self {
            Self::Text => Scalar::String,
            Self::Integer => Scalar::Integer(Integer::Int64),
            Self::Number => Scalar::Number,
            Self::Boolean => Scalar::Boolean,
        }
    }

    /// A value from its text; `None` if the text is no such value.
    pub fn value(self, text: &str) -> Option<Value> {
        match self {
            Self::Text => Some(Value::Text(text.to_owned())),
            Self::Integer => text
                .parse::<i64>()
                .ok()
                .map(|value| Value::Integer(value.into())),
            Self::Number => {
                let number = text.parse::<f64>().ok().filter(|value| value.is_finite());
                number.map(Value::Number)
            }
            Self::Boolean => text.parse().ok().map(Value::Bool),
        }
    }
}

impl Enum {
    /// Whether a value is one of those in the document.
    pub fn is_known(&self, value: &Value) -> bool {
        let wanted = match (value, self.kind) {
            (Value::Integer(value), EnumKind::Number) => Value::Number(*value as f64),
            (value, _) => value.clone(),
        };
        self.on_the_wire().any(|known| known == wanted)
    }

    /// The values, as they are on the wire.
    pub fn on_the_wire(&self) -> impl Iterator<Item = Value> {
        // `check` rejects values of another kind.
        self.values
            .iter()
            .filter_map(|value| self.kind.value(&value.value))
    }
}
