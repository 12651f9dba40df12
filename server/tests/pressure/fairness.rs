//! One organization that takes all it can get, and clients with wrong keys, beside an organization that only works.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gateway_server::keys;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::load;
use crate::process;
use crate::records;
use crate::stage::{Server, Stage, key, mapping};
use crate::support::{Database, Engine};
use crate::wire::{Wire, request};

/// More connections than the server has slots.
const SLOW: usize = 1300;

/// Enough for a second attempt of each slow client, after its body timed out.
const SHORTEST: Duration = Duration::from_secs(13);

/// How long a request of the other organization may take. The machine is busy with the attack, so this is far more than
/// what is printed.
const LONGEST: Duration = Duration::from_secs(2);

/// How long the responses to an attack may take.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

pub(crate) async fn slow_bodies_of_one_key_do_not_hold_up_other_organizations<S: Engine>(
    database: &Database<S>,
) {
    let stage = Stage::in_place(&database.place);
    let other = other_organization(&stage);
    let server = stage.serve(&[]);
    let line = format!("PATCH /v1/scim/group-mappings/{}", mapping(0));
    let head = "content-type: application/json\r\ncontent-length: 100\r\n";
    let attack = Attack::start(&server, SLOW, request(&line, &key(0), head));
    sleep(Duration::from_secs(1)).await;
    work(S::NAME, &server, &other).await;
    attack.wait_for(SLOW).await;
    let responses = attack.stop().await;
    assert!(
        responses.iter().all(|status| *status == 408),
        "{responses:?}"
    );
    // Slow clients are not errors of the server.
    let log = server.log();
    assert!(!log.contains("\"ERROR\""), "{log:.2000}");
}

/// Each request of one organization skips many records.
pub(crate) async fn expensive_requests_of_one_key_do_not_hold_up_other_organizations<S: Engine>(
    database: &Database<S>,
) {
    const WORKSPACES: usize = 20_000;
    let stage = Stage::in_place(&database.place);
    let other = other_organization(&stage);
    let all = records::organization("org_1");
    let workspace = all
        .iter()
        .find(|record| record["record"] == "workspace")
        .unwrap();
    let lines = (0..WORKSPACES).map(|number| {
        let mut workspace = workspace.clone();
        workspace["id"] = format!("many-{number:05}").into();
        workspace.to_string()
    });
    let lines: Vec<String> = lines.collect();
    process::load(&stage.database, stage.folder.path(), &lines);
    let server = stage.serve(&[]);
    let line = format!("GET /v1/workspaces?limit=1&offset={}", WORKSPACES - 1);
    let attack = Attack::start(&server, 400, request(&line, &key(0), ""));
    sleep(Duration::from_secs(1)).await;
    work(S::NAME, &server, &other).await;
    let responses = attack.stop().await;
    println!("{}: {} expensive responses", S::NAME, responses.len());
    // Some wait for too long.
    assert!(responses.contains(&200) && responses.iter().all(|status| [200, 503].contains(status)));
}

pub(crate) async fn wrong_keys_do_not_hold_up_other_clients<S: Engine>(database: &Database<S>) {
    let stage = Stage::in_place(&database.place);
    let other = other_organization(&stage);
    let server = stage.serve(&[]);
    // Both are at one address, and the server knows the key that is right.
    let mut wire = Wire::connect(&server.api).await.unwrap();
    let known = wire.ask(&request("GET /v1/credits", &other, "")).await;
    assert_eq!(known.unwrap().status, 200);
    let begun = Instant::now();
    let attack = Attack::start(&server, 64, request("GET /v1/credits", "sk-gw-wrong", ""));
    sleep(Duration::from_secs(1)).await;
    work(S::NAME, &server, &other).await;
    // What is known of a key does not let it in: it is looked up nevertheless.
    let hash = keys::hash(&other);
    process::run(&stage.database, &["key", "revoke", &hash]);
    let mut wire = Wire::connect(&server.api).await.unwrap();
    let revoked = wire.ask(&request("GET /v1/credits", &other, "")).await;
    assert_eq!(revoked.unwrap().status, 429);
    let responses = attack.stop().await;
    let elapsed = begun.elapsed();
    let count = |status| responses.iter().filter(|other| **other == status).count();
    println!(
        "{}: {} times 401, {} times 429",
        S::NAME,
        count(401),
        count(429)
    );
    assert_eq!(count(401) + count(429), responses.len());
    // At most the limit for each of its ten seconds, and what passes at the same moment.
    let windows = 2 + elapsed.as_secs() / 10;
    assert!(count(401) as u64 <= windows * (100 + 64), "{}", count(401));
}

