//! When to retry a request, and how long to wait before.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use http::header::RETRY_AFTER;
use http::{HeaderMap, StatusCode};

use crate::Operation;

/// How many times to try a request, after what, and how long to wait between tries.
///
/// The wait before try `n + 1` is a random part of `base_delay × 2ⁿ⁻¹`, at most `max_delay`
/// (exponential backoff with full jitter). It is never shorter than the server's `Retry-After`. If
/// that exceeds the time limit of the call, the call ends with the current response.
///
/// Idempotent operations are retried if there is no response, and after 408, 503, 504 and the
/// statuses that the specification marks. Others are retried only if it is certain that nothing was
/// sent: the connection failed, and the client does not follow redirects.
/// [`statuses`](Self::statuses), [`when_asked`](Self::when_asked) and [`when`](Self::when) change
/// that. A body that is not in memory is sent once in any case.
///
/// ```
/// use std::time::Duration;
/// use specsmith_runtime::client::Retry;
///
/// let patient = Retry::new().max_tries(8).max_delay(Duration::from_secs(30));
/// // Sends a `POST` again if the server refuses it with 429 or 503 and `Retry-After`.
/// let polite = Retry::new().when_asked(true);
/// // Never retries after 502, and after everything else as usual.
/// let own = Retry::new().when(|failed| match failed.status {
///     Some(status) if status == 502 => Some(false),
///     _ => None,
/// });
/// ```
///
/// The [`RetryBudget`](super::RetryBudget) of the client limits the retries of all calls together.
#[derive(Clone)]
#[non_exhaustive]
pub struct Retry {
    /// The maximum number of tries, including the first. Zero counts as one.
    pub max_tries: u32,
    /// The longest wait before the second try.
    pub base_delay: Duration,
    /// The longest wait before any try, unless the server asks for more.
    pub max_delay: Duration,
    /// Whether to retry operations that are not idempotent if the server asks for it.
    pub when_asked: bool,
    statuses: Option<Arc<[u16]>>,
    when: Option<Arc<Decide>>,
}

/// Decides about a retry; `None` leaves the decision to the other rules.
type Decide = dyn Fn(&Try<'_>) -> Option<bool> + Send + Sync;

/// Statuses with which a server refuses a request that it has not executed: Too Many Requests, and Service Unavailable
/// (RFC 6585, section 4, and RFC 9110, section 15.6.4).
const REFUSING: [u16; 2] = [429, 503];

impl Retry {
    /// Four tries, with waits of at most 250 ms before the second and 8 s before any other.
    pub const fn new() -> Self {
        Self {
            max_tries: 4,
            base_delay: Duration::from_millis(250),
            max_delay: Duration::from_secs(8),
            when_asked: false,
            statuses: None,
            when: None,
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

    /// Whether to retry operations that are not idempotent after 429 and 503 with the header `Retry-After`: the server
    /// asks to send the request again later. Use it for servers that have not executed what they refuse with these
    /// statuses.
    #[must_use]
    pub const fn when_asked(mut self, retries: bool) -> Self {
        self.when_asked = retries;
        self
    }

    /// Retries idempotent operations after these statuses as well. They replace the statuses of an earlier call of this
    /// method.
    #[must_use]
    pub fn statuses(mut self, statuses: impl IntoIterator<Item = u16>) -> Self {
        self.statuses = Some(statuses.into_iter().collect());
        self
    }

    /// Asks this function after each try that failed, before all other rules: there was no response, or its status is
    /// not a success. `Some(true)` retries, even an operation that is not idempotent, `Some(false)` does not, and
    /// `None` leaves the decision to the other rules. The number of tries, the time limit of the call and the budget of
    /// the client hold in any case.
    #[must_use]
    pub fn when(mut self, rule: impl Fn(&Try<'_>) -> Option<bool> + Send + Sync + 'static) -> Self {
        self.when = Some(Arc::new(rule));
        self
    }

    /// What the caller's own function says about a try that failed, if there is one.
    pub(super) fn decision<'a>(&self, describe: impl FnOnce() -> Try<'a>) -> Option<bool> {
        self.when.as_ref().and_then(|rule| rule(&describe()))
    }

    /// Whether the caller names the status.
    pub(super) fn covers(&self, status: u16) -> bool {
        let statuses = self.statuses.as_deref().unwrap_or_default();
        statuses.contains(&status)
    }

    /// Whether the server asks to send any request again, and the caller wants that.
    pub(super) fn is_asked(&self, status: u16, headers: &HeaderMap) -> bool {
        self.when_asked && REFUSING.contains(&status) && retry_after(headers).is_some()
    }

    /// The wait after try `number`, counted from 1, unless the server asks for more.
    pub(super) fn backoff(&self, number: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(number.saturating_sub(1));
        let longest = self.base_delay.saturating_mul(doubled).min(self.max_delay);
        longest.mul_f64(fastrand::f64())
    }
}

impl fmt::Debug for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Retry")
            .field("max_tries", &self.max_tries)
            .field("base_delay", &self.base_delay)
            .field("max_delay", &self.max_delay)
            .field("when_asked", &self.when_asked)
            .field("statuses", &self.statuses.as_deref().unwrap_or_default())
            .field("when", &self.when.is_some())
            .finish()
    }
}

impl Default for Retry {
    fn default() -> Self {
        Self::new()
    }
}

/// One try of a request, for metrics and logs, and for [`Retry::when`].
#[derive(Clone, Copy)]
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
    /// The headers of the response, if there was one. They may be secret.
    pub headers: Option<&'a HeaderMap>,
    /// The server's identifier of the request, if it sent one.
    pub request_id: Option<&'a str>,
    /// Why there was no response.
    pub error: Option<&'a (dyn Error + 'static)>,
    /// How long the client waits before the next try; `None` after the last.
    pub wait: Option<Duration>,
    /// Whether there is no next try only because the client has used up its [`RetryBudget`](super::RetryBudget).
    pub over_budget: bool,
}

/// Omits the headers, which may be secret.
impl fmt::Debug for Try<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Try")
            .field("operation", &self.operation.name)
            .field("number", &self.number)
            .field("duration", &self.duration)
            .field("status", &self.status)
            .field("request_id", &self.request_id)
            .field("error", &self.error)
            .field("wait", &self.wait)
            .field("over_budget", &self.over_budget)
            .finish_non_exhaustive()
    }
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
        let retry = Retry::new().base_delay(base_delay).max_delay(max_delay);
        for _ in 0..200 {
            assert!(retry.backoff(1) <= base_delay);
            assert!(retry.backoff(2) <= base_delay * 2);
            assert!(retry.backoff(u32::MAX) <= max_delay);
        }
    }
}
