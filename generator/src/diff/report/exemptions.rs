//! What does not count, and the entries of `allow` that accept nothing.

use std::collections::BTreeMap;

use super::{Report, users};
use crate::diff::change::Change;
use crate::diff::exempt::ExemptionKind;
use crate::diff::{Exemption, Unused};

impl Exemption {
    /// The reason or the date, if there is one.
    pub(super) fn detail(&self) -> Option<String> {
        match self {
            Self::Accepted(reason) => reason.as_deref().map(|reason| reason.trim().to_owned()),
            Self::Unstable => None,
            Self::PastSunset(date) => Some(date.to_string()),
        }
    }

    /// Why a change does not count, on one line: `accepted: nobody used it`.
    pub(super) fn words(&self) -> String {
        let what = self.kind().title().to_lowercase();
        match self.detail() {
            Some(detail) => format!("{what}: {}", detail.replace('\n', " ")),
            None => what,
        }
    }
}

/// Changes that do not count, with the reasons.
pub(super) type Exempt<'r> = Vec<(&'r Change, &'r Exemption)>;

impl Report {
    /// The changes that do not count, by the kinds of the reasons.
    pub(super) fn exempt(&self) -> BTreeMap<ExemptionKind, Exempt<'_>> {
        let mut exempt: BTreeMap<ExemptionKind, Exempt<'_>> = BTreeMap::new();
        for change in &self.changes {
            if let Some(exemption) = &change.exemption {
                let known = exempt.entry(exemption.kind()).or_default();
                known.push((change, exemption));
            }
        }
        exempt
    }

    /// Why an entry of `allow` accepts nothing, with its place.
    pub(super) fn unused(&self, unused: &Unused) -> String {
        let position = self.source.position(unused.place.start());
        let (file, line, column) = (position.file, position.line, position.column);
        format!("{file}:{line}:{column}: {}", unused.words())
    }
}

impl Unused {
    /// Why the entry accepts nothing.
    pub(super) fn words(&self) -> String {
        let rule = self.rule.id();
        match self.ended {
            Some(day) => format!("`allow` accepts `{rule}` only until {day}"),
            None if self.others.is_empty() => {
                format!("`allow` accepts `{rule}`, and there is no such change")
            }
            None => {
                let others = users(&self.others);
                format!(
                    "`allow` accepts `{rule}` of a type or an error that is also in {others}: \
                     accept it there too, or where it is defined"
                )
            }
        }
    }
}
