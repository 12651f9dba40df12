//! Clients that ask as fast as they are answered, and look at every response.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::task::JoinSet;

use crate::stage::{CLIENTS, Server, key};
use crate::wire::{Wire, request};

/// The environment variable that says how long a load lasts.
pub(crate) const LENGTH: &str = "GATEWAY_TEST_LOAD_SECONDS";

/// How long a load lasts if nothing else is said.
const SHORT: Duration = Duration::from_secs(5);

/// How long a load lasts.
pub(crate) fn length() -> Duration {
    let Ok(seconds) = std::env::var(LENGTH) else {
        return SHORT;
    };
    let seconds = seconds.parse().ok().filter(|seconds| *seconds > 0);
    Duration::from_secs(seconds.unwrap_or_else(|| panic!("{LENGTH} has to be a number of seconds")))
}

/// A request, and the one right response to it.
struct Question {
    request: Vec<u8>,
    response: Vec<u8>,
}

/// A load that goes on until it is stopped.
pub(crate) struct Load {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    begun: Instant,
    clients: JoinSet<Vec<Duration>>,
}

impl Load {
    /// Connects a client for each key. All read a page of workspaces, and now and then a generation.
    pub(crate) async fn start(server: &Server) -> Self {
        let mut load = Self {
            stop: Arc::default(),
            answered: Arc::default(),
            begun: Instant::now(),
            clients: JoinSet::new(),
        };
        for client in 0..CLIENTS {
            let mut wire = Wire::connect(&server.api).await.unwrap();
            let page = ask(&mut wire, "GET /v1/workspaces?limit=50", &key(client)).await;
            let items: Value = serde_json::from_slice(&page.response).unwrap();
            assert_eq!(items["data"].as_array().map(Vec::len), Some(50));
            let generation = ask(&mut wire, "GET /v1/generation?id=gen-1", &key(client)).await;
            let (stop, answered) = (Arc::clone(&load.stop), Arc::clone(&load.answered));
            load.clients.spawn(async move {
                let mut latencies = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let question = match latencies.len() % 4 {
                        3 => &generation,
                        _ => &page,
                    };
                    latencies.push(ask_again(&mut wire, question).await);
                    answered.fetch_add(1, Ordering::Relaxed);
                }
                latencies
            });
        }
        load.begun = Instant::now();
        load
    }

    /// How many responses came so far.
    pub(crate) fn answered(&self) -> usize {
        self.answered.load(Ordering::Relaxed)
    }

    /// How many responses come in a second, measured for so long.
    pub(crate) async fn throughput(&self, during: Duration) -> f64 {
        let (begun, before) = (Instant::now(), self.answered());
        tokio::time::sleep(during).await;
        (self.answered() - before) as f64 / begun.elapsed().as_secs_f64()
    }

    /// Ends it. A client that saw a wrong response ends the test here.
    pub(crate) async fn stop(self) -> Latencies {
        self.stop.store(true, Ordering::Relaxed);
        let length = self.begun.elapsed();
        let mut all = self.clients.join_all().await.concat();
        all.sort_unstable();
        Latencies { all, length }
    }
}

/// Asks for the first time, and remembers the response.
async fn ask(wire: &mut Wire, line: &str, key: &str) -> Question {
    let request = request(line, key, "");
    let response = wire.ask(&request).await.unwrap();
    let body = String::from_utf8_lossy(&response.body);
    assert_eq!(response.status, 200, "{line}: {body}");
    Question {
        request,
        response: response.body,
    }
}

/// Asks again, gets the same response, and says how long it took.
async fn ask_again(wire: &mut Wire, question: &Question) -> Duration {
    let begun = Instant::now();
    let response = wire.ask(&question.request).await.expect("a whole response");
    let latency = begun.elapsed();
    assert!(
        response.status == 200 && response.body == question.response,
        "a wrong response: {} {}",
        response.head,
        String::from_utf8_lossy(&response.body)
    );
    latency
}

/// How long responses took, the shortest first.
pub(crate) struct Latencies {
    all: Vec<Duration>,
    length: Duration,
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.all.len();
        let a_second = count as f64 / self.length.as_secs_f64();
        write!(f, "{count} responses, {a_second:.0} a second;")?;
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
