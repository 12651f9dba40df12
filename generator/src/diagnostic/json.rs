//! Diagnostics as JSON, for editors and CI.

use serde_json::{Value, json};

use super::{Diagnostic, Label, Severity};
use crate::source::SourceFile;

/// A diagnostic as a JSON object on one line.
pub(super) fn line(diagnostic: &Diagnostic, source: &SourceFile) -> String {
    let labels: Vec<Value> = diagnostic
        .labels
        .iter()
        .map(|label| position(label, source))
        .collect();
    let object = json!({
        "severity": severity_name(diagnostic.severity),
        "code": diagnostic.code.0,
        "message": diagnostic.message,
        "labels": labels,
        "note": diagnostic.note,
        "help": diagnostic.help,
    });
    format!("{object}\n")
}

/// A message that is about no position in a file.
pub(super) fn plain(severity: Severity, message: &str) -> String {
    let nothing = Value::Null;
    let object = json!({
        "severity": severity_name(severity),
        "code": nothing,
        "message": message.trim_end(),
        "labels": [],
        "note": nothing,
        "help": nothing,
    });
    format!("{object}\n")
}

const fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// The position of a label in its file. Lines and columns count from 1, and columns count characters.
fn position(label: &Label, source: &SourceFile) -> Value {
    let span = source.clamp(label.span);
    let (start, end) = (source.position(span.start()), source.position(span.end()));
    json!({
        "file": start.file,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "text": label.text,
    })
}
