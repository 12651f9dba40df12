//! Key material is nowhere to be read, and gone when it is deleted.

use std::fs;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_server::moment::Moment;
use gateway_server::store::{SqliteStore, Store as _};
use libtest_mimic::Trial;
use serde_json::{Value, json};

use crate::lines::{self, CREDENTIAL, credential};
use crate::on_sqlite;
use crate::support::Database;

pub fn trials() -> Vec<Trial> {
    on_sqlite![
        a_secret_is_in_no_file_of_the_database,
        deleted_material_is_in_no_file_of_the_database,
        replaced_material_is_in_no_file_of_the_database,
    ]
}

const SECRET: &str = "a-secret-that-nobody-else-has";

/// How many files of the database have these bytes.
fn files_with(at: &Database<SqliteStore>, bytes: &[u8]) -> usize {
    let folder = at.place.path().parent().unwrap();
    let files = fs::read_dir(folder).unwrap();
    let has_bytes = |content: &Vec<u8>| content.windows(bytes.len()).any(|part| part == bytes);
    files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .filter(has_bytes)
        .count()
}

/// The sealed material, as an export has it.
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
        .delete_byok_credential("org", CREDENTIAL, Moment::now());
    assert!(deleted.await.unwrap());
    assert_eq!(files_with(at, &sealed), 0);
    // Nor any part of it that is long enough to be told from chance.
    for part in sealed.chunks_exact(8) {
        assert_eq!(files_with(at, part), 0);
    }
}

async fn replaced_material_is_in_no_file_of_the_database(at: &Database<SqliteStore>) {
    lines::load(&at.store, &[credential(json!({"key": SECRET}))]).await;
    let sealed = sealed(at).await;
    lines::load(&at.store, &[credential(json!({"key": "another"}))]).await;
    assert_eq!(files_with(at, &sealed), 0);
}
