//! Keys that were valid lately.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::lock::lock;

/// The hashes of keys that were valid lately. These keys are looked up even for an address that is blocked: a wrong key
/// of one client does not lock out another client behind the same address.
#[derive(Debug, Default)]
pub(super) struct KnownKeys(Mutex<Generations>);

/// The newest keys, and the generation of keys before them.
#[derive(Debug, Default)]
struct Generations {
    new: HashSet<String>,
    old: HashSet<String>,
}

/// How many keys a generation has. At least as many of the latest keys are known.
const GENERATION: usize = 10_000;

impl KnownKeys {
    /// Whether a key was valid lately.
    pub(super) fn has(&self, hash: &str) -> bool {
        let all = lock(&self.0);
        all.new.contains(hash) || all.old.contains(hash)
    }

    /// Notes that a key is valid.
    pub(super) fn add(&self, hash: &str) {
        let mut all = lock(&self.0);
        if all.new.contains(hash) {
            return;
        }
        if all.new.len() >= GENERATION {
            all.old = std::mem::take(&mut all.new);
        }
        all.new.insert(hash.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_keys_are_known() {
        let known = KnownKeys::default();
        assert!(!known.has("0"));
        for number in 0..3 * GENERATION {
            known.add(&number.to_string());
            assert!(known.has(&number.to_string()));
        }
        let latest = 2 * GENERATION..3 * GENERATION;
        assert!(
            latest
                .into_iter()
                .all(|number| known.has(&number.to_string()))
        );
        assert!(!known.has("0"));
        let all = known.0.lock().unwrap();
        assert!(all.new.len() + all.old.len() <= 2 * GENERATION);
    }
}
