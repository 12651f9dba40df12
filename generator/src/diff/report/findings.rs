//! A comparison for editors: what may break somebody, at its places in the new document.

use super::Report;
use crate::diagnostic::{Code, Diagnostic};
use crate::diff::change::{Change, SubjectKind, Verdict};
use crate::diff::site::Spot;
use crate::diff::{Places, Side};
use crate::source::Span;

/// A change that may break somebody.
pub(crate) struct Finding {
    pub(crate) diagnostic: Diagnostic,
    /// Whether it breaks somebody for sure.
    pub(crate) is_breaking: bool,
}

impl Report {
    /// The changes that may break somebody. What is gone is at what contained it.
    pub(crate) fn findings(&self, new: &Side<'_>) -> Vec<Finding> {
        let changes = self.sorted().into_iter();
        let changes = changes.filter(|change| self.worst(change) != Verdict::Compatible);
        let findings = changes.map(|change| {
            let code = Code(change.rule.id());
            let place = change.new.unwrap_or_else(|| around(change, &new.places));
            let diagnostic = Diagnostic::warning(code, super::titled(change), place);
            Finding {
                diagnostic: diagnostic.note(self.consequences(change)),
                is_breaking: self.worst(change) == Verdict::Breaking,
            }
        });
        findings.collect()
    }

    /// What a change means for whom, a line for each axis.
    fn consequences(&self, change: &Change) -> String {
        let mut lines = Vec::new();
        for axis in &self.options.axes {
            let (verdict, why) = self.effect(change, *axis);
            if verdict != Verdict::Compatible {
                let line = format!("{}: {}. {why}", axis.name(), verdict.name());
                lines.push(line.trim_end().to_owned());
            }
        }
        lines.join("\n")
    }
}

/// The place of what a change is about, if its part is gone.
fn around(change: &Change, places: &Places) -> Span {
    let name = &change.subject.name;
    let spot = match change.subject.kind {
        SubjectKind::Api => Spot::Api,
        SubjectKind::Operation | SubjectKind::Webhook => Spot::Operation(name),
        SubjectKind::Error => Spot::Error(name),
        SubjectKind::Type => Spot::Type(name),
    };
    places.span(spot, change.subject.kind == SubjectKind::Webhook)
}
