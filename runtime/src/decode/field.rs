//! The table of an object: its fields, their names and properties.

use crate::rules::Rules;

/// A field of an object, an entry of the object's table: the name of the Rust field, and its properties.
///
/// It is created without a call, because an API has thousands of fields.
#[derive(Debug, Clone, Copy)]
pub struct Field(pub &'static str, pub Properties);

impl Field {
    /// The name on the wire.
    #[inline]
    pub const fn name(&self) -> &'static str {
        match self.1.name {
            Some(name) => name,
            None => self.0,
        }
    }
}

/// The properties of a field.
#[derive(Debug, Clone, Copy)]
pub struct Properties {
    /// The name on the wire, if it differs from that in Rust.
    name: Option<&'static str>,
    pub(crate) required: bool,
    /// What is shown instead of its value, if that must not be shown.
    pub(crate) hidden: Option<&'static str>,
    pub(super) rules: Option<&'static Rules>,
}

/// The properties of a required field whose name in Rust is its name on the wire.
pub const REQUIRED: Properties = Properties {
    name: None,
    required: true,
    hidden: None,
    rules: None,
};

impl Properties {
    /// Replaces the name on the wire.
    pub const fn name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// The field may be absent.
    pub const fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    /// The value is personal and must not be shown.
    ///
    /// A validation error inside the value names only the field: keys of a map below it can be as
    /// personal as values.
    pub const fn personal(mut self) -> Self {
        self.hidden = Some("<personal>");
        self
    }

    /// The value is secret and must not be shown, see [`personal`](Self::personal).
    pub const fn secret(mut self) -> Self {
        self.hidden = Some("<secret>");
        self
    }

    /// The rules that a server checks.
    pub const fn rules(mut self, rules: &'static Rules) -> Self {
        self.rules = Some(rules);
        self
    }
}
