//! Strings that need no escapes.

/// Whether a string has nothing that JSON escapes: control characters, quotes, backslashes.
pub(super) fn is_plain(text: &[u8]) -> bool {
    match text.last_chunk() {
        // The last eight bytes overlap with the ones before, so that no byte is left.
        Some(last) => text.as_chunks().0.iter().all(is_plain_word) && is_plain_word(last),
        None => text
            .iter()
            .all(|byte| !matches!(byte, ..b' ' | b'"' | b'\\')),
    }
}

/// Checks eight bytes at once. In `x - 1 & !x`, the highest bit of a byte is set if the byte is zero,
/// and possibly in the bytes above it. The same is true for `x - 32` and bytes below 32.
fn is_plain_word(bytes: &[u8; 8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let word = u64::from_ne_bytes(*bytes);
    let (quotes, backslashes) = (word ^ (ONES * b'"' as u64), word ^ (ONES * b'\\' as u64));
    let below = |word: u64, bound: u64| word.wrapping_sub(ONES * bound) & !word;
    let special = below(word, 32) | below(quotes, 1) | below(backslashes, 1);
    special & (ONES << 7) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_checked_in_every_position() {
        for c in (0..=0x1ff).filter_map(char::from_u32) {
            for (before, after) in (0..20).flat_map(|all| (0..=all).map(move |n| (n, all - n))) {
                let text = format!("{}{c}{}", "é".repeat(before / 2), "x".repeat(after));
                let escaped = serde_json::Value::from(text.as_str()).to_string();
                assert_eq!(
                    is_plain(text.as_bytes()),
                    escaped.len() == text.len() + 2,
                    "{text:?}"
                );
            }
        }
        assert!(is_plain(b""));
    }
}
