//! The lints, which find what is valid, but questionable.

use std::fmt;

/// Finds a kind of things in an API that are valid, but questionable.
///
/// ```
/// use specsmith::api::{Level, Lint};
///
/// let lint = Lint::from_name("unused-type").unwrap();
/// assert_eq!(lint.code(), "L0002");
/// assert_eq!(lint.default_level(), Level::Warn);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lint {
    /// An item has no description.
    Undocumented,
    /// No operation uses a type.
    UnusedType,
    /// No operation lists an error.
    UnusedError,
    /// A name does not have the form that such names have.
    UnconventionalName,
    /// An operation returns a list of any length.
    ListWithoutPages,
    /// A retry of an operation may do something twice.
    MutationWithoutIdempotency,
    /// An operation needs credentials, and does not list the error of requests without them.
    MissingUnauthorized,
    /// An operation does not list the error of a rate limit.
    MissingRateLimit,
    /// Names in requests and responses have different forms.
    InconsistentCasing,
    /// A route repeats the base path.
    RepeatedBasePath,
    /// YAML reads a text differently from how it looks.
    MisreadText,
}

/// How serious what a lint finds is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It is not reported.
    Allow,
    /// It is a warning.
    Warn,
    /// It is an error.
    Deny,
}

impl Lint {
    /// All lints, in the order of their codes.
    pub const ALL: [Self; 11] = [
        Self::Undocumented,
        Self::UnusedType,
        Self::UnusedError,
        Self::UnconventionalName,
        Self::ListWithoutPages,
        Self::MutationWithoutIdempotency,
        Self::MissingUnauthorized,
        Self::MissingRateLimit,
        Self::InconsistentCasing,
        Self::RepeatedBasePath,
        Self::MisreadText,
    ];

    /// The name, as specifications write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Undocumented => "undocumented",
            Self::UnusedType => "unused-type",
            Self::UnusedError => "unused-error",
            Self::UnconventionalName => "unconventional-name",
            Self::ListWithoutPages => "list-without-pages",
            Self::MutationWithoutIdempotency => "mutation-without-idempotency",
            Self::MissingUnauthorized => "missing-unauthorized",
            Self::MissingRateLimit => "missing-rate-limit",
            Self::InconsistentCasing => "inconsistent-casing",
            Self::RepeatedBasePath => "repeated-base-path",
            Self::MisreadText => "misread-text",
        }
    }

    /// The code of its diagnostics.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Undocumented => "L0001",
            Self::UnusedType => "L0002",
            Self::UnusedError => "L0003",
            Self::UnconventionalName => "L0004",
            Self::ListWithoutPages => "L0005",
            Self::MutationWithoutIdempotency => "L0006",
            Self::MissingUnauthorized => "L0007",
            Self::MissingRateLimit => "L0008",
            Self::InconsistentCasing => "L0009",
            Self::RepeatedBasePath => "L0010",
            Self::MisreadText => "L0011",
        }
    }

    /// A sentence that describes what the lint reports.
    pub(crate) const fn doc(self) -> &'static str {
        match self {
            Self::Undocumented => {
                "Operations, types, errors, fields and parameters without a description."
            }
            Self::UnusedType => "Types that no operation uses.",
            Self::UnusedError => "Errors that no operation lists.",
            Self::UnconventionalName => "Names that do not have the form that such names have.",
            Self::ListWithoutPages => "`GET` operations that return a list of any length.",
            Self::MutationWithoutIdempotency => {
                "`POST` and `PATCH` operations that a retry may perform twice."
            }
            Self::MissingUnauthorized => "Operations that need credentials and do not list 401.",
            Self::MissingRateLimit => "Operations that do not list 429.",
            Self::InconsistentCasing => {
                "Names in requests and responses that have another case than the others."
            }
            Self::RepeatedBasePath => "Routes that repeat the base path.",
            Self::MisreadText => "Texts that YAML reads differently from how they look.",
        }
    }

    /// Its level, unless the specification has another one.
    pub const fn default_level(self) -> Level {
        match self {
            Self::Undocumented
            | Self::UnusedType
            | Self::UnusedError
            | Self::UnconventionalName
            | Self::ListWithoutPages
            | Self::MutationWithoutIdempotency
            | Self::MissingUnauthorized
            | Self::InconsistentCasing
            | Self::RepeatedBasePath
            | Self::MisreadText => Level::Warn,
            // Many APIs limit no rates.
            Self::MissingRateLimit => Level::Allow,
        }
    }

    /// The lint whose diagnostics have this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lint| lint.code() == code)
    }

    /// The lint with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lint| lint.name() == name)
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Level {
    /// All levels, from the least serious one.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Warn, Self::Deny];

    /// The word, as specifications write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// The level with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A set of lints.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lints(u16);

impl Lints {
    /// Adds a lint, and returns whether the set did not contain it.
    pub fn insert(&mut self, lint: Lint) -> bool {
        let is_new = !self.contains(lint);
        self.0 |= 1 << lint as u16;
        is_new
    }

    /// Whether the set contains a lint.
    pub const fn contains(self, lint: Lint) -> bool {
        self.0 & (1 << lint as u16) != 0
    }

    /// The lints of both sets.
    pub const fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether the set contains none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lints, in the order of their codes.
    pub fn iter(self) -> impl Iterator<Item = Lint> {
        Lint::ALL
            .into_iter()
            .filter(move |lint| self.contains(*lint))
    }
}

impl FromIterator<Lint> for Lints {
    fn from_iter<I: IntoIterator<Item = Lint>>(lints: I) -> Self {
        let mut set = Self::default();
        for lint in lints {
            set.insert(lint);
        }
        set
    }
}
