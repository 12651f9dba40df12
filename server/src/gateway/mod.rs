//! The handlers: what each operation means, over the store.

mod caller;
mod generation;
mod limits;

use std::time::Duration;

use gateway_api::Page;
use gateway_api::errors::NotFound;
use gateway_api::operations::{
    DeleteByokCredentialError, DeleteKeyError, GetCreditsError, GetGenerationError, GetKeyError,
    GetModelError, ListGroupMappingsError, ListGuardrailAssignmentsError, ListGuardrailsError,
    ListOrganizationMembersError, ListPresetsError, ListWorkspacesError, ListZdrEndpointsError,
    UpdateGroupMappingError,
};
use gateway_api::server::{
    AuthError, BearerToken, DeleteByokCredential, DeleteKey, GatewayApi, GetGeneration, GetModel,
    Key, ListGroupMappings, ListGuardrailAssignments, ListGuardrails, ListOrganizationMembers,
    ListPresets, ListWorkspaces, UpdateGroupMapping,
};
use gateway_api::types::{
    Credits, Deleted, Generation, GroupMapping, Guardrail, GuardrailAssignment, KeyInfo, Model,
    OrganizationMember, Preset, ProviderEndpoint, Workspace,
};

pub use caller::Caller;

use crate::keys;
use crate::model_name;
use crate::moment::Moment;
use crate::store::{self, RateLimit, Store, StoreError};

/// The API's handlers over a store.
#[derive(Debug, Clone)]
pub struct Gateway<S> {
    store: S,
    rules: Rules,
}

/// What an operator can set about the API's own rules.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// How often a key may be used on the operations that have a limit, where the key has none of
    /// its own.
    pub rate_limit: RateLimit,
    /// How long looking up a key may take, and how long looking up a generation.
    pub store_deadline: Duration,
}

impl Rules {
    /// What comes of asking the store, where it comes in time.
    async fn in_time<T>(&self, asking: impl Future<Output = store::Result<T>>) -> store::Result<T> {
        let response = tokio::time::timeout(self.store_deadline, asking).await;
        response.unwrap_or_else(|_| Err(StoreError::too_slow()))
    }
}

impl<S: Store> Gateway<S> {
    /// The handlers of a store.
    pub const fn new(store: S, rules: Rules) -> Self {
        Self { store, rules }
    }
}

impl<S: Store> GatewayApi for Gateway<S> {
    type Caller = Caller;

    async fn authenticate(&self, token: &BearerToken) -> Result<Caller, AuthError> {
        let hash = keys::hash(token.as_str());
        let found = self.rules.in_time(self.store.api_key(&hash)).await;
        match found {
            Ok(Some(key)) if key.is_valid(Moment::now()) => Ok(Caller::verified(key)),
            Ok(_) => Err(AuthError::UnknownKey),
            Err(error) => Ok(Caller::unverified(error)),
        }
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        match key {
            Key::ApiKey => true,
            Key::ManagementKey => caller.may_manage(),
        }
    }

    async fn get_model(&self, caller: Caller, request: GetModel) -> Result<Model, GetModelError> {
        caller.key()?;
        let name = model_name::full(&request.author, &request.slug);
        let (base, _) = model_name::split(&name);
        let model = self.store.model(&name, base).await?;
        model.ok_or_else(|| NotFound::new().into())
    }

    async fn list_zdr_endpoints(
        &self,
        caller: Caller,
    ) -> Result<Vec<ProviderEndpoint>, ListZdrEndpointsError> {
        caller.key()?;
        Ok(self.store.zdr_endpoints().await?)
    }

    async fn get_generation(
        &self,
        caller: Caller,
        request: GetGeneration,
    ) -> Result<Generation, GetGenerationError> {
        generation::get(self, caller, request).await
    }

    async fn get_credits(&self, caller: Caller) -> Result<Credits, GetCreditsError> {
        let key = caller.key()?;
        Ok(self.store.credits(&key.organization_id).await?)
    }

