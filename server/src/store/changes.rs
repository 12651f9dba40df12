//! The methods of a store that change single records. Each is one transaction, together with its entries in the audit
//! table.
#![allow(
    clippy::missing_errors_doc,
    reason = "each method fails if the database does, and for no other reason"
)]

use gateway_api::types::{GroupMapping, Role};

use super::audit::{NewEntry, commit};
use super::engine::{Engine, Transaction, Value, first};
use super::queries::storable;
use super::table::Row as _;
use super::{
    Action, ApiKey, Change, NewOrganization, NewWorkspace, Organization, OrganizationUpdate,
    OrganizationUpdated, Result, Store, record, sql,
};
use crate::amount::Amount;

impl<E: Engine> Store<E> {
    /// Changes the role of a SCIM group mapping, and returns the mapping. None if it does not exist.
    pub async fn update_group_mapping(
        &self,
        organization: &str,
        id: &str,
        role: Role,
        change: Change<'_>,
    ) -> Result<Option<GroupMapping>> {
        let id = storable(id);
        let mut transaction = self.engine.begin().await?;
        let values = vec![organization.into(), id.into()];
        let query = locking::<E::Transaction>(sql::ROLE_OF_MAPPING);
        let row: Option<(String,)> = first(&mut transaction, query, values.clone()).await?;
        let Some((before,)) = row else {
            return Ok(None);
        };
        let values = [values, vec![role.as_str().into(), change.at.into()]].concat();
        let row: Option<record::GroupMapping> =
            first(&mut transaction, sql::UPDATE_GROUP_MAPPING, values).await?;
        if before == role.as_str() {
            transaction.commit().await?;
        } else {
            let entry = NewEntry::of(
                organization,
                Action::RoleChanged,
                id,
                Some(format!("{before} -> {}", role.as_str())),
            );
            commit(transaction, change, vec![entry]).await?;
        }
        Ok(row.map(GroupMapping::try_from).transpose()?)
    }

    /// Marks a key as deleted. False if it does not exist or was deleted before.
    pub async fn delete_key(
        &self,
        organization: &str,
        hash: &str,
        change: Change<'_>,
    ) -> Result<bool> {
        let hash = storable(hash);
        let mut transaction = self.engine.begin().await?;
        let values = vec![organization.into(), hash.into(), change.at.into()];
        if transaction.run(sql::DELETE_API_KEY, values).await? == 0 {
            return Ok(false);
        }
        let entry = NewEntry::of(organization, Action::KeyDeleted, hash, None);
        commit(transaction, change, vec![entry]).await?;
        Ok(true)
    }

    /// Marks a BYOK credential as deleted and deletes its key material. False if it does not exist or
    /// was deleted before.
    pub async fn delete_byok_credential(
        &self,
        organization: &str,
        id: &str,
        change: Change<'_>,
    ) -> Result<bool> {
        let id = storable(id);
        let mut transaction = self.engine.begin().await?;
        let values = vec![organization.into(), id.into()];
        let marked = [values.clone(), vec![change.at.into()]].concat();
        if transaction.run(sql::DELETE_CREDENTIAL, marked).await? == 0 {
            return Ok(false);
        }
        transaction.run(sql::DELETE_MATERIAL, values).await?;
        self.engine.deletes_material();
        let entry = NewEntry::of(organization, Action::CredentialDeleted, id, None);
        commit(transaction, change, vec![entry]).await?;
        Ok(true)
    }

    /// Stores a new key, and creates its organization if that does not exist. Returns whether the organization was
    /// created; the key always is.
    pub async fn insert_key(&self, key: &ApiKey, change: Change<'_>) -> Result<bool> {
        let mut transaction = self.engine.begin().await?;
        let organization = key.organization_id.as_str();
        let created = transaction
            .run(sql::INSERT_ORGANIZATION, vec![organization.into()])
            .await?
            == 1;
        let values = key.clone().into_values();
        transaction.run(sql::INSERT_API_KEY, values).await?;
        let issued = NewEntry::of(
            organization,
            Action::KeyIssued,
            &key.hash,
            Some(key.kind().to_owned()),
        );
        let created_too = created.then(|| organization_created(organization, &Amount::default()));
        let entries = created_too.into_iter().chain([issued]).collect();
        commit(transaction, change, entries).await?;
        Ok(created)
    }

