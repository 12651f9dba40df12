//! The error of an incomplete builder.

use std::fmt;

/// A required field that was not set on a builder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingField {
    object: &'static str,
    field: &'static str,
}

impl MissingField {
    /// The field, and the type that it belongs to.
    pub const fn new(object: &'static str, field: &'static str) -> Self {
        Self { object, field }
    }

    /// The first field that was not set. Each field comes with whether it was set.
    pub fn first(object: &'static str, fields: &[(&'static str, bool)]) -> Self {
        let missing = fields.iter().find(|(_, set)| !set);
        Self::new(object, missing.map_or("", |(field, _)| field))
    }

    /// The field's name on the wire.
    pub const fn field(&self) -> &'static str {
        self.field
    }
}

impl fmt::Display for MissingField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` needs `{}`, which was not set",
            self.object, self.field
        )
    }
}

impl std::error::Error for MissingField {}
