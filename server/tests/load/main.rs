//! Loading and exporting records, on both engines.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    unreachable_pub
)]

mod audit;
mod deleted;
mod errors;
mod exporting;
mod lines;
mod loading;
mod master_key;
mod names;
mod newer;
mod secrets;
#[path = "../support/mod.rs"]
mod support;
mod usage;

use libtest_mimic::Arguments;

fn main() {
    let trials = [
        audit::trials(),
        deleted::trials(),
        exporting::trials(),
        errors::trials(),
        loading::trials(),
        master_key::trials(),
        names::trials(),
        newer::trials(),
        secrets::trials(),
        usage::trials(),
    ];
    let trials = trials.into_iter().flatten().collect();
    support::trials::run_all(&Arguments::from_args(), trials);
}
