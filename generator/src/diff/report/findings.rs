//! A comparison for editors: what may break somebody, at its places in the new document.

use super::Report;
use crate::diagnostic::{Code, Diagnostic};
use crate::diff::change::Verdict;

/// A change that may break somebody.
pub(crate) struct Finding {
    pub(crate) diagnostic: Diagnostic,
    /// Whether it breaks somebody for sure.
    pub(crate) is_breaking: bool,
}

impl Report {
    /// The changes that may break somebody. What is gone is at what contained it.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let changes = self.sorted().into_iter();
        let changes = changes.filter(|change| self.worst(change) != Verdict::Compatible);
        let findings = changes.map(|change| {
            let code = Code(change.rule.id());
            let diagnostic = Diagnostic::warning(code, super::titled(change), change.near);
            Finding {
                diagnostic: diagnostic.note(self.notes(change).join("\n")),
                is_breaking: self.worst(change) == Verdict::Breaking,
            }
        });
        findings.collect()
    }
}
