//! The names of types until all of them are known. Only this file knows how they are written.

use super::types::{Built, Types};
use crate::document::TypeEntryKind;

/// The name of the type with this index.
pub(super) fn placeholder(index: usize) -> String {
    format!("#{index}")
}

fn index_of(placeholder: &str) -> Option<usize> {
    placeholder.strip_prefix('#')?.parse().ok()
}

/// The final name of the type that a placeholder names; `None` for other text.
pub(super) fn resolved<'n>(placeholder: &str, names: &'n [String]) -> Option<&'n String> {
    names.get(index_of(placeholder)?)
}

impl Types<'_> {
    /// The type that a placeholder names.
    pub(super) fn built_as(&self, placeholder: &str) -> Option<&Built> {
        self.built.get(index_of(placeholder)?)
    }

    /// What the type is, unless it is not built yet, or turned out to be the same as another one.
    pub(super) fn kind_of(&self, placeholder: &str) -> Option<&TypeEntryKind> {
        let entry = self.built_as(placeholder)?.entry.as_deref();
        entry.map(|entry| &entry.kind)
    }
}
