//! The names of types until all of them are known. Only this file knows how they are written.

/// The name of the type with this index.
pub(super) fn placeholder(index: usize) -> String {
    format!("#{index}")
}

pub(super) fn index_of(placeholder: &str) -> Option<usize> {
    placeholder.strip_prefix('#')?.parse().ok()
}

/// The final name of the type that a placeholder names; `None` for other text.
pub(super) fn resolved<'n>(placeholder: &str, names: &'n [String]) -> Option<&'n String> {
    names.get(index_of(placeholder)?)
}
