//! Positions in source files: [`Span`], [`Spanned`].

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Range};

/// A range of byte offsets into the text of a [`SourceFile`](crate::source::SourceFile).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, PartialOrd, Ord)]
pub struct Span {
    // Documents have millions of these, and none is larger than 64 MiB.
    start: u32,
    end: u32,
}

/// An offset in fewer bits.
const fn offset(bytes: usize) -> u32 {
    if bytes < u32::MAX as usize {
        bytes as u32
    } else {
        u32::MAX
    }
}

impl Span {
    /// The same span, in text that begins at `start`.
    pub(crate) const fn shifted(self, start: usize) -> Self {
        Self::new(self.start() + start, self.end() + start)
    }

    /// A span from `start` to `end`. An `end` before `start` becomes `start`.
    /// Offsets of 4 GiB and more become the largest one.
    pub const fn new(start: usize, end: usize) -> Self {
        Self {
            start: offset(start),
            end: offset(if end < start { start } else { end }),
        }
    }

    /// The offset of the first byte.
    pub const fn start(self) -> usize {
        self.start as usize
    }

    /// The offset after the last byte; never before the offset of the first.
    pub const fn end(self) -> usize {
        self.end as usize
    }

    /// An empty span at an offset, for something that is missing there.
    pub const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether the span covers no text.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// A value and its position.
///
/// Comparison, ordering and hashing use only the value: `id` on line 3 equals `id` on line 9. So a
/// `Spanned<String>` can be a key.
///
/// ```
/// use specsmith::source::{Span, Spanned};
///
/// let here = Spanned::new("id", Span::new(3, 5));
/// let there = Spanned::new("id", Span::new(90, 92));
/// assert_eq!(here, there);
/// assert_eq!(here.len(), 2); // derefs to the value
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its position.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Combines a value and its position.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Changes the value and keeps the position.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(change(self.value), self.span)
    }

    /// Borrows the value and keeps the position.
    pub const fn as_ref(&self) -> Spanned<&T> {
        Spanned::new(&self.value, self.span)
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Spanned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spanned_values_compare_without_their_positions() {
        let one = Spanned::new("id", Span::new(0, 2));
        let two = Spanned::new("id", Span::new(7, 9));
        assert_eq!(one, two);
        assert_eq!(one.cmp(&two), Ordering::Equal);
        assert_eq!(one.map(str::len).value, 2);
        assert_eq!(one.span.to(two.span), Span::new(0, 9));
    }
}
