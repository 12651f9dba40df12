//! Database files that are damaged while a store has them open.

use std::fs::{self, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};

use gateway_server::store::{ErrorKind, SqliteStore};
use libtest_mimic::Trial;

use crate::on_sqlite;
use crate::support::records::{ALL, CREATED, change_at, key, now};
use crate::support::{Database, Engine as _, database::OPTIONS};

pub(crate) fn trials() -> Vec<Trial> {
    on_sqlite![
        a_truncated_file_fails_queries_but_not_the_process,
        a_corrupt_file_fails_queries_but_not_the_process,
        a_moved_file_is_not_reported_as_a_failed_query,
    ]
}

/// Fills more than one page, so that truncating the file loses data.
async fn fill(database: &Database<SqliteStore>) {
    database.add_organization("org", Some("ws")).await;
    for number in 0..200 {
        database.add_workspace("org", &number.to_string()).await;
        let hash = format!("{number:064}");
        database
            .store
            .insert_key(&key("org", &hash), now())
            .await
            .unwrap();
    }
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
}

/// Runs many queries and returns their errors. Some may succeed, from cached pages.
async fn query_all(store: &SqliteStore) -> Vec<ErrorKind> {
    let mut errors = Vec::new();
    let mut record = |error: Option<ErrorKind>| errors.extend(error);
    for number in 0..20 {
        let hash = format!("{number:064}");
        record(store.api_key(&hash).await.err().map(|e| e.kind));
        record(store.workspaces("org", ALL).await.err().map(|e| e.kind));
        let deleted = store.delete_key("org", &hash, change_at(CREATED)).await;
        record(deleted.err().map(|e| e.kind));
    }
    errors
}

/// Checks that queries fail as damaged, or as unreachable if a read ends early. The open store may still have pages in its cache. A new
/// store has none: it fails when it opens the file or when it is queried.
async fn assert_unusable(database: &Database<SqliteStore>) {
    let is_expected = |error| matches!(error, ErrorKind::Damaged | ErrorKind::Unreachable);
    for error in query_all(&database.store).await {
        assert!(is_expected(error), "{error:?}");
    }
    match SqliteStore::open_at(&database.place, OPTIONS).await {
        Ok(store) => {
            let errors = query_all(&store).await;
            assert!(!errors.is_empty());
            for error in errors {
                assert!(is_expected(error), "{error:?}");
            }
        }
        Err(error) => {
            let error = error.to_string();
            assert!(error.contains("malformed"), "{error}");
        }
    }
}

async fn a_truncated_file_fails_queries_but_not_the_process(database: &Database<SqliteStore>) {
    fill(database).await;
    let file = OpenOptions::new().write(true).open(database.place.path());
    file.unwrap().set_len(6000).unwrap();
    assert_unusable(database).await;
}

async fn a_corrupt_file_fails_queries_but_not_the_process(database: &Database<SqliteStore>) {
    fill(database).await;
    let path = database.place.path();
    let length = fs::metadata(path).unwrap().len();
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(4096)).unwrap();
    let garbage = vec![0xa5; usize::try_from(length).unwrap() - 4096];
    file.write_all(&garbage).unwrap();
    assert_unusable(database).await;
}

/// Open connections keep using the old file. New ones create another file, without the keys.
async fn a_moved_file_is_not_reported_as_a_failed_query(database: &Database<SqliteStore>) {
    fill(database).await;
    let path = database.place.path();
    fs::rename(path, path.with_extension("old")).unwrap();
    for error in query_all(&database.store).await {
        assert_ne!(error, ErrorKind::Failed);
    }
}
