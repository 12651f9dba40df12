//! The JSON that both sides serve and read.

#![allow(dead_code, reason = "no benchmark uses all of it")]

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The key of every request.
pub(crate) const KEY: &str = "gw-0123456789abcdef0123456789abcdef";

/// The id of [`mapping`].
pub(crate) const MAPPING: &str = "gm_42d8";

/// The keys, and whether each may manage the organization.
pub(crate) fn keys() -> HashMap<String, bool> {
    HashMap::from([(KEY.to_owned(), true), (String::from("gw-ordinary"), false)])
}

/// A sample as a value of one of the types for it.
pub(crate) fn value<T: DeserializeOwned>(json: Value) -> T {
    serde_json::from_value(json).expect("the samples match the API's types")
}

pub(crate) fn credits() -> Value {
    json!({ "total_credits": 100.5, "total_usage": 25.75 })
}

pub(crate) fn workspaces(count: usize) -> Vec<Value> {
    (0..count).map(workspace).collect()
}

/// A page of all workspaces.
pub(crate) fn page(count: usize) -> Value {
    json!({ "data": workspaces(count), "total_count": count })
}

fn workspace(number: usize) -> Value {
    json!({
        "id": format!("ws_{number:04x}"),
        "name": format!("Research {number}"),
        "slug": format!("research-{number}"),
        "description": "Models for the research group, and its partners",
        "created_at": "2026-01-15T09:30:00Z",
        "updated_at": "2026-02-03T16:05:41.25Z",
        "created_by": "user_2ab9",
        "default_guardrail_id": "gr_19c2",
        "default_image_model": null,
        "default_text_model": "acme/nova-2",
        "default_provider_sort": "price",
        "include_byok_in_budgets": false,
        "io_logging_api_key_ids": [1204, 1207],
        "io_logging_sampling_rate": 0.25,
        "is_data_discount_logging_enabled": false,
        "is_observability_broadcast_enabled": number.is_multiple_of(2),
        "is_observability_io_logging_enabled": true,
    })
}

pub(crate) fn mapping() -> Value {
    json!({
        "id": MAPPING,
        "organization_id": "org_c4f6",
        "workspace_id": "ws_7f3a",
        "scim_group_id": "sg_9e10",
        "role": "member",
        "created_at": "2026-01-15T09:30:00Z",
        "updated_at": "2026-01-15T09:30:00Z",
    })
}
