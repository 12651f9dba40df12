//! Parts of OpenAPI documents that the model does not hold: if they differ, that is all that can be said.

use super::change::{Change, Subject, SubjectKind, Verdict};
use super::{Rule, Side};
use crate::Loss;
use crate::api::Api;
use crate::hash::{HashMap, HashSet};

/// The differences between what both documents say and the models do not hold. In the spec language, a model holds all.
pub(super) fn changes(old: &Side<'_>, new: &Side<'_>) -> Vec<Change> {
    if !crate::is_openapi(old.source) || !crate::is_openapi(new.source) {
        return Vec::new();
    }
    let (old_losses, new_losses) = (losses(old, &new.api), losses(new, &old.api));
    let mut known: HashMap<_, Vec<&Loss>> = HashMap::default();
    for loss in &old_losses {
        known.entry(key(loss)).or_default().push(loss);
    }
    let mut added: Vec<&Loss> = Vec::new();
    for loss in &new_losses {
        if known.get_mut(&key(loss)).and_then(Vec::pop).is_none() {
            added.push(loss);
        }
    }
    let mut left: HashMap<(&str, &str), Vec<&Loss>> = HashMap::default();
    for loss in known.into_values().flatten() {
        let place = (loss.code.0, loss.path.as_str());
        left.entry(place).or_default().push(loss);
    }
    let mut changes: Vec<Change> = Vec::new();
    for loss in added {
        let same_place = left.get_mut(&(loss.code.0, loss.path.as_str()));
        changes.push(change(new, same_place.and_then(Vec::pop), Some(loss)));
    }
    let mut removed: Vec<&Loss> = left.into_values().flatten().collect();
    removed.sort_by_key(|loss| loss.span);
    changes.extend(
        removed
            .into_iter()
            .map(|loss| change(new, Some(loss), None)),
    );
    changes
}

/// What a loss says, wherever its text is. Messages may have numbers of places in them.
fn key(loss: &Loss) -> (&str, &str, &str, u64) {
    (loss.code.0, &loss.path, &loss.content, loss.targets)
}

/// The codes of warnings that say nothing about requests and responses: about names, pages, extensions and versions.
const NOT_ON_THE_WIRE: [&str; 10] = [
    "W0116", "W0119", "W0120", "W0121", "W0124", "W0126", "W0127", "W0128", "W0129", "W0140",
];

/// Whether a loss may concern requests or responses.
fn is_on_the_wire(loss: &Loss) -> bool {
    !NOT_ON_THE_WIRE.contains(&loss.code.0) && !loss.message.starts_with("the example")
}

/// The losses of a side, without those in operations that the other one does not have.
fn losses(side: &Side<'_>, other: &Api) -> Vec<Loss> {
    let known: HashSet<(String, String)> = other
        .operations
        .iter()
        .map(|operation| {
            let method = operation.method.name().to_ascii_lowercase();
            (without_names(&other.template(operation)), method)
        })
        .collect();
    let mut losses = crate::losses(side.source, &side.warnings);
    losses.retain(is_on_the_wire);
    losses.retain(|loss| match operation_of(&loss.path) {
        Some((path, method)) => known.iter().any(|(known, known_method)| {
            let has_method = method.as_ref().is_none_or(|method| method == known_method);
            known.ends_with(&path) && has_method
        }),
        None => true,
    });
    losses
}

/// The path of the operations that a JSON pointer leads into, and the method if it is one of them.
fn operation_of(pointer: &str) -> Option<(String, Option<String>)> {
    let mut parts = pointer.strip_prefix("/paths/")?.split('/');
    let path = parts.next()?.replace("~1", "/").replace("~0", "~");
    let method = parts
        .next()
        .filter(|method| crate::api::Method::from_name(&method.to_ascii_uppercase()).is_some());
    Some((without_names(&path), method.map(str::to_owned)))
}

/// A path without the names of its parameters.
fn without_names(path: &str) -> String {
    let mut text = String::new();
    let mut is_inside = false;
    for c in path.chars() {
        match c {
            '{' => is_inside = true,
            '}' => is_inside = false,
            c if !is_inside => text.push(c),
            _ => continue,
        }
        if c == '{' {
            text.push_str("{}");
        }
    }
    text
}

fn change(new: &Side<'_>, old_loss: Option<&Loss>, new_loss: Option<&Loss>) -> Change {
    let loss = new_loss.or(old_loss);
    let message = loss.map_or("", |loss| &loss.message);
    // A rule that is not kept makes values fewer, as any other.
    let is_rule = message.contains("not checked");
    let (rule, what) = match (old_loss, new_loss) {
        (None, _) if is_rule => (Rule::UncheckedRuleAdded, "new"),
        (_, None) if is_rule => (Rule::UncheckedRuleRemoved, "gone"),
        (None, _) => (Rule::NotCompared, "new"),
        (_, None) => (Rule::NotCompared, "gone"),
        (Some(_), Some(_)) => (Rule::NotCompared, "different"),
    };
    let path = loss.map_or("", |loss| &loss.path);
    let is_in = |part: &str| path.contains(part);
    let (in_requests, in_responses) = match is_in("/responses/") {
        true => (false, true),
        false => (true, !is_in("/requestBody") && !is_in("/parameters/")),
    };
    Change {
        rule,
        subject: Subject {
            kind: SubjectKind::Api,
            name: new.api.name.clone(),
        },
        path: path.to_owned(),
        message: format!("what is not compared is {what}: {message}"),
        old: old_loss.map(|loss| loss.span),
        new: new_loss.map(|loss| loss.span),
        in_requests,
        in_responses,
        used_by: Vec::new(),
        callers: Verdict::Compatible,
        implementers: Verdict::Compatible,
        source: Vec::new(),
        exemption: None,
    }
}
