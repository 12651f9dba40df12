//! `gateway rotate-key`: encrypts the provider credentials with a new master key.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::database::with_store;
use super::values::count;
use super::vault::{KeySource, other_key, read, renewal, resealed_count};
use super::{DatabaseArguments, Failure, VaultArguments};
use crate::store::{Engine, Store};
use crate::vault::{KeyFile, Vault, VaultError};
use crate::whole_file::{folder_of, sync_folder};

/// Which master key to replace, and by which one.
#[derive(Debug, Args)]
pub(super) struct RotateKeyArguments {
    /// The file with the new master key, created if missing [default: a new key takes the place of the key file, and the old key is kept in `FILE.KEY-ID`]
    #[arg(long, value_name = "FILE")]
    new_key_file: Option<PathBuf>,

    #[command(flatten)]
    database: DatabaseArguments,

    #[command(flatten)]
    vault: VaultArguments,
}

/// The files of a rotation.
struct Rotation {
    from: Vault,
    new_key_file: PathBuf,
    /// The key file that the new one replaces at the end.
    replaced: Option<PathBuf>,
}

/// Rotates the master key. All credentials are encrypted anew in one transaction, so a rotation that
/// was interrupted before it has changed nothing, and one that was interrupted after it has only the
/// key file left to replace. Running the command again completes either.
pub(super) async fn run(arguments: RotateKeyArguments) -> Result<(), Failure> {
    let source = arguments.vault.source(&arguments.database)?;
    // Before any key is read.
    let _folder = lock_folder(&arguments, &source).await?;
    let rotation = Rotation::prepare(&arguments, source)?;
    with_store!(arguments.database.open(), store => rotation.run(&store).await)
}

/// Locks the folder of the new key file until the end of the rotation. Two rotations at once could take each other's key
/// files away.
async fn lock_folder(
    arguments: &RotateKeyArguments,
    source: &KeySource,
) -> Result<Option<File>, Failure> {
    let file = match (&arguments.new_key_file, source) {
        (Some(file), _) | (None, KeySource::File(file)) => file,
        (None, KeySource::Environment(_) | KeySource::Missing) => return Ok(None),
    };
    // A folder that cannot be opened is reported when the key is read.
    let Ok(folder) = File::open(folder_of(file)) else {
        return Ok(None);
    };
    let is_taken = |error: &TryLockError| matches!(error, TryLockError::WouldBlock);
    let database = &arguments.database;
    match database.wait_for(|| folder.try_lock(), is_taken).await {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => Err(Failure::new(format!(
            "another rotation uses the folder of {}; run the command again when it has ended",
            file.display()
        ))),
        // Not every file system has locks.
        Err(TryLockError::Error(error)) => {
            eprintln!(
                "warning: the folder of {} cannot be locked ({error}); make sure that no other rotation uses it",
                file.display()
            );
            Ok(None)
        }
    }
}

impl Rotation {
    fn prepare(arguments: &RotateKeyArguments, source: KeySource) -> Result<Self, Failure> {
        let (from, file) = match source {
            KeySource::Environment(vault) => (Some(vault), None),
            KeySource::File(path) => (read(&path)?, Some(path)),
            KeySource::Missing => (None, None),
        };
        let from = from.ok_or(VaultError::NoMasterKey)?;
        if let Some(new_key_file) = arguments.new_key_file.clone() {
            return Ok(Self {
                from,
                new_key_file,
                replaced: None,
            });
        }
        let file = file.ok_or_else(|| {
            Failure::wrong_usage(
                "the master key is in GATEWAY_MASTER_KEY: name a file for the new one with --new-key-file",
            )
        })?;
        Ok(Self {
            from,
            new_key_file: with_suffix(&file, "new"),
            replaced: Some(file),
        })
    }

    async fn run(&self, store: &Store<impl Engine>) -> Result<(), Failure> {
        let old = self.from.key_id()?.to_string();
        let recorded = store.master_key().await?;
        // A missing new key is not created if the database uses another key than the old one.
        let may_create_new_key = recorded.as_ref().is_none_or(|id| *id == old);
        let Some(to) = self.new_key(may_create_new_key)? else {
            return Err(other_key(recorded, &old));
        };
        let new = to.key_id()?.to_string();
        if new == old {
            return Err(Failure::wrong_usage(format!(
                "{} contains the master key that is to be replaced: name another file with --new-key-file, which is \
                 created if it does not exist",
                self.new_key_file.display()
            )));
        }
        if recorded.as_ref() == Some(&new) {
            eprintln!("The database uses the master key {new} already.");
        } else {
            let resealed = store
                .reseal(recorded.as_deref(), &new, renewal(&self.from, &to))
                .await?;
            let credentials = count(resealed_count(resealed, recorded, &old)?, "credential");
            eprintln!("Encrypted {credentials} with the new master key {new}.");
        }
        match &self.replaced {
            Some(file) => self.replace(file, &old, &new),
            None => {
                eprintln!(
                    "The new master key is in {}. Give it to every command that loads credentials. Earlier backups \
                     need the old key {old}.",
                    self.new_key_file.display()
                );
                Ok(())
            }
        }
    }

    /// The new key, from its file. A missing one is created if `may_create`. The key is on the disk before
    /// anything is encrypted with it.
    fn new_key(&self, may_create: bool) -> Result<Option<Vault>, VaultError> {
        let path = &self.new_key_file;
        if let Some(vault) = read(path)? {
            return Ok(Some(vault));
        }
        if !may_create {
            return Ok(None);
        }
        match KeyFile::create(path)? {
            Some(vault) => Ok(Some(vault)),
            // Another process has just created it.
            None => read(path)?.ok_or(VaultError::NoMasterKey).map(Some),
        }
    }

    /// Replaces the key file with the new one, and keeps the old one next to it.
    fn replace(&self, file: &Path, old: &str, new: &str) -> Result<(), Failure> {
        let kept = with_suffix(file, old);
        // Without a lock of the folder, the files may belong to another rotation.
        let replaced = if has_key(file, new) {
            Ok(())
        } else if has_key(&self.new_key_file, new) {
            keep(file, &kept).and_then(|()| match fs::rename(&self.new_key_file, file) {
                // Another process has just replaced it.
                Err(_) if has_key(file, new) => Ok(()),
                renamed => renamed,
            })
        } else {
            return Err(Failure::new(format!(
                "the database uses the master key {new}, which is neither in {} nor in {}: restore it, and keep all key \
                 files until then",
                file.display(),
                self.new_key_file.display()
            )));
        };
        let synced = replaced.and_then(|()| sync_folder(&File::open(folder_of(file))?));
        synced.map_err(|error| {
            Failure::new(format!(
                "{} cannot be replaced by {}: {error}. Replace it yourself: the database uses the new key",
                file.display(),
                self.new_key_file.display()
            ))
        })?;
        eprintln!(
            "The new master key is in {}. Earlier backups need the old one, which is in {}.",
            file.display(),
            kept.display()
        );
        Ok(())
    }
}

/// Gives a file a second name, unless an earlier attempt has done so.
fn keep(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        linked => linked,
    }
}

/// Whether the file contains this master key.
fn has_key(file: &Path, id: &str) -> bool {
    let found = KeyFile::read(file).ok().flatten();
    found.is_some_and(|found| {
        found
            .vault
            .key_id()
            .is_ok_and(|found| found.to_string() == id)
    })
}

fn with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(".");
    name.push(suffix);
    name.into()
}
