//! Full speed, with and without hostile clients.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::hostile::Hostile;
use crate::load::{self, Load};
use crate::stage::{CLIENTS, Server, Stage};
use crate::support::{Database, Engine};
use crate::vitals::Vitals;

/// How much the resource use may grow.
struct Slack {
    memory_kib: u64,
    files: usize,
    threads: u64,
}

impl Slack {
    /// Room for connections to the database that were opened in the meantime. On SQLite, each has
    /// three files and a thread.
    const fn with_database_connections(self, opened: usize) -> Self {
        Self {
            files: self.files + 3 * opened,
            threads: self.threads + opened as u64,
            ..self
        }
    }
}

/// Room for the buffers of the log and the database, and for memory that the allocator keeps.
const AT_FULL_SPEED: Slack = Slack {
    memory_kib: 12 * 1024,
    files: 4,
    threads: 2,
};

/// Hostile clients connect and disconnect in bursts. A connection lingers for a second, while its
/// client may already have reconnected.
const WITH_HOSTILE_CLIENTS: Slack = Slack {
    memory_kib: 24 * 1024,
    files: 1500,
    threads: 2,
};

/// Room for memory that the allocator keeps after a thousand connections.
const AFTERWARDS: Slack = Slack {
    memory_kib: 48 * 1024,
    files: 4,
    threads: 2,
};

pub(crate) async fn memory_files_and_threads_stay_flat_at_full_speed<S: Engine>(
    database: &Database<S>,
) {
    let stage = Stage::in_place(&database.place);
    let server = stage.serve(&[]);
    let load = Load::start(&server).await;
    let length = load::length();
    sleep(length / 4).await;
    let early = most(&server, length / 4).await;
    let late = most(&server, length / 2).await;
    let latencies = load.stop().await;
    println!("{}: {latencies}", S::NAME);
    server.wait_for_connections(0, Duration::from_secs(5)).await;
    assert_flat("at full speed", early, late, &AT_FULL_SPEED);
    server.log();
}

pub(crate) async fn hostile_clients_take_at_most_two_thirds_of_the_throughput<S: Engine>(
    database: &Database<S>,
) {
    let stage = Stage::in_place(&database.place);
    let times = ["--header-timeout", "2s", "--write-timeout", "2s"];
    let server = stage.serve(&[&times[..], &["--request-deadline", "3s"]].concat());
    let load = Load::start(&server).await;
    sleep(Duration::from_millis(500)).await;
    let part = (load::length() / 6).max(Duration::from_secs(1));
    let alone = load.throughput(part).await;
    let opened_before = server.database_connections().await;
    let before = most(&server, Duration::from_millis(500)).await;

    let hostile = Hostile::start(&server);
    // Wait until each hostile client has reached its maximum resource use.
    sleep(Duration::from_secs(4)).await;
    let early = most(&server, part).await;
    let attacked = load.throughput(part).await;
    let late = most(&server, part).await;
    hostile.stop().await;

    // A connection outlives its client by a timeout, and lingers for a second.
    server
        .wait_for_connections(CLIENTS, Duration::from_secs(8))
        .await;
    let again = load.throughput(part).await;
    let after = most(&server, Duration::from_millis(500)).await;
    let opened = server
        .database_connections()
        .await
        .saturating_sub(opened_before);
    let latencies = load.stop().await;
    println!("{}: {latencies}", S::NAME);
    println!(
        "responses per second: {alone:.0} alone, {attacked:.0} with hostile clients, {again:.0} afterwards"
    );
    assert_flat("with hostile clients", early, late, &WITH_HOSTILE_CLIENTS);
    let slack = AFTERWARDS.with_database_connections(opened);
    assert_flat("after hostile clients", before, after, &slack);
    // The load of other processes on this machine may vary meanwhile.
    let without = alone.min(again);
    assert!(
        attacked * 3.0 >= without,
        "hostile clients cost more than two thirds of the throughput: {without:.0} became {attacked:.0}"
    );
    server.wait_for_connections(0, Duration::from_secs(5)).await;
    server.log();
}

/// The peak resource use of the server during this time, if the system reports it.
async fn most(server: &Server, during: Duration) -> Option<Vitals> {
    let end = Instant::now() + during;
    let mut most: Option<Vitals> = None;
    loop {
        if let Some(now) = Vitals::of(server.running.process_id()) {
            most = Some(most.map_or(now, |most| most.max(now)));
        }
        if Instant::now() >= end {
            return most;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Checks that the resource use has not grown beyond the slack.
fn assert_flat(when: &str, before: Option<Vitals>, after: Option<Vitals>, slack: &Slack) {
    let (Some(before), Some(after)) = (before, after) else {
        println!("skipped: this system does not report the resource use of a process");
        return;
    };
    println!("{when}: {before}; then {after}");
    assert!(
        after.memory_kib <= before.memory_kib + slack.memory_kib,
        "{when}, the memory grew from {before} to {after}"
    );
    assert!(
        after.files <= before.files + slack.files
            && after.threads <= before.threads + slack.threads,
        "{when}, the files or threads grew from {before} to {after}"
    );
}
