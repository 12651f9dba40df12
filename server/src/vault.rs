//! The vault: BYOK key material is encrypted before it gets anywhere near the database.
//!
//! The cipher is XChaCha20-Poly1305. What is sealed is a random nonce of 24 bytes, followed by the
//! ciphertext and its tag. The organization and the credential are authenticated with it, so that
//! material which somebody moved to another record does not open.

use std::fmt;
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{Key, KeyInit as _, XChaCha20Poly1305, XNonce};
use zeroize::Zeroizing;

use crate::whole_file::WholeFile;

/// The environment variable that may hold the master key.
pub const MASTER_KEY_VARIABLE: &str = "GATEWAY_MASTER_KEY";

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// A file that is longer than this holds no key, whatever it is.
const MOST_BYTES_OF_A_KEY_FILE: u64 = 1024;

/// What key material is sealed and opened with. It shows nothing of its master key, and forgets it
/// when it goes.
#[derive(Clone)]
pub struct Vault {
    master_key: Option<Zeroizing<[u8; KEY_BYTES]>>,
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault(<secret>)")
    }
}

/// Why there is no vault, or why it does not open something. No variant holds a secret.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// No master key was given.
    #[error(
        "there is no master key: put it into {MASTER_KEY_VARIABLE}, or name its file with --key-file"
    )]
    NoMasterKey,
    /// The environment variable is set, and not to a key.
    #[error(
        "{MASTER_KEY_VARIABLE} is no master key: expected 32 bytes in base64, as `openssl rand -base64 32` prints them"
    )]
    InvalidVariable,
    /// The key file holds something else, or its beginning only.
    #[error(
        "{} is no key file: expected 32 bytes in base64. Put the right file there, or name it with --key-file",
        path.display()
    )]
    InvalidFile {
        /// Where it is.
        path: PathBuf,
    },
    /// Others than its owner may read or write the key file.
    #[error(
        "others may use the key file {path}. Keep it to its owner: chmod 600 {path}",
        path = path.display()
    )]
    FileOpenToOthers {
        /// Where it is.
        path: PathBuf,
    },
    /// The key file cannot be read or made.
    #[error("the key file {} cannot be {what}", path.display())]
    File {
        /// Where it is.
        path: PathBuf,
        /// What could not be done.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
    /// The operating system gave no random bytes.
    #[error("the operating system gives no random bytes")]
    NoRandomness(#[source] getrandom::Error),
    /// The material was not sealed for this record under this master key, or it was changed.
    #[error("this does not open with the master key for this record")]
    DoesNotOpen,
}

impl Vault {
    /// A vault without a master key: it neither seals nor opens anything.
    pub const fn without_key() -> Self {
        Self { master_key: None }
    }

    /// The vault whose master key is in the environment variable [`MASTER_KEY_VARIABLE`], where it
    /// is set.
    ///
    /// # Errors
    ///
    /// The variable holds no key.
    pub fn of_environment() -> Result<Option<Self>, VaultError> {
        let Some(text) = std::env::var_os(MASTER_KEY_VARIABLE) else {
            return Ok(None);
        };
        let text = Zeroizing::new(text.into_encoded_bytes());
        let vault = Self::from_base64(&text).ok_or(VaultError::InvalidVariable)?;
        Ok(Some(vault))
    }

    /// The vault whose master key is in this file, where there is one.
    ///
    /// # Errors
    ///
    /// The file holds no key, is open to others, or cannot be read.
    pub fn of_file(path: &Path) -> Result<Option<Self>, VaultError> {
        match File::open(path) {
            Ok(file) => Self::read_key(file, path).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(file_error(path, "read", source)),
        }
    }

    /// Makes this file with a new master key, which is on the disk before anything is sealed with
    /// it: what a key that is lost has sealed is lost too. None where somebody else has just made it.
    ///
    /// # Errors
    ///
    /// The operating system gives no random bytes, or the file cannot be made.
    pub fn make_file(path: &Path) -> Result<Option<Self>, VaultError> {
        let vault = Self::generate()?;
        let key = vault.key()?.as_slice();
        let mut text = Zeroizing::new(BASE64_STANDARD.encode(key));
        text.push('\n');
        let made = WholeFile::beside(path).and_then(|file| {
            file.writer()?.write_all(text.as_bytes())?;
            file.put_where_none_is()
        });
        match made {
            Ok(()) => Ok(Some(vault)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            Err(source) => Err(file_error(path, "made", source)),
        }
    }

    /// A vault with a new master key, which is gone with it.
    ///
    /// # Errors
    ///
    /// The operating system gives no random bytes.
    pub fn generate() -> Result<Self, VaultError> {
        let mut master_key = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(master_key.as_mut_slice()).map_err(VaultError::NoRandomness)?;
        Ok(Self {
            master_key: Some(master_key),
        })
    }

    /// The vault with this master key, given in base64.
    fn from_base64(text: &[u8]) -> Option<Self> {
        let bytes = Zeroizing::new(BASE64_STANDARD.decode(text.trim_ascii()).ok()?);
        let master_key = Zeroizing::new(<[u8; KEY_BYTES]>::try_from(bytes.as_slice()).ok()?);
        Some(Self {
            master_key: Some(master_key),
        })
    }

    fn read_key(file: File, path: &Path) -> Result<Self, VaultError> {
        let unreadable = |source| file_error(path, "read", source);
        let mode = file.metadata().map_err(unreadable)?.permissions().mode();
        if mode & 0o077 != 0 {
            return Err(VaultError::FileOpenToOthers { path: path.into() });
        }
        let mut text = Zeroizing::new(Vec::with_capacity(KEY_BYTES * 2));
        file.take(MOST_BYTES_OF_A_KEY_FILE)
            .read_to_end(&mut text)
            .map_err(unreadable)?;
        Self::from_base64(&text).ok_or_else(|| VaultError::InvalidFile { path: path.into() })
    }

    /// Encrypts a secret for this credential of this organization.
    ///
    /// # Errors
    ///
    /// There is no master key, or the operating system gives no random bytes.
    pub fn seal(
        &self,
        organization: &str,
        credential: &str,
        secret: &str,
    ) -> Result<Vec<u8>, VaultError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(VaultError::NoRandomness)?;
        let record = record(organization, credential);
        let payload = Payload {
            msg: secret.as_bytes(),
            aad: &record,
        };
        // The cipher fails beyond 256 GiB only, which no secret has.
        let ciphertext = self.cipher()?.encrypt(&XNonce::from(nonce), payload);
        let ciphertext = ciphertext.map_err(|_| VaultError::DoesNotOpen)?;
        Ok([nonce.as_slice(), ciphertext.as_slice()].concat())
    }

    /// Decrypts what was sealed for this credential of this organization.
    ///
    /// # Errors
    ///
    /// There is no master key, or it was sealed for another record or with another one, or it was
    /// changed.
    pub fn open(
        &self,
        organization: &str,
        credential: &str,
        sealed: &[u8],
    ) -> Result<Zeroizing<String>, VaultError> {
        let (nonce, ciphertext) = sealed
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(VaultError::DoesNotOpen)?;
        let record = record(organization, credential);
        let payload = Payload {
            msg: ciphertext,
            aad: &record,
        };
        let secret = self.cipher()?.decrypt(&XNonce::from(*nonce), payload);
        let secret = secret.map_err(|_| VaultError::DoesNotOpen)?;
        let secret = String::from_utf8(secret).map_err(|_| VaultError::DoesNotOpen)?;
        Ok(Zeroizing::new(secret))
    }

    fn cipher(&self) -> Result<XChaCha20Poly1305, VaultError> {
        Ok(XChaCha20Poly1305::new(&Key::from(*self.key()?)))
    }

    fn key(&self) -> Result<&[u8; KEY_BYTES], VaultError> {
        self.master_key.as_deref().ok_or(VaultError::NoMasterKey)
    }
}

/// What is authenticated with the material. No identifier has a NUL in it, so no two records are
/// the same bytes.
fn record(organization: &str, credential: &str) -> Vec<u8> {
    [organization.as_bytes(), b"\0", credential.as_bytes()].concat()
}

fn file_error(path: &Path, what: &'static str, source: io::Error) -> VaultError {
    VaultError::File {
        path: path.into(),
        what,
        source,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_is_sealed_opens_for_its_record_only() {
        let vault = Vault::generate().unwrap();
        let sealed = vault.seal("org_1", "one", "a provider's key").unwrap();
        let opened = vault.open("org_1", "one", &sealed).unwrap();
        assert_eq!(opened.as_str(), "a provider's key");
        for (organization, credential) in [("org_2", "one"), ("org_1", "two"), ("org_1\0one", "")] {
            assert!(vault.open(organization, credential, &sealed).is_err());
        }
        let other = Vault::generate().unwrap();
        assert!(other.open("org_1", "one", &sealed).is_err());
    }

    #[test]
    fn what_was_changed_or_cut_short_does_not_open() {
        let vault = Vault::generate().unwrap();
        let sealed = vault.seal("org_1", "one", "secret").unwrap();
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert!(
                vault.open("org_1", "one", &changed).is_err(),
                "byte {index}"
            );
            assert!(vault.open("org_1", "one", &sealed[..index]).is_err());
        }
    }

    #[test]
    fn the_same_secret_is_sealed_differently_each_time() {
        let vault = Vault::generate().unwrap();
        let seal = || vault.seal("org_1", "one", "secret").unwrap();
        assert_ne!(seal(), seal());
    }

    #[test]
    fn a_key_file_is_made_for_its_owner_only_and_then_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        assert!(Vault::of_file(&path).unwrap().is_none());
        let vault = Vault::make_file(&path).unwrap().unwrap();
        let sealed = vault.seal("o", "c", "s").unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(Vault::make_file(&path).unwrap().is_none());
        let again = Vault::of_file(&path).unwrap().unwrap();
        assert_eq!(again.open("o", "c", &sealed).unwrap().as_str(), "s");
    }

    #[test]
    fn a_key_file_that_others_may_read_is_refused_with_the_command_that_mends_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        Vault::make_file(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let error = Vault::of_file(&path).unwrap_err().to_string();
        let command = format!("chmod 600 {}", path.display());
        assert!(error.contains(&command), "{error}");
    }

    #[test]
    fn a_file_that_holds_no_key_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gateway.key");
        Vault::make_file(&path).unwrap();
        for text in ["", "c2hvcnQ=", "no base64 at all!"] {
            fs::write(&path, text).unwrap();
            assert!(Vault::of_file(&path).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn without_a_master_key_nothing_is_sealed_or_opened() {
        let sealed = Vault::generate().unwrap().seal("o", "c", "s").unwrap();
        let vault = Vault::without_key();
        let refusals = [
            vault.seal("o", "c", "s").err(),
            vault.open("o", "c", &sealed).err(),
        ];
        for refusal in refusals {
            assert!(matches!(refusal, Some(VaultError::NoMasterKey)));
        }
    }

    #[test]
    fn a_vault_shows_nothing() {
        let vault = Vault::generate().unwrap();
        assert_eq!(format!("{vault:?}"), "Vault(<secret>)");
    }
}
