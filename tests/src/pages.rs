//! The pages of the documentation, and the code in them.

use std::fs;

use crate::cases;

/// Reads a file of this repository.
///
/// # Panics
///
/// The file cannot be read.
pub fn read(path: &str) -> String {
    let path = cases::root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code blocks of a language in a Markdown text.
pub fn code_blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let opening = format!("\n```{language}\n");
    text.split(&opening)
        .skip(1)
        .filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block))
        .collect()
}
