//! Audit entries of a load. They are collected in a table, since there may be too many for memory, and
//! written at the end.
//!
//! What is stored is read, and on PostgreSQL locked, before the records replace it. So an entry is
//! about the state that the load really replaced.

use std::collections::HashMap;

use futures_util::TryStreamExt as _;

use super::extra::Credential;
use super::{ROWS, Value};
use crate::amount::Amount;
use crate::store::audit::{self, NewEntry};
use crate::store::engine::{AnyRow, Transaction};
use crate::store::record::{ByokCredential, GroupMapping};
use crate::store::table::{Row, Table, rows_of_parameters};
use crate::store::{Action, ApiKey, Organization, Result, sql};
use crate::timestamps::UnixMicros;

/// Entries to write at the end of a load.
#[derive(Default)]
pub(super) struct PendingEntries {
    /// How many there are.
    count: i64,
}

impl PendingEntries {
    /// Adds entries for the keys that are issued, deleted or changed.
    pub(super) async fn keys<T: Transaction>(
        &mut self,
        transaction: &mut T,
        keys: &[(ApiKey, i64)],
    ) -> Result<()> {
        let hashes = keys
            .iter()
            .map(|(key, _)| key.hash.clone().into())
            .collect();
        let stored: Vec<ApiKey> = stored(transaction, hashes).await?;
        let stored: HashMap<_, _> = stored.iter().map(|key| (&key.hash, key)).collect();
        let entries = keys.iter().filter_map(|(key, _)| {
            let (action, detail) = match stored.get(&key.hash) {
                None if key.deleted_at.is_some() => return None,
                None => (Action::KeyIssued, Some(key.kind().to_owned())),
                // It stays deleted; or it stays with its organization, and the load fails.
                Some(stored)
                    if stored.deleted_at.is_some()
                        || stored.organization_id != key.organization_id =>
                {
                    return None;
                }
                Some(_) if key.deleted_at.is_some() => (Action::KeyDeleted, None),
                Some(stored) => (Action::KeyUpdated, Some(difference(stored, key)?)),
            };
            Some(NewEntry::of(
                &key.organization_id,
                action,
                &key.hash,
                detail,
            ))
        });
        self.add(transaction, entries.collect()).await
    }

    /// Adds entries for the credentials that are created or deleted.
    pub(super) async fn credentials<T: Transaction>(
        &mut self,
        transaction: &mut T,
        credentials: &[Credential],
    ) -> Result<()> {
        let keys = credentials.iter().flat_map(|credential| {
            [&credential.organization_id, &credential.id].map(|id| id.clone().into())
        });
        let stored: Vec<ByokCredential> = stored(transaction, keys.collect()).await?;
        let stored: HashMap<_, _> = stored
            .iter()
            .map(|it| ((&it.organization_id, &it.id), it.deleted_at.is_some()))
            .collect();
        let entries = credentials.iter().filter_map(|credential| {
            let was_deleted = stored.get(&(&credential.organization_id, &credential.id));
            let action = match (was_deleted, credential.is_deleted) {
                (None, false) => Action::CredentialCreated,
                (Some(false), true) => Action::CredentialDeleted,
                (None, true) | (Some(false), false) | (Some(true), _) => return None,
            };
            let (organization, id) = (&credential.organization_id, &credential.id);
            Some(NewEntry::of(organization, action, id, None))
        });
        self.add(transaction, entries.collect()).await
    }

    /// Adds entries for the mappings that are created or get another role.
    pub(super) async fn mappings<T: Transaction>(
        &mut self,
        transaction: &mut T,
        mappings: &[GroupMapping],
    ) -> Result<()> {
        let keys = mappings.iter().flat_map(|mapping| {
            [&mapping.organization_id, &mapping.id].map(|id| id.clone().into())
        });
        let stored: Vec<GroupMapping> = stored(transaction, keys.collect()).await?;
        let stored: HashMap<_, _> = stored
            .iter()
            .map(|it| ((&it.organization_id, &it.id), it))
            .collect();
        let entries = mappings.iter().filter_map(|mapping| {
            let role = mapping.role.as_str();
            let (action, detail) = match stored.get(&(&mapping.organization_id, &mapping.id)) {
                None => (Action::MappingCreated, role.to_owned()),
                Some(before) if before.role != role && before.updated_at <= mapping.updated_at => {
                    (Action::RoleChanged, format!("{} -> {role}", before.role))
                }
                Some(_) => return None,
            };
            let (organization, id) = (&mapping.organization_id, &mapping.id);
            Some(NewEntry::of(organization, action, id, Some(detail)))
        });
        self.add(transaction, entries.collect()).await
    }

