//! Changes of single records, the same for both engines. Audit entries are written in the same
//! transaction.

/// The part of an engine's `impl Store` that changes records. The engine has the method `begin`, for
/// a transaction that writes, and `deletes_material`, which is called before a commit that deletes
/// key material. The constants `ROLE_TO_CHANGE` and `ORGANIZATION_TO_CHANGE` are queries that lock
/// their row until the end of the transaction.
macro_rules! shared_changes {
    () => {
        async fn update_group_mapping(
            &self,
            organization: &str,
            id: &str,
            role: Role,
            change: Change<'_>,
        ) -> Result<Option<GroupMapping>> {
            let id = storable(id);
            let before = sqlx::query_scalar(ROLE_TO_CHANGE)
                .bind(organization)
                .bind(id);
            let update = sqlx::query_as(sql::UPDATE_GROUP_MAPPING)
                .bind(organization)
                .bind(id)
                .bind(role.as_str())
                .bind(change.at);
            let (_permit, mut transaction) = self.begin().await?;
            let Some(before) = before.fetch_optional(&mut *transaction).await? else {
                return Ok(None);
            };
            let before: String = before;
            let row: GroupMappingRow = update.fetch_one(&mut *transaction).await?;
            if before != role.as_str() {
                let detail = format!("{before} -> {}", role.as_str());
                audit!(
                    transaction,
                    change,
                    organization,
                    Action::RoleChanged,
                    id,
                    Some(detail)
                );
            }
            transaction.commit().await?;
            Ok(Some(GroupMapping::try_from(row)?))
        }

        async fn delete_key(
            &self,
            organization: &str,
            hash: &str,
            change: Change<'_>,
        ) -> Result<bool> {
            let hash = storable(hash);
            let delete = sqlx::query(sql::DELETE_API_KEY)
                .bind(organization)
                .bind(hash)
                .bind(change.at);
            let (_permit, mut transaction) = self.begin().await?;
            let deleted = delete.execute(&mut *transaction).await?.rows_affected() == 1;
            if deleted {
                audit!(
                    transaction,
                    change,
                    organization,
                    Action::KeyDeleted,
                    hash,
                    None
                );
            }
            transaction.commit().await?;
            Ok(deleted)
        }

        async fn delete_byok_credential(
            &self,
            organization: &str,
            id: &str,
            change: Change<'_>,
        ) -> Result<bool> {
            let id = storable(id);
            let mark = sqlx::query(sql::DELETE_CREDENTIAL)
                .bind(organization)
                .bind(id)
                .bind(change.at);
            let remove = sqlx::query(sql::DELETE_MATERIAL)
                .bind(organization)
                .bind(id);
            let (_permit, mut transaction) = self.begin().await?;
            let deleted = mark.execute(&mut *transaction).await?.rows_affected() == 1;
            if deleted {
                remove.execute(&mut *transaction).await?;
                audit!(
                    transaction,
                    change,
                    organization,
                    Action::CredentialDeleted,
                    id,
                    None
                );
                self.deletes_material();
            }
            transaction.commit().await?;
            Ok(deleted)
        }

        async fn insert_key(&self, key: &ApiKey) -> Result<bool> {
            let organization = sqlx::query(sql::INSERT_ORGANIZATION).bind(&key.organization_id);
            let insert = sqlx::query(sql::INSERT_API_KEY)
                .bind(&key.hash)
                .bind(&key.organization_id)
                .bind(&key.label)
                .bind(key.is_management)
                .bind(&key.limit_usd)
                .bind(&key.limit_reset)
                .bind(key.include_byok_in_limit)
                .bind(&key.creator_user_id)
                .bind(key.created_at)
                .bind(key.expires_at)
                .bind(key.deleted_at)
                .bind(key.rate_limit_requests)
                .bind(key.rate_limit_seconds);
            let (_permit, mut transaction) = self.begin().await?;
            let is_new = organization
                .execute(&mut *transaction)
                .await?
                .rows_affected()
                == 1;
            insert.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(is_new)
        }

        async fn create_organization(
            &self,
            new: &NewOrganization,
            change: Change<'_>,
        ) -> Result<bool> {
            let NewOrganization {
                id,
                total_credits,
                workspace,
            } = new;
            let organization = sqlx::query(sql::CREATE_ORGANIZATION)
                .bind(id)
                .bind(&workspace.id)
                .bind(total_credits)
                .bind(change.at);
            let (_permit, mut transaction) = self.begin().await?;
            let is_new = organization
                .execute(&mut *transaction)
                .await?
                .rows_affected()
                == 1;
            if is_new {
                create_workspace!(transaction, id, workspace);
                let detail = format!("credits {total_credits}");
                audit!(
                    transaction,
                    change,
                    id,
                    Action::OrganizationCreated,
                    id,
                    Some(detail)
                );
            }
            transaction.commit().await?;
            Ok(is_new)
        }

        async fn update_organization(
            &self,
            id: &str,
            update: &OrganizationUpdate,
            change: Change<'_>,
        ) -> Result<OrganizationUpdated> {
            let id = storable(id);
            let (_permit, mut transaction) = self.begin().await?;
            let before = sqlx::query_as(ORGANIZATION_TO_CHANGE).bind(id);
            let before: Option<Organization> = before.fetch_optional(&mut *transaction).await?;
            let Some(before) = before else {
                return Ok(OrganizationUpdated::NoOrganization);
            };
            let after = before.updated(update, change.at);
            if !after.total_credits.is_in_range() {
                return Ok(OrganizationUpdated::TooManyCredits);
            }
            let query = sqlx::query(sql::UPDATE_ORGANIZATION)
                .bind(id)
                .bind(&after.default_workspace_id)
                .bind(&after.total_credits)
                .bind(after.updated_at);
            query.execute(&mut *transaction).await?;
            if let Some(workspace) = &update.default_workspace {
                create_workspace!(transaction, id, workspace);
            }
            let detail = before.difference(&after);
            audit!(
                transaction,
                change,
                id,
                Action::OrganizationUpdated,
                id,
                Some(detail)
            );
            transaction.commit().await?;
            Ok(OrganizationUpdated::Done(after))
        }
    };
}

/// Creates a workspace with its guardrail in this transaction, unless the workspace exists.
macro_rules! create_workspace {
    ($transaction:ident, $organization:expr, $new:expr) => {{
        let new: &NewWorkspace = $new;
        let workspace = sqlx::query(sql::CREATE_WORKSPACE)
            .bind($organization)
            .bind(&new.id)
            .bind(Json(&*new.document));
        let guardrail = sqlx::query(sql::CREATE_GUARDRAIL)
            .bind($organization)
            .bind(&new.id)
            .bind(&new.guardrail_id)
            .bind(Json(&*new.guardrail_document));
        let created = workspace.execute(&mut *$transaction).await?;
        if created.rows_affected() == 1 {
            guardrail.execute(&mut *$transaction).await?;
        }
    }};
}

/// Writes a row of the audit table in this transaction.
macro_rules! audit {
    ($transaction:ident, $change:expr, $organization:expr, $action:expr, $target:expr, $detail:expr) => {{
        let detail: Option<String> = $detail;
        let query = sqlx::query(sql::INSERT_AUDIT)
            .bind($organization)
            .bind($change.at)
            .bind($change.actor())
            .bind($action.as_str())
            .bind($target)
            .bind(detail);
        query.execute(&mut *$transaction).await?;
    }};
}

pub(super) use {audit, create_workspace, shared_changes};
