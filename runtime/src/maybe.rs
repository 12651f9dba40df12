//! A value that may be absent, and may be null, which are two different things.

/// A member that may be left out, may be null, and may have a value.
///
/// In an update, absent means "leave as it is" and null means "take it away".
///
/// ```
/// use specsmith_runtime::Maybe;
///
/// let limit = Maybe::from(12.5);
/// assert_eq!(limit.value(), Some(&12.5));
/// assert!(Maybe::<f64>::default().is_absent());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Maybe<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// The member is there and is null.
    Null,
    /// The member has a value.
    Value(T),
}

impl<T> Maybe<T> {
    /// Whether the member is not there.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the member is there and is null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value, where there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Takes the value out, where there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Changes the value, where there is one.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Maybe<U> {
        match self {
            Self::Absent => Maybe::Absent,
            Self::Null => Maybe::Null,
            Self::Value(value) => Maybe::Value(change(value)),
        }
    }
}

impl<T> From<T> for Maybe<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

/// `None` is null: for absent, say [`Maybe::Absent`].
impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}