/// An organization with a key, which is returned.
fn other_organization(stage: &Stage) -> String {
    let key = "key-of-another-organization";
    let more = json!({"is_management": true});
    let all = [
        records::organization("org_2"),
        vec![records::api_key(key, "org_2", more)],
    ]
    .concat();
    let lines: Vec<String> = all.iter().map(Value::to_string).collect();
    process::load(&stage.database, stage.folder.path(), &lines);
    key.to_owned()
}

/// Sends requests for some time, all of which succeed soon.
async fn work(name: &str, server: &Server, key: &str) {
    let mut wire = Wire::connect(&server.api).await.unwrap();
    let mut times = Vec::new();
    let end = Instant::now() + load::length().max(SHORTEST);
    while Instant::now() < end {
        for line in ["GET /v1/credits", "GET /v1/workspaces", "GET /v1/key"] {
            let begun = Instant::now();
            let response = wire.ask(&request(line, key, "")).await.unwrap();
            times.push(begun.elapsed());
            assert_eq!(response.status, 200, "{response:?}");
        }
        sleep(Duration::from_millis(20)).await;
    }
    times.sort_unstable();
    let at = |part: usize| times[(times.len() - 1) * part / 100];
    println!(
        "{name}: {} requests of the other organization: p50 {:?}, p99 {:?}, longest {:?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
    assert!(at(100) < LONGEST, "{:?}", at(100));
}

/// Clients that send the same request all the time, each on its own connection.
struct Attack {
    clients: JoinSet<()>,
    responses: Arc<std::sync::Mutex<Vec<u16>>>,
}

impl Attack {
    fn start(server: &Server, clients: usize, request: Vec<u8>) -> Self {
        let mut all = Self {
            clients: JoinSet::new(),
            responses: Arc::default(),
        };
        for _ in 0..clients {
            let (address, request) = (server.api.clone(), request.clone());
            let responses = Arc::clone(&all.responses);
            all.clients.spawn(async move {
                loop {
                    if let Ok(mut stream) = TcpStream::connect(&*address).await {
                        let _ = repeat(&mut stream, &request, &responses).await;
                    }
                    sleep(Duration::from_millis(20)).await;
                }
            });
        }
        all
    }

    /// Waits until there are as many responses. How soon depends on how busy the machine is.
    async fn wait_for(&self, responses: usize) {
        let begun = Instant::now();
        loop {
            let count = self.responses.lock().unwrap().len();
            if count >= responses {
                return;
            }
            let elapsed = begun.elapsed();
            assert!(
                elapsed < LONGEST_WAIT,
                "{count} of {responses} responses in {elapsed:?}"
            );
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// The statuses of all responses.
    async fn stop(mut self) -> Vec<u16> {
        self.clients.shutdown().await;
        self.responses.lock().unwrap().clone()
    }
}

/// Sends a request and reads the response until the server closes the connection.
async fn repeat(
    stream: &mut TcpStream,
    request: &[u8],
    responses: &std::sync::Mutex<Vec<u16>>,
) -> std::io::Result<()> {
    let mut bytes = [0; 4096];
    loop {
        stream.write_all(request).await?;
        let read = stream.read(&mut bytes).await?;
        let head = String::from_utf8_lossy(&bytes[..read]);
        let Some(status) = head.get(9..12).and_then(|status| status.parse().ok()) else {
            return Ok(());
        };
        responses.lock().unwrap().push(status);
        if head.contains("connection: close") {
            return Ok(());
        }
    }
}
