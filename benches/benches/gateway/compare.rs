//! Compares two servers in alternating turns, so that other load on the machine affects both.

use std::time::Duration;

use serde_json::Value;
use specsmith_benches::paired::{measures, quartiles};

use crate::load::Load;
use crate::servers::{Server, cpu_time};

/// The number of connections of the load.
const CONNECTIONS: usize = 64;

/// The duration of a turn, and the number of turns of each side.
const TURN: Duration = Duration::from_millis(300);
const TURNS: usize = 15;

/// The same for latencies at a fixed rate.
const TIMED_TURN: Duration = Duration::from_secs(1);
const TIMED_TURNS: usize = 6;

/// A request to measure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Endpoint {
    pub(crate) name: &'static str,
    pub(crate) path: &'static str,
}

/// One side of a comparison: one server, or several that share the connections.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) name: &'static str,
    pub(crate) servers: &'a [Server],
    /// The processes of its database.
    pub(crate) database: &'a [u32],
}

impl<'a> Side<'a> {
    /// Servers with an embedded database.
    pub(crate) fn of(name: &'static str, servers: &'a [Server]) -> Self {
        Self {
            name,
            servers,
            database: &[],
        }
    }

    async fn load(&self, endpoint: Endpoint) -> Load {
        let addresses: Vec<_> = self.servers.iter().map(|server| server.address).collect();
        Load::open(&addresses, endpoint.path, CONNECTIONS).await
    }

    /// The CPU time of the servers and of their database so far, in seconds.
    fn cpu_times(&self) -> [f64; 2] {
        let servers = self.servers.iter().map(Server::cpu_time);
        let database = self.database.iter().map(|&process| cpu_time(process));
        [servers.sum(), database.sum()]
    }
}

/// The measurements of the turns of a side.
#[derive(Default)]
struct Measured {
    rates: Vec<f64>,
    responses: f64,
    processor: [f64; 2],
}

impl Measured {
    async fn turn(&mut self, side: &Side<'_>, load: &mut Load) {
        let before = side.cpu_times();
        let rate = load.flat_out(TURN).await;
        let after = side.cpu_times();
        self.rates.push(rate);
        self.responses += rate * TURN.as_secs_f64();
        for (sum, (before, after)) in self.processor.iter_mut().zip(before.into_iter().zip(after)) {
            *sum += after - before;
        }
    }

    /// The CPU time per response of the servers and of their database, in microseconds.
    fn processor(&self) -> [f64; 2] {
        self.processor.map(|seconds| seconds * 1e6 / self.responses)
    }
}

/// Prints the heading of the table that [`rates`] prints.
pub(crate) fn heading(title: &str) {
    if measures() {
        println!("\n{title}");
        println!(
            "{:22} {:28} {:>9} {:>10} {:>9}   {:28} {:>9} {:>10} {:>9}   {:>19} {:>10}",
            "",
            "A",
            "responses/s",
            "processor",
            "database",
            "B",
            "responses/s",
            "processor",
            "database",
            "B/A (quartiles)",
            "processor"
        );
    }
}

/// Sends requests to both sides at full speed. Prints the responses per second, the CPU time per response,
/// and the medians of the ratios of neighbouring turns.
pub(crate) async fn rates(endpoint: Endpoint, a: Side<'_>, b: Side<'_>) {
    let (mut to_a, mut to_b) = (a.load(endpoint).await, b.load(endpoint).await);
    assert_eq!(json(&to_a.once().await), json(&to_b.once().await));
    if !measures() {
        return;
    }
    to_a.flat_out(TURN).await;
    to_b.flat_out(TURN).await;
    let (mut of_a, mut of_b) = (Measured::default(), Measured::default());
    for number in 0..TURNS {
        // The order alternates, so that neither side always finds the caches of the other.
        if number % 2 == 0 {
            of_a.turn(&a, &mut to_a).await;
            of_b.turn(&b, &mut to_b).await;
        } else {
            of_b.turn(&b, &mut to_b).await;
            of_a.turn(&a, &mut to_a).await;
        }
    }
    print(endpoint.name, (a.name, &of_a), (b.name, &of_b));
}

/// Sends requests at full speed for one turn.
pub(crate) async fn warm_up(side: Side<'_>, endpoint: Endpoint) {
    let mut load = side.load(endpoint).await;
    if measures() {
        load.flat_out(TURN).await;
    }
}

fn print(endpoint: &str, a: (&str, &Measured), b: (&str, &Measured)) {
    let pairs = a.1.rates.iter().zip(&b.1.rates);
    let [lower, ratio, upper] = quartiles(pairs.map(|(a, b)| b / a).collect());
    let side = |(name, of): (&str, &Measured)| {
        let [_, rate, _] = quartiles(of.rates.clone());
        let [servers, database] = of.processor();
        format!("{name:28} {rate:9.0} {servers:7.1} µs {database:6.1} µs")
    };
    let (servers_a, servers_b) = (a.1.processor()[0], b.1.processor()[0]);
    println!(
        "{endpoint:22} {}   {}   {ratio:5.3} ({lower:.3}–{upper:.3}) {:10.3}",
        side(a),
        side(b),
        servers_b / servers_a
    );
}

/// Sends requests to each side at this rate per second, and prints the latencies.
pub(crate) async fn times(endpoint: Endpoint, rate: f64, sides: &[Side<'_>]) {
    if !measures() {
        return;
    }
    println!("\nLatencies at {rate} requests per second, in µs");
    println!(
        "{:22} {:28} {:>8} {:>8} {:>8}",
        "", "", "p50", "p99", "p99.9"
    );
    let mut loads = Vec::new();
    for side in sides {
        loads.push((side, side.load(endpoint).await, Vec::new()));
    }
    for _ in 0..TIMED_TURNS {
        for (_, load, times) in &mut loads {
            times.extend(load.at_rate(rate, TIMED_TURN).await);
        }
    }
    for (side, _, mut times) in loads {
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
        println!(
            "{:22} {:28} {:8.0} {:8.0} {:8.0}",
            endpoint.name,
            side.name,
            at(0.5),
            at(0.99),
            at(0.999)
        );
    }
}

fn json(body: &[u8]) -> Value {
    serde_json::from_slice(body).expect("the response is JSON")
}
