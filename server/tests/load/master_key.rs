//! Key material is sealed with one master key at a time.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use gateway_server::records::LoadError;
use gateway_server::store::{Resealed, Sealed, SqliteStore};
use gateway_server::vault::{Credential, KeyFile, KeyId, Vault};
use libtest_mimic::Trial;
use serde_json::json;

use crate::lines::{self, credential};
use crate::support::{Database, Engine};
use crate::{on_both, on_sqlite};

pub fn trials() -> Vec<Trial> {
    let mut trials = on_both![
        material_of_another_master_key_is_not_loaded,
        all_material_is_resealed_or_none,
        two_servers_adopt_the_same_master_key,
        the_first_rotation_after_an_upgrade_is_audited,
    ];
    trials.extend(on_sqlite![material_of_an_older_version_is_renewed]);
    trials
}

/// More than the store reads at once.
const CREDENTIALS: u64 = 1_100;

fn key_id(vault: &Vault) -> String {
    vault.key_id().unwrap().to_string()
}

/// Reseals from the first vault to the second.
fn renewal(from: &Vault, to: &Vault) -> impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync {
    move |value| {
        let credential = Credential {
            organization: &value.organization_id,
            id: &value.credential_id,
            provider: &value.provider,
        };
        to.renew(from, credential, value.sealed).ok()
    }
}

async fn material_of_another_master_key_is_not_loaded<S: Engine>(at: &Database<S>) {
    let (one, other) = (lines::vault(), lines::vault());
    let file = |secret: &str| lines::file(&[credential(json!({"key": secret}))]);
    assert_eq!(at.store.master_key().await.unwrap(), None);
    lines::try_load(&at.store, &one, file("a")).await.unwrap();
    assert_eq!(at.store.master_key().await.unwrap(), Some(key_id(&one)));
    let before = lines::export(&at.store, None).await;

    let error = lines::try_load(&at.store, &other, file("b")).await;
    assert!(matches!(error, Err(LoadError::OtherMasterKey)), "{error:?}");
    assert_eq!(at.store.master_key().await.unwrap(), Some(key_id(&one)));
    assert_eq!(lines::export(&at.store, None).await, before);
}

/// Both find no recorded key before either of them records one.
async fn two_servers_adopt_the_same_master_key<S: Engine>(at: &Database<S>) {
    let (one, other) = (lines::vault(), lines::vault());
    let adopt = async |vault: &Vault| {
        let renewal = renewal(vault, vault);
        at.store
            .reseal(None, &key_id(vault), renewal)
            .await
            .unwrap()
    };
    assert_eq!(adopt(&one).await, Resealed::Done(0));
    assert_eq!(adopt(&one).await, Resealed::Done(0));
    assert_eq!(adopt(&other).await, Resealed::OtherKey(Some(key_id(&one))));
    assert_eq!(at.store.master_key().await.unwrap(), Some(key_id(&one)));
    let entries = at.texts("SELECT action FROM audit").await;
    assert_eq!(entries, [""; 0], "nothing was rotated");
}

/// Older versions recorded no master key.
async fn the_first_rotation_after_an_upgrade_is_audited<S: Engine>(at: &Database<S>) {
    let (old, new) = (lines::vault(), lines::vault());
    let file = lines::file(&[credential(json!({"key": "secret"}))]);
    lines::try_load(&at.store, &old, file).await.unwrap();
    at.execute("DELETE FROM master_key").await;

    let to = key_id(&new);
    let resealed = at.store.reseal(None, &to, renewal(&old, &new)).await;
    assert_eq!(resealed.unwrap(), Resealed::Done(1));
    let entries = "SELECT actor || ' ' || action || ' ' || target || ' ' || detail
        FROM audit WHERE actor <> 'load'";
    let expected = format!("command line master_key.rotated {to} none -> {to}");
    assert_eq!(at.texts(entries).await, [expected]);
}

