//! Records for the tests: one organization with one record of each kind.

use gateway_server::keys;
use serde_json::{Value, json};

use crate::support::records::NULL_IN_GENERATIONS;

/// The identifier of the BYOK credential.
pub(crate) const CREDENTIAL: &str = "6f1c2f4e-8c1b-4a57-9d0e-3b9a7c5d2e10";

/// The record of a key.
pub(crate) fn api_key(key: &str, organization: &str, more: Value) -> Value {
    let mut record = json!({
        "record": "api_key", "hash": keys::hash(key), "organization_id": organization,
        "label": key, "is_management": false, "created_at": "2026-01-15T09:30:00Z",
    });
    let more = more.as_object().cloned().unwrap_or_default();
    record.as_object_mut().unwrap().extend(more);
    record
}

/// The lines of a file with these records.
pub(crate) fn lines(records: &[Value]) -> Vec<String> {
    records.iter().map(Value::to_string).collect()
}

/// One record of each kind.
pub(crate) fn organization(organization: &str) -> Vec<Value> {
    let created = "2026-01-15T09:30:00Z";
    vec![
        json!({"record": "organization", "id": organization, "default_workspace_id": "ws_1",
            "total_credits": 100.5, "total_usage": 25.75}),
        json!({"record": "workspace", "organization_id": organization, "id": "ws_1", "name": "Research",
            "slug": "research", "description": null, "created_at": created, "updated_at": null,
            "created_by": null, "default_guardrail_id": "gr_1", "default_image_model": null,
            "default_text_model": null, "default_provider_sort": null, "include_byok_in_budgets": false,
            "io_logging_api_key_ids": null, "io_logging_sampling_rate": 0.25,
            "is_data_discount_logging_enabled": false, "is_observability_broadcast_enabled": false,
            "is_observability_io_logging_enabled": false}),
        json!({"record": "guardrail", "organization_id": organization, "id": "gr_1", "name": "Careful",
            "workspace_id": "ws_1", "include_byok_in_budgets": false, "created_at": created}),
        json!({"record": "guardrail_assignment", "id": "ga_1", "guardrail_id": "gr_1", "user_id": "user_1",
            "organization_id": organization, "assigned_by": null, "created_at": created}),
        json!({"record": "preset", "organization_id": organization, "id": "pr_1", "name": "Support",
            "slug": "support", "description": null, "workspace_id": null, "creator_user_id": null,
            "designated_version_id": null, "status": "active", "status_updated_at": null,
            "created_at": created, "updated_at": created}),
        json!({"record": "group_mapping", "id": "gm_1", "organization_id": organization, "workspace_id": "ws_1",
            "scim_group_id": "sg_1", "role": "member", "created_at": created, "updated_at": created}),
        json!({"record": "member", "organization_id": organization, "id": "user_1", "email": "ada@example.com",
            "first_name": null, "last_name": null, "role": "org:admin"}),
        json!({"record": "byok_credential", "organization_id": organization, "id": CREDENTIAL,
            "provider": "acme-cloud", "label": "Ours", "created_at": created, "key": "provider-secret-1"}),
        generation(organization, "gen-1", 0.5, json!({})),
    ]
}

/// A generation that cost `usage`.
pub(crate) fn generation(organization: &str, id: &str, usage: f64, more: Value) -> Value {
    let mut record = json!({"record": "generation", "organization_id": organization, "id": id,
        "model": "acme/nova-2", "origin": "https://app.example.com", "data_region": "global",
        "is_byok": false, "total_cost": usage, "usage": usage});
    let fields = record.as_object_mut().unwrap();
    for name in NULL_IN_GENERATIONS {
        fields.insert(name.to_owned(), Value::Null);
    }
    fields.insert("created_at".to_owned(), "2026-01-15T09:30:00Z".into());
    fields.extend(more.as_object().cloned().unwrap_or_default());
    record
}

/// The catalogue: one model with one endpoint without data retention.
pub(crate) fn catalogue() -> Vec<Value> {
    let pricing =
        json!({"prompt": "0.000001", "completion": "0.000002", "request": "0", "image": "0"});
    vec![
        json!({"record": "model", "aliases": ["acme/nova-latest"], "id": "acme/nova-2",
            "canonical_slug": "acme/nova-2-20260101", "name": "Nova 2", "created": 1768469400,
            "context_length": 8192, "pricing": pricing, "default_parameters": null, "per_request_limits": null,
            "supported_voices": null, "links": {"details": "/models/acme/nova-2"}, "supported_parameters": [],
            "architecture": {"input_modalities": ["text"], "output_modalities": ["text"],
                "modality": "text->text"},
            "top_provider": {"context_length": 8192, "max_completion_tokens": null, "is_moderated": false}}),
        json!({"record": "endpoint", "zero_data_retention": true, "name": "Acme | acme/nova-2",
            "model_name": "Nova 2", "model_id": "acme/nova-2", "provider_name": "Acme Cloud", "tag": "acme-cloud",
            "quantization": null, "context_length": 8192, "max_completion_tokens": null,
            "max_prompt_tokens": null, "pricing": pricing, "supported_parameters": [],
            "supports_implicit_caching": false, "latency_last_30m": null, "throughput_last_30m": null,
            "uptime_last_5m": null, "uptime_last_30m": null, "uptime_last_1d": null}),
    ]
}