    async fn list_workspaces(
        &self,
        caller: Caller,
        request: ListWorkspaces,
    ) -> Result<Page<Workspace>, ListWorkspacesError> {
        let key = caller.key()?;
        Ok(self
            .store
            .workspaces(&key.organization_id, request.page)
            .await?)
    }

    async fn list_guardrails(
        &self,
        caller: Caller,
        request: ListGuardrails,
    ) -> Result<Page<Guardrail>, ListGuardrailsError> {
        let key = caller.key()?;
        let workspace = request.workspace_id.as_ref().map(|id| id.as_str());
        Ok(self
            .store
            .guardrails(&key.organization_id, workspace, request.page)
            .await?)
    }

    async fn list_guardrail_assignments(
        &self,
        caller: Caller,
        request: ListGuardrailAssignments,
    ) -> Result<Page<GuardrailAssignment>, ListGuardrailAssignmentsError> {
        let key = caller.key()?;
        Ok(self
            .store
            .guardrail_assignments(&key.organization_id, request.page)
            .await?)
    }

    async fn list_presets(
        &self,
        caller: Caller,
        request: ListPresets,
    ) -> Result<Page<Preset>, ListPresetsError> {
        let key = caller.key()?;
        Ok(self
            .store
            .presets(&key.organization_id, request.page)
            .await?)
    }

    async fn list_group_mappings(
        &self,
        caller: Caller,
        request: ListGroupMappings,
    ) -> Result<Page<GroupMapping>, ListGroupMappingsError> {
        let key = caller.key()?;
        let page = self
            .store
            .group_mappings(&key.organization_id, request.page)
            .await?;
        page.ok_or_else(|| NotFound::new().into())
    }

    async fn update_group_mapping(
        &self,
        caller: Caller,
        request: UpdateGroupMapping,
    ) -> Result<GroupMapping, UpdateGroupMappingError> {
        let key = caller.key()?;
        let UpdateGroupMapping { id, body } = request;
        let organization = &key.organization_id;
        let now = Moment::now();
        let updated = self
            .store
            .update_group_mapping(organization, id.as_str(), body.role, now)
            .await?;
        updated.ok_or_else(|| NotFound::new().into())
    }

    async fn list_organization_members(
        &self,
        caller: Caller,
        request: ListOrganizationMembers,
    ) -> Result<Page<OrganizationMember>, ListOrganizationMembersError> {
        let key = caller.key()?;
        let page = self
            .store
            .members(&key.organization_id, request.page)
            .await?;
        page.ok_or_else(|| NotFound::new().into())
    }

    async fn get_key(&self, caller: Caller) -> Result<KeyInfo, GetKeyError> {
        let key = caller.key()?;
        let (organization, today) = (&key.organization_id, Moment::now().day());
        let usage = self.store.usage(organization, &key.hash, today).await?;
        let credits = self.store.credits(organization).await?;
        Ok(limits::key_info(key, usage, credits, self.rules.rate_limit))
    }

    async fn delete_key(
        &self,
        caller: Caller,
        request: DeleteKey,
    ) -> Result<Deleted, DeleteKeyError> {
        let key = caller.key()?;
        self.within_rate_limit(&key).await??;
        let hash = request.hash.as_str();
        match self
            .store
            .delete_key(&key.organization_id, hash, Moment::now())
            .await?
        {
            true => Ok(Deleted { deleted: true }),
            false => Err(NotFound::new().into()),
        }
    }

    async fn delete_byok_credential(
        &self,
        caller: Caller,
        request: DeleteByokCredential,
    ) -> Result<Deleted, DeleteByokCredentialError> {
        let key = caller.key()?;
        let id = request.id.to_string();
        let organization = &key.organization_id;
        match self
            .store
            .delete_byok_credential(organization, &id, Moment::now())
            .await?
        {
            true => Ok(Deleted { deleted: true }),
            false => Err(NotFound::new().into()),
        }
    }
}
