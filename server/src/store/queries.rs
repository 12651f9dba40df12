//! The methods of a store that only read.
#![allow(
    clippy::missing_errors_doc,
    reason = "each method fails if the database does, and for no other reason"
)]

use gateway_api::Page;
use gateway_api::types::{
    Credits, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model, OrganizationMember,
    Preset, ProviderEndpoint, Workspace,
};

use super::audit::AUDIT_PAGE;
use super::engine::{AnyRow, Engine, Value};
use super::rows::{Document, PageRow, page, page_of_known, page_of_mappings};
use super::{
    ApiKey, AuditEntry, AuditPosition, Organization, Result, Spending, Store, Usage, Window,
    master_key, sql,
};
use crate::amount::Amount;
use crate::timestamps::Day;

impl<E: Engine> Store<E> {
    /// The key with this hash, valid or not.
    pub async fn api_key(&self, hash: &str) -> Result<Option<ApiKey>> {
        self.engine
            .fetch_first(sql::API_KEY, vec![hash.into()])
            .await
    }

    /// The keys of an organization or of all, by organization and age.
    pub async fn api_keys(&self, organization: Option<&str>) -> Result<Vec<ApiKey>> {
        match organization {
            Some(id) => self.engine.fetch(sql::API_KEYS, vec![id.into()]).await,
            None => self.engine.fetch(sql::ALL_API_KEYS, Vec::new()).await,
        }
    }

    /// Resolves the name of a model. If no model has the whole name, `base` (the name without its
    /// variant) is resolved, and the same variant of that model is preferred to the model itself.
    pub async fn model(&self, name: &str, base: &str) -> Result<Option<Model>> {
        let (name, base) = (storable(name), storable(base));
        let variant = name.strip_prefix(base).unwrap_or_default();
        let values = vec![name.into(), base.into(), variant.into()];
        self.document(sql::MODEL, values).await
    }

    /// The provider endpoints that retain no data.
    pub async fn zdr_endpoints(&self) -> Result<Vec<ProviderEndpoint>> {
        let rows = self.engine.fetch(sql::ZDR_ENDPOINTS, Vec::new()).await?;
        let endpoints = rows.into_iter().map(|(Document(endpoint),)| endpoint);
        Ok(endpoints.collect())
    }

    /// A generation.
    pub async fn generation(&self, organization: &str, id: &str) -> Result<Option<Generation>> {
        let values = vec![organization.into(), storable(id).into()];
        self.document(sql::GENERATION, values).await
    }

    /// What the organization bought and used.
    pub async fn credits(&self, organization: &str) -> Result<Credits> {
        let row = self
            .engine
            .fetch_first(sql::CREDITS, vec![organization.into()])
            .await?;
        let (total_credits, total_usage): (Amount, Amount) = row.unwrap_or_default();
        Ok(Credits {
            total_credits: total_credits.to_number(),
            total_usage: total_usage.to_number(),
        })
    }

    /// What the organization bought and used, and what the key used since a day.
    pub async fn spending(
        &self,
        organization: &str,
        key_hash: &str,
        since: Day,
    ) -> Result<Spending> {
        let values = vec![organization.into(), key_hash.into(), since.into()];
        let row = self.engine.fetch_first(sql::SPENDING, values).await?;
        Ok(row.unwrap_or_default())
    }

    /// What a key of the organization used until today.
    pub async fn usage(&self, organization: &str, key_hash: &str, today: Day) -> Result<Usage> {
        let values = vec![
            organization.into(),
            key_hash.into(),
            today.into(),
            today.start_of_week().into(),
            today.start_of_month().into(),
        ];
        let row = self.engine.fetch_first(sql::USAGE, values).await?;
        Ok(row.unwrap_or_default())
    }

    /// The workspaces, by identifier.
    pub async fn workspaces(&self, organization: &str, window: Window) -> Result<Page<Workspace>> {
        self.page(sql::WORKSPACES, organization, window).await
    }

    /// The guardrails of a workspace (by default, of the default workspace), by identifier.
    pub async fn guardrails(
        &self,
        organization: &str,
        workspace: Option<&str>,
        window: Window,
    ) -> Result<Page<Guardrail>> {
        let mut values = values_of(organization, window);
        values.push(workspace.map(storable).into());
        Ok(page(self.engine.fetch(sql::GUARDRAILS, values).await?))
    }

