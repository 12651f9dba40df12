//! Cargo features that come and go with the first and the last operation of a group: a single group has none.

use super::Located;
use super::deltas::{Delta, Event};
use crate::api::Api;
use crate::diff::Rule;
use crate::diff::site::Spot;
use crate::diff::surface::Role;

/// Attaches differences of features to the first operation that is new or gone together with its group. Returns the
/// others.
pub(super) fn attach<'a>(
    all: &mut [Located<'_>],
    deltas: Vec<Delta<'a>>,
    old: &Api,
    new: &Api,
) -> Vec<Delta<'a>> {
    let first = |rule: Rule, own: &Api, other: &Api| {
        let groups = other.group_names();
        all.iter().position(|located| {
            let spot = match rule {
                Rule::OperationAdded => located.new,
                _ => located.old,
            };
            let Some(Spot::Operation(name)) = spot.filter(|_| located.change.rule == rule) else {
                return false;
            };
            let mut operations = own.operations.iter();
            let operation = operations.find(|operation| operation.name == name);
            operation.is_some_and(|operation| !groups.contains(&operation.group.as_str()))
        })
    };
    let added = first(Rule::OperationAdded, new, old);
    let removed = first(Rule::OperationRemoved, old, new);
    let mut left = Vec::new();
    for delta in deltas {
        let cause = match (delta.role, delta.event) {
            (Role::Feature | Role::FirstFeature, Event::Added) => added,
            (Role::Feature, Event::Removed) => removed,
            _ => None,
        };
        match cause.and_then(|at| all.get_mut(at)) {
            Some(located) => located.attach(&delta),
            None => left.push(delta),
        }
    }
    left
}
