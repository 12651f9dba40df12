//! From a line to a record.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_api::types::{
    ByokCredentialId, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model,
    OrganizationMember, Preset, ProviderEndpoint, ResetInterval, Workspace,
};
use zeroize::Zeroizing;

use super::members::Members;
use super::{Kind, RecordError, model_names};
use crate::amount::Amount;
use crate::moment::Moment;
use crate::store::{ApiKey, RateLimit, Record};
use crate::vault::{Credential, Vault, VaultError};

/// Reads the record of a line.
///
/// # Errors
///
/// All that is wrong with it, and never a value of it.
pub(super) fn record(
    line: u64,
    text: &str,
    vault: &Vault,
) -> Result<(Kind, Record), Vec<RecordError>> {
    let mut members = Members::of(line, text).map_err(|error| vec![error])?;
    let Some(name) = members.required::<String>("record") else {
        let kinds = Kind::ALL.map(|kind| format!("`{kind}`")).join(", ");
        members.error("record", format!("says what a line is: one of {kinds}"));
        return Err(members.into_errors());
    };
    let kind = match Kind::named(&name) {
        Ok(kind) => kind,
        Err(problem) => {
            members.error("record", problem);
            return Err(members.into_errors());
        }
    };
    let record = match kind {
        Kind::Organization => organization(&mut members),
        Kind::ApiKey => api_key(&mut members),
        Kind::Workspace => workspace(&mut members),
        Kind::Guardrail => guardrail(&mut members),
        Kind::GuardrailAssignment => guardrail_assignment(&mut members),
        Kind::Preset => preset(&mut members),
        Kind::GroupMapping => group_mapping(&mut members),
        Kind::Member => member(&mut members),
        Kind::Model => model(&mut members),
        Kind::Endpoint => endpoint(&mut members),
        Kind::ByokCredential => byok_credential(&mut members, vault),
        Kind::Generation => generation(&mut members),
    };
    members.finish(record).map(|record| (kind, record))
}

fn organization(members: &mut Members<'_>) -> Option<Record> {
    let id = members.identifier("id");
    let default_workspace_id = members.optional_identifier("default_workspace_id");
    let total_credits = amount(members, "total_credits");
    let total_usage = amount(members, "total_usage");
    let updated_at = members.optional_moment("updated_at");
    Some(Record::Organization {
        id: id?,
        default_workspace_id,
        total_credits: total_credits?,
        total_usage: total_usage?,
        updated_at,
    })
}

fn api_key(members: &mut Members<'_>) -> Option<Record> {
    let hash = members.required::<String>("hash");
    if let Some(hash) = &hash {
        check_hash(members, "hash", hash);
    }
    let organization_id = members.identifier("organization_id");
    let label = members.required("label");
    let is_management = members.required("is_management");
    let limit_usd = members.optional::<f64>("limit_usd");
    if limit_usd.is_some_and(|limit| limit < 0.0) {
        members.error("limit_usd", "must not be negative");
    }
    let limit_usd = limit_usd.and_then(|limit| members.amount("limit_usd", limit));
    let limit_reset = members.optional::<ResetInterval>("limit_reset");
    if let Some(interval) = &limit_reset {
        check_interval(members, interval);
    }
    let include_byok_in_limit = members.optional("include_byok_in_limit");
    let creator_user_id = members.optional_identifier("creator_user_id");
    let created_at = members.moment("created_at");
    let expires_at = members.optional_moment("expires_at");
    let deleted_at = members.optional_moment("deleted_at");
    let rate_limit = rate_limit(members);
    Some(Record::ApiKey(ApiKey {
        hash: hash?,
        organization_id: organization_id?,
        label: label?,
        is_management: is_management?,
        limit_usd,
        limit_reset: limit_reset.map(|interval| interval.as_str().to_owned()),
        include_byok_in_limit: include_byok_in_limit.unwrap_or(false),
        creator_user_id,
        created_at: created_at?,
        expires_at,
        deleted_at,
        rate_limit_requests: rate_limit.map(|limit| limit.requests),
        rate_limit_seconds: rate_limit.map(|limit| limit.seconds),
    }))
}

/// Written as for the command line: `100/10s`.
fn rate_limit(members: &mut Members<'_>) -> Option<RateLimit> {
    let text: String = members.optional("rate_limit")?;
    let limit = text.parse();
    limit
        .map_err(|expected: &str| members.error("rate_limit", expected))
        .ok()
}