    /// Adds entries for the organizations that are created or changed. Returns the organizations whose stored row is
    /// newer and therefore kept, and has less usage.
    pub(super) async fn organizations<T: Transaction>(
        &mut self,
        transaction: &mut T,
        organizations: &[Organization],
    ) -> Result<Vec<Organization>> {
        let ids = organizations
            .iter()
            .map(|it| it.id.clone().into())
            .collect();
        let stored: Vec<Organization> = stored(transaction, ids).await?;
        let stored: HashMap<_, _> = stored.iter().map(|it| (it.id.as_str(), it)).collect();
        let (mut entries, mut more_usage) = (Vec::new(), Vec::new());
        for new in organizations {
            let (action, detail) = match stored.get(new.id.as_str()) {
                None => {
                    let credits = format!("credits {}", new.total_credits);
                    (Action::OrganizationCreated, credits)
                }
                Some(before) if before.is_newer_than(new) => {
                    if before.total_usage < new.total_usage {
                        more_usage.push(new.clone());
                    }
                    continue;
                }
                Some(before) => (Action::OrganizationUpdated, before.difference(new)),
            };
            if !detail.is_empty() {
                entries.push(NewEntry::of(&new.id, action, &new.id, Some(detail)));
            }
        }
        self.add(transaction, entries).await?;
        Ok(more_usage)
    }

    async fn add<T: Transaction>(
        &mut self,
        transaction: &mut T,
        entries: Vec<NewEntry<'_>>,
    ) -> Result<()> {
        if entries.is_empty() {
            return Ok(());
        }
        let columns = ["number", "organization_id", "action", "target", "detail"];
        let rows = rows_of_parameters(entries.len(), &columns, T::DIALECT);
        let values = entries.into_iter().flat_map(|entry| {
            self.count += 1;
            [
                self.count.into(),
                entry.organization_id.into(),
                entry.action.as_str().into(),
                entry.target.into(),
                entry.detail.into(),
            ]
        });
        let values = values.collect();
        let columns = columns.join(", ");
        let insert = format!("INSERT INTO noted_changes ({columns}) VALUES {rows}");
        transaction.run(insert, values).await?;
        Ok(())
    }

    /// Writes the entries. Other changes wait from here until the commit, so nothing that takes long may follow.
    pub(super) async fn write<T: Transaction>(&self, transaction: &mut T) -> Result<()> {
        if self.count > 0 {
            let at = audit::lock(transaction).await?;
            let values = vec![at.into()];
            transaction.run(sql::WRITE_NOTED, values).await?;
        }
        Ok(())
    }
}

/// The stored rows with these primary keys, locked until the end of the load.
async fn stored<T: Transaction, R: Row + AnyRow>(
    transaction: &mut T,
    keys: Vec<Value>,
) -> Result<Vec<R>> {
    let Table {
        name, columns, key, ..
    } = R::TABLE;
    let rows = keys.len() / key;
    debug_assert!(rows <= ROWS, "the rows of a statement");
    if rows == 0 {
        return Ok(Vec::new());
    }
    let key = &columns[..key];
    let values = rows_of_parameters(rows, key, T::DIALECT);
    let (columns, key, locking) = (columns.join(", "), key.join(", "), T::DIALECT.locking);
    let sql = format!("SELECT {columns} FROM {name} WHERE ({key}) IN (VALUES {values}){locking}");
    Ok(transaction.stream(sql, keys).try_collect().await?)
}

/// What a key may do now that it could not do before, or no longer.
fn difference(before: &ApiKey, after: &ApiKey) -> Option<String> {
    let mut differences = Vec::new();
    if before.is_management != after.is_management {
        let [before, after] = [before.kind(), after.kind()];
        differences.push(format!("{before} -> {after}"));
    }
    if before.limit_usd != after.limit_usd {
        let or_none = |limit: &Option<Amount>| match limit {
            Some(limit) => limit.to_string(),
            None => "none".to_owned(),
        };
        let [before, after] = [&before.limit_usd, &after.limit_usd].map(or_none);
        differences.push(format!("limit {before} -> {after}"));
    }
    if before.expires_at != after.expires_at {
        let or_never = |at: Option<UnixMicros>| match at {
            Some(at) => at.to_string(),
            None => "never".to_owned(),
        };
        let [before, after] = [before.expires_at, after.expires_at].map(or_never);
        differences.push(format!("expires {before} -> {after}"));
    }
    (!differences.is_empty()).then(|| differences.join(", "))
}
