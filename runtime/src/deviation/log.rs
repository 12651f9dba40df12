//! The log of a lenient client: each place of each operation once.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use super::Deviation;

/// The places that a client has logged. Each is logged once, because servers repeat their mistakes.
#[derive(Debug, Default)]
pub(crate) struct Logged(Mutex<HashSet<(&'static str, String)>>);

/// How many places a client logs. The keys of maps can be without number.
const MOST_PLACES: usize = 1_000;

impl Logged {
    pub(crate) fn log(&self, operation: &'static str, deviations: &[Deviation]) {
        for deviation in deviations {
            let error = &deviation.error;
            let place = without_indices(&error.name);
            let key = (operation, format!("{} {place}", error.location));
            let is_new = {
                let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                known.len() < MOST_PLACES && known.insert(key)
            };
            if is_new {
                tracing::warn!(
                    operation,
                    location = error.location.as_str(),
                    place,
                    problem = error.problem,
                    remedy = deviation.remedy.as_str(),
                    "a response does not match the specification, and was read nevertheless"
                );
            }
        }
    }
}

/// The name of a place for all items of a list: `items[].name`. A key in quotes stays as it is.
fn without_indices(name: &str) -> String {
    let mut place = String::with_capacity(name.len());
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('[') {
        place.push_str(before);
        place.push('[');
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    place + rest
}

/// Logs the deviations of one operation.
#[derive(Debug, Clone)]
pub(crate) struct Watch {
    pub(crate) operation: &'static str,
    pub(crate) logged: Arc<Logged>,
}

impl Watch {
    pub(crate) fn log(&self, deviations: &[Deviation]) {
        self.logged.log(self.operation, deviations);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_items_are_one_place() {
        for (name, expected) in [
            ("", ""),
            ("total", "total"),
            ("items[12].parts[0].name", "items[].parts[].name"),
            ("[3]", "[]"),
            ("prices[\"a b\"].net", "prices[\"a b\"].net"),
        ] {
            assert_eq!(without_indices(name), expected);
        }
    }
}
