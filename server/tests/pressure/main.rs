//! The gateway under pressure: the real command in a process of its own, at full speed, beside
//! hostile clients, without its database, and while it stops.
//!
//! The loads last five seconds, or as many as `GATEWAY_TEST_LOAD_SECONDS` says.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod disk;
mod ending;
mod hostile;
mod load;
mod outage;
mod pair;
#[allow(dead_code)]
#[path = "../running/process.rs"]
mod process;
#[allow(dead_code)]
#[path = "../running/records.rs"]
mod records;
mod secrets;
mod stage;
mod steady;
#[path = "../support/mod.rs"]
mod support;
mod vitals;
mod wire;

use libtest_mimic::Arguments;

use ending::{
    a_full_server_says_when_to_come_again, what_was_begun_is_finished_before_the_server_stops,
};
use outage::{
    a_server_lives_through_restarts_of_its_database, reads_go_on_on_a_full_disk,
    reads_go_on_where_nothing_can_be_written, reads_go_on_while_another_process_holds_the_lock,
};
use pair::{
    a_key_deleted_through_one_server_is_unknown_to_the_other,
    a_rate_limit_holds_over_both_servers_together,
};
use secrets::no_secret_is_in_the_log;
use steady::{
    good_clients_hardly_notice_hostile_ones, memory_files_and_threads_stay_flat_at_full_speed,
};

fn main() {
    let trials = on_both![
        memory_files_and_threads_stay_flat_at_full_speed,
        good_clients_hardly_notice_hostile_ones,
        a_full_server_says_when_to_come_again,
        what_was_begun_is_finished_before_the_server_stops,
        no_secret_is_in_the_log,
    ];
    let on_sqlite = on_sqlite![
        reads_go_on_while_another_process_holds_the_lock,
        reads_go_on_where_nothing_can_be_written,
    ];
    let on_postgres = on_postgres![
        a_server_lives_through_restarts_of_its_database,
        a_key_deleted_through_one_server_is_unknown_to_the_other,
        a_rate_limit_holds_over_both_servers_together,
    ];
    let on_disk = support::trials::trial(
        "pressure::reads_go_on_on_a_full_disk",
        reads_go_on_on_a_full_disk,
    );
    let trials = [trials, on_sqlite, on_postgres, vec![on_disk]];
    let trials = trials.into_iter().flatten().collect();
    let mut arguments = Arguments::from_args();
    // They measure, and some of them stop the PostgreSQL cluster.
    arguments.test_threads = Some(1);
    if !arguments.list {
        println!("\nloads of {:?}: {}", load::length(), load::LENGTH);
    }
    support::trials::run_all(&arguments, trials);
}
