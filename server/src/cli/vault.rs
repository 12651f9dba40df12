//! Where the master key is.

use std::path::PathBuf;

use clap::Args;

use super::{DatabaseArguments, Failure};
use crate::vault::Vault;

/// Where the master key is that BYOK key material is encrypted with.
#[derive(Debug, Clone, Args)]
pub struct VaultArguments {
    /// The file with the master key, unless GATEWAY_MASTER_KEY holds the key itself; it is made where it is missing [default: `gateway.key` beside the database file]
    #[arg(long, env = "GATEWAY_KEY_FILE", value_name = "FILE")]
    pub key_file: Option<PathBuf>,
}

impl VaultArguments {
    /// Opens the vault; where there is no master key yet, makes one.
    ///
    /// # Errors
    ///
    /// There is no master key and none can be made, or what is there is none.
    pub fn open(&self, database: &DatabaseArguments) -> Result<Vault, Failure> {
        let beside = || database.folder().join("gateway.key");
        let file = self.key_file.clone().unwrap_or_else(beside);
        Ok(Vault::of_operator(&file)?)
    }
}
