//! How the databases go about the queries: none may read a whole table, however small it is here.

use std::fmt::Write as _;

use gateway_server::store::{PostgresStore, QUERIES, SqliteStore};
use libtest_mimic::Trial;

use crate::support::Database;
use crate::{on_postgres, on_sqlite};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_sqlite![sqlite_searches_and_does_not_scan];
    trials.extend(on_postgres![postgres_has_an_index_for_everything]);
    trials
}

/// A scan of an index is of the part that it is about, or of everything where everything is asked
/// for.
async fn sqlite_searches_and_does_not_scan(database: &Database<SqliteStore>) {
    let mut faults = String::new();
    for (name, sql) in QUERIES {
        let explain = format!("EXPLAIN QUERY PLAN {sql}");
        for step in database.plan(&explain).await {
            let scans = step.starts_with("SCAN ") && !step.contains("USING ");
            let of_a_table = !["counted", "item", "CONSTANT ROW"]
                .iter()
                .any(|rows| step["SCAN ".len().min(step.len())..].starts_with(rows));
            if scans && of_a_table || step.contains("AUTOMATIC") {
                writeln!(faults, "{name}: {step}").unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

/// Tables as small as these are scanned for speed; where that is forbidden, what is scanned
/// nevertheless has no index.
async fn postgres_has_an_index_for_everything(database: &Database<PostgresStore>) {
    let mut faults = String::new();
    for (number, (name, sql)) in QUERIES.iter().enumerate() {
        let parameters = (1..10).take_while(|number| sql.contains(&format!("${number}")));
        let nulls = vec!["NULL"; parameters.count()].join(", ");
        let arguments = if nulls.is_empty() {
            nulls
        } else {
            format!("({nulls})")
        };
        let prepare = format!(
            "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan;
             PREPARE query_{number} AS {sql}"
        );
        database.execute(&prepare).await;
        let explain = format!("EXPLAIN (COSTS OFF) EXECUTE query_{number}{arguments}");
        for step in database.plan(&explain).await {
            if step.contains("Seq Scan") {
                writeln!(faults, "{name}: {step}").unwrap();
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}
