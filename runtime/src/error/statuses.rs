//! The statuses of an error.

/// The statuses that an error can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statuses {
    /// One status.
    Exact(u16),
    /// The statuses with this first digit.
    Class(u16),
    /// All statuses from 400 to 599.
    Any,
}

impl Statuses {
    /// From the number in an attribute or a table of an operation: a status, the first digit of a class of statuses, or
    /// 0 for all error statuses.
    pub(crate) const fn from_number(number: u16) -> Self {
        match number {
            0 => Self::Any,
            class @ 1..=9 => Self::Class(class),
            exact => Self::Exact(exact),
        }
    }

    /// Whether an error with these statuses can have this status.
    pub(crate) const fn covers(self, status: u16) -> bool {
        match self {
            Self::Any => status >= 400 && status < 600,
            Self::Class(class) => status / 100 == class,
            Self::Exact(exact) => status == exact,
        }
    }
}

/// Whether an error with these statuses, as [`Statuses::from_number`] takes them, can have a status.
pub(crate) const fn covers(statuses: u16, status: u16) -> bool {
    Statuses::from_number(statuses).covers(status)
}
