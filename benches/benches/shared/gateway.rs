//! A gateway that implements the generated trait, and copies its responses from memory.

use std::collections::HashMap;

use axum::Router;
use gateway_api::Page;
use gateway_api::errors::InternalServerError;
use gateway_api::operations::*;
use gateway_api::server::*;
use gateway_api::types::*;

/// The state of the server.
pub(crate) struct Gateway {
    /// The keys, and whether each may manage the organization.
    pub(crate) keys: HashMap<String, bool>,
    pub(crate) credits: Credits,
    pub(crate) workspaces: Vec<Workspace>,
    pub(crate) mapping: GroupMapping,
}

pub(crate) fn router(gateway: Gateway) -> Router {
    gateway_api::server::router(gateway)
}

/// Operations that are not measured.
macro_rules! unmeasured {
    ($($name:ident ($($request:ty)?) -> Result<$value:ty, $error:ty>;)*) => {$(
        async fn $name(&self, _: bool $(, _: $request)?) -> Result<$value, $error> {
            Err(InternalServerError::new().into())
        }
    )*};
}

impl GatewayApi for Gateway {
    /// Whether the caller may manage the organization.
    type Caller = bool;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<bool, AuthError> {
        self.keys
            .get(token.as_str())
            .copied()
            .ok_or(AuthError::UnknownKey)
    }

    fn permits(&self, caller: &bool, key: Key) -> bool {
        match key {
            Key::ApiKey => true,
            Key::ManagementKey => *caller,
        }
    }

    async fn get_credits(&self, _: bool) -> Result<Credits, GetCreditsError> {
        Ok(self.credits.clone())
    }

    async fn list_workspaces(
        &self,
        _: bool,
        request: ListWorkspaces,
    ) -> Result<Page<Workspace>, ListWorkspacesError> {
        let page = self
            .workspaces
            .iter()
            .skip(request.page.offset as usize)
            .take(request.page.limit as usize);
        Ok(Page {
            data: page.cloned().collect(),
            total_count: self.workspaces.len() as i64,
        })
    }

    async fn update_group_mapping(
        &self,
        _: bool,
        request: UpdateGroupMapping,
    ) -> Result<GroupMapping, UpdateGroupMappingError> {
        Ok(GroupMapping {
            id: request.id,
            role: request.body.role,
            ..self.mapping.clone()
        })
    }

    unmeasured! {
        get_model(GetModel) -> Result<Model, GetModelError>;
        list_zdr_endpoints() -> Result<Vec<ProviderEndpoint>, ListZdrEndpointsError>;
        get_generation(GetGeneration) -> Result<Generation, GetGenerationError>;
        list_guardrails(ListGuardrails) -> Result<Page<Guardrail>, ListGuardrailsError>;
        list_guardrail_assignments(ListGuardrailAssignments)
            -> Result<Page<GuardrailAssignment>, ListGuardrailAssignmentsError>;
        list_presets(ListPresets) -> Result<Page<Preset>, ListPresetsError>;
        list_group_mappings(ListGroupMappings) -> Result<Page<GroupMapping>, ListGroupMappingsError>;
        list_organization_members(ListOrganizationMembers)
            -> Result<Page<OrganizationMember>, ListOrganizationMembersError>;
        get_key() -> Result<KeyInfo, GetKeyError>;
        delete_key(DeleteKey) -> Result<Deleted, DeleteKeyError>;
        delete_byok_credential(DeleteByokCredential) -> Result<Deleted, DeleteByokCredentialError>;
    }
}
