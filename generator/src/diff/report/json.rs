//! A comparison for programs: a JSON object on each line.

use serde_json::{Map, Value, json};

use super::Report;
use crate::diff::change::{Change, SubjectKind};
use crate::source::Span;

impl Report {
    /// Each change as a JSON object on a line, the worst first. It has the keys `rule`, `subject`, `path`, `message`,
    /// `verdicts` and `consequences` by axis, `used_by`, `source`, `instead`, `exemption`
    /// (`null`, or why the change does not count: `kind` and `detail`), and the places `old` and `new` with `file`,
    /// `line` and `column`, which count from 1.
    pub fn to_json_lines(&self) -> String {
        let lines = self.sorted().into_iter();
        let lines = lines.map(|change| format!("{}\n", self.object(change)));
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

    fn object(&self, change: &Change) -> Value {
        let mut verdicts = Map::new();
        let mut consequences = Map::new();
        for axis in &self.options.axes {
            let (verdict, why) = self.effect(change, *axis);
            verdicts.insert(axis.name().to_owned(), json!(verdict.name()));
            if !why.is_empty() {
                consequences.insert(axis.name().to_owned(), json!(why));
            }
        }
        let differences = change.source.iter();
        let messages: Vec<&String> = differences.map(|difference| &difference.message).collect();
        json!({
            "rule": change.rule.id(),
            "subject": {
                "kind": kind_name(change.subject.kind),
                "name": change.subject.name,
            },
            "path": change.path,
            "message": change.message,
            "verdicts": verdicts,
            "consequences": consequences,
            "used_by": change.used_by.as_slice(),
            "source": messages,
            "instead": change.instead(self.options.clients),
            "exemption": change.exemption.as_ref().map(|exemption| json!({
                "kind": exemption.kind(),
                "detail": exemption.detail(),
            })),
            "old": self.json_place(change.old, self.old_start),
            "new": self.json_place(change.new, 0),
        })
    }

    /// The last line: the versions that the changes deserve, and the entries of `allow` that accept no change.
    fn totals(&self) -> Value {
        let versions = &self.versions;
        let unused = self.unused.iter().map(|unused| {
            json!({
                "rule": unused.rule.id(),
                "ended": unused.ended.map(|day| day.to_string()),
                "others": unused.others,
                "place": self.json_place(Some(unused.place), 0),
            })
        });
        json!({
            "changes": self.changes.len(),
            "unused_allow": unused.collect::<Vec<Value>>(),
            "api": {
                "old": versions.api.old,
                "new": versions.api.new,
                "bump": versions.api.rises(),
                "deserves": versions.api.deserved(),
            },
            "crate": {
                "old": versions.package.old,
                "new": versions.package.new,
                "bump": versions.package.rises(),
                "deserves": versions.package.deserved(),
            },
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

pub(super) const fn kind_name(kind: SubjectKind) -> &'static str {
    match kind {
        SubjectKind::Api => "api",
        SubjectKind::Operation => "operation",
        SubjectKind::Webhook => "webhook",
        SubjectKind::Error => "error",
        SubjectKind::Type => "type",
    }
}
