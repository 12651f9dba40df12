//! Full disks and read-only disks. Only root can mount a small disk.

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use gateway_server::store::{ApiKey, ErrorKind, PostgresStore, SqliteStore};
use libtest_mimic::Trial;
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;

use crate::support::database::URL;
use crate::support::records::{ALL, CREATED, change_at, key, now};
use crate::support::trials::{postgres_trial, trial};
use crate::{GRACE, IMPATIENT, assert_fails};

pub(crate) fn trials() -> Vec<Trial> {
    let is_ignored = Disk::new().is_none();
    let trials = [
        trial(
            "failures::disk::writes_to_a_full_disk_fail_until_space_is_freed",
            writes_to_a_full_disk_fail_until_space_is_freed,
        ),
        trial(
            "failures::disk::a_read_only_disk_is_rejected_and_left_unchanged",
            a_read_only_disk_is_rejected_and_left_unchanged,
        ),
        trial(
            "failures::disk::a_read_only_disk_with_a_log_is_rejected_and_left_unchanged",
            a_read_only_disk_with_a_log_is_rejected_and_left_unchanged,
        ),
    ];
    let on_postgres = postgres_trial(
        "failures::disk::a_full_disk_of_the_database_server_is_reported_until_space_is_freed",
        a_full_disk_of_the_database_server_is_reported_until_space_is_freed,
    );
    let is_skipped = on_postgres.has_ignored_flag();
    let on_postgres = on_postgres.with_ignored_flag(is_ignored || is_skipped);
    let trials = trials.into_iter();
    let trials = trials.map(|trial| trial.with_ignored_flag(is_ignored));
    trials.chain([on_postgres]).collect()
}

/// An in-memory file system of two megabytes.
struct Disk(TempDir);

impl Disk {
    /// `None` if mounting is not permitted.
    fn new() -> Option<Self> {
        Self::of_size("2m")
    }

