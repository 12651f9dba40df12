//! The errors of a store when its database fails, and its recovery afterwards.
//!
//! Some of these tests stop the PostgreSQL cluster, so no two of them run at the same time.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod busy;
mod disk;
mod file;
mod silent;
mod stopped;
#[path = "../support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use gateway_server::store::{ErrorKind, PoolOptions, Result};
use libtest_mimic::Arguments;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let trials = [
        busy::trials(),
        disk::trials(),
        file::trials(),
        silent::trials(),
        stopped::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    support::trials::run_all(&arguments, trials);
}

/// Few connections and a short wait.
const IMPATIENT: PoolOptions = PoolOptions {
    connections: 2,
    wait: Duration::from_secs(1),
};

/// How late an error may be.
const GRACE: Duration = Duration::from_secs(2);

/// Expects an error of this kind, in time.
async fn assert_fails<T>(kind: ErrorKind, query: impl Future<Output = Result<T>>) {
    let started = Instant::now();
    let error = query.await.err().expect("an error");
    assert_eq!(error.kind, kind, "{error:?}");
    let took = started.elapsed();
    assert!(took < IMPATIENT.wait + GRACE, "{took:?}");
}
