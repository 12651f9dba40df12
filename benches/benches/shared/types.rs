//! The gateway's types, carefully written without Specsmith: with serde's derives.

#![allow(dead_code, reason = "no benchmark uses all of it")]

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use time::serde::rfc3339;

/// A newtype of a string for each kind of id.
macro_rules! identifiers {
    ($($name:ident),*) => {$(
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub(crate) struct $name(pub(crate) String);
    )*};
}

identifiers!(
    WorkspaceId,
    GuardrailId,
    UserId,
    ModelId,
    GroupMappingId,
    OrganizationId,
    ScimGroupId
);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ApiKeyId(pub(crate) i64);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Page<T> {
    pub(crate) data: Vec<T>,
    pub(crate) total_count: i64,
}

/// The envelope of most responses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Data<T> {
    pub(crate) data: T,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Credits {
    pub(crate) total_credits: f64,
    pub(crate) total_usage: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Workspace {
    pub(crate) id: WorkspaceId,
    pub(crate) name: String,
    pub(crate) slug: String,
    pub(crate) description: Option<String>,
    #[serde(with = "rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "rfc3339::option")]
    pub(crate) updated_at: Option<OffsetDateTime>,
    pub(crate) created_by: Option<UserId>,
    pub(crate) default_guardrail_id: GuardrailId,
    pub(crate) default_image_model: Option<ModelId>,
    pub(crate) default_text_model: Option<ModelId>,
    pub(crate) default_provider_sort: Option<String>,
    pub(crate) include_byok_in_budgets: bool,
    pub(crate) io_logging_api_key_ids: Option<Vec<ApiKeyId>>,
    pub(crate) io_logging_sampling_rate: f64,
    pub(crate) is_data_discount_logging_enabled: bool,
    pub(crate) is_observability_broadcast_enabled: bool,
    pub(crate) is_observability_io_logging_enabled: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Role {
    Admin,
    Member,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GroupMapping {
    pub(crate) id: GroupMappingId,
    pub(crate) organization_id: OrganizationId,
    pub(crate) workspace_id: WorkspaceId,
    pub(crate) scim_group_id: ScimGroupId,
    pub(crate) role: Role,
    #[serde(with = "rfc3339")]
    pub(crate) created_at: OffsetDateTime,
    #[serde(with = "rfc3339")]
    pub(crate) updated_at: OffsetDateTime,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct GroupMappingUpdate {
    pub(crate) role: Role,
}

/// The API's errors: `{"error": {"code": 401, "message": "…"}}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ErrorBody {
    pub(crate) error: ErrorDetail,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ErrorDetail {
    pub(crate) code: u16,
    pub(crate) message: String,
}
