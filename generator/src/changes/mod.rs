//! The kinds of changes of an API: the [table of rules](Rule), for whom each matters, and how much.
//!
//! `diff` finds the changes. Specifications accept them by the names of their rules.

mod rules;

pub use rules::{Effect, Language, Rule, Sides};

/// Who is concerned by a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Old clients that call a new server.
    Wire,
    /// New clients that call an old server.
    Rollback,
    /// Source code that uses the generated client and types.
    Callers,
    /// Source code that implements the handler trait.
    Implementers,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Wire,
        Self::Rollback,
        Self::Callers,
        Self::Implementers,
    ];

    /// Its name in reports and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Rollback => "rollback",
            Self::Callers => "callers",
            Self::Implementers => "implementers",
        }
    }
}

/// What a change means for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing fails.
    Compatible,
    /// Whether something fails depends on what others do.
    Risky,
    /// It cannot be known.
    Unknown,
    /// Something that worked fails, or means something else.
    Breaking,
}

impl Verdict {
    /// All of them, the worst first.
    pub const ALL: [Self; 4] = [Self::Breaking, Self::Unknown, Self::Risky, Self::Compatible];

    /// Its name in reports and options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compatible => "compatible",
            Self::Risky => "risky",
            Self::Unknown => "unknown",
            Self::Breaking => "breaking",
        }
    }
}
