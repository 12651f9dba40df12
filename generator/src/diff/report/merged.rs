//! Changes that are one in the document, such as of a parameter that many operations share.

use std::sync::Arc;

use crate::diff::change::{Axis, Change, Subject, SubjectKind};
use crate::diff::{Exemption, Rule, Sides};
use crate::hash::HashMap;
use crate::source::Span;

/// Merges changes that are one in the document. Those that concern no axis are left out.
pub(super) fn merged(changes: Vec<Change>, axes: &[Axis]) -> Vec<Change> {
    let mut merged: Vec<Change> = Vec::new();
    let mut known: HashMap<Place, usize> = HashMap::default();
    for change in changes {
        if !axes.iter().any(|axis| change.concerns(*axis)) {
            continue;
        }
        let place = Place::of(&change);
        match known.get(&place).and_then(|index| merged.get_mut(*index)) {
            Some(first) if are_of_one_type(first, &change, place.rule) => {
                first.add_of_type(change, place.rule);
            }
            Some(first) if are_of_operations(first, &change) => first.add_of_operation(change),
            _ => {
                known.insert(place, merged.len());
                merged.push(change);
            }
        }
    }
    merged
}

/// What changes have in common that may be one.
#[derive(PartialEq, Eq, Hash)]
struct Place {
    /// The rule. Values of a type may be wider or narrower: they are text in one place and JSON in another.
    rule: Rule,
    old: Option<Span>,
    new: Option<Span>,
    message: String,
    exemption: Option<Exemption>,
}

impl Place {
    fn of(change: &Change) -> Self {
        Self {
            rule: match change.subject.kind {
                SubjectKind::Type => change.rule.without_direction(),
                SubjectKind::Api
                | SubjectKind::Operation
                | SubjectKind::Webhook
                | SubjectKind::Error => change.rule,
            },
            old: change.old,
            new: change.new,
            message: match change.in_requests || change.in_responses {
                true => change.message.clone(),
                // What only source code notices has the names of its items in it.
                false => format!("{} {}", change.path, change.message),
            },
            exemption: change.exemption.clone(),
        }
    }
}

/// Whether two changes in one place are one of a type, by the same rule or by one that is about both.
fn are_of_one_type(first: &Change, other: &Change, rule: Rule) -> bool {
    let is_one_rule = first.rule == other.rule || [first.rule, other.rule].contains(&rule);
    other.subject.kind == SubjectKind::Type && is_one_rule
}

/// Whether two changes in one place are of a part that several operations share.
fn are_of_operations(first: &Change, other: &Change) -> bool {
    let is_of_operation = matches!(
        other.subject.kind,
        SubjectKind::Operation | SubjectKind::Webhook
    );
    is_of_operation && first.in_requests == other.in_requests
}

impl Change {
    /// Adds the same change of the same type, whose values are in other places.
    fn add_of_type(&mut self, other: Self, rule: Rule) {
        if self.rule != other.rule {
            self.rule = rule;
        }
        self.in_requests |= other.in_requests;
        self.in_responses |= other.in_responses;
        self.in_webhooks |= other.in_webhooks;
        self.readers = self.readers.and(other.readers);
        if other.sides == Sides::Operations {
            self.sides = Sides::Operations;
        }
        let used_by: &mut Vec<Subject> = Arc::make_mut(&mut self.used_by);
        used_by.extend(other.used_by.iter().cloned());
        used_by.sort_unstable();
        used_by.dedup();
        self.add_source_of(other);
    }

    /// Adds the same change of another operation.
    fn add_of_operation(&mut self, other: Self) {
        let used_by = Arc::make_mut(&mut self.used_by);
        if used_by.is_empty() {
            used_by.push(self.subject.clone());
        }
        used_by.push(other.subject.clone());
        self.readers = self.readers.and(other.readers);
        self.add_source_of(other);
    }

    /// Adds what another change means for source code.
    fn add_source_of(&mut self, other: Self) {
        self.callers = self.callers.max(other.callers);
        self.implementers = self.implementers.max(other.implementers);
        for difference in other.source {
            // What all of them mean is said once.
            if !self.source.contains(&difference) {
                self.source.push(difference);
            }
        }
    }
}
