//! Parts of OpenAPI documents that the model does not hold: if they differ, that is all that can be said.

use std::collections::VecDeque;

use super::change::{Change, Location, SubjectKind};
use super::scalars::Relation;
use super::site::Spot;
use super::{Rule, Side, schemas};
use crate::api::{Accepted, Api, SchemeKind, Value};
use crate::diagnostic::Lost;
use crate::hash::{HashMap, HashSet};
use crate::openapi::{self, Directions, Loss, Nodes, Tree};

/// A change of a part that the models do not hold.
pub(super) struct NotCompared {
    pub(super) change: Change,
    /// What the new document accepts at the part and at what contains it, from the inside.
    pub(super) accepted: Vec<Accepted>,
}

/// The differences between the parts of two OpenAPI documents that the models do not hold. A model holds everything
/// that the spec language says, so without a second OpenAPI document, there is nothing to compare.
pub(super) fn changes(old: &Side<'_>, new: &Side<'_>) -> Vec<NotCompared> {
    if !old.is_openapi || !new.is_openapi {
        return Vec::new();
    }
    let loses = |side: &Side<'_>| !side.losses.is_empty() || has_custom_credentials(&side.api);
    if !loses(old) && !loses(new) {
        return Vec::new();
    }
    let (old_tree, new_tree) = (Tree::of(old.source), Tree::of(new.source));
    let (old_nodes, new_nodes) = (Nodes::of(&old_tree), Nodes::of(&new_tree));
    let old_losses = losses(old, &old_nodes, &new_nodes);
    let new_losses = losses(new, &new_nodes, &old_nodes);
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
    let mut removed: Vec<&Loss> = known.into_values().flatten().collect();
    removed.sort_by_key(|loss| (loss.span, loss.code.0));
    remove_moved(&mut added, &old_losses, &new_nodes);
    remove_moved(&mut removed, &new_losses, &old_nodes);
    let mut added =
        openapi::without_what_the_other_says(added, old.source, (&new_nodes, &old_nodes));
    let mut removed =
        openapi::without_what_the_other_says(removed, new.source, (&old_nodes, &new_nodes));
    // What is still at the same place is one change.
    let mut both = pairs(&mut removed, &mut added, &new_nodes);
    both.extend(pairs(&mut removed, &mut added, &old_nodes));
    both.sort_by_key(|(_, loss)| (loss.span, loss.code.0));
    let both = both.into_iter().map(|(old, new)| (Some(old), Some(new)));
    let added = added.into_iter().map(|loss| (None, Some(loss)));
    let removed = removed.into_iter().map(|loss| (Some(loss), None));
    let all = both.chain(added).chain(removed);
    all.filter_map(|(was, is)| change((new, &new_nodes), was, is))
        .collect()
}

/// Takes the losses of both documents whose ways lead to the same place of one of them.
fn pairs<'l>(
    removed: &mut Vec<&'l Loss>,
    added: &mut Vec<&'l Loss>,
    nodes: &Nodes<'_>,
) -> Vec<(&'l Loss, &'l Loss)> {
    let place = |loss: &Loss| match nodes.span(&loss.path) {
        Some(span) => (loss.code.0, Some(span), String::new()),
        None => (loss.code.0, None, loss.path.clone()),
    };
    let mut waiting: HashMap<_, VecDeque<&Loss>> = HashMap::default();
    for loss in std::mem::take(removed) {
        waiting.entry(place(loss)).or_default().push_back(loss);
    }
    let mut found = Vec::new();
    added.retain(|loss| {
        let same_place = waiting.get_mut(&place(loss));
        let known = same_place.and_then(VecDeque::pop_front);
        found.extend(known.map(|known| (known, *loss)));
        known.is_none()
    });
    removed.extend(waiting.into_values().flatten());
    removed.sort_by_key(|loss| (loss.span, loss.code.0));
    found
}

/// What a loss says, wherever its text is. Messages may have numbers of places in them.
fn key(loss: &Loss) -> (&str, &str, (&str, u64)) {
    (loss.code.0, &loss.path, loss.said())
}

