//! Full disks and read-only disks. Only root can mount a small disk.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use gateway_server::store::{ErrorKind, SqliteStore, Store as _};
use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::support::records::{ALL, CREATED, change_at, key, now};
use crate::support::trials::trial;
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
    let trials = trials.into_iter();
    trials
        .map(|trial| trial.with_ignored_flag(is_ignored))
        .collect()
}

/// An in-memory file system of two megabytes.
struct Disk(TempDir);

impl Disk {
    /// `None` if mounting is not permitted.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let done = Self::succeeds(
            &["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs"],
            folder.path(),
        );
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
    assert_eq!(failure.kind, ErrorKind::Failed, "{failure:?}");
    assert!(format!("{failure:?}").contains("full"), "{failure:?}");
    assert_fails(
        ErrorKind::Failed,
        store.insert_key(&key("org", &"x".repeat(9000)), now()),
    )
    .await;

    // Earlier records are still there, and failed writes left nothing behind.
    assert!(store.api_key("first").await.unwrap().is_some());
    assert!(store.members("org", ALL).await.unwrap().is_some());
    assert!(store.api_key(&number.to_string()).await.unwrap().is_none());

    std::fs::remove_file(ballast).unwrap();
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
