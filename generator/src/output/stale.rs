//! The description of a folder that is not up to date.

use std::path::Path;

use super::{Difference, display_path};

/// How many differing files are shown; the rest are counted.
const MOST_SHOWN: usize = 20;

/// Describes a folder that is not up to date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stale {
    /// How each file differs, in lines; empty if there is no folder.
    pub details: String,
    /// The problem, as a clause without a capital letter and a period.
    pub message: String,
}

impl Stale {
    /// Describes differences between a folder and what a specification with this name generates.
    pub fn new(differences: &[Difference], folder: &Path, spec: &str) -> Self {
        let shown = display_path(folder);
        if !folder.exists() {
            return Self {
                details: String::new(),
                message: format!("the folder {shown}/ does not exist"),
            };
        }
        let (count, differ) = match differences.len() {
            1 => ("1 file".to_owned(), "differs"),
            count => (format!("{count} files"), "differ"),
        };
        Self {
            details: details(differences, folder),
            message: format!("{count} in {shown}/ {differ} from what {spec} generates"),
        }
    }
}

fn details(differences: &[Difference], folder: &Path) -> String {
    let mut text = String::new();
    for difference in differences.iter().take(MOST_SHOWN) {
        text.push_str(&difference.describe(folder));
    }
    if differences.len() > MOST_SHOWN {
        let more = differences.len() - MOST_SHOWN;
        text.push_str(&format!("and {more} more\n"));
    }
    if differences.iter().any(Difference::is_in_line_endings) {
        text.push_str(
            "the line `* text=auto eol=lf` in .gitattributes keeps Git from changing line endings\n",
        );
    }
    text + "\n"
}
