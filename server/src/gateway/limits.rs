//! Spending limits and rate limits of keys.

use gateway_api::errors::TooManyRequests;
use gateway_api::types::{Credits, KeyInfo, KeyRateLimit, Timestamp};

use super::Gateway;
use crate::amount::Amount;
use crate::store::{ApiKey, Engine, RateLimit, Spending, StoreError, Usage};
use crate::timestamps::UnixMicros;

impl<E: Engine> Gateway<E> {
    /// Counts a request of this key. The inner result is an error if the request exceeds the limit.
    ///
    /// # Errors
    ///
    /// The store cannot count.
    pub(super) async fn within_rate_limit(
        &self,
        key: &ApiKey,
    ) -> Result<Result<(), TooManyRequests>, StoreError> {
        let limit = rate_limit(key, self.rules.rate_limit);
        let now = UnixMicros::now();
        let counted = self.store.count_request(&key.hash, limit, now).await?;
        Ok(if counted.before < limit.requests {
            Ok(())
        } else {
            Err(too_many(limit, counted.window_start, now))
        })
    }
}

/// The limit of a key, or the default one.
fn rate_limit(key: &ApiKey, default: RateLimit) -> RateLimit {
    RateLimit {
        requests: key.rate_limit_requests.unwrap_or(default.requests),
        seconds: key.rate_limit_seconds.unwrap_or(default.seconds),
    }
}

/// The response to a request beyond the limit, with the Unix time at which the limit is renewed.
fn too_many(limit: RateLimit, window_start: i64, now: UnixMicros) -> TooManyRequests {
    let reset = window_start.saturating_add(limit.length());
    let mut error = TooManyRequests::new();
    error.x_rate_limit_limit = Some(limit.requests);
    error.x_rate_limit_remaining = Some(0);
    error.x_rate_limit_reset = Some(reset);
    error.retry_after = Some(reset.saturating_sub(now.unix_seconds()).max(1));
    error
}

/// Why a request that needs credits is rejected, if it is.
pub(super) fn rejection(key: &ApiKey, spending: &Spending) -> Option<&'static str> {
    if spending.total_usage >= spending.total_credits {
        return Some("Insufficient credits. Please add credits to continue.");
    }
    let counted = spent(key, &spending.key_usage, &spending.key_byok_usage);
    let is_spent = key
        .limit_usd
        .as_ref()
        .is_some_and(|limit| counted >= *limit);
    is_spent
        .then_some("The key has spent its own limit. Please raise it, or wait until it is renewed.")
}

/// The usage that counts towards the limit of the key.
fn spent(key: &ApiKey, usage: &Amount, byok_usage: &Amount) -> Amount {
    let mut spent = usage.clone();
    if key.include_byok_in_limit {
        spent += byok_usage;
    }
    spent
}