    /// Creates an organization, and its default workspace unless that exists. False if the
    /// organization exists.
    pub async fn create_organization(
        &self,
        new: &NewOrganization,
        change: Change<'_>,
    ) -> Result<bool> {
        let mut transaction = self.engine.begin().await?;
        let NewOrganization {
            id,
            total_credits,
            workspace,
        } = new;
        let values = vec![
            id.as_str().into(),
            workspace.id.as_str().into(),
            Value::Amount(Some(total_credits.clone())),
            change.at.into(),
        ];
        if transaction.run(sql::CREATE_ORGANIZATION, values).await? == 0 {
            return Ok(false);
        }
        create_workspace(&mut transaction, id, workspace).await?;
        let entry = organization_created(id, total_credits);
        commit(transaction, change, vec![entry]).await?;
        Ok(true)
    }

    /// Changes the credits or the default workspace of an organization. Creates that workspace unless
    /// it exists.
    pub async fn update_organization(
        &self,
        id: &str,
        update: &OrganizationUpdate,
        change: Change<'_>,
    ) -> Result<OrganizationUpdated> {
        let id = storable(id);
        let mut transaction = self.engine.begin().await?;
        let before = first(
            &mut transaction,
            locking::<E::Transaction>(sql::ORGANIZATION),
            vec![id.into()],
        );
        let before: Option<Organization> = before.await?;
        let Some(before) = before else {
            return Ok(OrganizationUpdated::NoOrganization);
        };
        let after = before.updated(update, change.at);
        if !before.may_become(&after) {
            return Ok(OrganizationUpdated::CreditsOutOfRange);
        }
        let values = vec![
            id.into(),
            Value::Text(after.default_workspace_id.clone()),
            Value::Amount(Some(after.total_credits.clone())),
            Value::Integer(after.updated_at.map(|at| at.0)),
        ];
        transaction.run(sql::UPDATE_ORGANIZATION, values).await?;
        if let Some(workspace) = &update.default_workspace {
            create_workspace(&mut transaction, id, workspace).await?;
        }
        let entry = NewEntry::of(
            id,
            Action::OrganizationUpdated,
            id,
            Some(before.difference(&after)),
        );
        commit(transaction, change, vec![entry]).await?;
        Ok(OrganizationUpdated::Done(after))
    }
}

/// The query of a row that this transaction is about to change. With PostgreSQL, it locks the row:
/// transactions that change it wait for each other.
fn locking<T: Transaction>(sql: &str) -> String {
    format!("{sql}{}", T::DIALECT.locking)
}

fn organization_created<'e>(id: &'e str, credits: &Amount) -> NewEntry<'e> {
    NewEntry::of(
        id,
        Action::OrganizationCreated,
        id,
        Some(format!("credits {credits}")),
    )
}

/// Creates a workspace with its guardrail, unless the workspace exists.
async fn create_workspace(
    transaction: &mut impl Transaction,
    organization: &str,
    new: &NewWorkspace,
) -> Result<()> {
    let workspace = vec![
        organization.into(),
        new.id.as_str().into(),
        Value::Document(new.document.clone()),
    ];
    if transaction.run(sql::CREATE_WORKSPACE, workspace).await? == 1 {
        let guardrail = vec![
            organization.into(),
            new.id.as_str().into(),
            new.guardrail_id.as_str().into(),
            Value::Document(new.guardrail_document.clone()),
        ];
        transaction.run(sql::CREATE_GUARDRAIL, guardrail).await?;
    }
    Ok(())
}