async fn all_material_is_resealed_or_none<S: Engine>(at: &Database<S>) {
    let (one, other, stranger) = (lines::vault(), lines::vault(), lines::vault());
    let record = |number: u64| {
        let id = format!("6f1c2f4e-8c1b-4a57-9d0e-{number:012}");
        credential(json!({"id": id, "key": format!("secret {number}")}))
    };
    let records: Vec<_> = (0..CREDENTIALS).map(record).collect();
    let first = Resealed::DoesNotOpen {
        organization_id: "org".to_owned(),
        credential_id: "6f1c2f4e-8c1b-4a57-9d0e-000000000000".to_owned(),
    };
    lines::try_load(&at.store, &one, lines::file(&records))
        .await
        .unwrap();
    let before = lines::export(&at.store, None).await;
    let (from, to) = (key_id(&one), key_id(&other));

    let wrong = renewal(&stranger, &other);
    let resealed = at.store.reseal(Some(&from), &to, wrong).await.unwrap();
    assert_eq!(resealed, first);
    let outdated = renewal(&one, &other);
    let resealed = at.store.reseal(Some(&to), &to, outdated).await.unwrap();
    assert_eq!(resealed, Resealed::OtherKey(Some(from.clone())));
    assert_eq!(lines::export(&at.store, None).await, before);
    assert_eq!(at.store.master_key().await.unwrap(), Some(from.clone()));

    let renewed = renewal(&one, &other);
    let resealed = at.store.reseal(Some(&from), &to, renewed).await.unwrap();
    assert_eq!(resealed, Resealed::Done(CREDENTIALS));
    let entries = "SELECT actor || ' ' || action || ' ' || detail FROM audit WHERE actor <> 'load'";
    let expected = format!("command line master_key.rotated {from} -> {to}");
    assert_eq!(at.texts(entries).await, [expected]);
    assert_eq!(at.store.master_key().await.unwrap(), Some(to));
    // A load decrypts each value that an export wrote.
    let exported = lines::export(&at.store, None).await;
    let copy = Database::<S>::new().await;
    assert!(
        lines::try_load(&copy.store, &one, exported.clone())
            .await
            .is_err()
    );
    let loaded = lines::try_load(&copy.store, &other, exported)
        .await
        .unwrap();
    assert_eq!(loaded.total(), CREDENTIALS);
}

async fn material_of_an_older_version_is_renewed(at: &Database<SqliteStore>) {
    let key = [3; 32];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gateway.key");
    std::fs::write(&path, BASE64_STANDARD.encode(key)).unwrap();
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600)).unwrap();
    let vault = KeyFile::read(&path).unwrap().unwrap().vault;

    // Sealed as by older versions, and without a recorded master key.
    lines::try_load(
        &at.store,
        &vault,
        lines::file(&[credential(json!({"key": "new"}))]),
    )
    .await
    .unwrap();
    let nonce = [9; 24];
    let associated_data = format!("org\0{}", lines::CREDENTIAL);
    let payload = Payload {
        msg: b"older",
        aad: associated_data.as_bytes(),
    };
    let cipher = XChaCha20Poly1305::new(&key.into());
    let older = cipher.encrypt(&XNonce::from(nonce), payload).unwrap();
    let older = [nonce.as_slice(), &older].concat();
    let hex: String = older.iter().map(|byte| format!("{byte:02x}")).collect();
    at.execute(&format!("UPDATE byok_material SET sealed = X'{hex}'"))
        .await;
    at.execute("DELETE FROM master_key").await;

    // An export of an older version loads.
    let exported = lines::export(&at.store, None).await;
    let copy = Database::<SqliteStore>::new().await;
    lines::try_load(&copy.store, &vault, exported)
        .await
        .unwrap();
    let id = key_id(&vault);
    assert_eq!(copy.store.master_key().await.unwrap(), Some(id.clone()));

    // The database itself is upgraded.
    let renewed = renewal(&vault, &vault);
    let resealed = at.store.reseal(None, &id, renewed).await.unwrap();
    assert_eq!(resealed, Resealed::Done(1));
    let checked = |value: Sealed| {
        let credential = Credential {
            organization: &value.organization_id,
            id: &value.credential_id,
            provider: &value.provider,
        };
        let opened = vault.open(credential, &value.sealed).unwrap();
        assert_eq!(opened.as_str(), "older");
        assert_eq!(KeyId::of_sealed(&value.sealed), vault.key_id().ok());
        Some(value.sealed)
    };
    let resealed = at.store.reseal(Some(&id), &id, checked).await.unwrap();
    assert_eq!(resealed, Resealed::Done(1));
}
