//! Query plans: no query may read a whole table.

use std::fmt::Write as _;

use gateway_server::store::{PostgresStore, QUERIES, SqliteStore};
use libtest_mimic::Trial;

use crate::support::Database;
use crate::{on_postgres, on_sqlite};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = on_sqlite![
        sqlite_scans_no_table,
        sqlite_uses_the_index_of_endpoints_without_data_retention,
    ];
    trials.extend(on_postgres![postgres_has_an_index_for_every_query]);
    trials
}

/// Queries that return a whole table or index.
const ABOUT_ALL: &[&str] = &["ZDR_ENDPOINTS", "ALL_API_KEYS", "ORGANIZATIONS"];

async fn sqlite_scans_no_table(database: &Database<SqliteStore>) {
    let mut errors = String::new();
    for (name, sql) in QUERIES {
        let explain = format!("EXPLAIN QUERY PLAN {sql}");
        for step in database.plan(&explain).await {
            // Intermediate results.
            let is_of_rows = ["SCAN counted", "SCAN item", "SCAN CONSTANT ROW"]
                .iter()
                .any(|rows| step.starts_with(rows));
            let scans = step.starts_with("SCAN ") && !is_of_rows && !ABOUT_ALL.contains(name);
            if scans || step.contains("AUTOMATIC") {
                writeln!(errors, "{name}: {step}").unwrap();
            }
        }
    }
    assert!(errors.is_empty(), "{errors}");
}

async fn sqlite_uses_the_index_of_endpoints_without_data_retention(
    database: &Database<SqliteStore>,
) {
    let (_, sql) = QUERIES[QUERIES
        .iter()
        .position(|it| it.0 == "ZDR_ENDPOINTS")
        .unwrap()];
    let plan = database.plan(&format!("EXPLAIN QUERY PLAN {sql}")).await;
    let index = "endpoints_with_zero_data_retention";
    assert!(plan[0].contains(index), "{plan:?}");
}

/// PostgreSQL scans small tables for speed. With that disabled, a scan means that there is no index, and
/// an index without a condition means that all of it is read.
async fn postgres_has_an_index_for_every_query(database: &Database<PostgresStore>) {
    let mut errors = String::new();
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
        let plan = database.plan(&explain).await;
        for (index, step) in plan.iter().enumerate() {
            let has_condition = plan[index + 1..]
                .first()
                .is_some_and(|next| next.contains("Index Cond"));
            let scans =
                step.contains("Seq Scan") || step.contains("Index") && step.contains("Scan");
            if scans && !has_condition && !ABOUT_ALL.contains(name) {
                writeln!(errors, "{name}: {step}").unwrap();
            }
        }
    }
    assert!(errors.is_empty(), "{errors}");
}
