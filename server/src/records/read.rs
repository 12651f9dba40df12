//! Reads a record from a line.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_api::types::{
    ByokCredentialId, Generation, GroupMapping, Guardrail, GuardrailAssignment, Model,
    OrganizationMember, Preset, ProviderEndpoint, ResetInterval, Workspace,
};
use zeroize::Zeroizing;

use super::fields::Fields;
use super::{Kind, RecordError, model_names};
use crate::amount::Amount;
use crate::store::{ApiKey, Organization, RateLimit, Record, record};
use crate::timestamps::UnixMicros;
use crate::vault::{Credential, Vault, VaultError};

/// Reads the record of a line.
///
/// # Errors
///
/// All errors. They never contain a value of the record.
pub(super) fn record(
    line: u64,
    text: &str,
    vault: &Vault,
) -> Result<(Kind, Record), Vec<RecordError>> {
    let mut fields = Fields::of(line, text).map_err(|error| vec![error])?;
    let Some(name) = fields.required::<String>("record") else {
        let kinds = Kind::ALL.map(|kind| format!("`{kind}`")).join(", ");
        fields.error(
            "record",
            format!("names the kind of the record: one of {kinds}"),
        );
        return Err(fields.into_errors());
    };
    let kind = match Kind::named(&name) {
        Ok(kind) => kind,
        Err(problem) => {
            fields.error("record", problem);
            return Err(fields.into_errors());
        }
    };
    let record = match kind {
        Kind::Organization => organization(&mut fields),
        Kind::ApiKey => api_key(&mut fields),
        Kind::Workspace => workspace(&mut fields),
        Kind::Guardrail => guardrail(&mut fields),
        Kind::GuardrailAssignment => guardrail_assignment(&mut fields),
        Kind::Preset => preset(&mut fields),
        Kind::GroupMapping => group_mapping(&mut fields),
        Kind::Member => member(&mut fields),
        Kind::Model => model(&mut fields),
        Kind::Endpoint => endpoint(&mut fields),
        Kind::ByokCredential => byok_credential(&mut fields, vault),
        Kind::Generation => generation(&mut fields),
    };
    fields.finish(record).map(|record| (kind, record))
}

fn organization(fields: &mut Fields<'_>) -> Option<Record> {
    let id = fields.identifier("id");
    let default_workspace_id = fields.optional_identifier("default_workspace_id");
    let total_credits = fields.amount("total_credits");
    let total_usage = fields.amount("total_usage");
    let updated_at = fields.optional_timestamp("updated_at");
    Some(Record::Organization(Organization {
        id: id?,
        default_workspace_id,
        total_credits: total_credits?,
        total_usage: total_usage?,
        updated_at,
    }))
}

