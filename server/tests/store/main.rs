//! Tests of the store, on both engines.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod audit;
mod isolation;
mod opening;
mod paging;
mod plans;
mod reading;
mod spending;
#[path = "../support/mod.rs"]
mod support;
mod upgrading;
mod writing;

use libtest_mimic::Arguments;

fn main() {
    let trials = [
        audit::trials(),
        isolation::trials(),
        opening::trials(),
        paging::trials(),
        plans::trials(),
        reading::trials(),
        spending::trials(),
        upgrading::trials(),
        writing::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    support::trials::run_all(&Arguments::from_args(), trials);
}
