//! Key material is encrypted in all files of the database, and removed from them by its deletion.

use std::fs;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_server::store::SqliteStore;
use gateway_server::timestamps::UnixMicros;
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::lines::{self, CREDENTIAL, credential};
use crate::on_sqlite;
use crate::support::Database;
use crate::support::records::change_at;

pub fn trials() -> Vec<Trial> {
    on_sqlite![
        a_secret_is_in_no_file_of_the_database,
        deleted_material_is_in_no_file_of_the_database,
        replaced_material_is_in_no_file_of_the_database,
        a_long_read_delays_neither_deletions_nor_other_writes,
        the_next_server_truncates_the_log_of_a_killed_one,
    ]
}

const SECRET: &str = "a-secret-that-nobody-else-has";

/// How many files of the database contain these bytes.
fn files_with(at: &Database<SqliteStore>, bytes: &[u8]) -> usize {
    let folder = at.place.path().parent().unwrap();
    let files = fs::read_dir(folder).unwrap();
    let has_bytes = |content: &Vec<u8>| content.windows(bytes.len()).any(|part| part == bytes);
    files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .filter(has_bytes)
        .count()
}

/// Waits until no file contains these bytes. A deletion does not wait for that.
async fn is_gone(at: &Database<SqliteStore>, bytes: &[u8]) {
    let begun = Instant::now();
    while files_with(at, bytes) > 0 {
        assert!(begun.elapsed() < Duration::from_secs(5), "it is there yet");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The sealed material from an export.
async fn sealed(at: &Database<SqliteStore>) -> Vec<u8> {
    let exported = lines::export(&at.store, None).await;
    let record: Value = serde_json::from_str(&exported).unwrap();
    let sealed = record["sealed"].as_str().unwrap();
    BASE64_STANDARD.decode(sealed).unwrap()
}

async fn a_secret_is_in_no_file_of_the_database(at: &Database<SqliteStore>) {
    lines::load(&at.store, &[credential(json!({"key": SECRET}))]).await;
    assert_eq!(files_with(at, SECRET.as_bytes()), 0);
    assert_eq!(files_with(at, BASE64_STANDARD.encode(SECRET).as_bytes()), 0);
    assert!(
        files_with(at, &sealed(at).await) > 0,
        "the search finds what is there"
    );
}

async fn deleted_material_is_in_no_file_of_the_database(at: &Database<SqliteStore>) {
    lines::load(&at.store, &[credential(json!({"key": SECRET}))]).await;
    let sealed = sealed(at).await;
    let deleted = at
        .store
        .delete_byok_credential("org", CREDENTIAL, change_at(UnixMicros::now()));
    assert!(deleted.await.unwrap());
    is_gone(at, &sealed).await;
    // The same for each part that is long enough not to occur by chance.
    for part in sealed.chunks_exact(8) {
        assert_eq!(files_with(at, part), 0);
    }
}

async fn replaced_material_is_in_no_file_of_the_database(at: &Database<SqliteStore>) {
    lines::load(&at.store, &[credential(json!({"key": SECRET}))]).await;
    let sealed = sealed(at).await;
    lines::load(&at.store, &[credential(json!({"key": "another"}))]).await;
    is_gone(at, &sealed).await;
}

async fn a_long_read_delays_neither_deletions_nor_other_writes(at: &Database<SqliteStore>) {
    lines::load(&at.store, &[credential(json!({"key": SECRET}))]).await;
    let sealed = sealed(at).await;
    at.execute("BEGIN; SELECT * FROM byok_material").await;

    let begun = Instant::now();
    let now = UnixMicros::now();
    let deleted = at
        .store
        .delete_byok_credential("org", CREDENTIAL, change_at(now));
    assert!(deleted.await.unwrap());
    for _ in 0..20 {
        assert!(
            !at.store
                .delete_key("org", "none", change_at(now))
                .await
                .unwrap()
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert!(files_with(at, &sealed) > 0, "the reader may still see it");

    at.execute("COMMIT").await;
    is_gone(at, &sealed).await;
}

/// The other connection simulates a server that was killed after its commit.
async fn the_next_server_truncates_the_log_of_a_killed_one(at: &Database<SqliteStore>) {
    lines::load(&at.store, &[credential(json!({"key": SECRET}))]).await;
    let sealed = sealed(at).await;
    at.execute("PRAGMA secure_delete = ON; DELETE FROM byok_material")
        .await;
    assert!(files_with(at, &sealed) > 0, "nobody has emptied the log");
    let _next = at.another_store().await;
    is_gone(at, &sealed).await;
}