/// A key whose limit starts anew in no way that this server knows would be blocked for ever.
fn check_interval(members: &mut Members<'_>, interval: &ResetInterval) {
    let known = [
        ResetInterval::Daily,
        ResetInterval::Weekly,
        ResetInterval::Monthly,
    ];
    if !known.contains(interval) {
        members.error(
            "limit_reset",
            "expected one of `daily`, `weekly`, `monthly`",
        );
    }
}

fn workspace(members: &mut Members<'_>) -> Option<Record> {
    let organization_id = members.identifier("organization_id");
    let workspace: Workspace = members.document()?;
    members.check_identifier("id", workspace.id.as_str());
    Some(Record::Workspace {
        updated_at: workspace.updated_at.as_ref().map(Moment::from),
        organization_id: organization_id?,
        document: members.write(&workspace)?,
        id: workspace.id.into_inner(),
    })
}

fn guardrail(members: &mut Members<'_>) -> Option<Record> {
    let organization_id = members.identifier("organization_id");
    let guardrail: Guardrail = members.document()?;
    members.check_identifier("id", guardrail.id.as_str());
    let workspace_id = guardrail.workspace_id.as_ref().map(|id| id.as_str());
    if let Some(id) = workspace_id {
        members.check_identifier("workspace_id", id);
    }
    Some(Record::Guardrail {
        updated_at: guardrail.updated_at.value().map(Moment::from),
        organization_id: organization_id?,
        workspace_id: workspace_id.unwrap_or_default().to_owned(),
        document: members.write(&guardrail)?,
        id: guardrail.id.into_inner(),
    })
}

fn guardrail_assignment(members: &mut Members<'_>) -> Option<Record> {
    let assignment: GuardrailAssignment = members.document()?;
    members.check_identifier("organization_id", assignment.organization_id.as_str());
    members.check_identifier("id", assignment.id.as_str());
    Some(Record::GuardrailAssignment {
        document: members.write(&assignment)?,
        organization_id: assignment.organization_id.into_inner(),
        id: assignment.id.into_inner(),
    })
}

fn preset(members: &mut Members<'_>) -> Option<Record> {
    let organization_id = members.identifier("organization_id");
    let preset: Preset = members.document()?;
    members.check_identifier("id", preset.id.as_str());
    Some(Record::Preset {
        organization_id: organization_id?,
        updated_at: Moment::from(&preset.updated_at),
        document: members.write(&preset)?,
        id: preset.id.into_inner(),
    })
}

fn group_mapping(members: &mut Members<'_>) -> Option<Record> {
    let mapping: GroupMapping = members.document()?;
    members.check_identifier("organization_id", mapping.organization_id.as_str());
    members.check_identifier("id", mapping.id.as_str());
    members.check_identifier("workspace_id", mapping.workspace_id.as_str());
    members.check_identifier("scim_group_id", mapping.scim_group_id.as_str());
    let created_at = members.check_moment("created_at", &mapping.created_at);
    let updated_at = members.check_moment("updated_at", &mapping.updated_at);
    Some(Record::GroupMapping {
        organization_id: mapping.organization_id.into_inner(),
        id: mapping.id.into_inner(),
        workspace_id: mapping.workspace_id.into_inner(),
        scim_group_id: mapping.scim_group_id.into_inner(),
        role: mapping.role,
        created_at: created_at?,
        updated_at: updated_at?,
    })
}

fn member(members: &mut Members<'_>) -> Option<Record> {
    let organization_id = members.identifier("organization_id");
    let member: OrganizationMember = members.document()?;
    members.check_identifier("id", member.id.as_str());
    Some(Record::Member {
        organization_id: organization_id?,
        document: members.write(&member)?,
        id: member.id.into_inner(),
    })
}

fn model(members: &mut Members<'_>) -> Option<Record> {
    let aliases = members.optional::<Vec<String>>("aliases");
    let model: Model = members.document()?;
    members.check_identifier("id", model.id.as_str());
    members.check_identifier("canonical_slug", &model.canonical_slug);
    let aliases = aliases.unwrap_or_default();
    for (index, alias) in aliases.iter().enumerate() {
        members.check_identifier(format!("aliases[{index}]"), alias);
    }
    Some(Record::Model {
        names: model_names::all(&model, aliases),
        document: members.write(&model)?,
        id: model.id.into_inner(),
    })
}

