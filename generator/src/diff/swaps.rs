//! Names that have traded places.

/// The first name whose place another name has taken, and that name. Both sides have both names: otherwise, something
/// was only renamed.
pub(super) fn swapped<T: Copy + PartialEq>(old: &[T], new: &[T]) -> Option<(T, T)> {
    let mut pairs = old.iter().copied().zip(new.iter().copied());
    pairs.find(|(was, is)| was != is && new.contains(was) && old.contains(is))
}
