//! Produces every status that an operation documents, with a running server.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::call::{About, Outcome, all, call, call_about, call_unknown, outcome};
use crate::process::{Running, issue_key, load, run, url};
use crate::records;
use crate::relay::{Relay, replace};
use crate::support::database::Place;
use crate::support::{Database, Engine};

/// The statuses that each operation documents.
const TABLE: &[(&str, &[u16])] = &[
    ("delete_key", &[401, 404, 429, 500]),
    ("update_group_mapping", &[400, 401, 404, 500]),
    ("list_zdr_endpoints", &[403, 500]),
    ("get_model", &[403, 404, 500]),
    ("get_generation", &[401, 402, 404, 429, 500, 502, 524, 529]),
    ("list_workspaces", &[401, 500]),
    ("list_guardrails", &[400, 401, 500]),
    ("list_presets", &[400, 401, 500]),
    ("list_group_mappings", &[401, 404, 500]),
    ("list_guardrail_assignments", &[401, 500]),
    ("list_organization_members", &[401, 404, 500]),
    ("delete_byok_credential", &[401, 404, 500]),
    ("get_credits", &[401, 403, 500]),
    ("get_key", &[401, 500]),
];

/// For keys without a limit.
const UNLIMITED: &[&str] = &["--rate-limit", "1000000/1s"];

/// The operations and statuses that were seen.
#[derive(Default)]
struct Seen(BTreeSet<(String, Outcome)>);

impl Seen {
    fn add(&mut self, operation: &str, outcome: Outcome) {
        self.0.insert((operation.to_owned(), outcome));
    }

    /// Checks that every status in the table was seen, that every operation succeeded, and that all other
    /// statuses are implied.
    fn is_the_table(&self) {
        for (operation, statuses) in TABLE {
            let mut expected: BTreeSet<_> = statuses
                .iter()
                .map(|status| Outcome::Documented(*status))
                .collect();
            expected.insert(Outcome::Success);
            let seen = self.0.iter().filter(|(name, _)| name == operation);
            let seen: BTreeSet<_> = seen.map(|(_, outcome)| *outcome).collect();
            let missing: Vec<_> = expected.difference(&seen).collect();
            assert!(
                missing.is_empty(),
                "{operation} never responded with {missing:?}"
            );
            let implied = |outcome: &Outcome| matches!(outcome, Outcome::Implied(_));
            let others: Vec<_> = seen
                .difference(&expected)
                .filter(|outcome| !implied(outcome))
                .collect();
            assert!(
                others.is_empty(),
                "{operation} responded with {others:?}, which it does not document"
            );
        }
        assert_eq!(
            TABLE.len(),
            all().len(),
            "the table has another number of operations than the API"
        );
    }
}

pub(crate) async fn every_operation_returns_each_of_its_statuses<S: Engine>(
    database: &Database<S>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, folder) = (&url(&database.place), folder.path());
    let mut seen = Seen::default();
    a_healthy_server(url, folder, &mut seen).await;
    a_slow_or_saturated_store(database, folder, &mut seen).await;
    a_missing_table(database, folder, &mut seen).await;
    match &database.place {
        Place::File { .. } => an_overwritten_file(folder, &mut seen).await,
        Place::Url(_) => an_unreachable_database(url, folder, &mut seen).await,
    }
    seen.is_the_table();
}

/// Responses of a server whose SQLite file was overwritten before the first read.
async fn an_overwritten_file(folder: &Path, seen: &mut Seen) {
    let path = folder.join("overwritten.db");
    let database = format!("sqlite:{}", path.display());
    run(&database, &["migrate"]);
    let key = issue_key(&database, "org_1", &["--management"]);
    let server = Running::start(&database, folder, &[]);
    let length = std::fs::metadata(&path).unwrap().len();
    std::fs::write(&path, vec![b'x'; length as usize]).unwrap();
    let unreachable = call(&server.client(&key), "get_generation").await;
    assert_eq!(unreachable, Outcome::Documented(502));
    seen.add("get_generation", unreachable);
    assert_all_requests_fail(&server, &key).await;
}

