//! A comparison for people, like other diagnostics.

use super::{Report, counted};
use crate::diagnostic::{Style, visible};
use crate::diff::change::{Axis, Change, Verdict};
use crate::diff::version::Bump;

impl Report {
    /// The comparison as text. Changes that are compatible on all axes that count are one line each.
    pub fn to_text(&self, style: Style) -> String {
        if let Some(line) = self.newness() {
            return line;
        }
        if self.changes.is_empty() {
            return self.no_changes() + &self.unused_lines();
        }
        let mut text = String::new();
        let (fine, others): (Vec<&Change>, Vec<&Change>) = self
            .sorted()
            .into_iter()
            .filter(|change| change.exemption.is_none())
            .partition(|change| self.worst(change) == Verdict::Compatible);
        for change in others {
            text.push_str(&self.change(change, style));
            text.push('\n');
        }
        if !fine.is_empty() {
            text.push_str(&format!("compatible ({}):\n", self.counting_names()));
            for change in fine {
                let mut line = format!("{} [{}]", super::titled(change), change.rule.id());
                let (verdict, why) = self.verdict_and_why(change, Axis::Rollback);
                if self.options.axes.contains(&Axis::Rollback) && verdict != Verdict::Compatible {
                    line.push_str(&format!(" (rollback: {}: {why})", verdict.name()));
                }
                text.push_str(&format!("  {}\n", visible(&line)));
            }
            text.push('\n');
        }
        text.push_str(&self.exempt_lines());
        let unused = self.unused_lines();
        if !unused.is_empty() {
            text.push_str(&unused);
            text.push('\n');
        }
        text + &self.summary()
    }

    /// That there are no changes, or none that concern those on the axes.
    fn no_changes(&self) -> String {
        let (old, new) = (visible(&self.names.0), visible(&self.names.1));
        if self.hidden == 0 {
            return format!("no changes from {old} to {new}\n");
        }
        let (axes, hidden) = (self.axis_names(), counted(self.hidden, "other change"));
        let mut lines = vec![format!(
            "no changes from {old} to {new} concern {axes} ({hidden})"
        )];
        lines.extend(self.deserved());
        lines.join("\n") + "\n"
    }

    /// The axes on which changes are compatible that are listed as such, in words.
    fn counting_names(&self) -> String {
        let names: Vec<&str> = self.counting_axes().map(Axis::name).collect();
        names.join(", ")
    }

    /// The changes that do not count.
    fn exempt_lines(&self) -> String {
        let mut text = String::new();
        for (kind, changes) in self.exempt() {
            let lines = changes.into_iter().map(|(change, exemption)| {
                let detail = exemption.detail().map_or_else(String::new, |detail| {
                    format!(": {}", detail.replace('\n', " "))
                });
                let line = format!("{} [{}]{detail}", super::titled(change), change.rule.id());
                format!("  {}\n", visible(&line))
            });
            let lines: String = lines.collect();
            text.push_str(&format!("{}:\n{lines}\n", kind.title().to_lowercase()));
        }
        text
    }

    /// The entries of `allow` that accept no change.
    fn unused_lines(&self) -> String {
        let lines = self.unused.iter();
        let lines = lines.map(|unused| format!("{}\n", visible(&self.unused(unused))));
        lines.collect()
    }

    fn change(&self, change: &Change, style: Style) -> String {
        let mut diagnostic = self.diagnostic(change).note(self.notes(change).join("\n"));
        if let Some(help) = self.help(change) {
            diagnostic = diagnostic.help(help);
        }
        diagnostic.render(&self.source, style)
    }

    /// The last lines: how many changes there are for whom, and the version that they deserve.
    fn summary(&self) -> String {
        let mut lines = vec![format!(
            "{} from {} to {}",
            counted(self.changes.len(), "change"),
            visible(&self.names.0),
            visible(&self.names.1)
        )];
        for axis in &self.options.axes {
            let verdicts = Verdict::ALL.map(|verdict| (verdict, self.count(*axis, verdict)));
            let counts = verdicts.iter().filter(|(_, count)| *count > 0);
            let counts: Vec<String> = counts
                .map(|(verdict, count)| format!("{count} {}", verdict.name()))
                .collect();
            lines.push(format!("  {:<13} {}", axis.name(), counts.join(", ")));
        }
        lines.extend(self.deserved());
        lines.extend(self.harmless());
        lines.join("\n") + "\n"
    }

    /// The versions that the changes deserve, of what the axes are about, a line for each.
    fn deserved(&self) -> Vec<String> {
        let versions = [
            ("the API", self.api_versions()),
            ("the crate", self.crate_versions()),
        ];
        let versions = versions.into_iter();
        let versions = versions.filter_map(|(what, versioned)| Some((what, versioned?)));
        let lines = versions.map(|(what, versioned)| match versioned.deserved() {
            _ if versioned.bump == Bump::None => format!("{what} deserves no new version"),
            Some(version) => format!(
                "{what} deserves a {} version: {} after {}",
                versioned.rises(),
                version,
                visible(&versioned.old)
            ),
            None => format!("{what} deserves a {} version", versioned.rises()),
        });
        lines.collect()
    }

    /// That errors are about source code alone, if nothing fails and deployed clients are concerned as well.
    fn harmless(&self) -> Option<String> {
        if self.failure().is_some()
            || !self.options.axes.contains(&Axis::Wire)
            || self.count(Axis::Wire, Verdict::Breaking) > 0
        {
            return None;
        }
        let axes = [
            (Axis::Callers, "callers"),
            (Axis::Implementers, "implementers"),
        ];
        let broken = axes.into_iter().filter_map(|(axis, whom)| {
            if !self.options.axes.contains(&axis) {
                return None;
            }
            match self.count(axis, Verdict::Breaking) {
                0 => None,
                1 => Some(format!("1 change breaks {whom}")),
                count => Some(format!("{count} changes break {whom}")),
            }
        });
        let broken: Vec<String> = broken.collect();
        (!broken.is_empty())
            .then(|| format!("nothing breaks deployed clients; {}", broken.join(", ")))
    }
}
