//! The vault encrypts BYOK key material before it reaches the database.
//!
//! The cipher is XChaCha20-Poly1305. A sealed value is a header (a mark of the format and the
//! identifier of the master key), a random nonce of 24 bytes, and the ciphertext with its tag. The
//! header, the organization, the credential and its provider are authenticated as associated data,
//! so material that was moved to another record does not open.
//!
//! Values of older versions have no header, and the provider is not bound to them. They still open;
//! [`Vault::renew`] seals them in the current format.

mod error;
mod key_file;

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

pub use error::VaultError;
pub use key_file::KeyFile;

/// The environment variable that may contain the master key.
pub const MASTER_KEY_VARIABLE: &str = "GATEWAY_MASTER_KEY";

const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
const KEY_ID_BYTES: usize = 8;

/// The first bytes of a sealed value. A value of an older version begins with a random nonce. If that
/// happens to be these bytes, decryption in the current format fails, and the old format is tried.
const MARK: &[u8; 4] = b"gws1";
const HEADER_BYTES: usize = MARK.len() + KEY_ID_BYTES;

/// Identifies a master key without revealing it: 16 hexadecimal digits of its SHA-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyId([u8; KEY_ID_BYTES]);

impl KeyId {
    /// The identifier of the master key that a value was sealed with. `None` for a value of an
    /// older version.
    pub fn of_sealed(sealed: &[u8]) -> Option<Self> {
        let id = sealed.strip_prefix(MARK)?.first_chunk()?;
        Some(Self(*id))
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The credential that key material belongs to.
#[derive(Debug, Clone, Copy)]
pub struct Credential<'a> {
    /// The organization that owns it.
    pub organization: &'a str,
    /// Its identifier.
    pub id: &'a str,
    /// The provider that it is for.
    pub provider: &'a str,
}

impl Credential<'_> {
    /// The associated data of a sealed value with this header. No identifier contains a NUL, so
    /// two different credentials never have the same associated data.
    fn associated_data(&self, header: &[u8]) -> Vec<u8> {
        let Self {
            organization,
            id,
            provider,
        } = self;
        let parts = [organization, id, provider].map(|part| part.as_bytes());
        [header, &parts.join(&0)].concat()
    }

    /// The associated data of a value of an older version.
    fn older_associated_data(&self) -> Vec<u8> {
        [self.organization.as_bytes(), self.id.as_bytes()].join(&0)
    }
}

/// Seals and opens key material. It never prints its master key, and wipes it when dropped.
#[derive(Clone)]
pub struct Vault {
    master_key: Option<Zeroizing<[u8; KEY_BYTES]>>,
}

impl fmt::Debug for Vault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Vault(<secret>)")
    }
}

impl Vault {
    /// A vault without a master key, which can neither seal nor open anything.
    pub const fn without_key() -> Self {
        Self { master_key: None }
    }

    /// The vault whose master key is in the environment variable [`MASTER_KEY_VARIABLE`], if the
    /// variable is set.
    ///
    /// # Errors
    ///
    /// The variable does not contain a key.
    pub fn from_environment() -> Result<Option<Self>, VaultError> {
        let Some(text) = std::env::var_os(MASTER_KEY_VARIABLE) else {
            return Ok(None);
        };
        let text = Zeroizing::new(text.into_encoded_bytes());
        let vault = Self::from_base64(&text).ok_or(VaultError::InvalidVariable)?;
        Ok(Some(vault))
    }

    /// A vault with a new random master key.
    ///
    /// # Errors
    ///
    /// The operating system returns no random bytes.
    pub fn generate() -> Result<Self, VaultError> {
        let mut master_key = Zeroizing::new([0; KEY_BYTES]);
        getrandom::fill(master_key.as_mut_slice()).map_err(VaultError::NoRandomness)?;
        Ok(Self {
            master_key: Some(master_key),
        })
    }

    fn from_base64(text: &[u8]) -> Option<Self> {
        let bytes = Zeroizing::new(BASE64_STANDARD.decode(text.trim_ascii()).ok()?);
        let master_key = Zeroizing::new(<[u8; KEY_BYTES]>::try_from(bytes.as_slice()).ok()?);
        Some(Self {
            master_key: Some(master_key),
        })
    }

