//! An editor without the protocol, for benchmarks. It is not part of the public interface.

use std::ops;
use std::path::PathBuf;

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};

use super::workspace::Workspace;
use super::{features, problems};

/// A file that is edited.
#[doc(hidden)]
pub struct Session {
    workspace: Workspace,
    path: PathBuf,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("path", &self.path).finish()
    }
}

impl Session {
    /// Opens a file.
    pub fn new(path: &str, text: String) -> Self {
        let path = PathBuf::from(path);
        let mut workspace = Workspace::default();
        if let Some(uri) = super::uris::uri(&path) {
            workspace.open(path.clone(), uri, text);
        }
        Self { workspace, path }
    }

    /// The text.
    pub fn text(&self) -> String {
        let file = self.workspace.file(&self.path);
        file.map_or_else(String::new, |file| file.text.as_str().to_owned())
    }

    fn position(&self, offset: usize) -> Position {
        let file = self.workspace.file(&self.path);
        file.map_or_else(Position::default, |file| file.text.position(offset))
    }

    fn replace(&mut self, range: ops::Range<usize>, text: &str) {
        let range = Range::new(self.position(range.start), self.position(range.end));
        let change = TextDocumentContentChangeEvent {
            range: Some(range),
            range_length: None,
            text: text.to_owned(),
        };
        self.workspace.change(&self.path, vec![change]);
    }

    /// Inserts text.
    pub fn insert(&mut self, offset: usize, text: &str) {
        self.replace(offset..offset, text);
    }

    /// Removes text.
    pub fn remove(&mut self, range: ops::Range<usize>) {
        self.replace(range, "");
    }

    /// The number of completions.
    pub fn complete(&self, offset: usize) -> usize {
        features::completion(&self.workspace, &self.path, self.position(offset)).len()
    }

    /// Whether something is explained.
    pub fn hover(&self, offset: usize) -> bool {
        features::hover(&self.workspace, &self.path, self.position(offset)).is_some()
    }

    /// The number of occurrences of a name.
    pub fn references(&self, offset: usize) -> usize {
        features::references(&self.workspace, &self.path, self.position(offset), |_| true).len()
    }

    /// The number of files with errors or without.
    pub fn errors(&self) -> usize {
        let checked = self.workspace.check(&self.path);
        checked.map_or(0, |checked| {
            problems::by_file(checked, &[], &self.workspace)
                .by_file
                .len()
        })
    }
}