/// A server without its database rejects every request, valid or not, with any key. The status is the one
/// that the operation documents for this case.
async fn assert_all_requests_fail(server: &Running, key: &str) {
    for operation in all() {
        let status = if operation == "get_generation" {
            502
        } else {
            500
        };
        for key in [key, "unknown"] {
            let invalid = About {
                limit: 0,
                ..About::KNOWN
            };
            for about in [About::KNOWN, invalid] {
                let outcome = call_about(&server.client(key), operation, about).await;
                assert_eq!(
                    outcome,
                    Outcome::Documented(status),
                    "{operation} with the key `{key}`"
                );
            }
        }
    }
}

/// Responses of a server that cannot reach its database, and after the database is reachable again.
async fn an_unreachable_database(url: &str, folder: &Path, seen: &mut Seen) {
    let (before, rest) = url.split_once("127.0.0.1:").unwrap();
    let (port, name) = rest.split_once('/').unwrap();
    let relay = Relay::start(&format!("127.0.0.1:{port}"), |_| ()).await;
    let relay_port = relay.port();
    let through = format!("{before}127.0.0.1:{relay_port}/{name}");
    let server = Running::start(
        &through,
        folder,
        &["--database-wait", "500ms", "--rate-limit", "1000000/1s"],
    );
    let client = server.client("management");
    assert_eq!(call(&client, "get_generation").await, Outcome::Success);
    drop(relay);
    for operation in ["get_generation", "list_workspaces"] {
        let outcome = call(&client, operation).await;
        let status = if operation == "get_generation" {
            502
        } else {
            500
        };
        assert_eq!(
            outcome,
            Outcome::Documented(status),
            "{operation} without a database"
        );
        seen.add(operation, outcome);
    }
    assert_all_requests_fail(&server, "management").await;
    let _relay = Relay::start_on(relay_port, &format!("127.0.0.1:{port}")).await;
    let end = Instant::now() + Duration::from_secs(30);
    while call(&client, "get_generation").await != Outcome::Success {
        assert!(
            Instant::now() < end,
            "the server did not find its database again"
        );
    }
}

/// The records of the test.
fn records() -> Vec<String> {
    let management = json!({"is_management": true});
    let spent = json!({"limit_usd": 0.4, "limit_reset": null});
    let hidden_key = gateway_server::keys::hash("spent");
    let more: Vec<Value> = vec![
        records::api_key("management", "org_1", management.clone()),
        records::api_key("ordinary", "org_1", json!({})),
        records::api_key("spent", "org_1", spent),
        records::api_key(
            "once",
            "org_1",
            json!({"is_management": true, "rate_limit": "1/1day"}),
        ),
        records::api_key("poor", "org_without_credits", json!({})),
        records::api_key("nowhere", "org_without_a_record", management),
        json!({"record": "organization", "id": "org_without_credits", "total_credits": 5, "total_usage": 5}),
        records::generation("org_1", "gen-2", 0.5, json!({"key_hash": hidden_key})),
    ];
    records::lines(&[records::organization("org_1"), records::catalogue(), more].concat())
}

/// Responses of a healthy server.
async fn a_healthy_server(database: &str, folder: &Path, seen: &mut Seen) {
    load(database, folder, &records());
    let server = Running::start(database, folder, UNLIMITED);
    let [management, ordinary, unknown, nowhere] =
        ["management", "ordinary", "unknown", "nowhere"].map(|key| server.client(key));
    for operation in all() {
        seen.add(operation, call(&unknown, operation).await);
        seen.add(operation, call(&ordinary, operation).await);
        seen.add(operation, call_unknown(&management, operation).await);
        seen.add(operation, call_unknown(&nowhere, operation).await);
        seen.add(
            operation,
            call_about(
                &management,
                operation,
                About {
                    limit: 0,
                    ..About::KNOWN
                },
            )
            .await,
        );
        if operation != "delete_key" {
            seen.add(operation, call(&management, operation).await);
        }
    }
    let one_more = issue_key(database, "org_1", &[]);
    let deleted = management
        .delete_key(gateway_server::keys::hash(&one_more))
        .await;
    seen.add("delete_key", outcome(deleted));

    let relay = Relay::start(server.base().trim_start_matches("http://"), |sent| {
        replace(sent, b"\"admin\"", b"\"owner\"");
    });
    let relay = relay.await;
    let through = Running::client_of(&format!("http://127.0.0.1:{}", relay.port()), "management");
    seen.add(
        "update_group_mapping",
        call(&through, "update_group_mapping").await,
    );

    for key in ["poor", "spent"] {
        let rejected = call(&server.client(key), "get_generation").await;
        assert_eq!(rejected, Outcome::Documented(402), "with the key `{key}`");
        seen.add("get_generation", rejected);
    }
    let once = server.client("once");
    for operation in ["get_generation", "get_generation", "delete_key"] {
        seen.add(operation, call(&once, operation).await);
    }
}

