//! Which master key the key material is sealed with, and the change to another one.

use futures_util::TryStreamExt as _;

use super::audit::{self, NewEntry};
use super::engine::{Engine, Transaction, Value, first};
use super::{Action, Change, Result, Store};

/// How many sealed values are in memory at once.
const CHUNK: u16 = 500;

pub(super) const MASTER_KEY: &str = "SELECT key_id FROM master_key";

pub(super) const HAS_MATERIAL: &str = "SELECT EXISTS (SELECT 1 FROM byok_material)";

/// Records the first master key.
pub(super) const ADOPT: &str =
    "INSERT INTO master_key (only_row, key_id) VALUES (1, $1) ON CONFLICT (only_row) DO NOTHING";

const REPLACE: &str = "
    INSERT INTO master_key (only_row, key_id) VALUES (1, $1)
    ON CONFLICT (only_row) DO UPDATE SET key_id = excluded.key_id";

const SEALED: &str = "
    SELECT material.organization_id, credential_id, provider, sealed
    FROM byok_material AS material JOIN byok_credentials AS credential
        ON credential.organization_id = material.organization_id AND id = credential_id
    WHERE (material.organization_id, credential_id) > ($1, $2)
    ORDER BY material.organization_id, credential_id LIMIT $3";

const UPDATE: &str =
    "UPDATE byok_material SET sealed = $3 WHERE organization_id = $1 AND credential_id = $2";

/// The sealed key material of a credential.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Sealed {
    /// The organization that owns the credential.
    pub organization_id: String,
    /// The identifier of the credential.
    pub credential_id: String,
    /// The provider that it is for.
    pub provider: String,
    /// The encrypted key material.
    pub sealed: Vec<u8>,
}

/// How resealing ended. Unless it is done, nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resealed {
    /// This many values are sealed with the new master key.
    Done(u64),
    /// The database uses this master key instead of the expected one; `None` if it uses none.
    OtherKey(Option<String>),
    /// The material of this credential could not be renewed.
    DoesNotOpen {
        /// The organization that owns the credential.
        organization_id: String,
        /// The identifier of the credential.
        credential_id: String,
    },
}

/// The recorded master key, as a transaction sees it.
pub(super) async fn recorded<T: Transaction>(transaction: &mut T) -> Result<Option<String>> {
    let row: Option<(String,)> = first(transaction, MASTER_KEY, Vec::new()).await?;
    Ok(row.map(|(key_id,)| key_id))
}

impl<E: Engine> Store<E> {
    /// Replaces all sealed key material by what `renew` returns for it, and records the master key
    /// `to` in place of `from`: in one transaction, while nothing is loaded.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn reseal(
        &self,
        from: Option<&str>,
        to: &str,
        renew: impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync,
    ) -> Result<Resealed> {
        let transaction = self.engine.begin_load().await?;
        let resealed = reseal(transaction, from, to, renew).await;
        self.engine.loaded().await;
        resealed
    }
}

async fn reseal<T: Transaction>(
    mut transaction: T,
    from: Option<&str>,
    to: &str,
    renew: impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync,
) -> Result<Resealed> {
    let recorded = recorded(&mut transaction).await?;
    if recorded.as_deref() != from {
        transaction.roll_back().await?;
        // Another server may have done the same since `from` was read.
        let is_done = recorded.as_deref() == Some(to);
        return Ok(if is_done {
            Resealed::Done(0)
        } else {
            Resealed::OtherKey(recorded)
        });
    }
    let count = match renew_all(&mut transaction, renew).await? {
        Ok(count) => count,
        Err((organization_id, credential_id)) => {
            transaction.roll_back().await?;
            return Ok(Resealed::DoesNotOpen {
                organization_id,
                credential_id,
            });
        }
    };
    transaction.run(REPLACE, vec![to.into()]).await?;
    // Recording the first master key of a database without key material is not a rotation.
    if from.is_some() || count > 0 {
        let from = from.unwrap_or("none");
        let entry = NewEntry {
            organization_id: None,
            action: Action::MasterKeyRotated,
            target: to,
            detail: Some(format!("{from} -> {to}")),
        };
        audit::commit(transaction, Change::by_command_line(), vec![entry]).await?;
    } else {
        transaction.commit().await?;
    }
    Ok(Resealed::Done(count))
}

/// Renews every sealed value, and returns how many there are. The inner error is the organization and the identifier of
/// the first credential whose material does not open.
async fn renew_all(
    transaction: &mut impl Transaction,
    renew: impl Fn(Sealed) -> Option<Vec<u8>> + Send + Sync,
) -> Result<std::result::Result<u64, (String, String)>> {
    let mut last = (String::new(), String::new());
    let mut count = 0;
    loop {
        let limit = Value::Integer(Some(CHUNK.into()));
        let values = vec![last.0.as_str().into(), last.1.as_str().into(), limit];
        let chunk = transaction.stream(SEALED, values);
        let chunk: Vec<Sealed> = chunk.try_collect().await?;
        let is_last = chunk.len() < usize::from(CHUNK);
        for value in chunk {
            last = (value.organization_id.clone(), value.credential_id.clone());
            let Some(renewed) = renew(value) else {
                return Ok(Err(last));
            };
            let values = vec![
                last.0.as_str().into(),
                last.1.as_str().into(),
                Value::Bytes(renewed),
            ];
            transaction.run(UPDATE, values).await?;
            count += 1;
        }
        if is_last {
            return Ok(Ok(count));
        }
    }
}
