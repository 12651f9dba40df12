//! Parts of OpenAPI documents that the model does not keep: if they differ, that is all that can be said.

use super::change::{Change, Subject, SubjectKind, Verdict};
use super::{Rule, Side};
use crate::diagnostic::Diagnostic;
use crate::hash::HashMap;

/// The differences between what both documents have and the models do not keep.
pub(super) fn changes(old: &Side<'_>, new: &Side<'_>) -> Vec<Change> {
    let mut known: HashMap<String, Vec<&Diagnostic>> = HashMap::default();
    for warning in &old.warnings {
        known.entry(text(old, warning)).or_default().push(warning);
    }
    let mut added = Vec::new();
    for warning in &new.warnings {
        let same = known.get_mut(&text(new, warning));
        if same.and_then(Vec::pop).is_none() {
            added.push(warning);
        }
    }
    let mut removed: Vec<&Diagnostic> = known.into_values().flatten().collect();
    removed.sort_by_key(|warning| warning.span());
    let change = |warning: &Diagnostic, is_new: bool| Change {
        rule: Rule::NotCompared,
        subject: Subject {
            kind: SubjectKind::Api,
            name: new.api.name.clone(),
        },
        path: "document".to_owned(),
        message: match is_new {
            true => format!(
                "a part that is not compared is different: {}",
                warning.message
            ),
            false => format!("a part that is not compared is gone: {}", warning.message),
        },
        old: (!is_new).then(|| warning.span()),
        new: is_new.then(|| warning.span()),
        in_requests: true,
        in_responses: true,
        used_by: Vec::new(),
        callers: Verdict::Compatible,
        implementers: Verdict::Compatible,
        source: Vec::new(),
    };
    let removed = removed.into_iter().map(|warning| change(warning, false));
    let added = added.into_iter().map(|warning| change(warning, true));
    removed.chain(added).collect()
}

/// What a warning is about, whatever its place: the same keyword with the same value is no difference.
fn text(side: &Side<'_>, warning: &Diagnostic) -> String {
    let value: Vec<&str> = side
        .source
        .slice(warning.span())
        .split_whitespace()
        .collect();
    format!("{} {} {}", warning.code, warning.message, value.join(" "))
}
