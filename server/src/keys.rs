//! API keys, and their hashes.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// The prefix of every key, by which people and secret scanners recognize one.
const PREFIX: &str = "sk-gw-";

/// 256 bits cannot be guessed, so the hash needs neither a salt nor a slow function.
const RANDOM_BYTES: usize = 32;

/// Generates a new key. It is a secret: show it once and store its [`hash`].
///
/// # Errors
///
/// The operating system returns no random bytes.
pub fn generate() -> Result<Zeroizing<String>, getrandom::Error> {
    let mut bytes = Zeroizing::new([0; RANDOM_BYTES]);
    getrandom::fill(bytes.as_mut_slice())?;
    let text = Zeroizing::new(BASE64_URL_SAFE_NO_PAD.encode(bytes.as_slice()));
    Ok(Zeroizing::new(format!("{PREFIX}{}", text.as_str())))
}

/// The SHA-256 (FIPS 180-4) of a key in 64 lower-case hexadecimal digits. It is stored instead of the
/// key, and is the `hash` of the API.
pub fn hash(key: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digest = Sha256::digest(key.as_bytes());
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_matches_the_standards_example() {
        // FIPS 180-4's own example.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash("abc"), expected);
    }

    #[test]
    fn generated_keys_differ() {
        let (one, other) = (generate().unwrap(), generate().unwrap());
        assert_ne!(*one, *other);
        assert!(one.starts_with(PREFIX) && one.len() == PREFIX.len() + 43);
    }
}
