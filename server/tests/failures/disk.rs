//! Disks that are full, and disks that may only be read. Only root can make one that is small.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use gateway_server::store::{ErrorKind, SqliteStore, Store as _};
use libtest_mimic::Trial;
use tempfile::TempDir;

use crate::support::records::{ALL, CREATED, change_at, key};
use crate::support::trials::trial;
use crate::{GRACE, IMPATIENT, assert_fails};

pub(crate) fn trials() -> Vec<Trial> {
    let is_left_out = Disk::new().is_none();
    let trials = [
        trial(
            "failures::disk::a_full_disk_fails_writes_until_there_is_space_again",
            a_full_disk_fails_writes_until_there_is_space_again,
        ),
        trial(
            "failures::disk::a_disk_that_may_only_be_read_is_rejected_and_kept",
            a_disk_that_may_only_be_read_is_rejected_and_kept,
        ),
    ];
    let trials = trials.into_iter();
    trials
        .map(|trial| trial.with_ignored_flag(is_left_out))
        .collect()
}

/// A file system of two megabytes, in memory.
struct Disk(TempDir);

impl Disk {
    /// None where mounting is forbidden.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let done = Self::is_done(
            &["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs"],
            folder.path(),
        );
        done.then_some(Self(folder))
    }

    /// A store that was dropped closes its files in threads of its own, a little later.
    fn remount(&self, options: &str) {
        let options = format!("remount,{options}");
        let begun = Instant::now();
        while !Self::is_done(&["mount", "-o", &options], self.0.path()) {
            assert!(begun.elapsed() < GRACE, "the disk is in use");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn is_done(command: &[&str], folder: &Path) -> bool {
        let run = Command::new(command[0])
            .args(&command[1..])
            .arg(folder)
            .output();
        run.is_ok_and(|output| output.status.success())
    }

    async fn open(&self) -> Result<SqliteStore, gateway_server::store::OpenError> {
        let file = self.0.path().join("gateway.db");
        SqliteStore::migrate(&file, IMPATIENT).await?;
        SqliteStore::open(&file, IMPATIENT).await
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // Whatever has a file of it open may keep it until then.
        Self::is_done(&["umount", "--lazy"], self.0.path());
    }
}

async fn a_full_disk_fails_writes_until_there_is_space_again() {
    let disk = Disk::new().expect("a disk");
    let store = disk.open().await.unwrap();
    store.insert_key(&key("org", "first")).await.unwrap();
    let ballast = disk.0.path().join("ballast");
    let full = std::fs::write(&ballast, vec![1; 4 << 20]);
    assert!(full.is_err());

    let mut number = 0;
    let failure = loop {
        number += 1;
        let mut key = key("org", &number.to_string());
        key.label = "long ".repeat(1000);
        match store.insert_key(&key).await {
            Ok(_) => assert!(number < 1000),
            Err(error) => break error,
        }
    };
    assert_eq!(failure.kind, ErrorKind::Failed, "{failure:?}");
    assert!(format!("{failure:?}").contains("full"), "{failure:?}");
    assert_fails(
        ErrorKind::Failed,
        store.insert_key(&key("org", &"x".repeat(9000))),
    )
    .await;

    // What was there is there, and nothing of what failed.
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
    store.insert_key(&key("org", "last")).await.unwrap();
    let keys = store.api_keys(Some("org")).await.unwrap();
    assert_eq!(keys.len(), number + 1);
}

async fn a_disk_that_may_only_be_read_is_rejected_and_kept() {
    let disk = Disk::new().expect("a disk");
    let store = disk.open().await.unwrap();
    store.insert_key(&key("org", "aa")).await.unwrap();
    drop(store);
    disk.remount("ro");
    let refusal = disk.open().await.expect_err("a refusal").to_string();
    assert!(
        refusal.contains("unable to open database file"),
        "{refusal}"
    );
    disk.remount("rw");
    let store = disk.open().await.unwrap();
    assert!(store.api_key("aa").await.unwrap().is_some());
}