/// Removes the losses of a document at whose place a loss of the other document says the same: the way to the other one
/// leads there as well, through a reference or to what all operations of a path share.
fn remove_moved(losses: &mut Vec<&Loss>, others: &[Loss], nodes: &Nodes<'_>) {
    if losses.is_empty() {
        return;
    }
    let place = |loss: &Loss| {
        let (content, hash) = loss.said();
        Some((
            loss.code.0,
            nodes.span(&loss.path)?,
            content.to_owned(),
            hash,
        ))
    };
    let known: HashSet<_> = others.iter().filter_map(place).collect();
    losses.retain(|loss| place(loss).is_none_or(|place| !known.contains(&place)));
}

/// The losses of a side, without those in parts that the other one does not have: these are compared as a whole.
fn losses(side: &Side<'_>, nodes: &Nodes<'_>, other: &Nodes<'_>) -> Vec<Loss> {
    let losses = side.losses.iter().cloned();
    let losses = losses.chain(openapi::custom_credentials(nodes, other));
    let mut losses = openapi::losses(side.source, nodes, other, &losses.collect());
    let mut seen = HashSet::default();
    losses.retain(|loss| {
        let is_in_other = || other.has(&loss.owner);
        // Several operations may have read the same part, such as a parameter of their path.
        let is_first = seen.insert((loss.code.0, loss.span, loss.message.clone()));
        is_first && (loss.lost == Lost::Operation || is_in_other()) && !allows_all(loss)
    });
    losses
}

fn has_custom_credentials(api: &Api) -> bool {
    let schemes = api.auth.iter().flat_map(|auth| &auth.schemes);
    schemes
        .into_iter()
        .any(|scheme| scheme.kind == SchemeKind::Custom)
}

/// Whether no value violates a rule.
fn allows_all(loss: &Loss) -> bool {
    let is_same = |rule: Value| schemas::relation(&Value::Bool(true), &rule) == Relation::Same;
    loss.rule().is_some_and(is_same)
}

/// How the values relate that two rules allow, as far as the rules tell.
fn relation(old: &Loss, new: &Loss) -> Option<Relation> {
    let (was, is) = (old.rule()?, new.rule()?);
    (old.targets == new.targets).then(|| schemas::relation(&was, &is))
}

/// The change of a loss, unless both sides have it and mean the same.
fn change(
    (new, nodes): (&Side<'_>, &Nodes<'_>),
    old_loss: Option<&Loss>,
    new_loss: Option<&Loss>,
) -> Option<NotCompared> {
    let loss = new_loss.or(old_loss);
    let message = loss.map_or("", |loss| &loss.message);
    // A rule that is not kept makes values fewer, as any other.
    let is_rule = loss.is_some_and(|loss| {
        let lost = loss.lost;
        matches!(lost, Lost::Rule | Lost::RuleOfList | Lost::RuleOfName)
    });
    let (rule, what) = match (old_loss, new_loss) {
        (None, _) if is_rule => (Rule::UncheckedRuleAdded, "new"),
        (_, None) if is_rule => (Rule::UncheckedRuleRemoved, "gone"),
        (None, _) => (Rule::NotCompared, "new"),
        (_, None) => (Rule::NotCompared, "gone"),
        (Some(old), Some(new)) => match relation(old, new) {
            Some(Relation::Narrower) => (Rule::UncheckedRuleAdded, "stricter"),
            Some(Relation::Wider) => (Rule::UncheckedRuleRemoved, "less strict"),
            Some(Relation::Different) | None => (Rule::NotCompared, "different"),
            Some(Relation::Same) => return None,
        },
    };
    let path = loss.map_or("", |loss| &loss.path);
    let both = [old_loss, new_loss].into_iter().flatten();
    let directions = both
        .map(|loss| loss.directions)
        .fold(Directions::default(), Directions::and)
        .or_both();
    let location = Location {
        old: old_loss.map(|loss| loss.span),
        new: new_loss.map(|loss| loss.span),
        near: match new_loss {
            Some(loss) => loss.span,
            None => new.places.span(Spot::Api, false),
        },
    };
    let message = format!("a part that is not compared is {what}: {message}");
    let subject = (SubjectKind::Api, new.api.name.as_str());
    Some(NotCompared {
        change: Change {
            in_requests: directions.in_requests,
            in_responses: directions.in_responses,
            in_webhooks: directions.in_webhooks,
            ..Change::new(rule, subject, (path.to_owned(), message), location)
        },
        accepted: nodes.accepted(path),
    })
}
