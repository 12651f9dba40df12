//! Tests the real command in its own process under pressure: at full speed, with hostile and greedy clients,
//! without its database, and during shutdown.
//!
//! Tests at full speed take long, so they run only if `GATEWAY_TEST_LOAD_SECONDS` sets the seconds of a load.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod disk;
mod ending;
mod fairness;
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
    a_full_server_responds_with_retry_after, requests_in_flight_finish_before_the_server_stops,
};
use fairness::{
    expensive_requests_of_one_key_do_not_hold_up_other_organizations,
    slow_bodies_of_one_key_do_not_hold_up_other_organizations,
    wrong_keys_do_not_hold_up_other_clients,
};
use outage::{
    a_server_survives_restarts_of_its_database, reads_continue_on_a_full_disk,
    reads_continue_while_another_process_holds_the_lock,
    reads_continue_with_a_read_only_database_file,
};
use pair::{
    a_key_deleted_through_one_server_is_unknown_to_the_other, two_servers_share_a_rate_limit,
};
use secrets::no_secret_is_in_the_log;
use steady::{
    hostile_clients_take_at_most_two_thirds_of_the_throughput,
    memory_files_and_threads_stay_flat_at_full_speed,
};

fn main() {
    let loads = on_both![
        memory_files_and_threads_stay_flat_at_full_speed,
        hostile_clients_take_at_most_two_thirds_of_the_throughput,
    ];
    let loads = loads.into_iter().map(|trial| {
        let is_ignored = trial.has_ignored_flag() || !load::is_asked_for();
        trial.with_ignored_flag(is_ignored)
    });
    let trials = on_both![
        a_full_server_responds_with_retry_after,
        requests_in_flight_finish_before_the_server_stops,
        no_secret_is_in_the_log,
        slow_bodies_of_one_key_do_not_hold_up_other_organizations,
        expensive_requests_of_one_key_do_not_hold_up_other_organizations,
        wrong_keys_do_not_hold_up_other_clients,
    ];
    let on_sqlite = on_sqlite![
        reads_continue_while_another_process_holds_the_lock,
        reads_continue_with_a_read_only_database_file,
    ];
    let on_postgres = on_postgres![
        a_server_survives_restarts_of_its_database,
        a_key_deleted_through_one_server_is_unknown_to_the_other,
        two_servers_share_a_rate_limit,
    ];
    let on_disk = support::trials::trial(
        "pressure::reads_continue_on_a_full_disk",
        reads_continue_on_a_full_disk,
    );
    let trials = [
        loads.collect(),
        trials,
        on_sqlite,
        on_postgres,
        vec![on_disk],
    ];
    let trials = trials.into_iter().flatten().collect();
    let mut arguments = Arguments::from_args();
    // One at a time: they measure, and some of them stop the PostgreSQL cluster.
    arguments.test_threads = Some(1);
    if !arguments.list {
        match load::is_asked_for() {
            true => println!("\nloads of {:?}", load::length()),
            false => println!("\nwithout loads: set {} to run them", load::LENGTH),
        }
    }
    support::trials::run_all(&arguments, trials);
}
