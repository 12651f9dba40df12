//! How two scalars relate: which one has all values of the other.

use crate::api::{JsonKind, Scalar, Value};

/// How the values of two types relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    /// Both have the same values.
    Same,
    /// The new one has all values of the old one, and others.
    Wider,
    /// The old one has all values of the new one, and others.
    Narrower,
    /// Neither has all values of the other.
    Different,
}

impl Relation {
    /// The relation of the new type to the old one.
    pub(super) const fn reversed(self) -> Self {
        match self {
            Self::Same => Self::Same,
            Self::Wider => Self::Narrower,
            Self::Narrower => Self::Wider,
            Self::Different => Self::Different,
        }
    }
}

pub(super) const fn wider(is_wider: bool) -> Relation {
    match is_wider {
        true => Relation::Wider,
        false => Relation::Different,
    }
}

pub(super) const fn narrower(is_narrower: bool) -> Relation {
    wider(is_narrower).reversed()
}

/// How two scalars relate. If they are text, as in parameters, a number is a string as well.
pub(super) fn relation(old: Scalar, new: Scalar, is_text: bool) -> Relation {
    match (has_all_of(new, old, is_text), has_all_of(old, new, is_text)) {
        (true, true) => Relation::Same,
        (true, false) => Relation::Wider,
        (false, true) => Relation::Narrower,
        (false, false) => Relation::Different,
    }
}

/// The least and the greatest number of characters that values have as text.
pub(super) fn lengths(scalar: Scalar) -> (u64, u64) {
    match scalar {
        Scalar::Integer(integer) => {
            let (least, greatest) = integer.range();
            let digits = |bound: i128| bound.to_string().len() as u64;
            (1, digits(least).max(digits(greatest)))
        }
        Scalar::Number | Scalar::Float | Scalar::DecimalNumber => (1, u64::MAX),
        Scalar::Boolean => ("true".len() as u64, "false".len() as u64),
        scalar => scalar.lengths(),
    }
}

/// Whether a value may have a character as text that separates the items of lists: a comma, a space, a vertical bar, a
/// dot or a semicolon.
pub(super) fn may_have(scalar: Scalar, separator: char) -> bool {
    match scalar {
        Scalar::String | Scalar::Json | Scalar::File => true,
        Scalar::Uri => scalar.has_form(&format!("https://example.com/{separator}")),
        Scalar::Email => scalar.has_form(&format!("a{separator}b@example.com")),
        Scalar::Number
        | Scalar::Float
        | Scalar::Decimal
        | Scalar::DecimalNumber
        | Scalar::Timestamp
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Ip
        | Scalar::Ipv4
        | Scalar::Ipv6 => separator == '.',
        Scalar::Integer(_) | Scalar::Boolean | Scalar::Date | Scalar::Uuid | Scalar::Bytes => false,
    }
}

/// Whether each value of the second scalar is one of the first. Ranges of integers are limits, which are compared as
/// such.
fn has_all_of(wide: Scalar, narrow: Scalar, is_text: bool) -> bool {
    if wide == narrow {
        return true;
    }
    match wide {
        Scalar::Json => narrow != Scalar::File,
        // Any part of a form may be a file, but what is in the file of bytes is not their text.
        Scalar::File => narrow != Scalar::Bytes,
        Scalar::String => narrow != Scalar::File && (is_text || narrow.json() == JsonKind::String),
        Scalar::Uri
        | Scalar::Email
        | Scalar::Boolean
        | Scalar::Timestamp
        | Scalar::Date
        | Scalar::Time
        | Scalar::Duration
        | Scalar::Uuid
        | Scalar::Ipv4
        | Scalar::Ipv6
        | Scalar::Bytes => false,
        Scalar::Integer(_) => matches!(narrow, Scalar::Integer(_)),
        Scalar::Number | Scalar::DecimalNumber => matches!(
            narrow,
            Scalar::Integer(_) | Scalar::Number | Scalar::Float | Scalar::DecimalNumber
        ),
        Scalar::Float => matches!(narrow, Scalar::Integer(_)),
        Scalar::Ip => matches!(narrow, Scalar::Ipv4 | Scalar::Ipv6),
        Scalar::Decimal => {
            is_text
                && matches!(
                    narrow,
                    Scalar::Integer(_) | Scalar::Number | Scalar::Float | Scalar::DecimalNumber
                )
        }
    }
}

/// Whether a scalar has a value.
pub(super) fn fits(value: &Value, scalar: Scalar) -> bool {
    match value {
        Value::Text(_) => scalar == Scalar::String,
        Value::Integer(value) => match scalar {
            Scalar::Integer(integer) => integer.contains(*value),
            Scalar::String
            | Scalar::Boolean
            | Scalar::Number
            | Scalar::Float
            | Scalar::Decimal
            | Scalar::DecimalNumber
            | Scalar::Timestamp
            | Scalar::Date
            | Scalar::Time
            | Scalar::Duration
            | Scalar::Uuid
            | Scalar::Ip
            | Scalar::Ipv4
            | Scalar::Ipv6
            | Scalar::Uri
            | Scalar::Email
            | Scalar::Bytes
            | Scalar::Json
            | Scalar::File => scalar.json() == JsonKind::Number,
        },
        Value::Number(_) => scalar.json() == JsonKind::Number,
        Value::Bool(_) => scalar == Scalar::Boolean,
        Value::Null | Value::List(_) | Value::Object(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Relation, relation};
    use crate::api::{Integer, Scalar};

    #[test]
    fn scalars_are_wider_if_they_have_all_values() {
        let int32 = Scalar::Integer(Integer::Int32);
        let cases = [
            (int32, Scalar::Number, false, Relation::Wider),
            (Scalar::Number, int32, false, Relation::Narrower),
            (Scalar::Uuid, Scalar::String, false, Relation::Wider),
            (int32, Scalar::String, false, Relation::Different),
            (int32, Scalar::String, true, Relation::Wider),
            (Scalar::Date, Scalar::Json, false, Relation::Wider),
            (Scalar::Ipv4, Scalar::Ip, false, Relation::Wider),
            (Scalar::Ipv4, Scalar::Ipv6, false, Relation::Different),
            (Scalar::Boolean, Scalar::Boolean, false, Relation::Same),
        ];
        for (old, new, is_text, expected) in cases {
            assert_eq!(relation(old, new, is_text), expected, "{old:?} → {new:?}");
        }
    }
}
