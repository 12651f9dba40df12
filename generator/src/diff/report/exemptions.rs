//! What does not count, and the entries of `allow` that accept nothing.

use super::{Report, users};
use crate::diff::{Exemption, Unused};

impl Exemption {
    /// The kinds, in the order of reports, with their titles.
    pub(super) const TITLES: [(&str, &str); 3] = [
        ("accepted", "Accepted"),
        ("unstable", "Unstable"),
        ("past-sunset", "Past its sunset date"),
    ];

    /// Its kind, for programs.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Accepted(_) => "accepted",
            Self::Unstable => "unstable",
            Self::PastSunset(_) => "past-sunset",
        }
    }

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
        let what = match self {
            Self::Accepted(_) => "accepted",
            Self::Unstable => "unstable",
            Self::PastSunset(_) => "past its sunset date",
        };
        match self.detail() {
            Some(detail) => format!("{what}: {}", detail.replace('\n', " ")),
            None => what.to_owned(),
        }
    }
}

impl Report {
    /// Why an entry of `allow` accepts nothing, with its place.
    pub(super) fn unused(&self, unused: &Unused) -> String {
        let position = self.source.position(unused.place.start());
        let rule = unused.rule.id();
        let what = match unused.ended {
            Some(day) => format!("`allow` accepts `{rule}` only until {day}"),
            None if unused.others.is_empty() => {
                format!("`allow` accepts `{rule}`, and there is no such change")
            }
            None => {
                let others = users(&unused.others);
                format!(
                    "`allow` accepts `{rule}` of a type or an error that is also in {others}: \
                     accept it there too, or where it is defined"
                )
            }
        };
        let (file, line, column) = (position.file, position.line, position.column);
        format!("{file}:{line}:{column}: {what}")
    }
}