fn endpoint(members: &mut Members<'_>) -> Option<Record> {
    let zero_data_retention = members.required("zero_data_retention");
    let endpoint: ProviderEndpoint = members.document()?;
    members.check_identifier("model_id", endpoint.model_id.as_str());
    members.check_identifier("tag", &endpoint.tag);
    Some(Record::Endpoint {
        zero_data_retention: zero_data_retention?,
        document: members.write(&endpoint)?,
        model_id: endpoint.model_id.into_inner(),
        tag: endpoint.tag,
    })
}

fn byok_credential(members: &mut Members<'_>, vault: &Vault) -> Option<Record> {
    let organization_id = members.identifier("organization_id");
    let id = members.required::<ByokCredentialId>("id");
    let provider = members.identifier("provider");
    let label = members.required("label");
    let created_at = members.moment("created_at");
    let deleted_at = members.optional_moment("deleted_at");
    let secret = members.optional::<String>("key").map(Zeroizing::new);
    let sealed = members.optional::<String>("sealed");
    let (organization_id, id, provider) = (organization_id?, id?.to_string(), provider?);
    let credential = Credential {
        organization: &organization_id,
        id: &id,
        provider: &provider,
    };
    let sealed = match (secret, sealed, deleted_at) {
        (Some(secret), None, None) => seal(members, vault, credential, &secret),
        (None, Some(sealed), None) => take_sealed(members, vault, credential, &sealed),
        (None, None, Some(_)) => None,
        (_, _, Some(_)) => {
            members.error(
                "deleted_at",
                "a deleted credential has neither `key` nor `sealed`",
            );
            None
        }
        (_, _, None) => {
            let problem = "expected the secret itself here, or what an export wrote in `sealed`";
            members.error("key", problem);
            None
        }
    };
    Some(Record::ByokCredential {
        organization_id,
        id,
        provider,
        label: label?,
        created_at: created_at?,
        deleted_at,
        sealed,
    })
}

fn seal(
    members: &mut Members<'_>,
    vault: &Vault,
    credential: Credential<'_>,
    secret: &str,
) -> Option<Vec<u8>> {
    if secret.is_empty() {
        members.error("key", "must not be empty");
    }
    let sealed = vault.seal(credential, secret);
    sealed
        .map_err(|error| members.error("key", format!("cannot be encrypted: {error}")))
        .ok()
}

/// Takes what an export wrote if it opens: a problem would otherwise be found much later. What an
/// older version exported is sealed in the current format.
fn take_sealed(
    members: &mut Members<'_>,
    vault: &Vault,
    credential: Credential<'_>,
    sealed: &str,
) -> Option<Vec<u8>> {
    let Ok(sealed) = BASE64_STANDARD.decode(sealed) else {
        members.error("sealed", "expected base64, as an export writes it");
        return None;
    };
    match vault.renew(vault, credential, sealed) {
        Ok(sealed) => return Some(sealed),
        Err(error @ VaultError::NoMasterKey) => {
            members.error("sealed", format!("cannot be opened: {error}"));
        }
        Err(_) => {
            let problem = "does not open for this organization, id and provider with this master key; \
                was it exported with another one?";
            members.error("sealed", problem);
        }
    }
    None
}

fn generation(members: &mut Members<'_>) -> Option<Record> {
    let organization_id = members.identifier("organization_id");
    let key_hash = members.optional::<String>("key_hash");
    if let Some(hash) = &key_hash {
        check_hash(members, "key_hash", hash);
    }
    let generation: Generation = members.document()?;
    members.check_identifier("id", generation.id.as_str());
    let usage = members.amount("usage", generation.usage);
    Some(Record::Generation {
        organization_id: organization_id?,
        key_hash,
        day: Moment::from(&generation.created_at).day(),
        usage: usage?,
        is_byok: generation.is_byok,
        document: members.write(&generation)?,
        id: generation.id.into_inner(),
    })
}

fn amount(members: &mut Members<'_>, name: &'static str) -> Option<Amount> {
    let number = members.required(name)?;
    members.amount(name, number)
}

/// The form of a key's hash; a key with another one could never be used.
fn check_hash(members: &mut Members<'_>, name: &'static str, hash: &str) {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if hash.len() != 64 || !hash.bytes().all(is_digit) {
        let problem = "expected the SHA-256 of a key in 64 lower-case hexadecimal digits";
        members.error(name, problem);
    }
}
