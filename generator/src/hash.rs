//! Maps and sets with a hash that is faster than the standard library's. It does not protect against keys that are chosen
//! to collide: the keys come from the owner's own specification.

/// A map.
pub(crate) type HashMap<K, V> = rustc_hash::FxHashMap<K, V>;

/// A set.
pub(crate) type HashSet<T> = rustc_hash::FxHashSet<T>;
