//! When to retry a request, and how long to wait before.

use std::error::Error;
use std::time::{Duration, SystemTime};

use http::header::RETRY_AFTER;
use http::{HeaderMap, StatusCode};

use crate::Operation;

/// How many times to try a request, and how long to wait between tries.
///
/// The wait before try `n + 1` is a random part of `base_delay × 2ⁿ⁻¹`, at most `max_delay`
/// (exponential backoff with full jitter). It is never shorter than the server's `Retry-After`. If
/// that exceeds the time limit of the call, the call ends with the current response.
///
/// Idempotent operations are retried. Others are retried only if it is certain that nothing was
/// sent: the connection failed, and the client does not follow redirects.
///
/// ```
/// use std::time::Duration;
/// use specsmith_runtime::client::Retry;
///
/// let patient = Retry::new().max_tries(8).max_delay(Duration::from_secs(30));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Retry {
    /// The maximum number of tries, including the first. Zero counts as one.
    pub max_tries: u32,
    /// The longest wait before the second try.
    pub base_delay: Duration,
    /// The longest wait before any try, unless the server asks for more.
    pub max_delay: Duration,
}

impl Retry {
    /// Four tries, with waits of at most 250 ms before the second and 8 s before any other.
    pub const fn new() -> Self {
        Self {
            max_tries: 4,
            base_delay: Duration::from_millis(250),
            max_delay: Duration::from_secs(8),
        }
    }

    /// A single try.
    pub const fn never() -> Self {
        Self::new().max_tries(1)
    }

    /// Sets the maximum number of tries, including the first. Zero counts as one.
    #[must_use]
    pub const fn max_tries(mut self, tries: u32) -> Self {
        self.max_tries = tries;
        self
    }

    /// Sets the longest wait before the second try.
    #[must_use]
    pub const fn base_delay(mut self, delay: Duration) -> Self {
        self.base_delay = delay;
        self
    }

    /// Sets the longest wait before any try, unless the server asks for more.
    #[must_use]
    pub const fn max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = delay;
        self
    }

    /// The wait after try `number`, counted from 1, unless the server asks for more.
    pub(super) fn backoff(&self, number: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(number.saturating_sub(1));
        let longest = self.base_delay.saturating_mul(doubled).min(self.max_delay);
        longest.mul_f64(fastrand::f64())
    }
}

impl Default for Retry {
    fn default() -> Self {
        Self::new()
    }
}

/// One try of a request, for metrics and logs.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Try<'a> {
    /// The operation.
    pub operation: &'static Operation,
    /// The number of the try, from 1.
    pub number: u32,
    /// The time that the try took.
    pub duration: Duration,
    /// The status of the response, if there was one.
    pub status: Option<StatusCode>,
    /// The server's identifier of the request, if it sent one.
    pub request_id: Option<&'a str>,
    /// Why there was no response.
    pub error: Option<&'a (dyn Error + 'static)>,
    /// How long the client waits before the next try; `None` after the last.
    pub wait: Option<Duration>,
}

/// How long the server asks to wait, in seconds or until a date (RFC 9110, 10.2.3).
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().map(Duration::from_secs).ok();
    }
    let date = httpdate::parse_http_date(text).ok()?;
    Some(date.duration_since(SystemTime::now()).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &'static str) -> Option<Duration> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, http::HeaderValue::from_static(text));
        retry_after(&headers)
    }

    #[test]
    fn retry_after_in_seconds_is_read() {
        assert_eq!(asked("120"), Some(Duration::from_secs(120)));
        assert_eq!(asked("0"), Some(Duration::ZERO));
        assert_eq!(asked("-1"), None);
        assert_eq!(asked("1.5"), None);
        assert_eq!(asked("soon"), None);
        assert_eq!(asked("99999999999999999999999"), None);
    }

    #[test]
    fn retry_after_as_a_date_is_read() {
        assert_eq!(asked("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        assert_eq!(
            asked("Sunday, 06-Nov-94 08:49:37 GMT"),
            Some(Duration::ZERO)
        );
        assert!(asked("Fri, 31 Dec 9999 23:59:59 GMT") > Some(Duration::from_secs(1 << 30)));
    }

    #[test]
    fn backoff_doubles_up_to_the_longest_delay() {
        let (base_delay, max_delay) = (Duration::from_millis(100), Duration::from_millis(300));
        let retry = Retry {
            max_tries: 9,
            base_delay,
            max_delay,
        };
        for _ in 0..200 {
            assert!(retry.backoff(1) <= base_delay);
            assert!(retry.backoff(2) <= base_delay * 2);
            assert!(retry.backoff(u32::MAX) <= max_delay);
        }
    }
}
