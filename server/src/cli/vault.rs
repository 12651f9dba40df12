//! Where the master key is.

use std::path::PathBuf;

use clap::Args;

use super::{DatabaseArguments, Failure};
use crate::vault::Vault;

/// Where the master key is that BYOK key material is encrypted with.
#[derive(Debug, Clone, Args)]
pub struct VaultArguments {
    /// The file with the master key, unless GATEWAY_MASTER_KEY holds the key itself [default: `gateway.key` beside a SQLite file, made where it is missing]
    #[arg(long, env = "GATEWAY_KEY_FILE", value_name = "FILE")]
    pub key_file: Option<PathBuf>,
}

impl VaultArguments {
    /// Opens the vault. A master key is made only for a SQLite file, which is for one server: the
    /// servers of a PostgreSQL database need the same one, so it has to be given to them. None
    /// where it is not.
    ///
    /// # Errors
    ///
    /// What was given is no master key, or none can be made.
    pub fn open(&self, database: &DatabaseArguments) -> Result<Option<Vault>, Failure> {
        if let Some(vault) = Vault::of_environment()? {
            return Ok(Some(vault));
        }
        let database = database.file()?;
        let beside = |file: &PathBuf| file.with_file_name("gateway.key");
        let beside = database.as_ref().map(beside);
        let Some(path) = self.key_file.clone().or(beside) else {
            return Ok(None);
        };
        if let Some(vault) = Vault::of_file(&path)? {
            return Ok(Some(vault));
        }
        let shown = path.display();
        if database.is_none() {
            return Err(Failure::new(format!(
                "there is no key file {shown}. Copy it from where another server of this database has it, or make the first one:\n  \
                 (umask 077; openssl rand -base64 32 >{shown})"
            )));
        }
        if let Some(vault) = Vault::make_file(&path)? {
            eprintln!(
                "A new master key for provider credentials is in {shown}. Keep a copy of it, apart from the database."
            );
            return Ok(Some(vault));
        }
        Ok(Vault::of_file(&path)?)
    }
}
