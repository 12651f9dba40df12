//! Clients that send requests as fast as they get responses, and check every response.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::task::JoinSet;

use crate::stage::{CLIENTS, Server, key};
use crate::wire::{Wire, request};

/// The environment variable that sets the duration of a load, in seconds.
pub(crate) const LENGTH: &str = "GATEWAY_TEST_LOAD_SECONDS";

/// The default duration of a load.
const SHORT: Duration = Duration::from_secs(5);

/// Whether the variable asks for loads.
pub(crate) fn is_asked_for() -> bool {
    std::env::var_os(LENGTH).is_some()
}

/// The duration of a load.
pub(crate) fn length() -> Duration {
    let Ok(seconds) = std::env::var(LENGTH) else {
        return SHORT;
    };
    let seconds = seconds.parse().ok().filter(|seconds| *seconds > 0);
    Duration::from_secs(seconds.unwrap_or_else(|| panic!("{LENGTH} must be a number of seconds")))
}

/// A request and its expected response.
struct Exchange {
    request: Vec<u8>,
    response: Vec<u8>,
}

/// A load that runs until it is stopped.
pub(crate) struct Load {
    stop: Arc<AtomicBool>,
    responses: Arc<AtomicUsize>,
    begun: Instant,
    clients: JoinSet<Vec<Duration>>,
}

impl Load {
    /// Connects a client for each key. Each reads a page of workspaces and occasionally a generation.
    pub(crate) async fn start(server: &Server) -> Self {
        let mut load = Self {
            stop: Arc::default(),
            responses: Arc::default(),
            begun: Instant::now(),
            clients: JoinSet::new(),
        };
        for client in 0..CLIENTS {
            let mut wire = Wire::connect(&server.api).await.unwrap();
            let page = ask(&mut wire, "GET /v1/workspaces?limit=50", &key(client)).await;
            let items: Value = serde_json::from_slice(&page.response).unwrap();
            assert_eq!(items["data"].as_array().map(Vec::len), Some(50));
            let generation = ask(&mut wire, "GET /v1/generation?id=gen-1", &key(client)).await;
            let (stop, responses) = (Arc::clone(&load.stop), Arc::clone(&load.responses));
            load.clients.spawn(async move {
                let mut latencies = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let exchange = match latencies.len() % 4 {
                        3 => &generation,
                        _ => &page,
                    };
                    latencies.push(repeat(&mut wire, exchange).await);
                    responses.fetch_add(1, Ordering::Relaxed);
                }
                latencies
            });
        }
        load.begun = Instant::now();
        load
    }

    /// The number of responses so far.
    pub(crate) fn responses(&self) -> usize {
        self.responses.load(Ordering::Relaxed)
    }

    /// The number of responses per second, measured over this time.
    pub(crate) async fn throughput(&self, during: Duration) -> f64 {
        let (begun, before) = (Instant::now(), self.responses());
        tokio::time::sleep(during).await;
        (self.responses() - before) as f64 / begun.elapsed().as_secs_f64()
    }

    /// Stops the load. The test fails here if a client got an unexpected response.
    pub(crate) async fn stop(self) -> Latencies {
        self.stop.store(true, Ordering::Relaxed);
        let length = self.begun.elapsed();
        let mut all = self.clients.join_all().await.concat();
        all.sort_unstable();
        Latencies { all, length }
    }
}

/// Sends the request for the first time and records the response.
async fn ask(wire: &mut Wire, line: &str, key: &str) -> Exchange {
    let request = request(line, key, "");
    let response = wire.ask(&request).await.unwrap();
    let body = String::from_utf8_lossy(&response.body);
    assert_eq!(response.status, 200, "{line}: {body}");
    Exchange {
        request,
        response: response.body,
    }
}

/// Sends the request again, checks that the response is the same and returns its latency.
async fn repeat(wire: &mut Wire, exchange: &Exchange) -> Duration {
    let begun = Instant::now();
    let response = wire
        .ask(&exchange.request)
        .await
        .expect("a complete response");
    let latency = begun.elapsed();
    assert!(
        response.status == 200 && response.body == exchange.response,
        "an unexpected response: {} {}",
        response.head,
        String::from_utf8_lossy(&response.body)
    );
    latency
}

/// The latencies of responses, in ascending order.
pub(crate) struct Latencies {
    all: Vec<Duration>,
    length: Duration,
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.all.len();
        let a_second = count as f64 / self.length.as_secs_f64();
        write!(f, "{count} responses, {a_second:.0} per second;")?;
        for (name, part) in [
            ("p50", 0.5),
            ("p90", 0.9),
            ("p99", 0.99),
            ("p99.9", 0.999),
            ("max", 1.0),
        ] {
            let at = (count as f64 * part) as usize;
            let latency = self.all.get(at.min(count.saturating_sub(1)));
            write!(f, " {name} {:.1?}", latency.copied().unwrap_or_default())?;
        }
        Ok(())
    }
}
