//! What most checks look at, and the errors that they have found so far.

use super::scope::Scope;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Document;

/// The types of a document, and the errors found so far.
pub(super) struct Context<'c, 'd> {
    pub(super) scope: &'c Scope<'d>,
    pub(super) diagnostics: &'c mut Diagnostics,
}

impl<'d> Context<'_, 'd> {
    /// The document that is checked.
    pub(super) fn document(&self) -> &'d Document {
        self.scope.document()
    }

    /// Adds an error.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }
}