    /// The assignments of guardrails to members, by identifier.
    pub async fn guardrail_assignments(
        &self,
        organization: &str,
        window: Window,
    ) -> Result<Page<GuardrailAssignment>> {
        self.page(sql::GUARDRAIL_ASSIGNMENTS, organization, window)
            .await
    }

    /// The presets, the most recently updated first.
    pub async fn presets(&self, organization: &str, window: Window) -> Result<Page<Preset>> {
        self.page(sql::PRESETS, organization, window).await
    }

    /// The SCIM group mappings, by identifier. None if the organization does not exist.
    pub async fn group_mappings(
        &self,
        organization: &str,
        window: Window,
    ) -> Result<Option<Page<GroupMapping>>> {
        let values = values_of(organization, window);
        let rows = self.engine.fetch(sql::GROUP_MAPPINGS, values).await?;
        Ok(page_of_mappings(rows)?)
    }

    /// The members, by identifier. None if the organization does not exist.
    pub async fn members(
        &self,
        organization: &str,
        window: Window,
    ) -> Result<Option<Page<OrganizationMember>>> {
        let values = values_of(organization, window);
        let rows = self.engine.fetch(sql::MEMBERS, values).await?;
        Ok(page_of_known(rows))
    }

    /// An organization.
    pub async fn organization(&self, id: &str) -> Result<Option<Organization>> {
        self.engine
            .fetch_first(sql::ORGANIZATION, vec![storable(id).into()])
            .await
    }

    /// All organizations, by identifier.
    pub async fn organizations(&self) -> Result<Vec<Organization>> {
        self.engine.fetch(sql::ORGANIZATIONS, Vec::new()).await
    }

    /// The next entries of the audit table, of an organization or of all, oldest first. Empty at the
    /// end.
    pub async fn audit(
        &self,
        organization: Option<&str>,
        position: AuditPosition,
    ) -> Result<Vec<AuditEntry>> {
        let mut values = vec![position.at.into(), position.id.into(), AUDIT_PAGE.into()];
        let sql = match organization {
            Some(organization) => {
                values.push(storable(organization).into());
                sql::AUDIT_OF_ORGANIZATION
            }
            None => sql::AUDIT,
        };
        self.engine.fetch(sql, values).await
    }

    /// The identifier of the master key that the key material is sealed with; `None` before a key
    /// was used.
    pub async fn master_key(&self) -> Result<Option<String>> {
        let row = self
            .engine
            .fetch_first(master_key::MASTER_KEY, Vec::new())
            .await?;
        Ok(row.map(|(id,)| id))
    }

    /// Whether there is any sealed key material.
    pub async fn has_material(&self) -> Result<bool> {
        let row = self
            .engine
            .fetch_first(master_key::HAS_MATERIAL, Vec::new())
            .await?;
        Ok(row.is_some_and(|(has_material,)| has_material))
    }

    /// The document in the first row of a query.
    async fn document<T>(&self, sql: &'static str, values: Vec<Value>) -> Result<Option<T>>
    where
        (Document<T>,): AnyRow,
    {
        let row = self.engine.fetch_first(sql, values).await?;
        Ok(row.map(|(Document(document),)| document))
    }

    /// A page of the documents of an organization.
    async fn page<T>(
        &self,
        sql: &'static str,
        organization: &str,
        window: Window,
    ) -> Result<Page<T>>
    where
        PageRow<T>: AnyRow,
    {
        let values = values_of(organization, window);
        Ok(page(self.engine.fetch(sql, values).await?))
    }
}

/// The values that select a window of the records of an organization.
fn values_of(organization: &str, window: Window) -> Vec<Value> {
    vec![
        organization.into(),
        window.limit.into(),
        window.offset.into(),
    ]
}

/// An identifier to look up. PostgreSQL rejects text that contains NUL, so no record has such an
/// identifier. It is replaced by the empty one, which no record has either.
pub(super) fn storable(identifier: &str) -> &str {
    if identifier.contains('\0') {
        ""
    } else {
        identifier
    }
}
