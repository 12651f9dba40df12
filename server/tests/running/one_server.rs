//! A SQLite file has one server.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::process::Output;

use gateway_server::store::SqliteStore;

use crate::another_user::{NOBODY, command_of_nobody};
use crate::command::complaint;
use crate::process::{Running, issue_key, load, output, output_of, run, url};
use crate::records;
use crate::support::Database;

/// Tries to start a server. It waits a little for the lock.
fn serve(url: &str) -> Output {
    let listen = ["--listen", "127.0.0.1:0", "--operations-listen", "off"];
    let serve = ["serve", "--database-wait", "200ms"];
    output(url, &[serve.as_slice(), &listen].concat())
}

pub(crate) async fn a_second_server_on_a_file_is_rejected(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let path = database.place.path();
    let server = Running::start(&url, folder.path(), &[]);
    // The same file under another name.
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(path, &link).unwrap();
    for (url, file) in [
        (url.clone(), path),
        (format!("sqlite:{}", link.display()), &link),
    ] {
        let complaint = complaint(&serve(&url), 1);
        let expected = format!(
            "another server (process {}) uses the database {}",
            server.process_id(),
            file.display()
        );
        assert!(complaint.contains(&expected), "{complaint}");
    }
    let lock = path.with_file_name("gateway.db-lock");
    let mode = fs::metadata(&lock).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    // Other commands and the server go on.
    let key = issue_key(&url, "org_1", &["--management"]);
    let organization = records::lines(&records::organization("org_1"));
    load(&url, folder.path(), &organization);
    run(&url, &["key", "list"]);
    server.client(&key).get_credits().await.unwrap();

    // A copy is another database, even if the lock's file is copied too.
    let copy = folder.path().join("copy.db");
    run(&url, &["backup", copy.to_str().unwrap()]);
    fs::copy(&lock, folder.path().join("copy.db-lock")).unwrap();
    let copy = format!("sqlite:{}", copy.display());
    let second = Running::start(&copy, folder.path(), &[]);
    second.client(&key).get_credits().await.unwrap();
}

/// Root may have served the file once.
pub(crate) async fn the_lock_belongs_to_the_owner_of_the_database(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let (url, path) = (url(&database.place), database.place.path());
    let command = command_of_nobody(database, folder.path());
    Running::start(&url, folder.path(), &[]).kill();
    let lock = path.with_file_name("gateway.db-lock");
    assert_eq!(fs::metadata(&lock).unwrap().uid(), NOBODY);

    chown(&lock, Some(0), None).unwrap();
    let listen = ["--listen", "127.0.0.1:0", "--operations-listen", "off"];
    let serve = command(&[["serve"].as_slice(), &listen].concat());
    let complaint = complaint(&output_of(serve), 1);
    let expected = format!(
        "{lock} cannot be opened, because it belongs to the user 0. Give it to the owner of the database: chown --reference {} {lock}",
        path.display(),
        lock = lock.display(),
    );
    assert!(complaint.contains(&expected), "{complaint}");
}

pub(crate) async fn a_killed_server_leaves_no_lock(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    for _ in 0..3 {
        Running::start(&url, folder.path(), &[]).kill();
    }
}

pub(crate) async fn a_server_waits_for_one_that_is_about_to_stop(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let first = Running::start(&url, folder.path(), &["--shutdown-delay", "2s"]);
    first.terminate();
    let second = Running::start(&url, folder.path(), &["--database-wait", "60s"]);
    let key = issue_key(&url, "org_1", &[]);
    second.client(&key).get_key().await.unwrap();
}
