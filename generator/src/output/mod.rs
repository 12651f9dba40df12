//! The files of a generated crate, and the folder they belong in.
//!
//! A [`FileSet`] is everything that `generate` writes, in memory. Against a
//! folder it makes a plan; writing carries the plan out, comparing reports
//! it. So what `check` calls different is exactly what `generate` would touch.
//!
//! A file named `.specsmith` in the folder lists what was written there. What
//! is neither in that list nor in the set is nobody's business here: it is
//! never overwritten and never removed.

mod difference;
mod error;
mod manifest;
mod place;
mod plan;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

pub use difference::Difference;
pub use error::{Obstacle, OutputError};
pub use place::display as display_path;

/// Files by their paths: relative to the crate's folder, with forward slashes.
///
/// ```
/// use specsmith::output::FileSet;
///
/// let mut files = FileSet::default();
/// files.insert("src/lib.rs", "//! A crate.\n");
/// assert_eq!(files.get("src/lib.rs"), Some("//! A crate.\n"));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileSet {
    files: BTreeMap<String, String>,
}

impl FileSet {
    /// Adds a file; of two with one path the later stays.
    pub fn insert(&mut self, path: impl Into<String>, contents: impl Into<String>) {
        self.files.insert(path.into(), contents.into());
    }

    /// The contents of a file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Paths and contents, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(path, contents)| (path.as_str(), contents.as_str()))
    }

    /// How many files there are.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Makes the folder hold these files: writes those that are new or whose
    /// contents changed, removes those that were once written and are not in
    /// the set any more, and touches nothing else. The folder is created if it
    /// does not exist.
    ///
    /// # Errors
    ///
    /// Everything that can be known beforehand is an error before anything is
    /// written: a file in the way that was not written by Specsmith, a list of
    /// written files that cannot be trusted, links that lead elsewhere, a full
    /// disk. What fails after that says how far it got, and can be repeated.
    pub fn write_to(&self, folder: &Path) -> Result<Report, OutputError> {
        write::write(plan::plan(self, folder)?, folder)
    }

    /// What [`write_to`](Self::write_to) would change in the folder, sorted by
    /// path; nothing if it is up to date. Writes nothing.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or its list of written files cannot be trusted.
    pub fn compare_with(&self, folder: &Path) -> Result<Vec<Difference>, OutputError> {
        Ok(difference::differences(plan::plan(self, folder)?))
    }
}

/// What [`FileSet::write_to`] did, as paths in the folder, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// Files that did not exist before.
    pub written: Vec<String>,
    /// Files that have other contents now.
    pub changed: Vec<String>,
    /// Files that are gone.
    pub removed: Vec<String>,
    /// How many files already had their contents.
    pub unchanged: usize,
}

impl Report {
    /// Whether nothing was touched.
    pub fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

#[cfg(test)]
mod tests;
