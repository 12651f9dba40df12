//! Names that have traded places.

/// The first of some names whose place another one has taken, and that one: both sides have both. Otherwise, something
/// has only a different name.
pub(super) fn swapped<T: Copy + PartialEq>(old: &[T], new: &[T]) -> Option<(T, T)> {
    let mut pairs = old.iter().copied().zip(new.iter().copied());
    pairs.find(|(was, is)| was != is && new.contains(was) && old.contains(is))
}
