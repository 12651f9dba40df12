//! A value that may be absent or null, which are different things.

use serde_core::{Deserialize, Deserializer};

/// An optional and nullable field: absent, null, or a value.
///
/// In an update, absent means "leave unchanged" and null means "remove".
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
    /// The field is absent.
    #[default]
    Absent,
    /// The field is null.
    Null,
    /// The field has a value.
    Value(T),
}

impl<T> Maybe<T> {
    /// Whether the field is absent.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the field is null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns the value, if there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Applies a partial update to an optional value: absent leaves it unchanged, null removes it, and a value replaces
    /// it. Returns whether the field was there.
    ///
    /// ```
    /// use specsmith_runtime::Maybe;
    ///
    /// let mut limit = Some(12.5);
    /// Maybe::Absent.apply(&mut limit);
    /// assert_eq!(limit, Some(12.5));
    /// Maybe::Value(3.0).apply(&mut limit);
    /// assert_eq!(limit, Some(3.0));
    /// Maybe::Null.apply(&mut limit);
    /// assert_eq!(limit, None);
    /// ```
    pub fn apply(self, field: &mut Option<T>) -> bool {
        match self {
            Self::Absent => return false,
            Self::Null => *field = None,
            Self::Value(value) => *field = Some(value),
        }
        true
    }

    /// Changes the value, if there is one.
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

/// Absent and null are `None`.
impl<T> From<Maybe<T>> for Option<T> {
    fn from(value: Maybe<T>) -> Self {
        value.into_value()
    }
}

/// `None` is null; for an absent field, use [`Maybe::Absent`].
impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

/// A field that is not there is [`Maybe::Absent`] with `#[serde(default)]`.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::from)
    }
}