    /// The identifier of the master key.
    ///
    /// # Errors
    ///
    /// There is no master key.
    pub fn key_id(&self) -> Result<KeyId, VaultError> {
        let digest = Sha256::new()
            .chain_update(b"gateway master key identifier\0")
            .chain_update(self.key()?.as_slice())
            .finalize();
        let mut id = [0; KEY_ID_BYTES];
        id.iter_mut()
            .zip(digest)
            .for_each(|(byte, of_digest)| *byte = of_digest);
        Ok(KeyId(id))
    }

    /// Encrypts a secret for a credential.
    ///
    /// # Errors
    ///
    /// There is no master key, or the operating system returns no random bytes.
    pub fn seal(&self, credential: Credential<'_>, secret: &str) -> Result<Vec<u8>, VaultError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(VaultError::NoRandomness)?;
        let header = [MARK.as_slice(), &self.key_id()?.0].concat();
        let payload = Payload {
            msg: secret.as_bytes(),
            aad: &credential.associated_data(&header),
        };
        // The cipher fails only beyond 256 GiB, and no secret is that long.
        let ciphertext = self.cipher()?.encrypt(&XNonce::from(nonce), payload);
        let ciphertext = ciphertext.map_err(|_| VaultError::DoesNotOpen)?;
        Ok([header.as_slice(), &nonce, &ciphertext].concat())
    }

    /// Decrypts what was sealed for a credential.
    ///
    /// # Errors
    ///
    /// There is no master key, or the value was sealed with another one or for another credential,
    /// or it was changed.
    pub fn open(
        &self,
        credential: Credential<'_>,
        sealed: &[u8],
    ) -> Result<Zeroizing<String>, VaultError> {
        let start = sealed.first_chunk::<HEADER_BYTES>();
        let header = start.filter(|start| start.starts_with(MARK));
        let current = header.and_then(|header| {
            let associated_data = credential.associated_data(header);
            self.decrypt(&sealed[HEADER_BYTES..], &associated_data).ok()
        });
        let opened = match current {
            Some(opened) => opened,
            None => self.decrypt(sealed, &credential.older_associated_data())?,
        };
        let secret = std::str::from_utf8(&opened).map_err(|_| VaultError::DoesNotOpen)?;
        Ok(Zeroizing::new(secret.to_owned()))
    }

    /// Seals a value again if it was sealed by an older version or with another master key, the one in
    /// `from`.
    ///
    /// # Errors
    ///
    /// It opens with neither master key.
    pub fn renew(
        &self,
        from: &Self,
        credential: Credential<'_>,
        sealed: Vec<u8>,
    ) -> Result<Vec<u8>, VaultError> {
        let secret = match from.open(credential, &sealed) {
            Ok(secret) => secret,
            Err(_) => self.open(credential, &sealed)?,
        };
        if KeyId::of_sealed(&sealed) == Some(self.key_id()?) {
            return Ok(sealed);
        }
        self.seal(credential, &secret)
    }

    /// Decrypts a nonce that is followed by a ciphertext.
    fn decrypt(
        &self,
        sealed: &[u8],
        associated_data: &[u8],
    ) -> Result<Zeroizing<Vec<u8>>, VaultError> {
        let (nonce, ciphertext) = sealed
            .split_first_chunk::<NONCE_BYTES>()
            .ok_or(VaultError::DoesNotOpen)?;
        let payload = Payload {
            msg: ciphertext,
            aad: associated_data,
        };
        let secret = self.cipher()?.decrypt(&XNonce::from(*nonce), payload);
        Ok(Zeroizing::new(secret.map_err(|_| VaultError::DoesNotOpen)?))
    }

    /// The cipher wipes its copy of the key when it is dropped.
    fn cipher(&self) -> Result<XChaCha20Poly1305, VaultError> {
        Ok(XChaCha20Poly1305::new(self.key()?.into()))
    }

    fn key(&self) -> Result<&[u8; KEY_BYTES], VaultError> {
        self.master_key.as_deref().ok_or(VaultError::NoMasterKey)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CREDENTIAL: Credential<'_> = Credential {
        organization: "org_1",
        id: "one",
        provider: "brindle",
    };

    /// A value as older versions sealed it.
    fn sealed_by_an_older_version(vault: &Vault, secret: &str) -> Vec<u8> {
        let nonce = [7; NONCE_BYTES];
        let payload = Payload {
            msg: secret.as_bytes(),
            aad: b"org_1\0one",
        };
        let cipher = vault.cipher().unwrap();
        let ciphertext = cipher.encrypt(&XNonce::from(nonce), payload).unwrap();
        [nonce.as_slice(), &ciphertext].concat()
    }

