//! Backups of a SQLite file, and the permissions of files.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use gateway_server::store::{PostgresStore, SqliteStore};

use crate::another_user::{NOBODY, command_of_nobody};
use crate::command::complaint;
use crate::process::{Running, gateway, issue_key, output, output_of, run, url};
use crate::support::Database;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

pub(crate) async fn a_backup_is_made_while_the_database_is_in_use(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    issue_key(&url, "org_1", &[]);
    let _server = Running::start(&url, folder.path(), &[]);
    // A load holds the lock of the writer.
    database
        .execute("BEGIN IMMEDIATE; DELETE FROM api_keys")
        .await;
    let backup = folder.path().join("it's a backup.db");
    let into = backup.to_str().unwrap();
    run(&url, &["backup", into]);
    database.execute("ROLLBACK").await;

    let copy = format!("sqlite:{into}");
    assert_eq!(run(&copy, &["key", "list"]), run(&url, &["key", "list"]));
    let before = fs::read(&backup).unwrap();
    let complaint = complaint(&output(&url, &["backup", into]), 1);
    assert!(complaint.contains("exists"), "{complaint}");
    assert_eq!(fs::read(&backup).unwrap(), before);
}

pub(crate) async fn only_the_owner_can_read_a_backup_at_any_moment(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
        INSERT INTO audit (at, organization_id, actor, action, target, detail)
        SELECT i, 'org', 'command line', 'key.issued', hex(randomblob(100)), hex(randomblob(500)) FROM n";
    database.execute(rows).await;
    let backup = folder.path().join("backup.db");
    let is_done = AtomicBool::new(false);
    let seen = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let mut seen = 0;
            while !is_done.load(Ordering::Relaxed) {
                for file in fs::read_dir(folder.path()).unwrap() {
                    let Ok(metadata) = file.unwrap().metadata() else {
                        continue;
                    };
                    assert_eq!(metadata.permissions().mode() & 0o077, 0);
                    seen += 1;
                }
            }
            seen
        });
        let program = gateway(&url, &[]).get_program().to_owned();
        let done = Command::new("sh")
            .args(["-c", "umask 000; exec \"$@\"", "sh"])
            .arg(program)
            .args(["backup", backup.to_str().unwrap()])
            .env("DATABASE_URL", &url)
            .status();
        is_done.store(true, Ordering::Relaxed);
        assert!(done.unwrap().success());
        watch.join().unwrap()
    });
    assert!(seen > 0, "the file was not seen while it was written");
    assert_eq!(mode(&backup), 0o600);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

pub(crate) async fn a_backup_needs_a_database_and_a_place(database: &Database<SqliteStore>) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let url = url(&database.place);
    fs::write(path("letter.txt"), "A letter to a friend. ".repeat(1000)).unwrap();
    fs::write(path("empty.db"), "").unwrap();
    let cases = [
        (url.clone(), path("missing/backup.db"), "No such file"),
        (url.clone(), path("letter.txt"), "exists"),
        (url, folder.path().to_str().unwrap().into(), "exists"),
        (
            format!("sqlite:{}", path("none.db")),
            path("b.db"),
            "there is no database",
        ),
        (
            format!("sqlite:{}", path("empty.db")),
            path("b.db"),
            "no tables",
        ),
        (
            format!("sqlite:{}", path("letter.txt")),
            path("b.db"),
            "not a database",
        ),
    ];
    for (url, into, expected) in cases {
        let complaint = complaint(&output(&url, &["backup", &into]), 1);
        assert!(complaint.contains(expected), "{into}: {complaint}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// `gateway.db-wal` by another path, and through a link to the database.
pub(crate) async fn a_backup_does_not_take_the_name_of_a_file_of_sqlite(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let path = database.place.path();
    let in_folder = path.parent().unwrap();
    let name = in_folder.file_name().unwrap().to_str().unwrap();
    let into = in_folder.join(format!("../{name}/gateway.db-journal"));
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(path, &link).unwrap();
    for url in [url(&database.place), format!("sqlite:{}", link.display())] {
        let complaint = complaint(&output(&url, &["backup", into.to_str().unwrap()]), 1);
        assert!(complaint.contains("name another file"), "{complaint}");
    }
}

/// A user who may write the folder, but not read it.
pub(crate) async fn a_folder_that_cannot_be_synchronized_gets_no_backup(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let command = command_of_nobody(database, folder.path());
    let into = folder.path().join("into");
    fs::create_dir(&into).unwrap();
    chown(&into, Some(NOBODY), None).unwrap();
    fs::set_permissions(&into, fs::Permissions::from_mode(0o300)).unwrap();
    let backup = into.join("backup.db");
    let backup = command(&["backup", backup.to_str().unwrap()]);
    let complaint = complaint(&output_of(backup), 1);
    let expected = format!("cannot be written: {}: Permission denied", into.display());
    assert!(complaint.contains(&expected), "{complaint}");
    assert_eq!(fs::read_dir(&into).unwrap().count(), 0);
}

pub(crate) async fn a_backup_of_postgresql_is_made_by_its_own_tools(
    database: &Database<PostgresStore>,
) {
    let complaint = complaint(&output(&url(&database.place), &["backup", "backup.db"]), 1);
    assert!(complaint.contains("pg_dump"), "{complaint}");
}

pub(crate) async fn a_database_that_others_can_read_is_a_warning_at_start(
    database: &Database<SqliteStore>,
) {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&database.place);
    let path = database.place.path();
    let warned = |url: &str| {
        let server = Running::start(url, folder.path(), &[]);
        // Its last line.
        server.logs(r#""message":"serving""#);
        let log = server.log();
        server.kill();
        fs::remove_file(folder.path().join("gateway.log")).unwrap();
        log
    };
    assert!(!warned(&url).contains("other users may read"));
    fs::set_permissions(path, fs::Permissions::from_mode(0o640)).unwrap();
    let log = warned(&url);
    let command = format!("chmod 600 {}", path.display());
    assert!(log.contains(&command), "{log}");
    // The server opens it by another name.
    let link = folder.path().join("link.db");
    std::os::unix::fs::symlink(path, &link).unwrap();
    let log = warned(&format!("sqlite:{}", link.display()));
    let command = format!("chmod 600 {}", path.display());
    assert!(log.contains(&command), "{log}");
}
