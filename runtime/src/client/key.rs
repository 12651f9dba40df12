//! Keys that identify calls.

use std::hash::{BuildHasher, RandomState};
use std::time::SystemTime;

/// A key that no other call has: a random UUID (RFC 9562, 5.4).
///
/// The standard library keys the hashes of a thread with 128 bits from the randomness of the system, and no two
/// `RandomState`s of a process in the same way. The process and the time are hashed as well, because the parts of a forked
/// process have the same keys. A generator with a seed of 64 bits would repeat keys too often, and a server would take the
/// call for another one.
pub(super) fn unique() -> String {
    let state = RandomState::new();
    let moment = (std::process::id(), SystemTime::now());
    let (high, low) = (
        state.hash_one((0_u8, moment)),
        state.hash_one((1_u8, moment)),
    );
    // The version is 4, and the variant is 10 in binary.
    let high = (high & !0xf000) | 0x4000;
    let low = (low & (u64::MAX >> 2)) | (1 << 63);
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn keys_are_different_uuids() {
        let keys: HashSet<String> = (0..10_000).map(|_| unique()).collect();
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

    #[test]
    fn threads_have_different_keys() {
        let threads: Vec<_> = (0..8)
            .map(|_| std::thread::spawn(|| (0..100).map(|_| unique()).collect::<Vec<_>>()))
            .collect();
        let keys: Vec<String> = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap_or_default())
            .collect();
        assert_eq!(keys.len(), 800);
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 800);
    }
}
