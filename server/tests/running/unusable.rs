//! Databases that cannot be opened or written, and what operators are told.

use std::fs;
use std::net::TcpListener;

use gateway_server::store::{PostgresStore, SqliteStore};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _};

use crate::command::complaint;
use crate::first_steps::exchange;
use crate::process::{Running, output, url};
use crate::support::Database;

/// Starts a server, and returns it with a function that asks whether it is ready.
fn start(url: &str, folder: &tempfile::TempDir) -> (Running, impl Fn() -> String + use<>) {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let operations = free.local_addr().unwrap().to_string();
    drop(free);
    let listen = [
        "--listen",
        "127.0.0.1:0",
        "--operations-listen",
        &operations,
    ];
    let server = Running::start_where(url, folder.path(), &listen);
    let ready = move || {
        let response = exchange(&operations, "GET /readyz", "", "");
        response.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    (server, ready)
}

pub(crate) async fn a_damaged_file_is_named_with_what_to_do(_: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.db");
    let url = format!("sqlite:{}", path.display());
    output(&url, &["migrate"]);
    let (server, ready) = start(&url, &folder);
    let length = fs::metadata(&path).unwrap().len();
    fs::write(&path, vec![b'x'; usize::try_from(length).unwrap()]).unwrap();
    let advice = format!("restore {} from a backup", path.display());
    let text = ready();
    assert!(
        text.starts_with("not ready: the database is damaged"),
        "{text}"
    );
    assert!(text.contains(&advice), "{text}");
    server.logs("file is not a database");
    server.kill();
    for command in [["key", "list"].as_slice(), &["migrate"], &["serve"]] {
        let complaint = complaint(&output(&url, command), 1);
        assert!(complaint.contains(&advice), "{complaint}");
        assert!(!complaint.contains("folder"), "{complaint}");
    }
}

/// An operator restores a backup and forgets to stop the server.
pub(crate) async fn a_server_whose_file_was_replaced_is_not_ready(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, path) = (url(&database.place), database.place.path());
    let copy = folder.path().join("copy.db");
    output(&url, &["backup", copy.to_str().unwrap()]);
    let (_server, ready) = start(&url, &folder);
    assert_eq!(ready(), "ready\n");
    fs::rename(&copy, path).unwrap();
    let text = ready();
    let expected = format!(
        "not ready: the database cannot be reached: {}: another file has its name now, and changes are lost; restart the \
         server\n",
        path.display()
    );
    assert_eq!(text, expected);
}

pub(crate) async fn the_file_of_another_program_is_left_alone(_: &Database<SqliteStore>) {
    // The second program also uses sqlx.
    for (tables, expected) in [
        (
            "CREATE TABLE notes (text TEXT)",
            "its tables belong to another program",
        ),
        (
            "CREATE TABLE _sqlx_migrations (version BIGINT, success BOOLEAN, checksum BLOB);
            INSERT INTO _sqlx_migrations VALUES (1, TRUE, x'00')",
            "its tables do not belong to this server",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes.db");
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true);
        let mut other = SqliteConnection::connect_with(&options).await.unwrap();
        other.execute(tables).await.unwrap();
        other.close().await.unwrap();
        let before = fs::read(&path).unwrap();
        let url = format!("sqlite:{}", path.display());
        for command in [["serve"].as_slice(), &["migrate"], &["key", "list"]] {
            let complaint = complaint(&output(&url, command), 1);
            assert!(complaint.contains(expected), "{complaint}");
            assert!(fs::read(&path).unwrap() == before, "it was changed");
        }
    }
}

pub(crate) async fn a_read_only_database_is_not_ready(database: &Database<PostgresStore>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let (server, ready) = start(&url, &folder);
    let name = url.rsplit_once('/').unwrap().1;
    let set = |sql: &str| format!("ALTER DATABASE {name} {sql} default_transaction_read_only");
    database.execute(&format!("{} = on", set("SET"))).await;
    let text = ready();
    let expected = "not ready: the database is read-only; connect to the primary server";
    assert!(text.starts_with(expected), "{text}");
    server.logs("cannot execute UPDATE in a read-only transaction");
    let complaint = complaint(&output(&url, &["serve"]), 1);
    assert!(
        complaint.contains("connect to the primary server"),
        "{complaint}"
    );
    database.execute(&set("RESET")).await;
    assert_eq!(ready(), "ready\n");
}
