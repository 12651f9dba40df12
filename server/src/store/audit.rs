//! The audit table: who created, changed or deleted what, and when.
//!
//! A row is written in the transaction of its change, so that neither exists without the other. Rows
//! are the last thing that a transaction writes, and transactions do so one after the other. So the
//! numbers and times of entries have the order of the commits: a later commit never adds an entry
//! before one that can be read already.

use std::fmt;

use super::engine::{Transaction, Value};
use super::{ApiKey, Result, sql};
use crate::timestamps::UnixMicros;

/// Who makes a change, and when.
#[derive(Debug, Clone, Copy)]
pub struct Change<'c> {
    /// The time that changed records get. The entry has the time at which it is written.
    pub at: UnixMicros,
    actor: Actor<'c>,
}

#[derive(Debug, Clone, Copy)]
enum Actor<'c> {
    /// The hash of an API key.
    Key(&'c str),
    CommandLine,
}

/// The first digits of a key's hash, which identify the key in the audit table and in logs.
pub fn hash_prefix(hash: &str) -> &str {
    const DIGITS: usize = 12;
    hash.get(..DIGITS).unwrap_or(hash)
}

impl<'c> Change<'c> {
    /// A change that a request with this key makes now.
    pub fn by_key(key: &'c ApiKey) -> Self {
        Self {
            at: UnixMicros::now(),
            actor: Actor::Key(&key.hash),
        }
    }

    /// A change that a command makes now.
    pub fn by_command_line() -> Self {
        Self {
            at: UnixMicros::now(),
            actor: Actor::CommandLine,
        }
    }

    /// The same change at another time.
    #[must_use]
    pub const fn at(self, at: UnixMicros) -> Self {
        Self { at, ..self }
    }

    /// The actor's name in the audit table.
    fn actor(&self) -> String {
        match self.actor {
            Actor::Key(hash) => format!("key {}", hash_prefix(hash)),
            Actor::CommandLine => "command line".to_owned(),
        }
    }
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// An API key was issued.
    KeyIssued,
    /// The kind, the limit or the expiry of an API key changed.
    KeyUpdated,
    /// An API key was deleted.
    KeyDeleted,
    /// A BYOK credential was created.
    CredentialCreated,
    /// A BYOK credential was deleted.
    CredentialDeleted,
    /// A SCIM group mapping was created.
    MappingCreated,
    /// A SCIM group mapping has another role.
    RoleChanged,
    /// An organization was created.
    OrganizationCreated,
    /// All key material was sealed again with another master key.
    MasterKeyRotated,
    /// The credits or the default workspace of an organization changed.
    OrganizationUpdated,
}

impl Action {
    /// The name in the audit table.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::KeyIssued => "key.issued",
            Self::KeyUpdated => "key.updated",
            Self::KeyDeleted => "key.deleted",
            Self::CredentialCreated => "byok_credential.created",
            Self::CredentialDeleted => "byok_credential.deleted",
            Self::MappingCreated => "group_mapping.created",
            Self::RoleChanged => "group_mapping.role_changed",
            Self::OrganizationCreated => "organization.created",
            Self::MasterKeyRotated => "master_key.rotated",
            Self::OrganizationUpdated => "organization.updated",
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// An entry to write.
pub(super) struct NewEntry<'e> {
    /// Whose record it is, if it is one organization's.
    pub(super) organization_id: Option<&'e str>,
    pub(super) action: Action,
    /// The identifier of the record.
    pub(super) target: &'e str,
    /// What changed.
    pub(super) detail: Option<String>,
}

impl<'e> NewEntry<'e> {
    /// An entry about a record of an organization.
    pub(super) const fn of(
        organization: &'e str,
        action: Action,
        target: &'e str,
        detail: Option<String>,
    ) -> Self {
        Self {
            organization_id: Some(organization),
            action,
            target,
            detail,
        }
    }
}

/// Commits a change with its entries.
pub(super) async fn commit<T: Transaction>(
    mut transaction: T,
    change: Change<'_>,
    entries: Vec<NewEntry<'_>>,
) -> Result<()> {
    let at = lock(&mut transaction).await?;
    for entry in entries {
        let values = vec![
            Value::Text(entry.organization_id.map(str::to_owned)),
            at.into(),
            change.actor().as_str().into(),
            entry.action.as_str().into(),
            entry.target.into(),
            Value::Text(entry.detail),
        ];
        transaction.run(sql::INSERT_AUDIT, values).await?;
    }
    transaction.commit().await
}

/// Waits until this transaction may write its entries, and returns their time. Other changes wait until it ends, so it
/// must not wait for another transaction any more.
pub(super) async fn lock<T: Transaction>(transaction: &mut T) -> Result<UnixMicros> {
    if let Some(lock) = T::DIALECT.lock_audit {
        transaction.run(lock, Vec::new()).await?;
    }
    Ok(UnixMicros::now())
}

/// A row of the audit table.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct AuditEntry {
    /// Its number, in the order of writing.
    pub id: i64,
    /// When it was written, right before the commit. Never before the previous entry.
    pub at: UnixMicros,
    /// Whose record it was, if it was one organization's.
    pub organization_id: Option<String>,
    /// Who did it: `key` and the first digits of its hash, `command line` or `load`.
    pub actor: String,
    /// What was done, as [`Action::as_str`] names it.
    pub action: String,
    /// The identifier of the record, of a key its hash.
    pub target: String,
    /// What changed, such as `member -> admin`.
    pub detail: Option<String>,
}

/// Where to go on in the audit table.
#[derive(Debug, Clone, Copy)]
pub struct AuditPosition {
    pub(super) at: UnixMicros,
    pub(super) id: i64,
}

impl AuditPosition {
    /// Before everything that happened at this time or later.
    pub const fn since(at: UnixMicros) -> Self {
        Self { at, id: -1 }
    }

    /// Behind this entry.
    pub const fn after(entry: &AuditEntry) -> Self {
        Self {
            at: entry.at,
            id: entry.id,
        }
    }
}

/// How many entries a query returns at most.
pub(super) const AUDIT_PAGE: i64 = 1000;