/// Looking up a generation counts to ten million first. This takes longer than the deadline of the first server below,
/// and longer than a request to the second one waits for a connection.
const SLOW_GENERATIONS: &str = "
    ALTER TABLE generations RENAME TO taken_away;
    CREATE VIEW generations AS SELECT * FROM taken_away WHERE 0 < (
        WITH RECURSIVE numbers (number) AS (
            SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10000000
        )
        SELECT count(*) FROM numbers
    )";

const FAST_GENERATIONS: &str = "
    DROP VIEW generations;
    ALTER TABLE taken_away RENAME TO generations";

/// Responses of a server whose store is too slow or has no free connection.
async fn a_slow_or_saturated_store<S: Engine>(
    database: &Database<S>,
    folder: &Path,
    seen: &mut Seen,
) {
    let place = url(&database.place);
    database.execute(SLOW_GENERATIONS).await;
    let server = Running::start(&place, folder, &["--store-deadline", "100ms"]);
    let late = call(&server.client("management"), "get_generation").await;
    assert_eq!(late, Outcome::Documented(524), "with a deadline of 100 ms");
    seen.add("get_generation", late);
    drop(server);
    end_queries(database).await;

    let narrow = [
        "--database-connections",
        "1",
        "--database-wait",
        "250ms",
        "--store-deadline",
        "1s",
    ];
    let server = Running::start(&place, folder, &narrow);
    let client = server.client("management");
    let get = || call(&client, "get_generation");
    // One of them has the connection, and the other waits for it.
    let (first, second) = tokio::join!(get(), get());
    let saturated = Outcome::Documented(529);
    assert!(
        [first, second].contains(&saturated),
        "of two requests for one connection: {first:?}, {second:?}"
    );
    seen.add("get_generation", saturated);
    drop(server);
    end_queries(database).await;
    database.execute(FAST_GENERATIONS).await;
}

/// Ends the queries of a server that was killed. PostgreSQL may notice only at their end that nobody waits for them.
async fn end_queries<S: Engine>(database: &Database<S>) {
    if let Place::Url(_) = database.place {
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'active'
            AND datname = current_database() AND pid <> pg_backend_pid()";
        database.execute(end).await;
    }
}

/// A table that each operation needs.
const NEEDS: &[(&str, &str)] = &[
    ("get_model", "model_names"),
    ("list_zdr_endpoints", "endpoints"),
    ("get_generation", "generations"),
    ("list_workspaces", "workspaces"),
    ("list_guardrails", "guardrails"),
    ("list_guardrail_assignments", "guardrail_assignments"),
    ("list_presets", "presets"),
    ("list_group_mappings", "group_mappings"),
    ("update_group_mapping", "group_mappings"),
    ("list_organization_members", "members"),
    ("get_key", "usage_by_day"),
    ("delete_byok_credential", "byok_credentials"),
    ("get_credits", "organizations"),
    // Without this one, no key can be looked up.
    ("delete_key", "api_keys"),
];

/// Responses of a server while a table is missing, and after it is restored.
async fn a_missing_table<S: Engine>(database: &Database<S>, folder: &Path, seen: &mut Seen) {
    let server = Running::start(&url(&database.place), folder, UNLIMITED);
    let client = server.client("management");
    for (operation, table) in NEEDS {
        database
            .execute(&format!("ALTER TABLE {table} RENAME TO taken_away"))
            .await;
        let outcome = call(&client, operation).await;
        assert_eq!(
            outcome,
            Outcome::Documented(500),
            "{operation} without {table}"
        );
        seen.add(operation, outcome);
        database
            .execute(&format!("ALTER TABLE taken_away RENAME TO {table}"))
            .await;
        let outcome = call(&client, operation).await;
        assert_ne!(
            outcome,
            Outcome::Documented(500),
            "{operation} with {table} again"
        );
    }
}
