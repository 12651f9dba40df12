//! JSON Schemas that bodies of requests satisfy, besides their types.
//!
//! A type says what fields there are, and what is in them. What depends on several of them, such as a field that is
//! required if another one is there, is a schema, which a server checks after it has read the value. Only APIs with
//! such schemas contain this code.

mod check;
mod read;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::OnceLock;

use self::read::Rule;
use crate::{Json, ValidationError};

/// A schema that a server checks. The generated crate has a static one for each body with rules beyond its type.
///
/// It is JSON Schema (2020-12) without `unevaluatedProperties`, `unevaluatedItems`, dynamic references, and references
/// to anything but `$defs` and the whole. A schema may refer to itself only for values inside of the value that it is
/// about. Formats are not checked, because they are types.
pub struct Schema {
    source: &'static str,
    rules: OnceLock<Option<Rules>>,
}

/// A schema that was read.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The whole, and what is in `$defs`.
    all: Vec<Rule>,
}

impl Schema {
    /// A schema in JSON. It is read when it is first used.
    pub const fn new(source: &'static str) -> Self {
        Self {
            source,
            rules: OnceLock::new(),
        }
    }

    /// The validation errors of a value. A schema that cannot be read allows every value; the generator rejects it.
    pub fn check(&self, value: &Json) -> Vec<ValidationError> {
        let rules = self.rules.get_or_init(|| read::read(self.source).ok());
        rules
            .as_ref()
            .map_or_else(Vec::new, |rules| rules.check(value))
    }
}

/// Whether servers can check values against a schema.
///
/// # Errors
/// The first keyword that is not supported, or why the text is not a schema.
pub fn ensure_supported(source: &str) -> Result<(), String> {
    read::read(source).map(drop)
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for Schema {}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Schema").field(&self.source).finish()
    }
}
