//! A comparison for tools that show the results of tests.

use super::Report;
use crate::diagnostic::visible;
use crate::diff::change::{Change, Verdict};
use crate::source::Position;

impl Report {
    /// The comparison as a JUnit report: each change is a test, which fails if it is a failure by the options, and is skipped
    /// if it does not count. What else breaks somebody or may do so is the output of its test. If versions are checked,
    /// they are one more test.
    pub fn to_junit(&self) -> String {
        let sorted = self.sorted();
        let failures = sorted.iter().filter(|change| self.is_failure(change));
        let cases: String = sorted.iter().map(|change| self.case(change)).collect();
        let low_version = self.version_failure();
        let versions = self.versions_case(low_version.as_deref());
        let skipped = sorted.iter().filter(|change| change.exemption.is_some());
        let (name, tests) = (
            "specsmith diff",
            sorted.len() + usize::from(self.checks_versions),
        );
        let failures = failures.count() + usize::from(low_version.is_some());
        let skipped = skipped.count();
        let unused = self.unused.iter().map(|unused| self.unused(unused) + "\n");
        let output = match unused.collect::<String>() {
            text if text.is_empty() => text,
            text => format!("    <system-out>{}</system-out>\n", escaped(&text)),
        };
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <testsuites>\n  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" \
             skipped=\"{skipped}\">\n\
             {cases}{versions}{output}  </testsuite>\n</testsuites>\n"
        )
    }

    /// The test of the versions, if they are checked.
    fn versions_case(&self, problem: Option<&str>) -> String {
        if !self.checks_versions {
            return String::new();
        }
        let start = "    <testcase classname=\"check-version\" name=\"the versions are as high as the changes deserve\"";
        match problem {
            None => format!("{start}/>\n"),
            Some(problem) => {
                let problem = escaped(&visible(problem));
                format!("{start}>\n      <failure message=\"{problem}\"/>\n    </testcase>\n")
            }
        }
    }

    fn case(&self, change: &Change) -> String {
        let (class, name) = (change.rule.id(), escaped(&visible(&super::titled(change))));
        let start = format!("    <testcase classname=\"{class}\" name=\"{name}\"");
        if let Some(exemption) = &change.exemption {
            let why = escaped(&exemption.words());
            return format!("{start}>\n      <skipped message=\"{why}\"/>\n    </testcase>\n");
        }
        let is_failure = self.is_failure(change);
        if !is_failure && self.worst(change) == Verdict::Compatible {
            return start + "/>\n";
        }
        let mut lines = self.notes(change);
        lines.extend(self.help(change));
        for (what, place) in [
            ("old", self.place(change.old, self.old_start)),
            ("new", self.place(change.new, 0)),
        ] {
            if let Some(Position { file, line, .. }) = place {
                lines.push(format!("{what}: {file}:{line}"));
            }
        }
        let text = escaped(&lines.join("\n"));
        let result = match is_failure {
            true => format!("<failure message=\"{name}\">{text}</failure>"),
            false => format!("<system-out>{text}</system-out>"),
        };
        format!("{start}>\n      {result}\n    </testcase>\n")
    }
}

/// Text in XML 1.0, without the characters that it does not have.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
