//! Files that are damaged under a store that has them open.

use std::fs::{self, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};

use gateway_server::store::{ErrorKind, SqliteStore, Store as _};
use libtest_mimic::Trial;

use crate::on_sqlite;
use crate::support::records::{ALL, CREATED, change_at, key};
use crate::support::{Database, Engine as _, database::OPTIONS};

pub(crate) fn trials() -> Vec<Trial> {
    on_sqlite![
        a_file_that_is_cut_short_ends_queries_and_not_the_process,
        a_file_of_garbage_ends_queries_and_not_the_process,
        a_file_that_was_taken_away_is_no_mistake_of_a_query,
    ]
}

/// More pages than one, so that there is something to be missing.
async fn fill(database: &Database<SqliteStore>) {
    database.add_organization("org", Some("ws")).await;
    for number in 0..200 {
        database.add_workspace("org", &number.to_string()).await;
        let hash = format!("{number:064}");
        database.store.insert_key(&key("org", &hash)).await.unwrap();
    }
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
}

/// Asks a lot, whatever comes: a response from memory, or trouble that has a name.
async fn ask(store: &SqliteStore) -> Vec<ErrorKind> {
    let mut troubles = Vec::new();
    let mut note = |trouble: Option<ErrorKind>| troubles.extend(trouble);
    for number in 0..20 {
        let hash = format!("{number:064}");
        note(store.api_key(&hash).await.err().map(|e| e.kind));
        note(store.workspaces("org", ALL).await.err().map(|e| e.kind));
        let deleted = store.delete_key("org", &hash, change_at(CREATED)).await;
        note(deleted.err().map(|e| e.kind));
    }
    troubles
}

/// The store that has the file open may have what it is asked for in memory. One that opens it now
/// cannot, and says so then or when it is asked.
async fn assert_unreachable(database: &Database<SqliteStore>) {
    for trouble in ask(&database.store).await {
        assert_eq!(trouble, ErrorKind::Unreachable);
    }
    match SqliteStore::open_at(&database.place, OPTIONS).await {
        Ok(store) => {
            let troubles = ask(&store).await;
            assert!(!troubles.is_empty());
            for trouble in troubles {
                assert_eq!(trouble, ErrorKind::Unreachable);
            }
        }
        Err(refusal) => {
            let refusal = refusal.to_string();
            assert!(refusal.contains("malformed"), "{refusal}");
        }
    }
}

async fn a_file_that_is_cut_short_ends_queries_and_not_the_process(
    database: &Database<SqliteStore>,
) {
    fill(database).await;
    let file = OpenOptions::new().write(true).open(database.place.path());
    file.unwrap().set_len(6000).unwrap();
    assert_unreachable(database).await;
}

async fn a_file_of_garbage_ends_queries_and_not_the_process(database: &Database<SqliteStore>) {
    fill(database).await;
    let path = database.place.path();
    let length = fs::metadata(path).unwrap().len();
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(4096)).unwrap();
    let garbage = vec![0xa5; usize::try_from(length).unwrap() - 4096];
    file.write_all(&garbage).unwrap();
    assert_unreachable(database).await;
}

/// What the process has open goes on; what is opened now is another file, without the keys.
async fn a_file_that_was_taken_away_is_no_mistake_of_a_query(database: &Database<SqliteStore>) {
    fill(database).await;
    let path = database.place.path();
    fs::rename(path, path.with_extension("old")).unwrap();
    for trouble in ask(&database.store).await {
        assert_ne!(trouble, ErrorKind::Failed);
    }
}
