//! The id that names a request in its response and in every line of the log about it.

use std::fmt;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use uuid::Builder;

/// The header that carries it, both ways.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// How long an id may be that a client chose.
const LONGEST: usize = 64;

tokio::task_local! {
    static CURRENT: RequestId;
}

/// The id of a request: what the client sent, if that can be written anywhere without harm, or
/// else a UUID of version 7. It is kept in place, since it is made and copied for every request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RequestId {
    bytes: [u8; LONGEST],
    length: u8,
}

impl RequestId {
    /// The id of the request with these headers.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let given = headers.get(&HEADER).map(HeaderValue::as_bytes);
        given.and_then(Self::accept).unwrap_or_else(Self::new)
    }

    /// Takes an id of bounded length whose characters mean nothing to a shell, a log or a page.
    fn accept(given: &[u8]) -> Option<Self> {
        let safe = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        if given.is_empty() || !given.iter().all(safe) {
            return None;
        }
        let mut bytes = [0; LONGEST];
        bytes.get_mut(..given.len())?.copy_from_slice(given);
        let length = u8::try_from(given.len()).ok()?;
        Some(Self { bytes, length })
    }

    fn new() -> Self {
        let mut bytes = [0; LONGEST];
        let length = new_uuid().hyphenated().encode_lower(&mut bytes).len();
        Self {
            bytes,
            length: u8::try_from(length).unwrap_or_default(),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        let text = self.bytes.get(..self.length.into()).unwrap_or_default();
        str::from_utf8(text).unwrap_or_default()
    }

    /// The id as the value of its header.
    pub(super) fn header_value(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(self.as_str()).ok()
    }

    /// Makes the id known to whatever is logged while `future` runs. This is a tenth of the cost
    /// of a span, which would be made for every request and hardly ever looked at.
    pub(super) fn around<F: Future>(self, future: F) -> impl Future<Output = F::Output> {
        CURRENT.scope(self, future)
    }

    /// The id of the request that is being handled here, if one is.
    pub(super) fn current() -> Option<Self> {
        CURRENT.try_with(|id| *id).ok()
    }
}

impl fmt::Debug for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A UUID of version 7: the time, and a number that no other request of this or any other process
/// has. It need not be hard to guess, so the system is asked for random bytes only once.
fn new_uuid() -> uuid::Uuid {
    static SEED: LazyLock<u64> = LazyLock::new(|| getrandom::u64().unwrap_or_default());
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let millis = now.map_or(0, |now| u64::try_from(now.as_millis()).unwrap_or(u64::MAX));
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut random = [0; 10];
    let mixed = mix(SEED.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    random[2..].copy_from_slice(&mixed.to_be_bytes());
    random[..2].copy_from_slice(&mixed.to_le_bytes()[..2]);
    Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
}

/// Scatters a counter over all 64 bits, each number to one of its own (SplitMix64).
fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn of(value: &[u8]) -> RequestId {
        let value = HeaderValue::from_bytes(value).expect("a header's value");
        RequestId::of(&HeaderMap::from_iter([(HEADER, value)]))
    }

    #[test]
    fn a_well_formed_id_is_kept() {
        for id in ["a", "0190b5a0-1c9e-7c3e-8000-3f2f1e0d9c8b", "trace_1.2-b"] {
            assert_eq!(of(id.as_bytes()).as_str(), id);
        }
        let longest = "x".repeat(LONGEST);
        assert_eq!(of(longest.as_bytes()).as_str(), longest);
    }

    #[test]
    fn any_other_id_is_replaced() {
        let too_long = "x".repeat(LONGEST + 1);
        for id in ["", "a b", "a\"b", "a/b", "<b>", "é", &too_long] {
            let made = of(id.as_bytes());
            let uuid = uuid::Uuid::parse_str(made.as_str()).expect("a UUID");
            assert_eq!(uuid.get_version_num(), 7, "{id}");
        }
    }

    #[test]
    fn made_ids_differ() {
        let ids: HashSet<_> = (0..10_000).map(|_| new_uuid()).collect();
        assert_eq!(ids.len(), 10_000);
    }
}
