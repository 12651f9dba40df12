//! What keeps a builder from finishing.

use std::fmt;

/// A field that every object of its type has, and that the builder was not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingField {
    object: &'static str,
    field: &'static str,
}

impl MissingField {
    /// Names the field and the type that it belongs to.
    pub const fn new(object: &'static str, field: &'static str) -> Self {
        Self { object, field }
    }

    /// Names the first field that was not set, of fields with whether they were set.
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
