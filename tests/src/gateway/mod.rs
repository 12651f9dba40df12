//! A gateway that keeps its records in memory. A test can script what a call does.
//!
//! It implements the generated trait like any other implementation, and contains no HTTP code.

mod records;
mod script;

use std::cmp::Reverse;
use std::sync::{Arc, Mutex, PoisonError};

use gateway_api::Page;
use gateway_api::errors::{BadGateway, NotFound};
use gateway_api::operations::*;
use gateway_api::runtime::Operation;
use gateway_api::server::*;
use gateway_api::types::*;

use self::records::page;
pub use self::records::{Records, many};
use self::script::Script;
pub use self::script::{CAUSE, PANIC, Turn};

/// A key that may call every operation.
pub const MANAGEMENT_KEY: &str = "sk-management-4f1d";

/// A key that may call the operations that do not require a management key.
pub const ORDINARY_KEY: &str = "sk-ordinary-77aa";

/// A key whose lookup fails with an internal error.
pub const UNLUCKY_KEY: &str = "sk-unlucky-0bad";

/// A key whose lookup fails because the store is unreachable. Some operations document this as
/// 502.
pub const UNREACHABLE_KEY: &str = "sk-unreachable-5e02";

/// The gateway of the tests. Clones share their state.
#[derive(Debug, Clone, Default)]
pub struct Gateway(Arc<State>);

#[derive(Debug, Default)]
struct State {
    records: Mutex<Records>,
    script: Script,
}

/// The caller of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// The holder of the management key.
    Manager,
    /// The holder of the ordinary key.
    Anybody,
}

