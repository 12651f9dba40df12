//! Where the master key comes from, and whether it is the one that the database uses.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{DatabaseArguments, Failure};
use crate::store::{Engine, Resealed, Sealed, Store};
use crate::vault::{Credential, KeyFile, Vault, VaultError};

/// Where the master key is that encrypts BYOK key material.
#[derive(Debug, Clone, Args)]
pub struct VaultArguments {
    /// The file with the master key, which encrypts the provider credentials. It takes precedence over GATEWAY_MASTER_KEY, which contains the key itself [default: `gateway.key` next to a SQLite file, created if missing]
    #[arg(long, env = "GATEWAY_KEY_FILE", value_name = "FILE")]
    pub key_file: Option<PathBuf>,
}

/// A place that a master key can come from.
pub(super) enum KeySource {
    /// The environment variable, with the vault for its key.
    Environment(Vault),
    /// A file, which may not exist yet.
    File(PathBuf),
    /// Nowhere.
    Missing,
}

impl VaultArguments {
    /// Where the master key comes from: the file that was named, the environment, or the file next
    /// to a SQLite database.
    pub(super) fn source(&self, database: &DatabaseArguments) -> Result<KeySource, Failure> {
        if let Some(path) = &self.key_file {
            return Ok(KeySource::File(path.clone()));
        }
        if let Some(vault) = Vault::from_environment()? {
            return Ok(KeySource::Environment(vault));
        }
        let file = database.file()?;
        let default = file.map(|file| file.with_file_name("gateway.key"));
        Ok(default.map_or(KeySource::Missing, KeySource::File))
    }

    /// Opens the vault with the master key that the database uses. `None` if there is no master key.
    ///
    /// A missing key file is created only for a SQLite database that does not use a key yet. The servers
    /// of a PostgreSQL database need the same key, so an operator must provide it.
    ///
    /// # Errors
    ///
    /// What was given is not a master key, none can be created, or the database uses another one.
    pub(super) async fn open(
        &self,
        database: &DatabaseArguments,
        store: &Store<impl Engine>,
    ) -> Result<Option<Vault>, Failure> {
        let vault = self.find(database, store).await?;
        if let Some(vault) = &vault {
            check(store, vault).await?;
        }
        Ok(vault)
    }

    /// Reads the master key, or creates a missing key file.
    async fn find(
        &self,
        database: &DatabaseArguments,
        store: &Store<impl Engine>,
    ) -> Result<Option<Vault>, Failure> {
        let path = match self.source(database)? {
            KeySource::Environment(vault) => return Ok(Some(vault)),
            KeySource::Missing => return Ok(None),
            KeySource::File(path) => path,
        };
        if let Some(vault) = read(&path)? {
            return Ok(Some(vault));
        }
        let shown = path.display();
        if database.file()?.is_none() {
            return Err(Failure::new(format!(
                "there is no key file {shown}. Copy it from another server of this database, or create the first one:\n  \
                 (umask 077; openssl rand -base64 32 >{shown})"
            )));
        }
        let recorded = store.master_key().await?;
        // Older versions recorded no master key.
        if recorded.is_some() || store.has_material().await? {
            // Another process may have created both in the meantime.
            let created = read(&path)?;
            let used = recorded.map_or_else(
                || "a master key".to_owned(),
                |id| format!("the master key {id}"),
            );
            return created.map(Some).ok_or_else(|| {
                Failure::new(format!(
                    "the key file {shown} is missing, and this database uses {used}. Restore the \
                     file, name the right one with --key-file, or set GATEWAY_MASTER_KEY to the right key"
                ))
            });
        }
        if let Some(vault) = KeyFile::create(&path)? {
            eprintln!(
                "Created a new master key for provider credentials in {shown}. Keep a copy of it, apart from the database."
            );
            return Ok(Some(vault));
        }
        Ok(read(&path)?)
    }
}

/// Reads a key file, with a warning if other users may read it.
pub(super) fn read(path: &Path) -> Result<Option<Vault>, VaultError> {
    let Some(KeyFile { vault, is_exposed }) = KeyFile::read(path)? else {
        return Ok(None);
    };
    if is_exposed {
        let path = path.display();
        eprintln!("warning: other users may read the key file {path}: chmod 600 {path}");
    }
    Ok(Some(vault))
}

/// Checks that this is the master key that the database uses. If the database records none, or has
/// no key material, it uses this one from now on.
///
/// # Errors
///
/// The key material is sealed with another master key.
async fn check(store: &Store<impl Engine>, vault: &Vault) -> Result<(), Failure> {
    let key_id = vault.key_id()?.to_string();
    let recorded = store.master_key().await?;
    if recorded.as_ref() == Some(&key_id) {
        return Ok(());
    }
    let resealed = store
        .reseal(recorded.as_deref(), &key_id, renewal(vault, vault))
        .await?;
    resealed_count(resealed, recorded, &key_id).map(|_| ())
}

/// Seals key material with the master key of `to`.
pub(super) fn renewal<'v>(
    from: &'v Vault,
    to: &'v Vault,
) -> impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync + 'v {
    move |value| {
        let credential = Credential {
            organization: &value.organization_id,
            id: &value.credential_id,
            provider: &value.provider,
        };
        to.renew(from, credential, value.sealed).ok()
    }
}

/// How many values were sealed with the new master key. `recorded` is the master key that the database
/// used before.
///
/// # Errors
///
/// The given master key is not the one that the key material is sealed with.
pub(super) fn resealed_count(
    resealed: Resealed,
    recorded: Option<String>,
    given: &str,
) -> Result<u64, Failure> {
    match resealed {
        Resealed::Done(count) => Ok(count),
        Resealed::OtherKey(recorded) => Err(other_key(recorded, given)),
        Resealed::DoesNotOpen {
            organization_id,
            credential_id,
        } => {
            // Older versions accepted any identifier.
            let credential = format!(
                "the provider credential {} of the organization {} is",
                credential_id.escape_debug(),
                organization_id.escape_debug()
            );
            let wrong = wrong_key(&credential, recorded, given);
            Err(Failure::new(format!(
                "{wrong}. If only some credentials are encrypted with another key, delete their rows from the table \
                 byok_material, and load them again with their secrets"
            )))
        }
    }
}

/// The error if the database uses another master key.
pub(super) fn other_key(recorded: Option<String>, given: &str) -> Failure {
    wrong_key(
        "the provider credentials in this database are",
        recorded,
        given,
    )
}

fn wrong_key(credentials: &str, recorded: Option<String>, given: &str) -> Failure {
    let recorded = recorded.filter(|recorded| recorded != given);
    let recorded = recorded.map_or_else(String::new, |id| format!(" (the database uses {id})"));
    Failure::new(format!(
        "this is the wrong master key: {credentials} encrypted with another one{recorded}, and not with {given}. Name \
         the right file with --key-file, or set GATEWAY_MASTER_KEY to the right key. If `gateway rotate-key` was \
         interrupted, run it again"
    ))
}
