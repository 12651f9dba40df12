//! What callers can rely on.

use super::Notes;

/// Whether something may change in ways that break callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stability {
    /// It may change at any time, and does not count for compatibility.
    Unstable,
    /// It stays compatible, as everything that says nothing.
    Stable,
}

impl Stability {
    /// The sentence about what is unstable.
    pub(crate) const WARNING: &str = "Unstable: it may change at any time.";

    /// Its name in the language.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unstable => "unstable",
            Self::Stable => "stable",
        }
    }
}

impl Notes {
    /// Whether it may change at any time.
    pub const fn is_unstable(&self) -> bool {
        matches!(self.stability, Some(Stability::Unstable))
    }

    /// The sentence about it, if it is unstable.
    pub(crate) fn stability_warning(&self) -> Option<String> {
        self.is_unstable().then(|| Stability::WARNING.to_owned())
    }
}
