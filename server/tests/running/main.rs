//! The gateway as its users have it: the real command in a process of its own, called through the
//! generated client.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod call;
mod command;
mod crash;
mod first_steps;
mod master_key;
mod matrix;
mod organization;
// The tests of what a server does under pressure use more of it.
#[allow(dead_code)]
mod process;
mod records;
mod relay;
mod rules;
mod starting;
#[path = "../support/mod.rs"]
mod support;

use libtest_mimic::Arguments;

use command::{
    a_key_that_nobody_could_read_is_no_success,
    a_sqlite_file_gets_its_master_key_once_and_with_a_word,
    a_wrong_address_of_the_database_is_told_without_its_password,
    an_export_replaces_nothing_but_an_export,
    an_export_that_was_killed_is_not_in_the_way_of_the_next,
    only_serve_and_migrate_create_a_database,
    servers_that_share_a_database_are_given_their_master_key,
    the_demonstration_leaves_a_database_that_is_in_use_alone,
    wrong_usage_is_told_by_its_own_status,
};
use crash::{
    a_crash_and_another_load_leave_a_change_as_it_is, what_was_acknowledged_survives_fifty_crashes,
};
use first_steps::{
    a_key_lives_from_its_issue_to_its_deletion, the_demonstration_does_what_it_prints,
};
use master_key::{
    a_key_file_that_others_may_read_is_taken_with_a_warning,
    a_named_key_file_wins_over_the_environment, a_wrong_master_key_is_an_error_at_start,
    an_interrupted_rotation_is_completed_by_the_next, the_master_key_is_rotated_in_place,
    the_servers_of_a_database_get_the_new_master_key,
};
use matrix::every_status_of_every_operation_is_answered;
use organization::{
    a_fresh_organization_can_be_used, a_limit_of_a_dollar_is_spent_by_ten_charges_of_ten_cents,
    the_audit_table_shows_who_changed_what,
};
use rules::{
    a_limit_of_requests_says_when_it_is_renewed, an_organization_sees_nothing_of_another,
    keys_that_are_not_valid_are_answered_alike,
};
use starting::{
    a_signal_stops_a_server_that_still_opens_its_database,
    the_log_names_the_caller_and_what_was_changed,
};

fn main() {
    let mut trials = on_both![
        the_demonstration_does_what_it_prints,
        a_key_lives_from_its_issue_to_its_deletion,
        every_status_of_every_operation_is_answered,
        a_fresh_organization_can_be_used,
        a_limit_of_a_dollar_is_spent_by_ten_charges_of_ten_cents,
        the_audit_table_shows_who_changed_what,
        an_organization_sees_nothing_of_another,
        keys_that_are_not_valid_are_answered_alike,
        a_limit_of_requests_says_when_it_is_renewed,
        what_was_acknowledged_survives_fifty_crashes,
        a_crash_and_another_load_leave_a_change_as_it_is,
        the_demonstration_leaves_a_database_that_is_in_use_alone,
        a_wrong_master_key_is_an_error_at_start,
        the_log_names_the_caller_and_what_was_changed,
        the_servers_of_a_database_get_the_new_master_key,
    ];
    trials.extend(on_sqlite![
        a_wrong_address_of_the_database_is_told_without_its_password,
        wrong_usage_is_told_by_its_own_status,
        a_key_that_nobody_could_read_is_no_success,
        an_export_that_was_killed_is_not_in_the_way_of_the_next,
        a_sqlite_file_gets_its_master_key_once_and_with_a_word,
        an_export_replaces_nothing_but_an_export,
        a_named_key_file_wins_over_the_environment,
        a_signal_stops_a_server_that_still_opens_its_database,
        a_key_file_that_others_may_read_is_taken_with_a_warning,
        the_master_key_is_rotated_in_place,
        an_interrupted_rotation_is_completed_by_the_next,
        only_serve_and_migrate_create_a_database,
    ]);
    trials.extend(on_postgres![
        servers_that_share_a_database_are_given_their_master_key,
    ]);
    support::trials::run_all(&Arguments::from_args(), trials);
}