fn api_key(fields: &mut Fields<'_>) -> Option<Record> {
    let hash = fields.required::<String>("hash");
    if let Some(hash) = &hash {
        check_hash(fields, "hash", hash);
    }
    let organization_id = fields.identifier("organization_id");
    let label = fields.required("label");
    let is_management = fields.required("is_management");
    let limit_usd = fields.optional_amount("limit_usd");
    if limit_usd.as_ref().is_some_and(Amount::is_negative) {
        fields.error("limit_usd", "must not be negative");
    }
    let limit_reset = fields.optional::<ResetInterval>("limit_reset");
    if let Some(interval) = &limit_reset {
        check_interval(fields, interval);
    }
    let include_byok_in_limit = fields.optional("include_byok_in_limit");
    let creator_user_id = fields.optional_identifier("creator_user_id");
    let created_at = fields.timestamp("created_at");
    let expires_at = fields.optional_timestamp("expires_at");
    let deleted_at = fields.optional_timestamp("deleted_at");
    let rate_limit = rate_limit(fields);
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

/// In the format of the command line: `100/10s`.
fn rate_limit(fields: &mut Fields<'_>) -> Option<RateLimit> {
    let text: String = fields.optional("rate_limit")?;
    let limit = text.parse();
    limit
        .map_err(|expected: &str| fields.error("rate_limit", expected))
        .ok()
}

/// A limit with an interval that this server does not know would never be reset.
fn check_interval(fields: &mut Fields<'_>, interval: &ResetInterval) {
    let known = [
        ResetInterval::Daily,
        ResetInterval::Weekly,
        ResetInterval::Monthly,
    ];
    if !known.contains(interval) {
        fields.error(
            "limit_reset",
            "expected one of `daily`, `weekly`, `monthly`",
        );
    }
}

fn workspace(fields: &mut Fields<'_>) -> Option<Record> {
    let organization_id = fields.identifier("organization_id");
    let workspace: Workspace = fields.document()?;
    fields.check_identifier("id", workspace.id.as_str());
    Some(Record::Workspace(record::Workspace {
        updated_at: workspace.updated_at.as_ref().map(UnixMicros::from),
        organization_id: organization_id?,
        document: fields.write(&workspace)?,
        id: workspace.id.into_inner(),
    }))
}

fn guardrail(fields: &mut Fields<'_>) -> Option<Record> {
    let organization_id = fields.identifier("organization_id");
    let guardrail: Guardrail = fields.document()?;
    fields.check_identifier("id", guardrail.id.as_str());
    let workspace_id = guardrail.workspace_id.as_ref().map(|id| id.as_str());
    if let Some(id) = workspace_id {
        fields.check_identifier("workspace_id", id);
    }
    Some(Record::Guardrail(record::Guardrail {
        updated_at: guardrail.updated_at.value().map(UnixMicros::from),
        organization_id: organization_id?,
        workspace_id: workspace_id.unwrap_or_default().to_owned(),
        document: fields.write(&guardrail)?,
        id: guardrail.id.into_inner(),
    }))
}

fn guardrail_assignment(fields: &mut Fields<'_>) -> Option<Record> {
    let assignment: GuardrailAssignment = fields.document()?;
    fields.check_identifier("organization_id", assignment.organization_id.as_str());
    fields.check_identifier("id", assignment.id.as_str());
    Some(Record::GuardrailAssignment(record::GuardrailAssignment {
        document: fields.write(&assignment)?,
        organization_id: assignment.organization_id.into_inner(),
        id: assignment.id.into_inner(),
    }))
}

fn preset(fields: &mut Fields<'_>) -> Option<Record> {
    let organization_id = fields.identifier("organization_id");
    let preset: Preset = fields.document()?;
    fields.check_identifier("id", preset.id.as_str());
    Some(Record::Preset(record::Preset {
        organization_id: organization_id?,
        updated_at: UnixMicros::from(&preset.updated_at),
        document: fields.write(&preset)?,
        id: preset.id.into_inner(),
    }))
}

fn group_mapping(fields: &mut Fields<'_>) -> Option<Record> {
    let mapping: GroupMapping = fields.document()?;
    fields.check_identifier("organization_id", mapping.organization_id.as_str());
    fields.check_identifier("id", mapping.id.as_str());
    fields.check_identifier("workspace_id", mapping.workspace_id.as_str());
    fields.check_identifier("scim_group_id", mapping.scim_group_id.as_str());
    let created_at = fields.check_timestamp("created_at", &mapping.created_at);
    let updated_at = fields.check_timestamp("updated_at", &mapping.updated_at);
    Some(Record::GroupMapping(record::GroupMapping {
        organization_id: mapping.organization_id.into_inner(),
        id: mapping.id.into_inner(),
        workspace_id: mapping.workspace_id.into_inner(),
        scim_group_id: mapping.scim_group_id.into_inner(),
        role: mapping.role.as_str().to_owned(),
        created_at: created_at?,
        updated_at: updated_at?,
    }))
}

fn member(fields: &mut Fields<'_>) -> Option<Record> {
    let organization_id = fields.identifier("organization_id");
    let member: OrganizationMember = fields.document()?;
    fields.check_identifier("id", member.id.as_str());
    Some(Record::Member(record::Member {
        organization_id: organization_id?,
        document: fields.write(&member)?,
        id: member.id.into_inner(),
    }))
}

fn model(fields: &mut Fields<'_>) -> Option<Record> {
    let aliases = fields.optional::<Vec<String>>("aliases");
    let model: Model = fields.document()?;
    fields.check_identifier("id", model.id.as_str());
    fields.check_identifier("canonical_slug", &model.canonical_slug);
    let aliases = aliases.unwrap_or_default();
    for (index, alias) in aliases.iter().enumerate() {
        fields.check_identifier(format!("aliases[{index}]"), alias);
    }
    Some(Record::Model(record::Model {
        names: model_names::all(&model, aliases),
        document: fields.write(&model)?,
        id: model.id.into_inner(),
    }))
}

fn endpoint(fields: &mut Fields<'_>) -> Option<Record> {
    let zero_data_retention = fields.required("zero_data_retention");
    let endpoint: ProviderEndpoint = fields.document()?;
    fields.check_identifier("model_id", endpoint.model_id.as_str());
    fields.check_identifier("tag", &endpoint.tag);
    Some(Record::Endpoint(record::Endpoint {
        zero_data_retention: zero_data_retention?,
        document: fields.write(&endpoint)?,
        model_id: endpoint.model_id.into_inner(),
        tag: endpoint.tag,
    }))
}

fn byok_credential(fields: &mut Fields<'_>, vault: &Vault) -> Option<Record> {
    let organization_id = fields.identifier("organization_id");
    let id = fields.required::<ByokCredentialId>("id");
    let provider = fields.identifier("provider");
    let label = fields.required("label");
    let created_at = fields.timestamp("created_at");
    let deleted_at = fields.optional_timestamp("deleted_at");
    let secret = fields.optional::<String>("key").map(Zeroizing::new);
    let sealed = fields.optional::<String>("sealed");
    let (organization_id, id, provider) = (organization_id?, id?.to_string(), provider?);
    let credential = Credential {
        organization: &organization_id,
        id: &id,
        provider: &provider,
    };
    let sealed = match (secret, sealed, deleted_at) {
        (Some(secret), None, None) => seal(fields, vault, credential, &secret),
        (None, Some(sealed), None) => take_sealed(fields, vault, credential, &sealed),
        (None, None, Some(_)) => None,
        (_, _, Some(_)) => {
            fields.error(
                "deleted_at",
                "a deleted credential has neither `key` nor `sealed`",
            );
            None
        }
        (_, _, None) => {
            let problem = "expected the secret itself here, or `sealed` as an export writes it";
            fields.error("key", problem);
            None
        }
    };
    Some(Record::ByokCredential(record::ByokCredential {
        organization_id,
        id,
        provider,
        label: label?,
        created_at: created_at?,
        deleted_at,
        sealed,
    }))
}

fn seal(
    fields: &mut Fields<'_>,
    vault: &Vault,
    credential: Credential<'_>,
    secret: &str,
) -> Option<Vec<u8>> {
    if secret.is_empty() {
        fields.error("key", "must not be empty");
    }
    let sealed = vault.seal(credential, secret);
    sealed
        .map_err(|error| fields.error("key", format!("cannot be encrypted: {error}")))
        .ok()
}

/// Accepts exported key material if it can be decrypted. Otherwise, a problem would be found much later.
/// Exports of older versions are sealed in the current format.
fn take_sealed(
    fields: &mut Fields<'_>,
    vault: &Vault,
    credential: Credential<'_>,
    sealed: &str,
) -> Option<Vec<u8>> {
    let Ok(sealed) = BASE64_STANDARD.decode(sealed) else {
        fields.error("sealed", "expected base64, as an export writes it");
        return None;
    };
    match vault.renew(vault, credential, sealed) {
        Ok(sealed) => return Some(sealed),
        Err(error @ VaultError::NoMasterKey) => {
            fields.error("sealed", format!("cannot be opened: {error}"));
        }
        Err(_) => {
            let problem = "does not open for this organization, id and provider with this master key; \
                was it exported with another one?";
            fields.error("sealed", problem);
        }
    }
    None
}

fn generation(fields: &mut Fields<'_>) -> Option<Record> {
    let organization_id = fields.identifier("organization_id");
    let key_hash = fields.optional::<String>("key_hash");
    if let Some(hash) = &key_hash {
        check_hash(fields, "key_hash", hash);
    }
    let generation: Generation = fields.document()?;
    fields.check_identifier("id", generation.id.as_str());
    let usage = fields.checked_amount("usage", generation.usage.try_into());
    Some(Record::Generation(record::Generation {
        organization_id: organization_id?,
        key_hash,
        day: UnixMicros::from(&generation.created_at).day(),
        usage: usage?,
        is_byok: generation.is_byok,
        document: fields.write(&generation)?,
        id: generation.id.into_inner(),
    }))
}

/// Checks the format of a hash. A key with another one could never be used.
fn check_hash(fields: &mut Fields<'_>, name: &'static str, hash: &str) {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if hash.len() != 64 || !hash.bytes().all(is_digit) {
        let problem = "expected the SHA-256 of a key in 64 lower-case hexadecimal digits";
        fields.error(name, problem);
    }
}
