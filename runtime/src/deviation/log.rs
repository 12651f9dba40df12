//! The log of a lenient client, which contains each place of an operation once.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::Span;

use super::Deviation;
use crate::{Location, ValidationError};

/// The places that a client has logged, by operation. A server repeats its mistakes, so each place is logged once.
#[derive(Debug, Default)]
pub(crate) struct LoggedPlaces(Mutex<HashMap<&'static str, HashSet<(Location, String)>>>);

/// The maximum number of places of an operation that a client logs. A type that contains itself has any number of
/// places.
const MAX_PLACES: usize = 100;

/// What to do with a place.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    /// It is not logged: it was logged before, or too many other places were.
    Skip,
    /// It is logged.
    Log,
    /// It is logged, as the last one of its operation.
    LogLast,
}

impl LoggedPlaces {
    pub(crate) fn log(&self, operation: &'static str, deviations: &[Deviation]) {
        for deviation in deviations {
            let error = &deviation.error;
            let entry = self.enter(operation, error);
            if entry == Entry::Skip {
                continue;
            }
            tracing::warn!(
                operation,
                location = error.location.as_str(),
                place = error.pattern(),
                problem = error.problem,
                remedy = deviation.remedy.as_str(),
                "a response does not match the specification, and was read nevertheless"
            );
            if entry == Entry::LogLast {
                tracing::warn!(
                    operation,
                    "further places where responses do not match the specification are not logged"
                );
            }
        }
    }

    fn enter(&self, operation: &'static str, error: &ValidationError) -> Entry {
        let mut operations = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = operations.entry(operation).or_default();
        let place = (error.location, error.pattern().to_owned());
        if known.len() >= MAX_PLACES || !known.insert(place) {
            return Entry::Skip;
        }
        match known.len() == MAX_PLACES {
            true => Entry::LogLast,
            false => Entry::Log,
        }
    }
}

/// Logs the deviations of one operation.
#[derive(Debug, Clone)]
pub(crate) struct DeviationLog {
    pub(crate) operation: &'static str,
    pub(crate) logged_places: Arc<LoggedPlaces>,
    /// The span of the call, in which warnings are logged.
    pub(crate) span: Span,
}

impl DeviationLog {
    pub(crate) fn log(&self, deviations: &[Deviation]) {
        self.span
            .in_scope(|| self.logged_places.log(self.operation, deviations));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validation::Step;

    fn error(steps: &[Step<'_>]) -> ValidationError {
        let mut error = ValidationError::of_body("is missing");
        steps.iter().rev().for_each(|step| error.prepend(*step));
        error
    }

    #[test]
    fn a_place_is_logged_once_whatever_its_keys_and_indices_are() {
        let logged = LoggedPlaces::default();
        let price = |key, index| {
            error(&[
                Step::Field("prices"),
                Step::Key(key),
                Step::Index(index),
                Step::Field("net"),
            ])
        };
        let first = price("ada@example.com", 3);
        assert_eq!(first.name, "prices[\"ada@example.com\"][3].net");
        assert_eq!(first.pattern(), "prices.*[].net");
        assert_eq!(logged.enter("list", &first), Entry::Log);
        assert_eq!(logged.enter("list", &price("a[1]", 4)), Entry::Skip);
        assert_eq!(logged.enter("get", &first), Entry::Log);
        let header = ValidationError::new(Location::Header, "prices.*[].net", "is missing");
        assert_eq!(logged.enter("list", &header), Entry::Log);
    }

    #[test]
    fn each_operation_logs_so_many_places() {
        let logged = LoggedPlaces::default();
        let field = |number: usize| error(&[Step::Field(&format!("f{number}"))]);
        let entries: Vec<Entry> = (0..200)
            .map(|number| logged.enter("list", &field(number)))
            .collect();
        assert!(entries[..99].iter().all(|entry| *entry == Entry::Log));
        assert_eq!(entries[99], Entry::LogLast);
        assert!(entries[100..].iter().all(|entry| *entry == Entry::Skip));
        assert_eq!(logged.enter("get", &field(0)), Entry::Log);
    }
}
