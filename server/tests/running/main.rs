//! The gateway as its users have it: the real command in a process of its own, called through the
//! generated client.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod call;
mod crash;
mod first_steps;
mod matrix;
// The tests of what a server does under pressure use more of it.
#[allow(dead_code)]
mod process;
mod records;
mod relay;
mod rules;
#[path = "../support/mod.rs"]
mod support;

use libtest_mimic::Arguments;

use crash::what_was_acknowledged_survives_fifty_crashes;
use first_steps::{
    a_key_lives_from_its_issue_to_its_deletion, the_demonstration_does_what_it_prints,
};
use matrix::every_status_of_every_operation_is_answered;
use rules::{
    a_limit_of_requests_says_when_it_is_renewed, an_organization_sees_nothing_of_another,
    keys_that_are_not_valid_are_answered_alike,
};

fn main() {
    let trials = on_both![
        the_demonstration_does_what_it_prints,
        a_key_lives_from_its_issue_to_its_deletion,
        every_status_of_every_operation_is_answered,
        an_organization_sees_nothing_of_another,
        keys_that_are_not_valid_are_answered_alike,
        a_limit_of_requests_says_when_it_is_renewed,
        what_was_acknowledged_survives_fifty_crashes,
    ];
    support::trials::run_all(&Arguments::from_args(), trials);
}
