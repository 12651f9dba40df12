//! What a load puts into the store: one record of each kind, valid and ready to be stored.

use gateway_api::types::Role;

use super::ApiKey;
use crate::amount::Amount;
use crate::moment::{Day, Moment};

/// One record to be loaded.
///
/// A `document` is the record as the API shows it, in JSON. There is no `Debug`: much of this is
/// personal.
#[allow(missing_docs, reason = "the fields are the columns of the tables")]
pub enum Record {
    Organization {
        id: String,
        default_workspace_id: Option<String>,
        total_credits: Amount,
        total_usage: Amount,
        updated_at: Option<Moment>,
    },
    ApiKey(ApiKey),
    Workspace {
        organization_id: String,
        id: String,
        updated_at: Option<Moment>,
        document: String,
    },
    Guardrail {
        organization_id: String,
        id: String,
        /// Empty for the default workspace.
        workspace_id: String,
        updated_at: Option<Moment>,
        document: String,
    },
    GuardrailAssignment {
        organization_id: String,
        id: String,
        document: String,
    },
    Preset {
        organization_id: String,
        id: String,
        updated_at: Moment,
        document: String,
    },
    GroupMapping {
        organization_id: String,
        id: String,
        workspace_id: String,
        scim_group_id: String,
        role: Role,
        created_at: Moment,
        updated_at: Moment,
    },
    Member {
        organization_id: String,
        id: String,
        document: String,
    },
    Model {
        id: String,
        /// Every name that leads to the model.
        names: Vec<String>,
        document: String,
    },
    Endpoint {
        model_id: String,
        tag: String,
        zero_data_retention: bool,
        document: String,
    },
    ByokCredential {
        organization_id: String,
        id: String,
        provider: String,
        label: String,
        created_at: Moment,
        deleted_at: Option<Moment>,
        /// The encrypted key material; none where the credential is deleted.
        sealed: Option<Vec<u8>>,
    },
    Generation {
        organization_id: String,
        id: String,
        key_hash: Option<String>,
        day: Day,
        usage: Amount,
        is_byok: bool,
        document: String,
    },
}

/// A part of a load. Whoever sends them ends with [`LoadStep::Commit`]; without it, nothing is kept.
pub enum LoadStep {
    /// Records, each with the number of its line.
    Records(Vec<(u64, Record)>),
    /// That was all, and all of it is valid.
    Commit,
}

/// How a load ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LoadEnd {
    /// All of it is in the store.
    Committed {
        /// How many records were not stored because the store has newer ones.
        kept: u64,
    },
    /// None of it is: its sender gave up.
    GivenUp,
    /// None of it is: these names lead to more than one model.
    NamesTaken(Vec<TakenName>),
    /// None of it is: key material is sealed with another master key than that of the database.
    OtherMasterKey,
    /// None of it is: these keys are another organization's.
    KeysMoved(Vec<MovedKey>),
}

/// A key that is to become another organization's. What it used would go along, so it may not.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct MovedKey {
    /// The line of the key.
    pub line: i64,
    /// The hash of the key.
    pub hash: String,
}

/// A name that two models claim.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct TakenName {
    /// The line of the model that claims it too.
    pub line: i64,
    /// The name.
    pub name: String,
    /// The model that has it.
    pub owner: String,
    /// The line of that model, where it is of the same load.
    pub owner_line: Option<i64>,
}