/// What `GET /v1/key` returns for the calling key.
pub(super) fn key_info(key: ApiKey, usage: Usage, credits: Credits, default: RateLimit) -> KeyInfo {
    use gateway_api::types::ResetInterval as Every;

    let rate_limit = rate_limit(&key, default);
    let interval = key.reset_interval();
    let (windowed, byok_windowed) = match interval {
        Some(Every::Daily) => (&usage.daily, &usage.byok_daily),
        Some(Every::Weekly) => (&usage.weekly, &usage.byok_weekly),
        Some(Every::Monthly) => (&usage.monthly, &usage.byok_monthly),
        // A limit with an unknown interval is never renewed.
        None | Some(Every::Other(_)) => (&usage.all_time, &usage.byok_all_time),
    };
    let counted = spent(&key, windowed, byok_windowed);
    let remaining = key.limit_usd.as_ref().map(|limit| {
        if counted < *limit {
            (limit.clone() - counted).to_number()
        } else {
            0.0
        }
    });
    KeyInfo {
        label: key.label,
        limit: key.limit_usd.as_ref().map(Amount::to_number),
        limit_remaining: remaining,
        limit_reset: interval,
        usage: usage.all_time.to_number(),
        usage_daily: usage.daily.to_number(),
        usage_weekly: usage.weekly.to_number(),
        usage_monthly: usage.monthly.to_number(),
        byok_usage: usage.byok_all_time.to_number(),
        byok_usage_daily: usage.byok_daily.to_number(),
        byok_usage_weekly: usage.byok_weekly.to_number(),
        byok_usage_monthly: usage.byok_monthly.to_number(),
        include_byok_in_limit: key.include_byok_in_limit,
        // An organization that never bought credits is on the free tier.
        is_free_tier: credits.total_credits <= 0.0,
        is_management_key: key.is_management,
        // The older name of the same thing.
        is_provisioning_key: key.is_management,
        creator_user_id: key.creator_user_id.map(Into::into),
        expires_at: key.expires_at.map(Timestamp::from).into(),
        rate_limit: KeyRateLimit {
            requests: rate_limit.requests,
            interval: format!("{}s", rate_limit.seconds),
            note: "Applies to looking up generations and to deleting keys.".into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(number: f64) -> Amount {
        Amount::try_from(number).unwrap()
    }

    fn key(limit_usd: Option<f64>, limit_reset: Option<&str>, include_byok: bool) -> ApiKey {
        ApiKey {
            hash: "hash".to_owned(),
            organization_id: "org".to_owned(),
            label: "Notebook".to_owned(),
            is_management: false,
            limit_usd: limit_usd.map(amount),
            limit_reset: limit_reset.map(str::to_owned),
            include_byok_in_limit: include_byok,
            creator_user_id: None,
            created_at: UnixMicros(0),
            expires_at: None,
            deleted_at: None,
            rate_limit_requests: None,
            rate_limit_seconds: None,
        }
    }

    #[test]
    fn a_request_is_rejected_without_credits_and_beyond_the_keys_limit() {
        let spending = |total_usage, key_usage, key_byok_usage| Spending {
            total_credits: amount(10.0),
            total_usage: amount(total_usage),
            key_usage: amount(key_usage),
            key_byok_usage: amount(key_byok_usage),
        };
        let (free, capped, with_byok) = (
            key(None, None, false),
            key(Some(5.0), None, false),
            key(Some(5.0), None, true),
        );
        let cases = [
            ("credits are left", &free, spending(9.99, 100.0, 0.0), None),
            (
                "the balance is zero",
                &free,
                spending(10.0, 0.0, 0.0),
                Some("Insufficient"),
            ),
            (
                "the balance is negative",
                &free,
                spending(12.0, 0.0, 0.0),
                Some("Insufficient"),
            ),
            (
                "the limit is not reached",
                &capped,
                spending(0.0, 4.99, 100.0),
                None,
            ),
            (
                "the limit is spent",
                &capped,
                spending(0.0, 5.0, 0.0),
                Some("The key has spent"),
            ),
            (
                "BYOK usage counts",
                &with_byok,
                spending(0.0, 3.0, 2.0),
                Some("The key has spent"),
            ),
        ];
        for (case, key, spending, expected) in cases {
            let refused = rejection(key, &spending);
            let is_expected = match (refused, expected) {
                (Some(message), Some(beginning)) => message.starts_with(beginning),
                (refused, expected) => refused == expected,
            };
            assert!(is_expected, "{case}: {refused:?}");
        }
    }

    #[test]
    fn the_remaining_limit_is_that_of_its_interval() {
        let usage = Usage {
            all_time: amount(40.0),
            daily: amount(1.0),
            weekly: amount(2.0),
            monthly: amount(4.0),
            byok_all_time: amount(20.0),
            byok_daily: amount(0.25),
            byok_weekly: amount(0.5),
            byok_monthly: amount(1.0),
        };
        let cases = [
            (None, false, 0.0),
            (Some("daily"), false, 9.0),
            (Some("weekly"), false, 8.0),
            (Some("monthly"), false, 6.0),
            (Some("monthly"), true, 5.0),
        ];
        let credits = Credits {
            total_credits: 1.0,
            total_usage: 0.0,
        };
        let default = RateLimit {
            requests: 100,
            seconds: 10,
        };
        for (reset, include_byok, remaining) in cases {
            let key = key(Some(10.0), reset, include_byok);
            let info = key_info(key, usage.clone(), credits.clone(), default);
            assert_eq!(
                info.limit_remaining,
                Some(remaining),
                "{reset:?}, BYOK: {include_byok}"
            );
            assert!(!info.is_free_tier);
        }
        let unlimited = key_info(key(None, None, false), usage, credits, default);
        assert_eq!((unlimited.limit, unlimited.limit_remaining), (None, None));
    }

    #[test]
    fn an_organization_that_never_bought_credits_is_on_the_free_tier() {
        let default = RateLimit {
            requests: 100,
            seconds: 10,
        };
        let credits = Credits {
            total_credits: 0.0,
            total_usage: 0.0,
        };
        let info = key_info(key(None, None, false), Usage::default(), credits, default);
        assert!(info.is_free_tier);
        assert_eq!(
            (info.rate_limit.requests, &*info.rate_limit.interval),
            (100, "10s")
        );
    }
}
