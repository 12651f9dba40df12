//! Tests of the real command, in its own process, called through the generated client.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod another_user;
mod backup;
mod busy;
mod call;
mod command;
mod crash;
mod first_steps;
mod master_key;
mod matrix;
mod one_server;
mod organization;
// The pressure tests use the rest of this module.
#[allow(dead_code)]
mod process;
mod records;
mod relay;
mod rules;
mod starting;
#[path = "../support/mod.rs"]
mod support;
mod unusable;

use libtest_mimic::Arguments;

use another_user::can_run_as_another_user;
use backup::{
    a_backup_does_not_take_the_name_of_a_file_of_sqlite,
    a_backup_is_made_while_the_database_is_in_use, a_backup_needs_a_database_and_a_place,
    a_backup_of_postgresql_is_made_by_its_own_tools,
    a_database_that_others_can_read_is_a_warning_at_start,
    a_folder_that_cannot_be_synchronized_gets_no_backup,
    only_the_owner_can_read_a_backup_at_any_moment,
};
use busy::{
    a_change_during_a_long_load_may_be_tried_again,
    a_request_without_a_free_connection_may_be_tried_again,
    a_server_that_hangs_delays_the_changes_of_others_for_ten_seconds,
};
use command::{
    a_key_that_could_not_be_printed_is_an_error, a_master_key_is_created_once_for_a_sqlite_file,
    a_master_key_must_be_given_for_a_postgresql_database,
    a_wrong_address_is_reported_without_its_password, an_export_overwrites_only_an_export,
    an_export_succeeds_after_one_that_was_killed, an_invalid_variable_is_named,
    only_serve_and_migrate_create_a_database, the_demonstration_rejects_a_database_in_use,
    wrong_usage_has_its_own_exit_status,
};
use crash::{
    a_demonstration_that_is_there_is_left_alone, acknowledged_writes_survive_crashes,
    an_acknowledged_change_survives_a_crash_and_loading_again,
};
use first_steps::{
    a_key_works_from_its_issue_to_its_deletion, the_demonstration_has_the_records_of_the_samples,
    what_the_demonstration_prints_works,
};
use master_key::{
    a_credential_of_another_master_key_is_named,
    a_key_file_that_others_may_read_is_taken_with_a_warning, a_lost_key_file_is_not_replaced,
    a_mounted_secret_is_taken_without_a_warning, a_named_key_file_wins_over_the_environment,
    a_rotation_waits_for_another_one, a_wrong_master_key_is_an_error_at_start,
    an_interrupted_rotation_is_completed_by_the_next,
    rotations_at_once_leave_the_key_file_that_is_in_use, the_master_key_is_rotated_in_place,
    the_servers_of_a_database_get_the_new_master_key,
};
use matrix::every_operation_returns_each_of_its_statuses;
use one_server::{
    a_killed_server_leaves_no_lock, a_second_server_on_a_file_is_rejected,
    a_server_waits_for_one_that_is_about_to_stop, the_lock_belongs_to_the_owner_of_the_database,
};
use organization::{
    a_fresh_organization_can_be_used, a_limit_of_a_dollar_is_spent_by_ten_charges_of_ten_cents,
    an_identifier_cannot_forge_a_line_of_output, credits_are_exact_and_never_negative,
    the_audit_table_shows_who_changed_what,
};
use rules::{
    a_rate_limit_tells_when_it_is_reset, an_organization_cannot_see_another,
    invalid_keys_get_the_same_response,
};
use starting::{
    a_log_that_nobody_reads_delays_no_request, a_second_signal_waits_for_no_lock,
    a_signal_stops_a_server_that_still_loads_its_demonstration,
    a_signal_stops_a_server_that_still_opens_its_database,
    the_log_names_the_caller_and_what_was_changed,
};
use unusable::{
    a_damaged_file_is_named_with_what_to_do, a_read_only_database_is_not_ready,
    a_server_whose_file_was_replaced_is_not_ready, the_file_of_another_program_is_left_alone,
};

fn main() {
    let mut trials = on_both![
        what_the_demonstration_prints_works,
        the_demonstration_has_the_records_of_the_samples,
        a_key_works_from_its_issue_to_its_deletion,
        every_operation_returns_each_of_its_statuses,
        a_fresh_organization_can_be_used,
        a_limit_of_a_dollar_is_spent_by_ten_charges_of_ten_cents,
        the_audit_table_shows_who_changed_what,
        an_identifier_cannot_forge_a_line_of_output,
        credits_are_exact_and_never_negative,
        an_organization_cannot_see_another,
        invalid_keys_get_the_same_response,
        a_rate_limit_tells_when_it_is_reset,
        acknowledged_writes_survive_crashes,
        an_acknowledged_change_survives_a_crash_and_loading_again,
        a_demonstration_that_is_there_is_left_alone,
        the_demonstration_rejects_a_database_in_use,
        a_wrong_master_key_is_an_error_at_start,
        the_log_names_the_caller_and_what_was_changed,
        the_servers_of_a_database_get_the_new_master_key,
    ];
    trials.extend(on_sqlite![
        a_wrong_address_is_reported_without_its_password,
        wrong_usage_has_its_own_exit_status,
        an_invalid_variable_is_named,
        a_key_that_could_not_be_printed_is_an_error,
        an_export_succeeds_after_one_that_was_killed,
        a_master_key_is_created_once_for_a_sqlite_file,
        a_lost_key_file_is_not_replaced,
        a_credential_of_another_master_key_is_named,
        an_export_overwrites_only_an_export,
        a_named_key_file_wins_over_the_environment,
        a_signal_stops_a_server_that_still_opens_its_database,
        a_signal_stops_a_server_that_still_loads_its_demonstration,
        a_second_signal_waits_for_no_lock,
        a_log_that_nobody_reads_delays_no_request,
        a_key_file_that_others_may_read_is_taken_with_a_warning,
        the_master_key_is_rotated_in_place,
        an_interrupted_rotation_is_completed_by_the_next,
        rotations_at_once_leave_the_key_file_that_is_in_use,
        a_rotation_waits_for_another_one,
        only_serve_and_migrate_create_a_database,
        a_damaged_file_is_named_with_what_to_do,
        a_server_whose_file_was_replaced_is_not_ready,
        the_file_of_another_program_is_left_alone,
        a_change_during_a_long_load_may_be_tried_again,
        a_second_server_on_a_file_is_rejected,
        a_killed_server_leaves_no_lock,
        a_server_waits_for_one_that_is_about_to_stop,
        a_backup_is_made_while_the_database_is_in_use,
        a_backup_needs_a_database_and_a_place,
        a_backup_does_not_take_the_name_of_a_file_of_sqlite,
        only_the_owner_can_read_a_backup_at_any_moment,
        a_database_that_others_can_read_is_a_warning_at_start,
    ]);
    let of_another_user = on_sqlite![
        a_mounted_secret_is_taken_without_a_warning,
        the_lock_belongs_to_the_owner_of_the_database,
        a_folder_that_cannot_be_synchronized_gets_no_backup,
    ];
    trials.extend(
        of_another_user
            .into_iter()
            .map(|trial| trial.with_ignored_flag(!can_run_as_another_user())),
    );
    trials.extend(on_postgres![
        a_backup_of_postgresql_is_made_by_its_own_tools,
        a_request_without_a_free_connection_may_be_tried_again,
        a_server_that_hangs_delays_the_changes_of_others_for_ten_seconds,
        a_read_only_database_is_not_ready,
        a_master_key_must_be_given_for_a_postgresql_database,
    ]);
    support::trials::run_all(&Arguments::from_args(), trials);
}
