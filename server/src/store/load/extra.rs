//! What has to be done for a record besides storing its row.

use crate::amount::Amount;
use crate::store::record::{GroupMapping, Record};
use crate::store::{ApiKey, Organization};
use crate::timestamps::Day;

/// What has to be done for a record.
pub(super) enum Extra {
    /// A stored key must belong to the same organization. With the line of the record.
    Key(ApiKey, i64),
    /// A SCIM group mapping has this role.
    Mapping(GroupMapping),
    /// An organization has these credits, and has used this much.
    Organization(Organization),
    /// A generation changes what its key used on that day.
    Charge(Charge),
    /// A model has these names.
    Names(ModelNames),
    /// A credential has this key material, or is deleted.
    Credential(Credential),
}

/// What a generation cost, by which key and on which day.
pub(super) struct Charge {
    pub(super) organization_id: String,
    pub(super) id: String,
    pub(super) key_hash: Option<String>,
    pub(super) day: Day,
    pub(super) usage: Amount,
    pub(super) is_byok: bool,
}

pub(super) struct Credential {
    pub(super) organization_id: String,
    pub(super) id: String,
    pub(super) is_deleted: bool,
    pub(super) sealed: Option<Vec<u8>>,
}

pub(super) struct ModelNames {
    pub(super) id: String,
    pub(super) names: Vec<String>,
    pub(super) line: i64,
}

impl Extra {
    /// What has to be done for the record in this line, besides storing its row.
    pub(super) fn take_from(record: &mut Record, line: u64) -> Option<Self> {
        // A file with more lines than an i64 can count does not exist.
        let line = i64::try_from(line).unwrap_or(i64::MAX);
        match record {
            Record::Organization(organization) => Some(Self::Organization(organization.clone())),
            Record::ApiKey(key) => Some(Self::Key(key.clone(), line)),
            Record::GroupMapping(mapping) => Some(Self::Mapping(mapping.clone())),
            Record::Model(model) => Some(Self::Names(ModelNames {
                id: model.id.clone(),
                names: std::mem::take(&mut model.names),
                line,
            })),
            Record::ByokCredential(credential) => Some(Self::Credential(Credential {
                organization_id: credential.organization_id.clone(),
                id: credential.id.clone(),
                is_deleted: credential.deleted_at.is_some(),
                sealed: credential.sealed.take(),
            })),
            Record::Generation(generation) => Some(Self::Charge(Charge {
                organization_id: generation.organization_id.clone(),
                id: generation.id.clone(),
                key_hash: generation.key_hash.clone(),
                day: generation.day,
                usage: generation.usage.clone(),
                is_byok: generation.is_byok,
            })),
            Record::Workspace(_)
            | Record::Guardrail(_)
            | Record::GuardrailAssignment(_)
            | Record::Preset(_)
            | Record::Member(_)
            | Record::Endpoint(_) => None,
        }
    }
}
