//! Maps and sets with a hash that is faster than the standard library's. It does not resist keys that are chosen to
//! collide, but the generator is not a service: it reads what its user has chosen.

use std::hash::{Hash, Hasher};

/// A map.
pub(crate) type HashMap<K, V> = rustc_hash::FxHashMap<K, V>;

/// A set.
pub(crate) type HashSet<T> = rustc_hash::FxHashSet<T>;

/// The hash of a text.
pub(crate) fn of_text(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish()
}
