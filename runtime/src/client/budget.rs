//! How many retries a client makes in total.

use std::sync::{Mutex, PoisonError};

/// How many retries a client may make in total, so that it does not multiply the load of a server that fails.
///
/// A client has a number of tokens. Each retry takes some of them. A call that succeeds returns what its last retry
/// took, or one token if its first try succeeds. Without enough tokens, a call ends after its current try. All calls
/// of a client and its clones share the tokens.
///
/// The default is that of the AWS SDKs: 500 tokens, of which a retry takes 5, or 10 after a timeout. So while all
/// calls fail, a client makes 100 retries, and then sends each request once. A call that needs no retry is not
/// affected.
///
/// ```
/// use specsmith_runtime::client::RetryBudget;
///
/// let small = RetryBudget::new().tokens(50);
/// let none = RetryBudget::unlimited();
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RetryBudget {
    /// The number of tokens at the start, and the most that there are.
    pub tokens: u32,
    /// What a retry takes.
    pub retry_cost: u32,
    /// What a retry after a timeout takes.
    pub timeout_cost: u32,
}

impl RetryBudget {
    /// 500 tokens, of which a retry takes 5, or 10 after a timeout.
    pub const fn new() -> Self {
        Self {
            tokens: 500,
            retry_cost: 5,
            timeout_cost: 10,
        }
    }

    /// No limit: retries take nothing.
    pub const fn unlimited() -> Self {
        Self::new().retry_cost(0).timeout_cost(0)
    }

    /// Sets the number of tokens at the start, which is the most that there are.
    #[must_use]
    pub const fn tokens(mut self, tokens: u32) -> Self {
        self.tokens = tokens;
        self
    }

    /// Sets what a retry takes.
    #[must_use]
    pub const fn retry_cost(mut self, tokens: u32) -> Self {
        self.retry_cost = tokens;
        self
    }

    /// Sets what a retry after a timeout takes.
    #[must_use]
    pub const fn timeout_cost(mut self, tokens: u32) -> Self {
        self.timeout_cost = tokens;
        self
    }
}

impl Default for RetryBudget {
    fn default() -> Self {
        Self::new()
    }
}

/// The tokens of a client.
#[derive(Debug)]
pub(super) struct Tokens {
    budget: RetryBudget,
    left: Mutex<u32>,
}

impl Tokens {
    pub(super) const fn new(budget: RetryBudget) -> Self {
        Self {
            budget,
            left: Mutex::new(budget.tokens),
        }
    }

    /// Takes the tokens for a retry. Returns how many these are; `None` if there are not enough.
    pub(super) fn take(&self, is_timeout: bool) -> Option<u32> {
        let cost = match is_timeout {
            true => self.budget.timeout_cost,
            false => self.budget.retry_cost,
        };
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = left.checked_sub(cost)?;
        Some(cost)
    }

    /// Returns tokens after a success: what the last retry took, or one if there was none.
    pub(super) fn give_back(&self, taken: Option<u32>) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = left
            .saturating_add(taken.unwrap_or(1))
            .min(self.budget.tokens);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failing_calls_use_up_the_tokens_and_successes_return_them() {
        let tokens = Tokens::new(RetryBudget::new().tokens(20));
        assert_eq!(tokens.take(false), Some(5));
        assert_eq!(tokens.take(true), Some(10));
        assert_eq!(tokens.take(true), None);
        assert_eq!(tokens.take(false), Some(5));
        assert_eq!(tokens.take(false), None);
        for _ in 0..4 {
            tokens.give_back(None);
        }
        assert_eq!(tokens.take(false), None);
        tokens.give_back(None);
        assert_eq!(tokens.take(false), Some(5));
        tokens.give_back(Some(10));
        assert_eq!(tokens.take(true), Some(10));
        for _ in 0..100 {
            tokens.give_back(Some(10));
        }
        assert_eq!((0..9).filter(|_| tokens.take(false).is_some()).count(), 4);
    }

    #[test]
    fn a_budget_without_a_limit_never_ends() {
        let tokens = Tokens::new(RetryBudget::unlimited());
        assert!((0..1000).all(|_| tokens.take(true) == Some(0)));
    }
}
