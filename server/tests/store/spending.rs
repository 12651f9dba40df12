//! Usage of keys, and rate limits.

use std::collections::BTreeSet;

use gateway_api::types::ResetInterval;
use gateway_server::store::{self, Counted, PostgresStore, RateLimit, Store, Usage};
use gateway_server::timestamps::{Day, UnixMicros};
use libtest_mimic::Trial;

use crate::support::records::{CREATED, amount};
use crate::support::{Database, Engine};
use crate::{on_both, on_postgres};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_both![
        usage_is_summed_by_day_week_and_month,
        a_key_without_usage_used_nothing,
        spending_counts_from_a_given_day,
        requests_are_counted_by_window_and_key,
        a_hundred_requests_at_once_are_counted_exactly,
        a_clock_that_is_a_little_behind_continues_the_window,
        a_window_of_a_clock_far_ahead_is_replaced,
        a_window_without_a_length_lasts_a_second,
    ];
    trials.extend(on_postgres![two_servers_count_together]);
    trials
}

/// 2026-11-20, a Friday; its week began on the 16th.
const TODAY: Day = Day(20_777);

async fn usage_is_summed_by_day_week_and_month(database: &Database<impl Engine>) {
    let noon = "2026-11-20T12:00:00Z".parse().unwrap();
    assert_eq!(UnixMicros::from(&noon).day(), TODAY);
    // Each day has its own power of two, so a sum shows which days it includes.
    let days = [
        (TODAY.0, 1.0),
        (TODAY.0 - 4, 2.0),   // Monday
        (TODAY.0 - 5, 4.0),   // Sunday
        (TODAY.0 - 19, 8.0),  // the first
        (TODAY.0 - 20, 16.0), // the last of October
        (0, 32.0),
        (-1, 64.0),
    ];
    for (day, usage) in days {
        database.add_usage("key", day, usage, usage * 1024.0).await;
        database.add_usage("another", day, 4096.0, 4096.0).await;
    }
    let usage = Usage {
        all_time: amount(127.0),
        daily: amount(1.0),
        weekly: amount(3.0),
        monthly: amount(15.0),
        byok_all_time: amount(127.0 * 1024.0),
        byok_daily: amount(1024.0),
        byok_weekly: amount(3.0 * 1024.0),
        byok_monthly: amount(15.0 * 1024.0),
    };
    assert_eq!(
        database.store.usage("org", "key", TODAY).await.unwrap(),
        usage
    );
}

async fn a_key_without_usage_used_nothing(database: &Database<impl Engine>) {
    let usage = database.store.usage("org", "key", TODAY).await.unwrap();
    assert_eq!(usage, Usage::default());
    database.add_organization("org", None).await;
    let spending = database.store.spending("org", "key", TODAY).await.unwrap();
    assert_eq!(spending.total_credits, amount(10.5));
    assert_eq!(spending.total_usage, amount(2.25));
    assert!(spending.key_usage.is_zero() && spending.key_byok_usage.is_zero());
}

async fn spending_counts_from_a_given_day(database: &Database<impl Engine>) {
    database.add_organization("org", None).await;
    for (day, usage) in [(TODAY.0, 1.0), (TODAY.0 - 4, 2.0), (TODAY.0 - 5, 4.0)] {
        database.add_usage("key", day, usage, usage * 8.0).await;
    }
    let cases = [
        (Some(ResetInterval::Daily), 1.0),
        (Some(ResetInterval::Weekly), 3.0),
        (Some(ResetInterval::Monthly), 7.0),
        (Some(ResetInterval::Other("yearly".into())), 7.0),
        (None, 7.0),
    ];
    for (interval, expected) in cases {
        let since = TODAY.start_of(interval.as_ref());
        let spending = database.store.spending("org", "key", since).await.unwrap();
        let keys = (spending.key_usage, spending.key_byok_usage);
        let expected = (amount(expected), amount(expected * 8.0));
        assert_eq!(keys, expected, "{interval:?}");
    }
}

const A_MINUTE: RateLimit = RateLimit {
    requests: 10,
    seconds: 60,
};

/// Seconds after 2026-01-15T09:30:00Z, where a minute begins.
const fn after(seconds: i64) -> UnixMicros {
    UnixMicros(CREATED.0 + seconds * 1_000_000)
}

async fn requests_are_counted_by_window_and_key(database: &Database<impl Engine>) {
    let store = &database.store;
    let count = async |key, at| store.count_request(key, A_MINUTE, at).await.unwrap().before;
    assert_eq!(count("a", after(0)).await, 0);
    assert_eq!(count("a", after(1)).await, 1);
    assert_eq!(count("b", after(1)).await, 0);
    assert_eq!(count("a", UnixMicros(after(60).0 - 1)).await, 2);
    assert_eq!(count("a", after(60)).await, 0);
    assert_eq!(count("a", after(61)).await, 1);
    assert_eq!(count("b", after(3600)).await, 0);
}

/// Counts a request in each of many tasks, alternating between the stores, and returns the results.
async fn count_at_once<E: store::Engine>(stores: &[Store<E>], tasks: usize) -> BTreeSet<i64> {
    let stores = stores.iter().cycle().take(tasks).cloned();
    let tasks: Vec<_> = stores
        .map(|store| {
            tokio::spawn(async move { store.count_request("key", A_MINUTE, CREATED).await })
        })
        .collect();
    let mut told = BTreeSet::new();
    for task in tasks {
        assert!(
            told.insert(task.await.unwrap().unwrap().before),
            "a number was returned twice"
        );
    }
    told
}

async fn a_hundred_requests_at_once_are_counted_exactly(database: &Database<impl Engine>) {
    let told = count_at_once(std::slice::from_ref(&database.store), 100).await;
    assert_eq!(told, (0..100).collect());
}

async fn two_servers_count_together(database: &Database<PostgresStore>) {
    let stores = [database.store.clone(), database.another_store().await];
    let told = count_at_once(&stores, 100).await;
    assert_eq!(told, (0..100).collect());
}

/// The clocks of servers differ a little, and are corrected.
async fn a_clock_that_is_a_little_behind_continues_the_window(database: &Database<impl Engine>) {
    let store = &database.store;
    let count = async |at| {
        store
            .count_request("key", A_MINUTE, at)
            .await
            .unwrap()
            .before
    };
    assert_eq!(count(after(60)).await, 0);
    let behind = store.count_request("key", A_MINUTE, after(59));
    let counted = Counted {
        before: 1,
        window_start: after(60).unix_seconds(),
    };
    assert_eq!(behind.await.unwrap(), counted);
    assert_eq!(count(after(61)).await, 2);
    assert_eq!(count(after(120)).await, 0);
}

async fn a_window_of_a_clock_far_ahead_is_replaced(database: &Database<impl Engine>) {
    let store = &database.store;
    let count = async |at| {
        store
            .count_request("key", A_MINUTE, at)
            .await
            .unwrap()
            .before
    };
    assert_eq!(count(after(1_000_000)).await, 0);
    assert_eq!(count(after(0)).await, 0);
    assert_eq!(count(after(1)).await, 1);
    assert_eq!(count(after(60)).await, 0);
}

async fn a_window_without_a_length_lasts_a_second(database: &Database<impl Engine>) {
    for seconds in [0, -5, i64::MIN, i64::MAX] {
        let limit = RateLimit {
            requests: 1,
            seconds,
        };
        let key = seconds.to_string();
        let count = database.store.count_request(&key, limit, after(7));
        assert_eq!(count.await.unwrap().before, 0, "{seconds}");
    }
}
