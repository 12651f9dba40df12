//! The files of a generated crate and the folder that they belong to.
//!
//! A [`FileSet`] contains everything that `generate` writes, in memory. Compared with a folder it
//! becomes a plan. Writing carries the plan out, and comparing reports it, so `check` reports
//! exactly what `generate` would change.
//!
//! A file named `.specsmith` in the folder lists the files that were written. Files that are
//! neither in that list nor in the set are never overwritten or removed. A folder without the list
//! must be empty, apart from hidden files such as `.git`.
//!
//! [`Current`] recognizes a folder that is up to date without the set. For that,
//! [`FileSet::remember`] stores a digest in `.specsmith-cache`, which Git ignores.

mod cache;
mod error;
mod file_difference;
mod manifest;
mod place;
mod plan;
mod stale;
mod unified_diff;
mod write;

use std::collections::BTreeMap;
use std::path::Path;

pub use cache::{Current, Inputs};
pub use error::{OutputConflict, OutputError};
pub use file_difference::Difference;
pub use place::display as display_path;
pub use stale::Stale;
pub use unified_diff::unified_diff;

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
    /// Adds a file. It replaces an earlier one with the same path.
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

    /// The number of files.
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// The number of files that [`write_to`](Self::write_to) keeps in the folder: the files of the set, and
    /// the list of them.
    pub fn len_on_disk(&self) -> usize {
        self.files.len() + 1
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Updates the folder: writes new and changed files, removes files of earlier runs that are no
    /// longer in the set, and touches nothing else. The folder is created if it does not exist.
    ///
    /// # Errors
    ///
    /// Problems are reported before anything is written: a file that Specsmith did not write would
    /// be overwritten, the list of written files is invalid, a link leads out of the folder, the
    /// disk is full. An error after that reports how far the run got, and the run can be repeated.
    pub fn write_to(&self, folder: &Path) -> Result<Report, OutputError> {
        write::write(plan::plan(self, folder)?, folder)
    }

    /// Checks that nothing in the folder is in the way of [`write_to`](Self::write_to). Writes nothing.
    ///
    /// # Errors
    ///
    /// The problems that `write_to` reports before it writes anything, except those of the disk.
    pub fn check_folder(&self, folder: &Path) -> Result<(), OutputError> {
        write::check(&plan::plan(self, folder)?, folder)
    }

    /// What [`write_to`](Self::write_to) would change in the folder, sorted by path; empty if it is
    /// up to date. Writes nothing.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or its list of written files is invalid.
    pub fn compare_with(&self, folder: &Path) -> Result<Vec<Difference>, OutputError> {
        Ok(file_difference::differences(plan::plan(self, folder)?))
    }
}

/// What [`FileSet::write_to`] did, as paths in the folder, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Files that did not exist before.
    pub written: Vec<String>,
    /// Files whose contents changed.
    pub changed: Vec<String>,
    /// Files that were removed.
    pub removed: Vec<String>,
    /// How many files were already up to date.
    pub unchanged: usize,
}

impl Report {
    /// A folder in which all files were up to date.
    pub fn of_unchanged(files: usize) -> Self {
        Self {
            unchanged: files,
            ..Self::default()
        }
    }

    /// Whether nothing was changed.
    pub fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

#[cfg(test)]
mod tests;