impl Gateway {
    /// Reads or changes the records.
    pub fn records<T>(&self, change: impl FnOnce(&mut Records) -> T) -> T {
        change(
            &mut self
                .0
                .records
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// Scripts the next calls of an operation. Later calls work as usual.
    pub fn tell(&self, operation: &'static Operation, turns: impl IntoIterator<Item = Turn>) {
        self.0.script.add(operation, turns);
    }

    /// How often the handler of an operation was called.
    pub fn calls(&self, operation: &'static Operation) -> usize {
        self.0.script.calls(operation)
    }
}

impl GatewayApi for Gateway {
    type Caller = Caller;

    async fn authenticate(&self, token: BearerToken<'_>) -> Result<Caller, AuthError> {
        match token.as_str() {
            MANAGEMENT_KEY => Ok(Caller::Manager),
            ORDINARY_KEY => Ok(Caller::Anybody),
            UNLUCKY_KEY => Err(std::io::Error::other(CAUSE))?,
            UNREACHABLE_KEY => Err(AuthError::unavailable(BadGateway::new().caused_by(CAUSE))),
            _ => Err(AuthError::UnknownKey),
        }
    }

    fn permits(&self, caller: &Caller, key: Key) -> bool {
        match key {
            Key::ApiKey => true,
            Key::ManagementKey => *caller == Caller::Manager,
        }
    }

    async fn get_model(&self, _: Caller, request: GetModel) -> Result<Model, GetModelError> {
        self.0.script.take::<GetModelError>(&GET_MODEL).await?;
        let (author, slug) = (&request.author, request.slug.as_str());
        let (name, variant) = match slug.split_once(':') {
            Some((name, variant)) => (name, Some(variant)),
            None => (slug, None),
        };
        let named = ModelId::new(format!("{author}/{name}"));
        self.records(|records| {
            let id = records.aliases.get(&named).unwrap_or(&named);
            let mut model = records
                .models
                .iter()
                .find(|model| model.id == *id)
                .cloned()
                .ok_or_else(NotFound::new)?;
            if let Some(variant) = variant {
                model.id = ModelId::new(format!("{}:{variant}", model.id));
            }
            Ok(model)
        })
    }

    async fn list_zdr_endpoints(
        &self,
        _: Caller,
    ) -> Result<Vec<ProviderEndpoint>, ListZdrEndpointsError> {
        self.0
            .script
            .take::<ListZdrEndpointsError>(&LIST_ZDR_ENDPOINTS)
            .await?;
        Ok(self.records(|records| records.endpoints.clone()))
    }

    async fn get_generation(
        &self,
        _: Caller,
        request: GetGeneration,
    ) -> Result<Generation, GetGenerationError> {
        self.0
            .script
            .take::<GetGenerationError>(&GET_GENERATION)
            .await?;
        let found = self.records(|records| {
            let mut generations = records.generations.iter();
            generations
                .find(|generation| generation.id == request.id)
                .cloned()
        });
        Ok(found.ok_or_else(NotFound::new)?)
    }

    async fn get_credits(&self, _: Caller) -> Result<Credits, GetCreditsError> {
        self.0.script.take::<GetCreditsError>(&GET_CREDITS).await?;
        Ok(self.records(|records| records.credits.clone()))
    }

    async fn list_workspaces(
        &self,
        _: Caller,
        request: ListWorkspaces,
    ) -> Result<Page<Workspace>, ListWorkspacesError> {
        self.0
            .script
            .take::<ListWorkspacesError>(&LIST_WORKSPACES)
            .await?;
        Ok(self.records(|records| page(&records.workspaces, request.page)))
    }

    async fn list_guardrails(
        &self,
        _: Caller,
        request: ListGuardrails,
    ) -> Result<Page<Guardrail>, ListGuardrailsError> {
        self.0
            .script
            .take::<ListGuardrailsError>(&LIST_GUARDRAILS)
            .await?;
        Ok(self.records(|records| {
            // The first workspace is the default one.
            let default = records.workspaces.first().map(|workspace| &workspace.id);
            let workspace = request.workspace_id.as_ref().or(default);
            let of_workspace =
                |guardrail: &&Guardrail| guardrail.workspace_id.as_ref() == workspace;
            let guardrails: Vec<_> = records
                .guardrails
                .iter()
                .filter(of_workspace)
                .cloned()
                .collect();
            page(&guardrails, request.page)
        }))
    }

    async fn list_guardrail_assignments(
        &self,
        _: Caller,
        request: ListGuardrailAssignments,
    ) -> Result<Page<GuardrailAssignment>, ListGuardrailAssignmentsError> {
        self.0
            .script
            .take::<ListGuardrailAssignmentsError>(&LIST_GUARDRAIL_ASSIGNMENTS)
            .await?;
        Ok(self.records(|records| page(&records.assignments, request.page)))
    }

    async fn list_presets(
        &self,
        _: Caller,
        request: ListPresets,
    ) -> Result<Page<Preset>, ListPresetsError> {
        self.0
            .script
            .take::<ListPresetsError>(&LIST_PRESETS)
            .await?;
        let mut presets = self.records(|records| records.presets.clone());
        presets.sort_by_key(|preset| Reverse(preset.updated_at));
        Ok(page(&presets, request.page))
    }

    async fn list_group_mappings(
        &self,
        _: Caller,
        request: ListGroupMappings,
    ) -> Result<Page<GroupMapping>, ListGroupMappingsError> {
        self.0
            .script
            .take::<ListGroupMappingsError>(&LIST_GROUP_MAPPINGS)
            .await?;
        Ok(self.records(|records| page(&records.mappings, request.page)))
    }

    async fn update_group_mapping(
        &self,
        _: Caller,
        request: UpdateGroupMapping,
    ) -> Result<GroupMapping, UpdateGroupMappingError> {
        self.0
            .script
            .take::<UpdateGroupMappingError>(&UPDATE_GROUP_MAPPING)
            .await?;
        self.records(|records| {
            let mut mappings = records.mappings.iter_mut();
            let mapping = mappings
                .find(|mapping| mapping.id == request.id)
                .ok_or_else(NotFound::new)?;
            mapping.role = request.body.role;
            Ok(mapping.clone())
        })
    }

    async fn list_organization_members(
        &self,
        _: Caller,
        request: ListOrganizationMembers,
    ) -> Result<Page<OrganizationMember>, ListOrganizationMembersError> {
        self.0
            .script
            .take::<ListOrganizationMembersError>(&LIST_ORGANIZATION_MEMBERS)
            .await?;
        Ok(self.records(|records| page(&records.members, request.page)))
    }

    async fn get_key(&self, caller: Caller) -> Result<KeyInfo, GetKeyError> {
        self.0.script.take::<GetKeyError>(&GET_KEY).await?;
        let mut key = self.records(|records| records.key.clone());
        key.is_management_key = caller == Caller::Manager;
        Ok(key)
    }

    async fn delete_key(&self, _: Caller, request: DeleteKey) -> Result<Deleted, DeleteKeyError> {
        self.0.script.take::<DeleteKeyError>(&DELETE_KEY).await?;
        let deleted = self.records(|records| records.keys.remove(&request.hash));
        if deleted {
            Ok(Deleted { deleted })
        } else {
            Err(NotFound::new())?
        }
    }

    async fn delete_byok_credential(
        &self,
        _: Caller,
        request: DeleteByokCredential,
    ) -> Result<Deleted, DeleteByokCredentialError> {
        self.0
            .script
            .take::<DeleteByokCredentialError>(&DELETE_BYOK_CREDENTIAL)
            .await?;
        // The record remains, but a second deletion does not find it.
        let found = self.records(|records| {
            let is_deleted = records.credentials.get_mut(&request.id)?;
            let was_deleted = std::mem::replace(is_deleted, true);
            (!was_deleted).then_some(Deleted { deleted: true })
        });
        Ok(found.ok_or_else(NotFound::new)?)
    }
}