    #[test]
    fn a_sealed_value_opens_only_for_its_credential() {
        let vault = Vault::generate().unwrap();
        let sealed = vault.seal(CREDENTIAL, "a provider's key").unwrap();
        let opened = vault.open(CREDENTIAL, &sealed).unwrap();
        assert_eq!(opened.as_str(), "a provider's key");
        for (organization, id, provider) in [
            ("org_2", "one", "brindle"),
            ("org_1", "two", "brindle"),
            ("org_1", "one", "larkspur"),
            ("org_1\0one", "brindle", ""),
        ] {
            let other = Credential {
                organization,
                id,
                provider,
            };
            assert!(vault.open(other, &sealed).is_err(), "{other:?}");
        }
        let other = Vault::generate().unwrap();
        assert!(other.open(CREDENTIAL, &sealed).is_err());
    }

    #[test]
    fn a_changed_or_truncated_value_does_not_open() {
        let vault = Vault::generate().unwrap();
        let sealed = vault.seal(CREDENTIAL, "secret").unwrap();
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert!(vault.open(CREDENTIAL, &changed).is_err(), "byte {index}");
            assert!(vault.open(CREDENTIAL, &sealed[..index]).is_err());
        }
    }

    #[test]
    fn the_same_secret_is_sealed_differently_each_time() {
        let vault = Vault::generate().unwrap();
        let seal = || vault.seal(CREDENTIAL, "secret").unwrap();
        assert_ne!(seal(), seal());
    }

    #[test]
    fn a_sealed_value_names_its_master_key() {
        let vault = Vault::generate().unwrap();
        let id = vault.key_id().unwrap();
        let sealed = vault.seal(CREDENTIAL, "secret").unwrap();
        assert_eq!(KeyId::of_sealed(&sealed), Some(id));
        assert_eq!(id.to_string().len(), 16);
        assert_ne!(Vault::generate().unwrap().key_id().unwrap(), id);
        let older = sealed_by_an_older_version(&vault, "secret");
        assert_eq!(KeyId::of_sealed(&older), None);
    }

    #[test]
    fn the_identifier_of_a_key_never_changes() {
        let vault = Vault::from_base64(BASE64_STANDARD.encode([1; KEY_BYTES]).as_bytes());
        let id = vault.unwrap().key_id().unwrap();
        assert_eq!(id.to_string(), "3dc61b07a760c5de");
    }

    #[test]
    fn a_value_of_an_older_version_opens_and_is_renewed() {
        let vault = Vault::generate().unwrap();
        let older = sealed_by_an_older_version(&vault, "secret");
        assert_eq!(vault.open(CREDENTIAL, &older).unwrap().as_str(), "secret");
        let renewed = vault.renew(&vault, CREDENTIAL, older).unwrap();
        assert_eq!(KeyId::of_sealed(&renewed), vault.key_id().ok());
        assert_eq!(vault.open(CREDENTIAL, &renewed).unwrap().as_str(), "secret");
        let again = vault.renew(&vault, CREDENTIAL, renewed.clone()).unwrap();
        assert_eq!(again, renewed, "a current value stays as it is");
    }

    #[test]
    fn a_value_is_renewed_from_one_master_key_to_another() {
        let (from, to) = (Vault::generate().unwrap(), Vault::generate().unwrap());
        let sealed = from.seal(CREDENTIAL, "secret").unwrap();
        let renewed = to.renew(&from, CREDENTIAL, sealed.clone()).unwrap();
        assert_eq!(to.open(CREDENTIAL, &renewed).unwrap().as_str(), "secret");
        assert!(from.open(CREDENTIAL, &renewed).is_err());
        let stranger = Vault::generate().unwrap();
        assert!(to.renew(&stranger, CREDENTIAL, sealed).is_err());
    }

    #[test]
    fn without_a_master_key_nothing_is_sealed_or_opened() {
        let sealed = Vault::generate().unwrap().seal(CREDENTIAL, "s").unwrap();
        let vault = Vault::without_key();
        let rejections = [
            vault.seal(CREDENTIAL, "s").err(),
            vault.open(CREDENTIAL, &sealed).err(),
        ];
        for rejection in rejections {
            assert!(matches!(rejection, Some(VaultError::NoMasterKey)));
        }
    }

    #[test]
    fn debug_output_shows_no_secret() {
        let vault = Vault::generate().unwrap();
        assert_eq!(format!("{vault:?}"), "Vault(<secret>)");
    }
}
