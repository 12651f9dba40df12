//! The row of a record, and what else has to be done for it.

use gateway_api::types::Role;

use crate::amount::Amount;
use crate::moment::{Day, Moment};
use crate::store::engine::Value;
use crate::store::{Organization, Record};

/// The row of a record.
pub(super) struct Row {
    /// The index of the table in [`ALL`](super::table::ALL).
    pub(super) table: usize,
    /// The values of its columns.
    pub(super) values: Vec<Value>,
    /// What else has to be done.
    pub(super) extra: Option<Extra>,
}

/// What has to be done besides storing a row.
pub(super) enum Extra {
    /// A stored key must belong to the same organization.
    Key(Key),
    /// A SCIM group mapping has this role.
    Mapping(Mapping),
    /// An organization has these credits, and has used this much.
    Organization(Organization),
    /// A generation changes what its key used on that day.
    Charge(Charge),
    /// A model has these names.
    Names(ModelNames),
    /// A credential has this key material, or is deleted.
    Credential(Credential),
}

pub(super) struct Key {
    pub(super) hash: String,
    pub(super) organization_id: String,
    pub(super) line: i64,
    pub(super) is_management: bool,
    pub(super) limit_usd: Option<Amount>,
    pub(super) expires_at: Option<Moment>,
    pub(super) deleted_at: Option<Moment>,
}

pub(super) struct Mapping {
    pub(super) organization_id: String,
    pub(super) id: String,
    pub(super) role: Role,
    pub(super) updated_at: Moment,
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

/// The row of the record in this line.
pub(super) fn row(record: Record, line: u64) -> Row {
    // A file with more lines than an i64 can count does not exist.
    let line = i64::try_from(line).unwrap_or(i64::MAX);
    let (table, values, extra) = match record {
        Record::Organization {
            id,
            default_workspace_id,
            total_credits,
            total_usage,
            updated_at,
        } => {
            let organization = Organization {
                id: id.clone(),
                default_workspace_id: default_workspace_id.clone(),
                total_credits: total_credits.clone(),
                total_usage: total_usage.clone(),
                updated_at,
            };
            let values = vec![
                text(id),
                Value::Text(default_workspace_id),
                amount(total_credits),
                amount(total_usage),
                moment(updated_at),
            ];
            (0, values, Some(Extra::Organization(organization)))
        }
        Record::ApiKey(key) => {
            let extra = Key {
                hash: key.hash.clone(),
                organization_id: key.organization_id.clone(),
                line,
                is_management: key.is_management,
                limit_usd: key.limit_usd.clone(),
                expires_at: key.expires_at,
                deleted_at: key.deleted_at,
            };
            (1, key.into_values(), Some(Extra::Key(extra)))
        }
        Record::Workspace {
            organization_id,
            id,
            updated_at,
            document,
        } => (
            2,
            vec![
                text(organization_id),
                text(id),
                moment(updated_at),
                text(document),
            ],
            None,
        ),
        Record::Guardrail {
            organization_id,
            id,
            workspace_id,
            updated_at,
            document,
        } => (
            3,
            vec![
                text(organization_id),
                text(id),
                text(workspace_id),
                moment(updated_at),
                text(document),
            ],
            None,
        ),
        Record::GuardrailAssignment {
            organization_id,
            id,
            document,
        } => (
            4,
            vec![text(organization_id), text(id), text(document)],
            None,
        ),
        Record::Preset {
            organization_id,
            id,
            updated_at,
            document,
        } => (
            5,
            vec![
                text(organization_id),
                text(id),
                integer(updated_at.0),
                text(document),
            ],
            None,
        ),
        Record::GroupMapping {
            organization_id,
            id,
            workspace_id,
            scim_group_id,
            role,
            created_at,
            updated_at,
        } => {
            let mapping = Mapping {
                organization_id: organization_id.clone(),
                id: id.clone(),
                role,
                updated_at,
            };
            let values = vec![
                text(organization_id),
                text(id),
                text(workspace_id),
                text(scim_group_id),
                text(role.as_str().to_owned()),
                integer(created_at.0),
                integer(updated_at.0),
            ];
            (6, values, Some(Extra::Mapping(mapping)))
        }
        Record::Member {
            organization_id,
            id,
            document,
        } => (
            7,
            vec![text(organization_id), text(id), text(document)],
            None,
        ),
        Record::Model {
            id,
            names,
            document,
        } => {
            let names = ModelNames {
                id: id.clone(),
                names,
                line,
            };
            let values = vec![text(id), text(document)];
            (8, values, Some(Extra::Names(names)))
        }
        Record::Endpoint {
            model_id,
            tag,
            zero_data_retention,
            document,
        } => (
            9,
            vec![
                text(model_id),
                text(tag),
                Value::Boolean(zero_data_retention),
                text(document),
            ],
            None,
        ),
        Record::ByokCredential {
            organization_id,
            id,
            provider,
            label,
            created_at,
            deleted_at,
            sealed,
        } => {
            let credential = Credential {
                organization_id: organization_id.clone(),
                id: id.clone(),
                is_deleted: deleted_at.is_some(),
                sealed,
            };
            let values = vec![
                text(organization_id),
                text(id),
                text(provider),
                text(label),
                integer(created_at.0),
                moment(deleted_at),
            ];
            (10, values, Some(Extra::Credential(credential)))
        }
        Record::Generation {
            organization_id,
            id,
            key_hash,
            day,
            usage,
            is_byok,
            document,
        } => {
            let generation = Charge {
                organization_id: organization_id.clone(),
                id: id.clone(),
                key_hash: key_hash.clone(),
                day,
                usage: usage.clone(),
                is_byok,
            };
            let values = vec![
                text(organization_id),
                text(id),
                Value::Text(key_hash),
                integer(day.0),
                amount(usage),
                Value::Boolean(is_byok),
                text(document),
            ];
            (11, values, Some(Extra::Charge(generation)))
        }
    };
    Row {
        table,
        values,
        extra,
    }
}

pub(super) const fn text(text: String) -> Value {
    Value::Text(Some(text))
}

pub(super) const fn integer(integer: i64) -> Value {
    Value::Integer(Some(integer))
}

fn moment(moment: Option<Moment>) -> Value {
    Value::Integer(moment.map(|moment| moment.0))
}

pub(super) const fn amount(amount: Amount) -> Value {
    Value::Amount(Some(amount))
}
