//! A comparison as annotations of a pull request.

use super::Report;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, notice, visible};
use crate::diff::change::{Change, Verdict};

impl Report {
    /// Each change that may break somebody as a workflow command of GitHub Actions, at its place in the new document. What
    /// is gone is at what it was in. What is a failure by the options is an error, as a version that is too low if these are
    /// checked, and what does not count is a notice.
    pub fn to_github_commands(&self) -> String {
        let changes = self.sorted().into_iter();
        let changes = changes.filter(|change| self.worst(change) != Verdict::Compatible);
        let versions = self.low_versions().into_iter();
        let versions = versions.filter(|_| self.checks_versions);
        let versions = versions
            .map(|(problem, place)| Diagnostic::error(Code("check-version"), problem, place));
        let annotations = changes.map(|change| self.annotation(change));
        let diagnostics: Diagnostics = annotations.chain(versions).collect();
        let notices: String = self
            .exempt()
            .into_values()
            .flatten()
            .map(|(change, exemption)| {
                let message = format!("{} ({})", super::titled(change), exemption.words());
                notice(change.near, &self.source, change.rule.id(), &message)
            })
            .collect();
        let unused: String = self
            .unused
            .iter()
            .map(|unused| notice(unused.place, &self.source, "allow", &unused.words()))
            .collect();
        // Not an annotation: a line in the log.
        let newness = self.newness().unwrap_or_default();
        newness + &diagnostics.to_github_commands(&self.source) + &notices + &unused
    }

    fn annotation(&self, change: &Change) -> Diagnostic {
        let place = change.near;
        let (code, message) = (Code(change.rule.id()), visible(&super::titled(change)));
        let diagnostic = match self.is_failure(change) {
            true => Diagnostic::error(code, message, place),
            false => Diagnostic::warning(code, message, place),
        };
        let diagnostic = diagnostic.note(self.notes(change).join("\n"));
        match self.help(change) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }
}
