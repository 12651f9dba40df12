//! The table of an object: its fields, their names and properties.

use crate::rules::{Rules, set_rules};

/// A field of an object, an entry of the object's table: the name of the Rust field, and its properties.
///
/// An API has thousands of fields. The properties of most of them are a constant, because calls would cost
/// compile time: see [`PROPERTIES`].
#[derive(Debug, Clone, Copy)]
pub struct Field(pub &'static str, pub Properties);

impl Field {
    /// Whether the field must be present.
    pub(crate) const fn is_required(&self) -> bool {
        self.1.required
    }

    pub(crate) const fn is_hidden(&self) -> bool {
        self.1.hidden.is_some()
    }

    pub(crate) const fn rules(&self) -> &Rules {
        &self.1.rules
    }

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
    /// The text that is shown instead of the value, if the value must not be shown.
    pub(crate) hidden: Option<&'static str>,
    /// The rules that a server checks.
    pub(super) rules: Rules,
}

/// The properties of a required field whose name in Rust is its name on the wire.
///
/// Further constants are named after the words of `#[field(…)]`: `optional::personal::PROPERTIES`.
pub const PROPERTIES: Properties = Properties {
    name: None,
    required: true,
    hidden: None,
    rules: Rules::NONE,
};

/// A field whose name on the wire differs. [`Properties::name`] sets it.
pub mod name {
    pub use super::{PROPERTIES, optional, personal, secret};
}

/// A field that may be absent.
pub mod optional {
    use super::Properties;

    /// The properties.
    pub const PROPERTIES: Properties = Properties {
        required: false,
        ..super::PROPERTIES
    };

    /// A personal value.
    pub mod personal {
        /// The properties.
        pub const PROPERTIES: super::Properties = super::PROPERTIES.personal();
    }

    /// A secret value.
    pub mod secret {
        /// The properties.
        pub const PROPERTIES: super::Properties = super::PROPERTIES.secret();
    }
}

/// A personal value.
pub mod personal {
    /// The properties.
    pub const PROPERTIES: super::Properties = super::PROPERTIES.personal();
}

/// A secret value.
pub mod secret {
    /// The properties.
    pub const PROPERTIES: super::Properties = super::PROPERTIES.secret();
}

impl Properties {
    /// Replaces the name on the wire.
    pub const fn name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
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

    set_rules!(self: self.rules);
}
