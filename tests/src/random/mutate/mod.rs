//! Random changes of specifications, one at a time. The same seed and number always lead to the same change.

mod access;
mod errors;
mod operations;
mod places;
mod types;
mod whole;

use std::io;
use std::path::Path;

use fastrand::Rng;
use serde_json::Value;

use crate::cases;
use places::Places;

/// A change of a specification.
#[derive(Debug, Clone)]
pub struct Mutation {
    /// Its number among the changes of one specification.
    pub number: u64,
    /// What kind of change it is.
    pub kind: &'static str,
    /// What was changed, where.
    pub what: String,
}

/// Changes a part of a document, and says which.
type Change = fn(&mut Places<'_>) -> Option<String>;

/// The kinds of changes.
fn kinds() -> impl Iterator<Item = (&'static str, Change)> {
    let all = [
        types::KINDS,
        operations::KINDS,
        errors::KINDS,
        access::KINDS,
        whole::KINDS,
    ];
    all.into_iter().flatten().copied()
}

/// How many kinds of changes there are.
pub fn count() -> usize {
    kinds().count()
}

/// Changes one thing of a document. There is no result if nothing suitable is found.
pub fn mutate(document: &Value, seed: u64, number: u64) -> Option<(Mutation, Value)> {
    let mut rng = Rng::with_seed(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let kinds: Vec<(&'static str, Change)> = kinds().collect();
    for _ in 0..50 {
        let (kind, change) = kinds[rng.usize(..kinds.len())];
        let mut changed = document.clone();
        let mut places = Places {
            document: &mut changed,
            rng: &mut rng,
        };
        if let Some(what) = change(&mut places)
            && changed != *document
        {
            let mutation = Mutation { number, kind, what };
            return Some((mutation, changed));
        }
    }
    None
}

/// Writes the specification of a seed and its change into a folder, for `specsmith diff`.
///
/// # Errors
///
/// The files cannot be written.
pub fn keep(folder: &Path, seed: u64, number: u64) -> io::Result<()> {
    let document = super::document(seed);
    let changed = mutate(&document, seed, number).map(|(_, changed)| changed);
    for (name, document) in [("old", Some(document)), ("new", changed)] {
        let text = serde_json::to_string_pretty(&document)?;
        cases::write(&folder.join(format!("{seed}-{number}-{name}.yaml")), &text)?;
    }
    Ok(())
}
