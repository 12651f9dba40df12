//! What a store says when its database fails, and that it works again afterwards.
//!
//! These tests stop the PostgreSQL cluster, so they are not run beside others and not beside each
//! other.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../support/mod.rs"]
mod support;

use libtest_mimic::Arguments;

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    support::trials::run_all(&arguments, Vec::new());
}
