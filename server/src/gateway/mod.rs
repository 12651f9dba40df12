//! The handlers: the meaning of each operation, over the store.

mod generation;
mod known_keys;
mod limits;

use std::sync::Arc;
use std::time::Duration;

use gateway_api::Page;
use gateway_api::errors::{BadGateway, NotFound, ProviderOverloaded, TimedOut};
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

use self::known_keys::KnownKeys;
use crate::keys;
use crate::model_name;
use crate::request_facts;
use crate::slots;
use crate::store::{self, ApiKey, Change, Engine, ErrorKind, RateLimit, Store, StoreError};
use crate::timestamps::UnixMicros;

/// The API's handlers over a store.
#[derive(Debug, Clone)]
pub struct Gateway<E> {
    store: Store<E>,
    rules: Rules,
    known_keys: Arc<KnownKeys>,
}

/// What an operator can set about the rules of the API.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// How often a key may look up generations and delete keys, unless it has its own limit.
    pub rate_limit: RateLimit,
    /// How long looking up a key may take, and how long looking up a generation.
    pub store_deadline: Duration,
}

impl Rules {
    /// The result of a query, or an error if it takes too long.
    async fn in_time<T>(&self, query: impl Future<Output = store::Result<T>>) -> store::Result<T> {
        let response = tokio::time::timeout(self.store_deadline, query).await;
        response.unwrap_or_else(|_| Err(StoreError::too_slow()))
    }
}

impl<E: Engine> Gateway<E> {
    /// The handlers of a store.
    pub fn new(store: Store<E>, rules: Rules) -> Self {
        Self {
            store,
            rules,
            known_keys: Arc::default(),
        }
    }
}

