//! The file that contains the master key.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use zeroize::Zeroizing;

use super::{KEY_BYTES, Vault, VaultError};
use crate::whole_file::WholeFile;

/// A longer file does not contain a key.
const MAX_FILE_BYTES: u64 = 1024;

/// A key file that was read.
#[derive(Debug)]
pub struct KeyFile {
    /// The vault with its key.
    pub vault: Vault,
    /// Whether other users may read the file although it is not a mounted secret.
    pub is_exposed: bool,
}

impl KeyFile {
    /// Reads this file; `None` if there is none.
    ///
    /// # Errors
    ///
    /// The file does not contain a key, other users may write it, or it cannot be read.
    pub fn read(path: &Path) -> Result<Option<Self>, VaultError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(VaultError::file(path, "read", source)),
        };
        let unreadable = |source| VaultError::file(path, "read", source);
        let metadata = file.metadata().map_err(unreadable)?;
        let mode = metadata.mode();
        if mode & 0o022 != 0 {
            return Err(VaultError::WritableByOthers { path: path.into() });
        }
        let mut text = Zeroizing::new(Vec::with_capacity(KEY_BYTES * 2));
        file.take(MAX_FILE_BYTES)
            .read_to_end(&mut text)
            .map_err(unreadable)?;
        let vault = Vault::from_base64(&text);
        let vault = vault.ok_or_else(|| VaultError::InvalidFile { path: path.into() })?;
        let is_owner = metadata.uid() == rustix::process::geteuid().as_raw();
        Ok(Some(Self {
            vault,
            is_exposed: mode & 0o044 != 0 && !is_mounted_secret(path, is_owner),
        }))
    }

    /// Creates this file with a new master key. The key is on the disk when this returns, before
    /// anything is sealed with it. `None` if the file already exists.
    ///
    /// # Errors
    ///
    /// The operating system returns no random bytes, or the file cannot be created.
    pub fn create(path: &Path) -> Result<Option<Vault>, VaultError> {
        let vault = Vault::generate()?;
        // Encoding into a string that is large enough leaves no copy behind.
        let mut text = Zeroizing::new(String::with_capacity(KEY_BYTES * 2));
        BASE64_STANDARD.encode_string(vault.key()?.as_slice(), &mut text);
        text.push('\n');
        let created = WholeFile::next_to(path).and_then(|file| {
            file.writer()?.write_all(text.as_bytes())?;
            file.put_if_none_exists()
        });
        match created {
            Ok(()) => Ok(Some(vault)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            Err(source) => Err(VaultError::file(path, "created", source)),
        }
    }
}

/// Container platforms mount secrets readable by everyone in the container, as files that the
/// process does not own and cannot write.
fn is_mounted_secret(path: &Path, is_owner: bool) -> bool {
    !is_owner && OpenOptions::new().write(true).open(path).is_err()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;
    use crate::vault::Credential;

    const CREDENTIAL: Credential<'_> = Credential {
        organization: "o",
        id: "c",
        provider: "p",
    };

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_created_key_file_is_private_and_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        assert!(KeyFile::read(&path).unwrap().is_none());
        let vault = KeyFile::create(&path).unwrap().unwrap();
        let sealed = vault.seal(CREDENTIAL, "s").unwrap();
        assert_eq!(
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
            0o600
        );
        assert!(KeyFile::create(&path).unwrap().is_none());
        let again = KeyFile::read(&path).unwrap().unwrap();
        assert!(!again.is_exposed);
        assert_eq!(again.vault.open(CREDENTIAL, &sealed).unwrap().as_str(), "s");
    }

    #[test]
    fn a_key_file_of_ours_that_others_may_read_is_exposed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        KeyFile::create(&path).unwrap();
        for mode in [0o640, 0o604, 0o444] {
            set_mode(&path, mode);
            assert!(KeyFile::read(&path).unwrap().unwrap().is_exposed);
        }
    }

    #[test]
    fn a_file_that_we_neither_own_nor_may_write_is_a_mounted_secret() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        KeyFile::create(&path).unwrap();
        assert!(!is_mounted_secret(&path, true), "we own it");
        assert!(!is_mounted_secret(&path, false), "we may write it");
        // Not even root can open a folder for writing.
        assert!(is_mounted_secret(folder.path(), false));
    }

    #[test]
    fn a_key_file_that_others_may_write_is_rejected_with_the_command_that_fixes_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        KeyFile::create(&path).unwrap();
        set_mode(&path, 0o620);
        let error = KeyFile::read(&path).unwrap_err().to_string();
        let command = format!("chmod 600 {}", path.display());
        assert!(error.contains(&command), "{error}");
    }

    #[test]
    fn a_file_that_holds_no_key_is_rejected_and_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        KeyFile::create(&path).unwrap();
        for text in ["", "c2hvcnQ=", "not base64 at all!"] {
            fs::write(&path, text).unwrap();
            assert!(KeyFile::read(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
