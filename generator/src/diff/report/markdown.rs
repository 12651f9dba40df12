//! A comparison for release notes.

use super::Report;
use crate::diagnostic::visible;
use crate::diff::Exemption;
use crate::diff::change::{Axis, Change, Verdict};

impl Report {
    /// The comparison in Markdown (CommonMark), to paste into the notes of a release.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n", escaped(&self.versions.api.new));
        if self.changes.is_empty() {
            return text + "\nNo changes.\n";
        }
        let titles = [
            (Verdict::Breaking, "Breaking"),
            (Verdict::Unknown, "Not compared"),
            (Verdict::Risky, "Worth a look"),
            (Verdict::Compatible, "Compatible"),
        ];
        let sorted = self.sorted();
        for (verdict, title) in titles {
            let changes = sorted
                .iter()
                .filter(|change| change.exemption.is_none() && self.worst(change) == verdict);
            let lines: String = changes.map(|change| self.line(change)).collect();
            if !lines.is_empty() {
                text.push_str(&format!("\n### {title}\n\n{lines}"));
            }
        }
        for (kind, title) in Exemption::TITLES {
            let lines = self.exempt(kind).map(|(change, exemption)| {
                let detail = exemption.detail().map_or_else(String::new, |detail| {
                    let detail = escaped(&detail.replace('\n', " "));
                    format!(" {}.", detail.trim_end_matches('.'))
                });
                format!("{}{detail}\n", self.line(change).trim_end())
            });
            let lines: String = lines.collect();
            if !lines.is_empty() {
                text.push_str(&format!("\n### {title}\n\n{lines}"));
            }
        }
        text
    }

    fn line(&self, change: &Change) -> String {
        let mut line = format!(
            "- {}: {}.",
            code_span(&change.path),
            escaped(&change.message)
        );
        let whom = self
            .options
            .axes
            .iter()
            .filter(|axis| **axis != Axis::Rollback);
        let whom = whom.filter(|axis| {
            change.verdict(**axis, self.options.clients) == self.worst(change)
                && self.worst(change) != Verdict::Compatible
        });
        let whom: Vec<&str> = whom.map(|axis| words(*axis)).collect();
        if !whom.is_empty() {
            line.push_str(&format!(" This affects {}.", whom.join(" and ")));
        }
        let (_, why) = self.effect(change, Axis::Wire);
        if self.worst(change) != Verdict::Compatible && !why.is_empty() {
            line.push_str(&format!(" {why}"));
        }
        if self.worst(change) == Verdict::Breaking
            && let Some(instead) = change.rule.instead()
        {
            line.push_str(&format!(" {instead}"));
        }
        line + "\n"
    }
}

const fn words(axis: Axis) -> &'static str {
    match axis {
        Axis::Wire => "deployed clients",
        Axis::Rollback => "new clients of an old server",
        Axis::Callers => "code that calls the API",
        Axis::Implementers => "code that implements the API",
    }
}

/// Text outside of code: what is in backticks stays, and the rest loses its meaning.
fn escaped(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => part
            .chars()
            .flat_map(|c| match c {
                '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '\\' => vec!['\\', c],
                c if c.is_control() => vec![' '],
                c => vec![c],
            })
            .collect(),
        _ => code(part),
    });
    parts.collect::<Vec<String>>().join("`")
}

/// Text as code: between more backticks than it has (CommonMark 0.31, section 6.1).
fn code_span(text: &str) -> String {
    let text = visible(text);
    let longest = text
        .split(|c| c != '`')
        .map(str::len)
        .max()
        .unwrap_or_default();
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}

/// Text in backticks, without what would end them.
fn code(text: &str) -> String {
    let text = text.chars().filter(|c| *c != '`');
    text.map(|c| if c.is_control() { ' ' } else { c }).collect()
}
