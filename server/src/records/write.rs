//! Writes a record as a line.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_api::types::Model;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Kind, model_names};
use crate::amount::Amount;
use crate::document;
use crate::store::{ApiKey, Record};
use crate::timestamps::UnixMicros;

/// Writes a record as a line that can be loaded again, with its line end. Fields without a value are
/// omitted.
///
/// # Errors
///
/// A stored document is invalid.
pub(super) fn line(record: Record) -> Result<Vec<u8>, serde_json::Error> {
    match record {
        Record::Organization(organization) => Line::new(Kind::Organization)
            .field("id", &organization.id)?
            .optional(
                "default_workspace_id",
                organization.default_workspace_id.as_ref(),
            )?
            .field("total_credits", &number(&organization.total_credits)?)?
            .field("total_usage", &number(&organization.total_usage)?)?
            .optional("updated_at", organization.updated_at.map(text).as_ref())?
            .end(),
        Record::ApiKey(key) => api_key(&key),
        Record::Workspace(it) => owned(Kind::Workspace, &it.organization_id, &it.document),
        Record::Guardrail(it) => owned(Kind::Guardrail, &it.organization_id, &it.document),
        Record::GuardrailAssignment(assignment) => Line::new(Kind::GuardrailAssignment)
            .document(&assignment.document)
            .end(),
        Record::Preset(it) => owned(Kind::Preset, &it.organization_id, &it.document),
        Record::GroupMapping(mapping) => Line::new(Kind::GroupMapping)
            .field("id", &mapping.id)?
            .field("organization_id", &mapping.organization_id)?
            .field("workspace_id", &mapping.workspace_id)?
            .field("scim_group_id", &mapping.scim_group_id)?
            .field("role", &mapping.role)?
            .field("created_at", &text(mapping.created_at))?
            .field("updated_at", &text(mapping.updated_at))?
            .end(),
        Record::Member(it) => owned(Kind::Member, &it.organization_id, &it.document),
        Record::Model(it) => model(it.names, &it.document),
        Record::Endpoint(endpoint) => Line::new(Kind::Endpoint)
            .field("zero_data_retention", &endpoint.zero_data_retention)?
            .document(&endpoint.document)
            .end(),
        Record::ByokCredential(credential) => {
            let sealed = credential.sealed.map(|bytes| BASE64_STANDARD.encode(bytes));
            Line::new(Kind::ByokCredential)
                .field("organization_id", &credential.organization_id)?
                .field("id", &credential.id)?
                .field("provider", &credential.provider)?
                .field("label", &credential.label)?
                .field("created_at", &text(credential.created_at))?
                .optional("deleted_at", credential.deleted_at.map(text).as_ref())?
                .optional("sealed", sealed.as_ref())?
                .end()
        }
        Record::Generation(generation) => Line::new(Kind::Generation)
            .field("organization_id", &generation.organization_id)?
            .optional("key_hash", generation.key_hash.as_ref())?
            .document(&generation.document)
            .end(),
    }
}

fn api_key(key: &ApiKey) -> Result<Vec<u8>, serde_json::Error> {
    let rate_limit = key.rate_limit_requests.zip(key.rate_limit_seconds);
    let rate_limit = rate_limit.map(|(requests, seconds)| format!("{requests}/{seconds}s"));
    let limit_usd = key.limit_usd.as_ref().map(number).transpose()?;
    Line::new(Kind::ApiKey)
        .field("hash", &key.hash)?
        .field("organization_id", &key.organization_id)?
        .field("label", &key.label)?
        .field("is_management", &key.is_management)?
        .optional("limit_usd", limit_usd.as_ref())?
        .optional("limit_reset", key.limit_reset.as_ref())?
        .field("include_byok_in_limit", &key.include_byok_in_limit)?
        .optional("creator_user_id", key.creator_user_id.as_ref())?
        .field("created_at", &text(key.created_at))?
        .optional("expires_at", key.expires_at.map(text).as_ref())?
        .optional("deleted_at", key.deleted_at.map(text).as_ref())?
        .optional("rate_limit", rate_limit.as_ref())?
        .end()
}

fn model(names: Vec<String>, document: &str) -> Result<Vec<u8>, serde_json::Error> {
    let model: Model = document::read(document)?;
    let aliases = model_names::aliases(&model, names);
    let aliases = Some(aliases).filter(|aliases| !aliases.is_empty());
    Line::new(Kind::Model)
        .optional("aliases", aliases.as_ref())?
        .document(document)
        .end()
}

/// A record whose document does not contain its organization.
fn owned(kind: Kind, organization: &str, document: &str) -> Result<Vec<u8>, serde_json::Error> {
    Line::new(kind)
        .field("organization_id", organization)?
        .document(document)
        .end()
}

/// All digits of an amount, as a JSON number.
fn number(amount: &Amount) -> Result<Box<RawValue>, serde_json::Error> {
    RawValue::from_string(amount.to_string())
}

fn text(at: UnixMicros) -> String {
    at.to_string()
}

/// A line that is being written.
struct Line(Vec<u8>);

impl Line {
    fn new(kind: Kind) -> Self {
        let mut text = Vec::with_capacity(512);
        text.extend_from_slice(b"{\"record\":\"");
        text.extend_from_slice(kind.as_str().as_bytes());
        text.push(b'"');
        Self(text)
    }

    fn field<T: Serialize + ?Sized>(
        mut self,
        name: &'static str,
        value: &T,
    ) -> Result<Self, serde_json::Error> {
        self.0.extend_from_slice(b",\"");
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        serde_json::to_writer(&mut self.0, value)?;
        Ok(self)
    }

    fn optional<T: Serialize>(
        self,
        name: &'static str,
        value: Option<&T>,
    ) -> Result<Self, serde_json::Error> {
        match value {
            Some(value) => self.field(name, value),
            None => Ok(self),
        }
    }

    /// The fields of a document, which is an object with at least one field.
    fn document(mut self, document: &str) -> Self {
        let fields = document.trim_ascii_start();
        let fields = fields.strip_prefix('{').unwrap_or(fields);
        self.0.push(b',');
        self.0.extend_from_slice(fields.trim_ascii_end().as_bytes());
        // `end` writes the closing brace.
        self.0.pop();
        self
    }

    fn end(mut self) -> Result<Vec<u8>, serde_json::Error> {
        self.0.extend_from_slice(b"}\n");
        Ok(self.0)
    }
}
