//! What a specification looked like before, and what has changed since.

use std::fmt;
use std::path::{Path, PathBuf};

use specsmith_runtime::Date;

use crate::diff::{self, Finding, Options, Report};
use crate::hash::HashMap;
use crate::source::SourceFile;

/// How the server finds out what a specification looked like before.
pub struct History<'h> {
    /// The specification with this main file, where the branch began. `None` if there is none, or if it cannot be read.
    pub before: &'h dyn Fn(&Path) -> Option<SourceFile>,
    /// The current day.
    pub today: fn() -> Date,
}

impl fmt::Debug for History<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("History").finish_non_exhaustive()
    }
}

/// The specifications as they were before, by their main files. Each is read once.
pub(super) struct Past<'h> {
    history: History<'h>,
    known: HashMap<PathBuf, Option<SourceFile>>,
}

impl<'h> Past<'h> {
    pub(super) fn new(history: History<'h>) -> Self {
        Self {
            history,
            known: HashMap::default(),
        }
    }

    /// Reads everything again when it is needed: the branch may be another one.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// What may break somebody since then. Nothing, if one of both cannot be read.
    pub(super) fn findings(&mut self, main: &Path, source: &SourceFile) -> Vec<Finding> {
        let before = &self.history.before;
        let known = self.known.entry(main.to_owned());
        let old = known.or_insert_with(|| before(main));
        let Some(old) = old else {
            return Vec::new();
        };
        let sides = (crate::read_to_compare(old), crate::read_to_compare(source));
        let (Ok(old), Ok(new)) = sides else {
            return Vec::new();
        };
        let changes = diff::compare(&old, &new, (self.history.today)()).changes;
        Report::new(&old, &new, changes, Options::default()).findings()
    }
}
