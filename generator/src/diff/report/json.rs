//! A comparison for programs: a JSON object on each line.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Map, Value, json};

use super::Report;
use super::versions::Versioned;
use crate::diff::change::{Change, Subject, SubjectKind};
use crate::source::Span;

impl Report {
    /// Each change as a JSON object on a line, the worst first. It has the keys `rule`, `subject`, `path`, `message`,
    /// `verdicts` and `consequences` by axis, `used_by`, `source`, `instead`, `exemption`
    /// (`null`, or why the change does not count: `kind` and `detail`), and the places `old` and `new` with `file`,
    /// `line` and `column`, which count from 1.
    pub fn to_json_lines(&self) -> String {
        let lines = self.sorted().into_iter();
        let lines = lines.map(|change| {
            // Texts as keys, and texts, numbers and lists as values, are always JSON.
            let line = serde_json::to_string(&Line(self, change)).unwrap_or_default();
            line + "\n"
        });
        let changes: String = lines.collect();
        let lines = changes + &format!("{}\n", self.totals());
        // Some programs take these characters, which only strings contain, for the ends of lines.
        let ends = [
            ('\u{85}', "\\u0085"),
            ('\u{2028}', "\\u2028"),
            ('\u{2029}', "\\u2029"),
        ];
        let escape = |text: String, (end, escaped): (char, &str)| match text.contains(end) {
            true => text.replace(end, escaped),
            false => text,
        };
        ends.into_iter().fold(lines, escape)
    }

    /// The last line: the versions that the changes deserve, and the entries of `allow` that accept no change.
    fn totals(&self) -> Value {
        let versions = &self.versions;
        let unused = self.unused.iter().map(|unused| {
            json!({
                "rule": unused.rule.id(),
                "ended": unused.ended.map(|day| day.to_string()),
                "others": names(&unused.others),
                "place": self.json_place(Some(unused.place), 0),
            })
        });
        json!({
            "changes": self.changes.len(),
            "absent_in": self.absent_in,
            "unused_allow": unused.collect::<Vec<Value>>(),
            "api": json_versions(&versions.api, self.api_versions()),
            "crate": json_versions(&versions.package, self.crate_versions()),
        })
    }

    fn json_place(&self, span: Option<Span>, start: usize) -> Value {
        let Some(position) = self.place(span, start) else {
            return Value::Null;
        };
        json!({
            "file": position.file,
            "line": position.line,
            "column": position.column,
        })
    }
}

/// The versions of both sides, and what the changes deserve if these are shown.
fn json_versions(known: &Versioned, shown: Option<&Versioned>) -> Value {
    json!({
        "old": known.old,
        "new": known.new,
        "bump": shown.map(Versioned::rises),
        "deserves": shown.and_then(Versioned::deserved),
    })
}

/// A change. It is written without a value in between, because thousands of operations may have a type.
struct Line<'r>(&'r Report, &'r Change);

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report, change) = self;
        let mut verdicts = Map::new();
        let mut consequences = Map::new();
        for axis in &report.options.axes {
            let (verdict, why) = report.verdict_and_why(change, *axis);
            verdicts.insert(axis.name().to_owned(), json!(verdict.name()));
            if !why.is_empty() {
                consequences.insert(axis.name().to_owned(), json!(why));
            }
        }
        let exemption = change.exemption.as_ref().map(|exemption| {
            json!({
                "kind": exemption.kind().id(),
                "detail": exemption.detail(),
            })
        });
        let subject = json!({
            "kind": kind_name(change.subject.kind),
            "name": change.subject.name,
        });
        let differences = change.source.iter();
        let source: Vec<&String> = differences.map(|difference| &difference.message).collect();
        let old = report.json_place(change.old, report.old_start);
        let mut line = serializer.serialize_map(None)?;
        line.serialize_entry("consequences", &consequences)?;
        line.serialize_entry("exemption", &exemption)?;
        line.serialize_entry(
            "instead",
            &change.instead(report.options.clients, report.language),
        )?;
        line.serialize_entry("message", &change.message)?;
        line.serialize_entry("new", &report.json_place(change.new, 0))?;
        line.serialize_entry("old", &old)?;
        line.serialize_entry("path", &change.path)?;
        line.serialize_entry("rule", change.rule.id())?;
        line.serialize_entry("source", &source)?;
        line.serialize_entry("subject", &subject)?;
        line.serialize_entry("used_by", &names(&change.used_by))?;
        line.serialize_entry("verdicts", &verdicts)?;
        line.end()
    }
}

/// The names of operations and webhooks, each once.
fn names(users: &[Subject]) -> Vec<&str> {
    let mut names: Vec<&str> = users.iter().map(|user| user.name.as_str()).collect();
    names.dedup();
    names
}

pub(super) const fn kind_name(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Api => "api",
        SubjectKind::Operation => "operation",
        SubjectKind::Webhook => "webhook",
        SubjectKind::Error => "error",
        SubjectKind::Type => "type",
    }
}
