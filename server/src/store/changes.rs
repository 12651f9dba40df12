//! Changes of single records. Each is one transaction, together with its entries in the audit table.

use gateway_api::types::{GroupMapping, Role};

use super::audit::{NewEntry, commit};
use super::engine::{Engine, Value, first};
use super::table::Row as _;
use super::{
    Action, ApiKey, Change, NewOrganization, NewWorkspace, Organization, OrganizationUpdate,
    OrganizationUpdated, Result, record, sql,
};
use crate::amount::Amount;

/// The query of a row that this transaction is about to change. With PostgreSQL, it locks the row:
/// transactions that change it wait for each other.
fn locking<E: Engine>(sql: &str) -> String {
    format!("{sql}{}", E::DIALECT.locking)
}

pub(super) async fn update_group_mapping<E: Engine>(
    mut transaction: E,
    organization: &str,
    id: &str,
    role: Role,
    change: Change<'_>,
) -> Result<Option<GroupMapping>> {
    let values = vec![organization.into(), id.into()];
    let query = locking::<E>(sql::ROLE_OF_MAPPING);
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
        let entry = NewEntry {
            organization_id: Some(organization),
            action: Action::RoleChanged,
            target: id,
            detail: Some(format!("{before} -> {}", role.as_str())),
        };
        commit(transaction, change, vec![entry]).await?;
    }
    Ok(row.map(GroupMapping::try_from).transpose()?)
}

pub(super) async fn delete_key<E: Engine>(
    mut transaction: E,
    organization: &str,
    hash: &str,
    change: Change<'_>,
) -> Result<bool> {
    let values = vec![organization.into(), hash.into(), change.at.into()];
    if transaction.run(sql::DELETE_API_KEY.into(), values).await? == 0 {
        return Ok(false);
    }
    let entry = NewEntry {
        organization_id: Some(organization),
        action: Action::KeyDeleted,
        target: hash,
        detail: None,
    };
    commit(transaction, change, vec![entry]).await?;
    Ok(true)
}

/// Calls `deletes_material` before the commit that deletes key material.
pub(super) async fn delete_byok_credential<E: Engine>(
    mut transaction: E,
    organization: &str,
    id: &str,
    change: Change<'_>,
    deletes_material: impl FnOnce() + Send,
) -> Result<bool> {
    let values = vec![organization.into(), id.into()];
    let marked = [values.clone(), vec![change.at.into()]].concat();
    if transaction
        .run(sql::DELETE_CREDENTIAL.into(), marked)
        .await?
        == 0
    {
        return Ok(false);
    }
    transaction.run(sql::DELETE_MATERIAL.into(), values).await?;
    deletes_material();
    let entry = NewEntry {
        organization_id: Some(organization),
        action: Action::CredentialDeleted,
        target: id,
        detail: None,
    };
    commit(transaction, change, vec![entry]).await?;
    Ok(true)
}

pub(super) async fn insert_key<E: Engine>(
    mut transaction: E,
    key: &ApiKey,
    change: Change<'_>,
) -> Result<bool> {
    let organization = key.organization_id.as_str();
    let created = transaction
        .run(sql::INSERT_ORGANIZATION.into(), vec![organization.into()])
        .await?
        == 1;
    let values = key.clone().into_values();
    transaction.run(sql::INSERT_API_KEY.into(), values).await?;
    let issued = NewEntry {
        organization_id: Some(organization),
        action: Action::KeyIssued,
        target: &key.hash,
        detail: Some(key.kind().to_owned()),
    };
    let created_too = created.then(|| organization_created(organization, &Amount::default()));
    let entries = created_too.into_iter().chain([issued]).collect();
    commit(transaction, change, entries).await?;
    Ok(created)
}

pub(super) async fn create_organization<E: Engine>(
    mut transaction: E,
    new: &NewOrganization,
    change: Change<'_>,
) -> Result<bool> {
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
    if transaction
        .run(sql::CREATE_ORGANIZATION.into(), values)
        .await?
        == 0
    {
        return Ok(false);
    }
    create_workspace(&mut transaction, id, workspace).await?;
    let entry = organization_created(id, total_credits);
    commit(transaction, change, vec![entry]).await?;
    Ok(true)
}

fn organization_created<'e>(id: &'e str, credits: &Amount) -> NewEntry<'e> {
    NewEntry {
        organization_id: Some(id),
        action: Action::OrganizationCreated,
        target: id,
        detail: Some(format!("credits {credits}")),
    }
}

pub(super) async fn update_organization<E: Engine>(
    mut transaction: E,
    id: &str,
    update: &OrganizationUpdate,
    change: Change<'_>,
) -> Result<OrganizationUpdated> {
    let before = first(
        &mut transaction,
        locking::<E>(sql::ORGANIZATION),
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
    transaction
        .run(sql::UPDATE_ORGANIZATION.into(), values)
        .await?;
    if let Some(workspace) = &update.default_workspace {
        create_workspace(&mut transaction, id, workspace).await?;
    }
    let entry = NewEntry {
        organization_id: Some(id),
        action: Action::OrganizationUpdated,
        target: id,
        detail: Some(before.difference(&after)),
    };
    commit(transaction, change, vec![entry]).await?;
    Ok(OrganizationUpdated::Done(after))
}

/// Creates a workspace with its guardrail, unless the workspace exists.
async fn create_workspace<E: Engine>(
    transaction: &mut E,
    organization: &str,
    new: &NewWorkspace,
) -> Result<()> {
    let workspace = vec![
        organization.into(),
        new.id.as_str().into(),
        Value::Document(new.document.clone()),
    ];
    if transaction
        .run(sql::CREATE_WORKSPACE.into(), workspace)
        .await?
        == 1
    {
        let guardrail = vec![
            organization.into(),
            new.id.as_str().into(),
            new.guardrail_id.as_str().into(),
            Value::Document(new.guardrail_document.clone()),
        ];
        transaction
            .run(sql::CREATE_GUARDRAIL.into(), guardrail)
            .await?;
    }
    Ok(())
}