    fn of_size(size: &str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let size = format!("size={size}");
        let mount = ["mount", "-t", "tmpfs", "-o", &size, "tmpfs"];
        let done = Self::succeeds(&mount, folder.path());
        done.then_some(Self(folder))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Retries, because a dropped store closes its files later, on its own threads.
    fn remount(&self, options: &str) {
        let options = format!("remount,{options}");
        let begun = Instant::now();
        while !Self::succeeds(&["mount", "-o", &options], self.0.path()) {
            assert!(begun.elapsed() < GRACE, "the disk is in use");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn succeeds(command: &[&str], folder: &Path) -> bool {
        let run = Command::new(command[0])
            .args(&command[1..])
            .arg(folder)
            .output();
        run.is_ok_and(|output| output.status.success())
    }

    async fn open(&self, name: &str) -> Result<SqliteStore, gateway_server::store::OpenError> {
        let file = self.path(name);
        SqliteStore::migrate(&file, IMPATIENT).await?;
        SqliteStore::open(&file, IMPATIENT).await
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Lazy, because a file may still be open.
        Self::succeeds(&["umount", "--lazy"], self.0.path());
    }
}

async fn writes_to_a_full_disk_fail_until_space_is_freed() {
    let disk = Disk::new().expect("a disk");
    let store = disk.open("gateway.db").await.unwrap();
    store.insert_key(&key("org", "first"), now()).await.unwrap();
    let ballast = disk.path("ballast");
    let full = std::fs::write(&ballast, vec![1; 4 << 20]);
    assert!(full.is_err());

    let mut number = 0;
    let failure = loop {
        number += 1;
        let mut key = key("org", &number.to_string());
        key.label = "long ".repeat(1000);
        match store.insert_key(&key, now()).await {
            Ok(_) => assert!(number < 1000),
            Err(error) => break error,
        }
    };
    assert_eq!(failure.kind, ErrorKind::DiskFull, "{failure:?}");
    assert!(format!("{failure:?}").contains("full"), "{failure:?}");
    assert_fails(ErrorKind::DiskFull, store.ping()).await;
    assert_fails(
        ErrorKind::DiskFull,
        store.insert_key(&key("org", &"x".repeat(9000)), now()),
    )
    .await;

    // Earlier records are still there, and failed writes left nothing behind.
    assert!(store.api_key("first").await.unwrap().is_some());
    assert!(store.members("org", ALL).await.unwrap().is_some());
    assert!(store.api_key(&number.to_string()).await.unwrap().is_none());

    std::fs::remove_file(ballast).unwrap();
    store.ping().await.unwrap();
    assert!(
        store
            .delete_key("org", "first", change_at(CREATED))
            .await
            .unwrap()
    );
    store.insert_key(&key("org", "last"), now()).await.unwrap();
    let keys = store.api_keys(Some("org")).await.unwrap();
    assert_eq!(keys.len(), number + 1);
}

/// The database is in a tablespace on a small disk.
async fn a_full_disk_of_the_database_server_is_reported_until_space_is_freed() {
    let disk = Disk::of_size("32m").expect("a disk");
    let admin = std::env::var(URL).unwrap();
    let mut connection = PgConnection::connect(&admin).await.unwrap();
    let data = "SELECT current_setting('data_directory')";
    let data: String = sqlx::query_scalar(data)
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let owner = std::fs::metadata(data).unwrap().uid();
    let folder = disk.path("tables");
    std::fs::create_dir(&folder).unwrap();
    std::os::unix::fs::chown(&folder, Some(owner), None).unwrap();
    let open = std::fs::Permissions::from_mode(0o711);
    std::fs::set_permissions(disk.0.path(), open).unwrap();
    let name = format!("small_{}", std::process::id());
    let mut run = async |sql: String| {
        let done = connection.execute(sqlx::AssertSqlSafe(sql)).await;
        done.unwrap();
    };
    run(format!(
        "CREATE TABLESPACE {name} LOCATION '{}'",
        folder.display()
    ))
    .await;
    run(format!("CREATE DATABASE {name} TABLESPACE {name}")).await;

    let url = format!("{}/{name}", admin.rsplit_once('/').unwrap().0);
    PostgresStore::migrate(&url, IMPATIENT).await.unwrap();
    let store = PostgresStore::open(&url, IMPATIENT).await.unwrap();
    store.ping().await.unwrap();
    let ballast = disk.path("ballast");
    std::fs::write(&ballast, vec![1; 64 << 20]).unwrap_err();
    assert_fails(ErrorKind::DiskFull, store.ping()).await;
    let long = "long ".repeat(100_000);
    let key = ApiKey {
        label: (0..10_000u32).map(|n| format!("{n} {long:.50}")).collect(),
        ..key("org", "aa")
    };
    assert_fails(ErrorKind::DiskFull, store.insert_key(&key, now())).await;
    std::fs::remove_file(ballast).unwrap();
    store.ping().await.unwrap();
    store.insert_key(&key, now()).await.unwrap();

    store.close().await;
    run(format!("DROP DATABASE {name} WITH (FORCE)")).await;
    run(format!("DROP TABLESPACE {name}")).await;
}

async fn a_read_only_disk_is_rejected_and_left_unchanged() {
    let disk = Disk::new().expect("a disk");
    let store = disk.open("gateway.db").await.unwrap();
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    store.close().await;
    disk.remount("ro");
    assert_rejected(&disk, "gateway.db").await;
    disk.remount("rw");
    let store = disk.open("gateway.db").await.unwrap();
    assert!(store.api_key("aa").await.unwrap().is_some());
}

async fn a_read_only_disk_with_a_log_is_rejected_and_left_unchanged() {
    let disk = Disk::new().expect("a disk");
    let store = disk.open("gateway.db").await.unwrap();
    store.insert_key(&key("org", "aa"), now()).await.unwrap();
    // A copy as after a crash: with the log, SQLite could open it for reading only. The log comes first,
    // because the store may be moving it into the database.
    let contents = ["-wal", "-shm", ""].map(|suffix| {
        let content = std::fs::read(disk.path(&format!("gateway.db{suffix}"))).unwrap();
        let copy = disk.path(&format!("copy.db{suffix}"));
        std::fs::write(&copy, &content).unwrap();
        (copy, content)
    });
    drop(store);
    disk.remount("ro");
    assert_rejected(&disk, "copy.db").await;
    for (copy, content) in contents {
        assert!(std::fs::read(&copy).unwrap() == content, "{copy:?}");
    }
    disk.remount("rw");
    let store = disk.open("copy.db").await.unwrap();
    assert!(store.api_key("aa").await.unwrap().is_some());
}

async fn assert_rejected(disk: &Disk, name: &str) {
    let error = disk.open(name).await.map(drop).expect_err("an error");
    let error = error.to_string();
    let reasons = [
        "unable to open database file",
        "attempt to write a readonly database",
    ];
    let is_expected = reasons.iter().any(|reason| error.contains(reason));
    assert!(is_expected, "{error}");
}
