//! Keys that identify calls.

use std::sync::{Arc, OnceLock};

/// A [`unique`] key, which is created on first use. Clones have the same key.
#[derive(Clone, Default)]
pub(super) struct KeyOnDemand(Arc<OnceLock<Result<String, String>>>);

impl KeyOnDemand {
    /// The key, which is always the same.
    ///
    /// # Errors
    /// As [`unique`].
    pub(super) fn get(&self) -> Result<&str, &str> {
        let key = self.0.get_or_init(unique);
        key.as_deref().map_err(String::as_str)
    }
}

/// A key that no other call has: a random UUID (RFC 9562, section 5.4), from the random bytes of the system. A server
/// takes two calls with the same key for one, so the keys must not come from a seed that processes may share.
///
/// # Errors
///
/// The system has no random bytes.
pub(super) fn unique() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| format!("the system has no random bytes for a key: {error}"))?;
    // The version is 4, and the variant is 10 in binary.
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let mut key = format!("{:032x}", u128::from_be_bytes(bytes));
    for place in [8, 13, 18, 23] {
        key.insert(place, '-');
    }
    Ok(key)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn a_key_on_demand_stays_the_same() {
        let (key, other) = (KeyOnDemand::default(), KeyOnDemand::default());
        let clone = key.clone();
        assert_eq!(key.get().unwrap(), key.get().unwrap());
        assert_eq!(key.get().unwrap(), clone.get().unwrap());
        assert_ne!(key.get().unwrap(), other.get().unwrap());
    }

    #[test]
    fn keys_are_different_uuids() {
        let keys: HashSet<String> = (0..10_000).map(|_| unique().unwrap()).collect();
        assert_eq!(keys.len(), 10_000);
        for key in keys {
            let bytes = key.as_bytes();
            let is_right = |(index, byte): (usize, &u8)| match index {
                8 | 13 | 18 | 23 => *byte == b'-',
                _ => byte.is_ascii_hexdigit() && !byte.is_ascii_uppercase(),
            };
            assert!(
                key.len() == 36 && bytes.iter().enumerate().all(is_right),
                "{key}"
            );
            assert!(bytes[14] == b'4' && b"89ab".contains(&bytes[19]), "{key}");
        }
    }
}
