//! Errors of the vault.

use std::io;
use std::path::PathBuf;

use super::MASTER_KEY_VARIABLE;

/// Why there is no vault, or why it cannot decrypt a value. No variant contains a secret.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// No master key was given.
    #[error("there is no master key: name its file with --key-file, or set {MASTER_KEY_VARIABLE}")]
    NoMasterKey,
    /// The environment variable is set, but not to a key.
    #[error(
        "{MASTER_KEY_VARIABLE} is not a master key: expected 32 bytes in base64, as `openssl rand -base64 32` prints them"
    )]
    InvalidVariable,
    /// The key file does not contain a key.
    #[error(
        "{} is not a key file: expected 32 bytes in base64. Restore the right file, or name it with --key-file",
        path.display()
    )]
    InvalidFile {
        /// The path of the key file.
        path: PathBuf,
    },
    /// Users other than its owner may write the key file.
    #[error(
        "other users may write the key file {path}. Restrict it to its owner: chmod 600 {path}",
        path = path.display()
    )]
    WritableByOthers {
        /// The path of the key file.
        path: PathBuf,
    },
    /// The key file cannot be read or created.
    #[error("the key file {} cannot be {action}", path.display())]
    File {
        /// The path of the key file.
        path: PathBuf,
        /// What could not be done.
        action: &'static str,
        /// Why not.
        source: io::Error,
    },
    /// The operating system returned no random bytes.
    #[error("the operating system returns no random bytes")]
    NoRandomness(#[source] getrandom::Error),
    /// The value was not sealed for this credential with this master key, or it was changed.
    #[error("this does not open for this credential with this master key")]
    DoesNotOpen,
}

impl VaultError {
    pub(super) fn file(path: &std::path::Path, action: &'static str, source: io::Error) -> Self {
        Self::File {
            path: path.into(),
            action,
            source,
        }
    }
}
