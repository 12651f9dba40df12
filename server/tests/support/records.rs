//! Records in the format of the API, and functions that insert them.

use gateway_server::amount::Amount;
use gateway_server::store::{ApiKey, Change, Window};
use gateway_server::timestamps::UnixMicros;
use serde_json::{Value, json};

use super::{Database, Engine};

/// 2026-01-15T09:30:00Z
pub const CREATED: UnixMicros = UnixMicros(1_768_469_400_000_000);

/// The whole list.
pub const ALL: Window = Window {
    offset: 0,
    limit: 100,
};

/// A part of the list.
pub const fn window(offset: i64, limit: i64) -> Window {
    Window { offset, limit }
}

/// An amount of money.
pub fn amount(number: f64) -> Amount {
    Amount::try_from(number).expect("an amount")
}

/// A change made by a command now.
pub fn now() -> Change<'static> {
    Change::by_command_line()
}

/// A change made by a command at this time.
pub fn change_at(at: UnixMicros) -> Change<'static> {
    Change::by_command_line().at(at)
}

/// A string literal in SQL.
pub fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

pub fn workspace(id: &str, name: &str) -> Value {
    json!({
        "id": id, "name": name, "slug": name, "description": null,
        "created_at": "2026-01-15T09:30:00Z", "updated_at": null, "created_by": null,
        "default_guardrail_id": "gr", "default_image_model": null, "default_text_model": null,
        "default_provider_sort": null, "include_byok_in_budgets": false,
        "io_logging_api_key_ids": null, "io_logging_sampling_rate": 0.25,
        "is_data_discount_logging_enabled": false, "is_observability_broadcast_enabled": false,
        "is_observability_io_logging_enabled": false,
    })
}

pub fn guardrail(id: &str, name: &str) -> Value {
    json!({
        "id": id, "name": name, "include_byok_in_budgets": false,
        "created_at": "2026-01-15T09:30:00Z",
    })
}

pub fn assignment(id: &str, organization: &str) -> Value {
    json!({
        "id": id, "guardrail_id": "gr", "user_id": "user", "organization_id": organization,
        "assigned_by": null, "created_at": "2026-01-15T09:30:00Z",
    })
}

pub fn preset(id: &str, name: &str) -> Value {
    json!({
        "id": id, "name": name, "slug": name, "description": null, "workspace_id": null,
        "creator_user_id": null, "designated_version_id": null, "status": "active",
        "status_updated_at": null, "created_at": "2026-01-15T09:30:00Z",
        "updated_at": "2026-01-15T09:30:00Z",
    })
}

pub fn member(id: &str, email: &str) -> Value {
    json!({ "id": id, "email": email, "first_name": null, "last_name": null, "role": "org:member" })
}

pub fn model(id: &str) -> Value {
    json!({
        "id": id, "canonical_slug": id, "name": id, "created": 1, "context_length": null,
        "architecture": { "input_modalities": ["text"], "output_modalities": ["text"] },
        "pricing": { "prompt": "0.000001", "completion": "0.000002" },
        "top_provider": { "is_moderated": false }, "supported_parameters": [],
        "default_parameters": null, "per_request_limits": null, "supported_voices": null,
        "links": { "details": "/models" },
    })
}

pub fn endpoint(model: &str, tag: &str) -> Value {
    json!({
        "name": tag, "model_name": model, "model_id": model, "provider_name": "Acme", "tag": tag,
        "quantization": null, "context_length": 1000, "max_completion_tokens": null,
        "max_prompt_tokens": null, "pricing": { "prompt": "0", "completion": "0" },
        "supported_parameters": [], "supports_implicit_caching": false,
        "latency_last_30m": null, "throughput_last_30m": null, "uptime_last_5m": null,
        "uptime_last_30m": null, "uptime_last_1d": null,
    })
}

/// The nullable fields of a generation.
pub const NULL_IN_GENERATIONS: [&str; 35] = [
    "request_id",
    "upstream_id",
    "provider_name",
    "router",
    "api_type",
    "app_id",
    "preset_id",
    "http_referer",
    "user_agent",
    "external_user",
    "session_id",
    "service_tier",
    "web_search_engine",
    "streamed",
    "cancelled",
    "finish_reason",
    "native_finish_reason",
    "latency",
    "generation_time",
    "moderation_latency",
    "tokens_prompt",
    "tokens_completion",
    "native_tokens_prompt",
    "native_tokens_completion",
    "native_tokens_completion_images",
    "native_tokens_reasoning",
    "native_tokens_cached",
    "num_fetches",
    "num_input_audio_prompt",
    "num_media_completion",
    "num_media_prompt",
    "num_search_results",
    "upstream_inference_cost",
    "cache_discount",
    "provider_responses",
];

pub fn generation(id: &str, model: &str) -> Value {
    let mut record = json!({
        "id": id, "created_at": "2026-01-15T09:30:00Z", "model": model, "origin": "",
        "data_region": "global", "is_byok": false, "total_cost": 0.5, "usage": 0.5,
    });
    for name in NULL_IN_GENERATIONS {
        record[name] = Value::Null;
    }
    record
}

