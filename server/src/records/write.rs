//! From a record to its line.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gateway_api::types::Model;
use serde::Serialize;

use super::{Kind, model_names};
use crate::amount::Amount;
use crate::moment::Moment;
use crate::store::{ApiKey, Record};

/// Writes a record as a line that can be loaded again, with its end. Members without a value are
/// left out.
///
/// # Errors
///
/// A document that the store holds is not what it should be.
pub(super) fn line(record: Record) -> Result<Vec<u8>, serde_json::Error> {
    match record {
        Record::Organization {
            id,
            default_workspace_id,
            total_credits,
            total_usage,
            updated_at,
        } => Line::new(Kind::Organization)
            .member("id", &id)?
            .optional("default_workspace_id", default_workspace_id.as_ref())?
            .member("total_credits", &total_credits.to_number())?
            .member("total_usage", &total_usage.to_number())?
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
            .member("id", &id)?
            .member("organization_id", &organization_id)?
            .member("workspace_id", &workspace_id)?
            .member("scim_group_id", &scim_group_id)?
            .member("role", &role)?
            .member("created_at", &text(created_at))?
            .member("updated_at", &text(updated_at))?
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
            .member("zero_data_retention", &zero_data_retention)?
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
            .member("organization_id", &organization_id)?
            .member("id", &id)?
            .member("provider", &provider)?
            .member("label", &label)?
            .member("created_at", &text(created_at))?
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
            .member("organization_id", &organization_id)?
            .optional("key_hash", key_hash.as_ref())?
            .document(&document)
            .end(),
    }
}

fn api_key(key: &ApiKey) -> Result<Vec<u8>, serde_json::Error> {
    let rate_limit = key.rate_limit_requests.zip(key.rate_limit_seconds);
    let rate_limit = rate_limit.map(|(requests, seconds)| format!("{requests}/{seconds}s"));
    let limit_usd = key.limit_usd.as_ref().map(Amount::to_number);
    Line::new(Kind::ApiKey)
        .member("hash", &key.hash)?
        .member("organization_id", &key.organization_id)?
        .member("label", &key.label)?
        .member("is_management", &key.is_management)?
        .optional("limit_usd", limit_usd.as_ref())?
        .optional("limit_reset", key.limit_reset.as_ref())?
        .member("include_byok_in_limit", &key.include_byok_in_limit)?
        .optional("creator_user_id", key.creator_user_id.as_ref())?
        .member("created_at", &text(key.created_at))?
        .optional("expires_at", key.expires_at.map(text).as_ref())?
        .optional("deleted_at", key.deleted_at.map(text).as_ref())?
        .optional("rate_limit", rate_limit.as_ref())?
        .end()
}

fn model(names: Vec<String>, document: &str) -> Result<Vec<u8>, serde_json::Error> {
    let model: Model = serde_json::from_str(document)?;
    let aliases = model_names::aliases(&model, names);
    let aliases = Some(aliases).filter(|aliases| !aliases.is_empty());
    Line::new(Kind::Model)
        .optional("aliases", aliases.as_ref())?
        .document(document)
        .end()
}

/// A record whose document does not show the organization that it belongs to.
fn owned(kind: Kind, organization: &str, document: &str) -> Result<Vec<u8>, serde_json::Error> {
    Line::new(kind)
        .member("organization_id", organization)?
        .document(document)
        .end()
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

    fn member<T: Serialize + ?Sized>(
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
            Some(value) => self.member(name, value),
            None => Ok(self),
        }
    }

    /// The members of a document, which is an object with at least one.
    fn document(mut self, document: &str) -> Self {
        let members = document.trim_ascii_start();
        let members = members.strip_prefix('{').unwrap_or(members);
        self.0.push(b',');
        self.0
            .extend_from_slice(members.trim_ascii_end().as_bytes());
        // The brace that ends the document is written by `end`.
        self.0.pop();
        self
    }

    fn end(mut self) -> Result<Vec<u8>, serde_json::Error> {
        self.0.extend_from_slice(b"}\n");
        Ok(self.0)
    }
}
