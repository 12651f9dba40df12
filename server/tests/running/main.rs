//! The gateway as its users have it: the real command in a process of its own, called through the
//! generated client.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod call;
mod crash;
mod matrix;
mod process;
mod records;
mod relay;
#[path = "../support/mod.rs"]
mod support;

use libtest_mimic::Arguments;

use crash::what_was_acknowledged_survives_fifty_crashes;
use matrix::every_status_of_every_operation_is_answered;

fn main() {
    let trials = on_both![
        every_status_of_every_operation_is_answered,
        what_was_acknowledged_survives_fifty_crashes,
    ];
    support::trials::run_all(&Arguments::from_args(), trials);
}