/// An ordinary key without limits.
pub fn key(organization: &str, hash: &str) -> ApiKey {
    ApiKey {
        hash: hash.into(),
        organization_id: organization.into(),
        label: "A key".into(),
        is_management: false,
        limit_usd: None,
        limit_reset: None,
        include_byok_in_limit: false,
        creator_user_id: None,
        created_at: CREATED,
        expires_at: None,
        deleted_at: None,
        rate_limit_requests: None,
        rate_limit_seconds: None,
    }
}

impl<S: Engine> Database<S> {
    pub async fn add_organization(&self, id: &str, default_workspace: Option<&str>) {
        let workspace = default_workspace.map_or("NULL".into(), quote);
        let id = quote(id);
        self.execute(&format!(
            "INSERT INTO organizations (id, default_workspace_id, total_credits, total_usage)
             VALUES ({id}, {workspace}, 10.5, 2.25)"
        ))
        .await;
    }

    /// Adds a record to a table of documents. `more` contains additional columns and their SQL values.
    pub async fn add(
        &self,
        table: &str,
        organization: &str,
        record: &Value,
        more: &[(&str, &str)],
    ) {
        let id = record["id"].as_str().expect("an id");
        let (mut columns, mut values) = (String::new(), String::new());
        for (column, value) in more {
            columns.push_str(&format!(", {column}"));
            values.push_str(&format!(", {value}"));
        }
        self.execute(&format!(
            "INSERT INTO {table} (organization_id, id, document{columns}) VALUES ({}, {}, {}{values})",
            quote(organization),
            quote(id),
            quote(&record.to_string()),
        ))
        .await;
    }

    pub async fn add_workspace(&self, organization: &str, id: &str) {
        let record = workspace(id, organization);
        self.add("workspaces", organization, &record, &[]).await;
    }

    /// Adds a guardrail. The workspace `""` means no workspace.
    pub async fn add_guardrail(&self, organization: &str, id: &str, workspace: &str) {
        let record = guardrail(id, organization);
        let more = [("workspace_id", &*quote(workspace))];
        self.add("guardrails", organization, &record, &more).await;
    }

    pub async fn add_assignment(&self, organization: &str, id: &str) {
        let record = assignment(id, organization);
        self.add("guardrail_assignments", organization, &record, &[])
            .await;
    }

    pub async fn add_preset(&self, organization: &str, id: &str, updated_at: i64) {
        let record = preset(id, organization);
        let more = [("updated_at", &*updated_at.to_string())];
        self.add("presets", organization, &record, &more).await;
    }

    pub async fn add_member(&self, organization: &str, id: &str) {
        let record = member(id, &format!("{organization}@example.com"));
        self.add("members", organization, &record, &[]).await;
    }

    pub async fn add_group_mapping(&self, organization: &str, id: &str) {
        let (organization, id) = (quote(organization), quote(id));
        self.execute(&format!(
            "INSERT INTO group_mappings
                 (organization_id, id, workspace_id, scim_group_id, role, created_at, updated_at)
             VALUES ({organization}, {id}, 'ws', 'sg', 'member', {0}, {0})",
            CREATED.0
        ))
        .await;
    }

    pub async fn add_generation(&self, organization: &str, id: &str) {
        let record = generation(id, organization);
        let more = [("day", "0"), ("usage", "0.5"), ("is_byok", "FALSE")];
        self.add("generations", organization, &record, &more).await;
    }

    /// Adds a credential with key material.
    pub async fn add_credential(&self, organization: &str, id: &str) {
        let (organization, id) = (quote(organization), quote(id));
        self.execute(&format!(
            "INSERT INTO byok_credentials (organization_id, id, provider, label, created_at)
             VALUES ({organization}, {id}, 'acme', 'Ours', {});
             INSERT INTO byok_material (organization_id, credential_id, sealed)
             SELECT {organization}, {id}, {}",
            CREATED.0,
            self.bytes("5EC2E7"),
        ))
        .await;
    }

    /// A bytes literal in the SQL of the engine.
    fn bytes(&self, hexadecimal: &str) -> String {
        match S::NAME {
            "sqlite" => format!("x'{hexadecimal}'"),
            _ => format!("'\\x{hexadecimal}'::bytea"),
        }
    }

    /// Adds a model under these names.
    pub async fn add_model(&self, id: &str, names: &[&str]) {
        let document = quote(&model(id).to_string());
        let id = quote(id);
        self.execute(&format!(
            "INSERT INTO models (id, document) VALUES ({id}, {document})"
        ))
        .await;
        for name in names {
            let name = quote(name);
            self.execute(&format!(
                "INSERT INTO model_names (name, model_id) VALUES ({name}, {id})"
            ))
            .await;
        }
    }

    pub async fn add_endpoint(&self, model: &str, tag: &str, zero_data_retention: bool) {
        let document = quote(&endpoint(model, tag).to_string());
        let (model, tag) = (quote(model), quote(tag));
        self.execute(&format!(
            "INSERT INTO endpoints (model_id, tag, zero_data_retention, document)
             VALUES ({model}, {tag}, {zero_data_retention}, {document})"
        ))
        .await;
    }

    /// Adds the usage of a key of the organization `org` on a day.
    pub async fn add_usage(&self, key_hash: &str, day: i64, usage: f64, byok_usage: f64) {
        let key_hash = quote(key_hash);
        self.execute(&format!(
            "INSERT INTO usage_by_day (organization_id, key_hash, day, usage, byok_usage)
             VALUES ('org', {key_hash}, {day}, {usage:?}, {byok_usage:?})"
        ))
        .await;
    }
}
