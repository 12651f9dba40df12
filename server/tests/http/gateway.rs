//! A stub of the API for the tests. Most of its operations fail.

use std::io::Error;
use std::time::Duration;

use gateway_api::Page;
use gateway_api::errors::NotFound;
use gateway_api::operations::*;
use gateway_api::server::*;
use gateway_api::types::*;
use tokio::time::sleep;

pub(crate) struct Stub;

impl GatewayApi for Stub {
    type Caller = ();

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<(), AuthError> {
        match token.as_str() {
            "key" => Ok(()),
            _ => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, (): &(), _: Key) -> bool {
        true
    }

    async fn get_credits(&self, (): ()) -> Result<Credits, GetCreditsError> {
        Ok(Credits {
            total_credits: 100.5,
            total_usage: 25.75,
        })
    }

    /// The hash of the key selects the behavior.
    async fn delete_key(&self, (): (), request: DeleteKey) -> Result<Deleted, DeleteKeyError> {
        match request.hash.as_str() {
            "slow" => sleep(Duration::from_millis(400)).await,
            "stuck" => std::future::pending().await,
            "large" => return Err(NotFound::new().with_metadata("large", "x".repeat(8 << 20)))?,
            _ => Err(Error::other("the disk at 10.0.0.7 is full"))?,
        }
        Ok(Deleted { deleted: true })
    }

    async fn update_group_mapping(
        &self,
        (): (),
        _: UpdateGroupMapping,
    ) -> Result<GroupMapping, UpdateGroupMappingError> {
        Err(NotFound::new())?
    }

    async fn get_model(&self, (): (), _: GetModel) -> Result<Model, GetModelError> {
        Err(Error::other("unused"))?
    }

    async fn list_zdr_endpoints(
        &self,
        (): (),
    ) -> Result<Vec<ProviderEndpoint>, ListZdrEndpointsError> {
        Err(Error::other("unused"))?
    }

    async fn get_generation(
        &self,
        (): (),
        _: GetGeneration,
    ) -> Result<Generation, GetGenerationError> {
        Err(Error::other("unused"))?
    }

    async fn list_workspaces(
        &self,
        (): (),
        _: ListWorkspaces,
    ) -> Result<Page<Workspace>, ListWorkspacesError> {
        Err(Error::other("unused"))?
    }

    async fn list_guardrails(
        &self,
        (): (),
        _: ListGuardrails,
    ) -> Result<Page<Guardrail>, ListGuardrailsError> {
        Err(Error::other("unused"))?
    }

    async fn list_guardrail_assignments(
        &self,
        (): (),
        _: ListGuardrailAssignments,
    ) -> Result<Page<GuardrailAssignment>, ListGuardrailAssignmentsError> {
        Err(Error::other("unused"))?
    }

    async fn list_presets(&self, (): (), _: ListPresets) -> Result<Page<Preset>, ListPresetsError> {
        Err(Error::other("unused"))?
    }

    async fn list_group_mappings(
        &self,
        (): (),
        _: ListGroupMappings,
    ) -> Result<Page<GroupMapping>, ListGroupMappingsError> {
        Err(Error::other("unused"))?
    }

    async fn list_organization_members(
        &self,
        (): (),
        _: ListOrganizationMembers,
    ) -> Result<Page<OrganizationMember>, ListOrganizationMembersError> {
        Err(Error::other("unused"))?
    }

    async fn get_key(&self, (): ()) -> Result<KeyInfo, GetKeyError> {
        Err(Error::other("unused"))?
    }

    async fn delete_byok_credential(
        &self,
        (): (),
        _: DeleteByokCredential,
    ) -> Result<Deleted, DeleteByokCredentialError> {
        Err(Error::other("unused"))?
    }
}
