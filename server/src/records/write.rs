//! Writes a record as a line.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_api::types::Model;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Kind, model_names};
use crate::amount::Amount;
use crate::document;
use crate::moment::Moment;
use crate::store::{ApiKey, Record};

/// Writes a record as a line that can be loaded again, with its line end. Fields without a value are
/// omitted.
///
/// # Errors
///
/// A stored document is invalid.
pub(super) fn line(record: Record) -> Result<Vec<u8>, serde_json::Error> {
    match record {
        Record::Organization {
            id,
            default_workspace_id,
            total_credits,
            total_usage,
            updated_at,
        } => Line::new(Kind::Organization)
            .field("id", &id)?
            .optional("default_workspace_id", default_workspace_id.as_ref())?
            .field("total_credits", &number(&total_credits)?)?
            .field("total_usage", &number(&total_usage)?)?
            .optional("updated_at", updated_at.map(text).as_ref())?
            .end(),
        Record::ApiKey(key) => api_key(&key),
        Record::Workspace {
            organization_id,
            document,
            ..
        } => owned(Kind::Workspace, &organization_id, &document),
        Record::Guardrail {
            organization_id,
            document,
            ..
        } => owned(Kind::Guardrail, &organization_id, &document),
        Record::GuardrailAssignment { document, .. } => Line::new(Kind::GuardrailAssignment)
            .document(&document)
            .end(),
        Record::Preset {
            organization_id,
            document,
            ..
        } => owned(Kind::Preset, &organization_id, &document),
        Record::GroupMapping {
            organization_id,
            id,
            workspace_id,
            scim_group_id,
            role,
            created_at,
            updated_at,
        } => Line::new(Kind::GroupMapping)
            .field("id", &id)?
            .field("organization_id", &organization_id)?
            .field("workspace_id", &workspace_id)?
            .field("scim_group_id", &scim_group_id)?
            .field("role", &role)?
            .field("created_at", &text(created_at))?
            .field("updated_at", &text(updated_at))?
            .end(),
        Record::Member {
            organization_id,
            document,
            ..
        } => owned(Kind::Member, &organization_id, &document),
        Record::Model {
            names, document, ..
        } => model(names, &document),
        Record::Endpoint {
            zero_data_retention,
            document,
            ..
        } => Line::new(Kind::Endpoint)
            .field("zero_data_retention", &zero_data_retention)?
            .document(&document)
            .end(),
        Record::ByokCredential {
            organization_id,
            id,
            provider,
            label,
            created_at,
            deleted_at,
            sealed,
        } => Line::new(Kind::ByokCredential)
            .field("organization_id", &organization_id)?
            .field("id", &id)?
            .field("provider", &provider)?
            .field("label", &label)?
            .field("created_at", &text(created_at))?
            .optional("deleted_at", deleted_at.map(text).as_ref())?
            .optional(
                "sealed",
                sealed.map(|bytes| BASE64_STANDARD.encode(bytes)).as_ref(),
            )?
            .end(),
        Record::Generation {
            organization_id,
            key_hash,
            document,
            ..
        } => Line::new(Kind::Generation)
            .field("organization_id", &organization_id)?
            .optional("key_hash", key_hash.as_ref())?
            .document(&document)
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

fn text(moment: Moment) -> String {
    moment.to_string()
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