impl<E: Engine> GatewayApi for Gateway<E> {
    type Caller = ApiKey;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<ApiKey, AuthError> {
        let hash = keys::hash(token.as_str());
        if request_facts::is_blocked() && !self.known_keys.has(&hash) {
            return Err(AuthError::UnknownKey);
        }
        let found = self.rules.in_time(self.store.api_key(&hash)).await;
        match found.map_err(unverified)? {
            Some(key) if key.is_valid(UnixMicros::now()) => {
                self.known_keys.add(&hash);
                request_facts::set_caller(&key);
                slots::enter(&key.organization_id).await;
                Ok(key)
            }
            Some(_) | None => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &ApiKey, key: Key) -> bool {
        match key {
            Key::ApiKey => true,
            Key::ManagementKey => caller.is_management,
        }
    }

    async fn get_model(&self, _: ApiKey, request: GetModel) -> Result<Model, GetModelError> {
        let name = model_name::full(&request.author, &request.slug);
        let (base, _) = model_name::split(&name);
        let model = self.store.model(&name, base).await?;
        model.ok_or_else(|| NotFound::new().into())
    }

    async fn list_zdr_endpoints(
        &self,
        _: ApiKey,
    ) -> Result<Vec<ProviderEndpoint>, ListZdrEndpointsError> {
        Ok(self.store.zdr_endpoints().await?)
    }

    async fn get_generation(
        &self,
        caller: ApiKey,
        request: GetGeneration,
    ) -> Result<Generation, GetGenerationError> {
        generation::get(self, caller, request).await
    }

    async fn get_credits(&self, caller: ApiKey) -> Result<Credits, GetCreditsError> {
        Ok(self.store.credits(&caller.organization_id).await?)
    }

    async fn list_workspaces(
        &self,
        caller: ApiKey,
        request: ListWorkspaces,
    ) -> Result<Page<Workspace>, ListWorkspacesError> {
        let organization = &caller.organization_id;
        Ok(self.store.workspaces(organization, request.page).await?)
    }

    async fn list_guardrails(
        &self,
        caller: ApiKey,
        request: ListGuardrails,
    ) -> Result<Page<Guardrail>, ListGuardrailsError> {
        let workspace = request.workspace_id.as_ref().map(|id| id.as_str());
        let (organization, page) = (&caller.organization_id, request.page);
        Ok(self.store.guardrails(organization, workspace, page).await?)
    }

    async fn list_guardrail_assignments(
        &self,
        caller: ApiKey,
        request: ListGuardrailAssignments,
    ) -> Result<Page<GuardrailAssignment>, ListGuardrailAssignmentsError> {
        let organization = &caller.organization_id;
        Ok(self
            .store
            .guardrail_assignments(organization, request.page)
            .await?)
    }

    async fn list_presets(
        &self,
        caller: ApiKey,
        request: ListPresets,
    ) -> Result<Page<Preset>, ListPresetsError> {
        let organization = &caller.organization_id;
        Ok(self.store.presets(organization, request.page).await?)
    }

    async fn list_group_mappings(
        &self,
        caller: ApiKey,
        request: ListGroupMappings,
    ) -> Result<Page<GroupMapping>, ListGroupMappingsError> {
        let organization = &caller.organization_id;
        let page = self
            .store
            .group_mappings(organization, request.page)
            .await?;
        page.ok_or_else(|| NotFound::new().into())
    }

    async fn update_group_mapping(
        &self,
        caller: ApiKey,
        request: UpdateGroupMapping,
    ) -> Result<GroupMapping, UpdateGroupMappingError> {
        let UpdateGroupMapping { id, body } = request;
        let (organization, change) = (&caller.organization_id, Change::by_key(&caller));
        let update = self
            .store
            .update_group_mapping(organization, id.as_str(), body.role, change);
        let updated = update.await?;
        if updated.is_some() {
            request_facts::set_target(id.as_str());
        }
        updated.ok_or_else(|| NotFound::new().into())
    }

    async fn list_organization_members(
        &self,
        caller: ApiKey,
        request: ListOrganizationMembers,
    ) -> Result<Page<OrganizationMember>, ListOrganizationMembersError> {
        let organization = &caller.organization_id;
        let page = self.store.members(organization, request.page).await?;
        page.ok_or_else(|| NotFound::new().into())
    }

    async fn get_key(&self, caller: ApiKey) -> Result<KeyInfo, GetKeyError> {
        let (organization, today) = (&caller.organization_id, UnixMicros::now().day());
        let usage = self.store.usage(organization, &caller.hash, today).await?;
        let credits = self.store.credits(organization).await?;
        Ok(limits::key_info(
            caller,
            usage,
            credits,
            self.rules.rate_limit,
        ))
    }

    async fn delete_key(
        &self,
        caller: ApiKey,
        request: DeleteKey,
    ) -> Result<Deleted, DeleteKeyError> {
        self.within_rate_limit(&caller).await??;
        let hash = request.hash.as_str();
        let (organization, change) = (&caller.organization_id, Change::by_key(&caller));
        if !self.store.delete_key(organization, hash, change).await? {
            return Err(NotFound::new().into());
        }
        request_facts::set_target(store::hash_prefix(hash));
        Ok(Deleted { deleted: true })
    }

    async fn delete_byok_credential(
        &self,
        caller: ApiKey,
        request: DeleteByokCredential,
    ) -> Result<Deleted, DeleteByokCredentialError> {
        let id = request.id.to_string();
        let (organization, change) = (&caller.organization_id, Change::by_key(&caller));
        let deletion = self.store.delete_byok_credential(organization, &id, change);
        if !deletion.await? {
            return Err(NotFound::new().into());
        }
        request_facts::set_target(&id);
        Ok(Deleted { deleted: true })
    }
}

/// The error if the store cannot look up the caller's key: the status that `get_generation`
/// documents for it, and an internal error on every other operation.
fn unverified(error: StoreError) -> AuthError {
    match error.kind {
        ErrorKind::Unreachable | ErrorKind::ReadOnly | ErrorKind::Damaged => {
            AuthError::unavailable(BadGateway::new().caused_by(error))
        }
        ErrorKind::TooSlow => AuthError::unavailable(TimedOut::new().caused_by(error)),
        ErrorKind::Saturated => AuthError::unavailable(ProviderOverloaded::new().caused_by(error)),
        ErrorKind::DiskFull | ErrorKind::Failed => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_key_lookup_has_the_status_of_its_cause() {
        for (kind, expected) in [
            (ErrorKind::Unreachable, Some(502)),
            (ErrorKind::ReadOnly, Some(502)),
            (ErrorKind::Damaged, Some(502)),
            (ErrorKind::TooSlow, Some(524)),
            (ErrorKind::Saturated, Some(529)),
            (ErrorKind::DiskFull, None),
            (ErrorKind::Failed, None),
        ] {
            let error = StoreError::new(kind, sqlx::Error::PoolTimedOut);
            let status = match unverified(error) {
                AuthError::Unavailable(error) => Some(error.status()),
                AuthError::Internal(_) => None,
                AuthError::MissingKey | AuthError::UnknownKey => {
                    panic!("{kind:?} rejects the key")
                }
            };
            assert_eq!(status, expected, "{kind:?}");
        }
    }
}
