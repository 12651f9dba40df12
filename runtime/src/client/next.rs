//! What follows a try: another one, or nothing.

use std::time::Duration;

use super::Try;
use super::attempt::Attempt;
use super::outcome::standard_body;
use super::request::Request;
use super::retry::retry_after;

/// What follows a try.
pub(super) enum Next {
    /// Another try after this time.
    Retry(Duration),
    /// Nothing, although another try may succeed: the client has no tokens for it.
    OverBudget,
    /// Nothing.
    Nothing,
}

impl Request {
    /// What follows a try. `tries` is the number of tries so far, `describe` describes the try if it failed, `left` is
    /// the remaining time of the call, and `taken` is what the last retry has taken from the budget.
    pub(super) fn next<'a>(
        &self,
        tries: u32,
        attempt: &Attempt,
        describe: impl FnOnce() -> Try<'a>,
        left: Duration,
        taken: &mut Option<u32>,
    ) -> Next {
        let retry = &self.limits.retry;
        let may_repeat = tries < retry.max_tries && self.may_repeat(attempt, describe);
        if !may_repeat || !self.is_repeatable() {
            return Next::Nothing;
        }
        let asked = match attempt {
            Attempt::Response(_, headers, _) => retry_after(headers).unwrap_or_default(),
            Attempt::TooLarge(..) | Attempt::NoResponse(_) => Duration::ZERO,
            #[cfg(feature = "streams")]
            Attempt::Streamed(..) => Duration::ZERO,
        };
        let wait = retry.backoff(tries).max(asked);
        if wait >= left {
            return Next::Nothing;
        }
        let cost = self.http.0.retry_tokens.take(attempt.is_timeout());
        cost.map_or(Next::OverBudget, |cost| {
            *taken = Some(cost);
            Next::Retry(wait)
        })
    }

    /// Whether another try may succeed and does no harm.
    fn may_repeat<'a>(&self, attempt: &Attempt, describe: impl FnOnce() -> Try<'a>) -> bool {
        let retry = &self.limits.retry;
        if attempt.is_success() {
            return false;
        }
        if let Some(decision) = retry.decision(describe) {
            return decision;
        }
        match attempt {
            Attempt::Response(status, headers, body) => {
                let service = self.http.0.service;
                let body = || standard_body(self.operation, service.errors, *status, body);
                let status = status.as_u16();
                let mut documented = service.retry_statuses.iter();
                let documented = documented.find(|statuses| statuses.covers(status));
                retry.is_asked(status, headers)
                    || self.operation.idempotent
                        && (PASSING.contains(&status)
                            || retry.covers(status)
                            || documented
                                .is_some_and(|statuses| service.errors.may_pass(*statuses, body)))
            }
            Attempt::TooLarge(..) => false,
            #[cfg(feature = "streams")]
            Attempt::Streamed(..) => false,
            // Without a connection nothing was sent, unless this was the connection to the target
            // of a redirect.
            Attempt::NoResponse(reason) => {
                let nothing_sent = reason.is_connect() && !self.http.0.may_redirect;
                nothing_sent || self.operation.idempotent
            }
        }
    }
}

/// Statuses of proxies and load balancers that are temporary, regardless of the API: Request
/// Timeout, Service Unavailable and Gateway Timeout (RFC 9110, sections 15.5.9, 15.6.4 and 15.6.5).
const PASSING: [u16; 3] = [408, 503, 504];
