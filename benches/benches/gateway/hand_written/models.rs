//! A model of the catalogue, carefully written without Specsmith: with serde's derives.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Model {
    id: String,
    canonical_slug: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    created: i64,
    context_length: Option<i64>,
    architecture: Architecture,
    pricing: Pricing,
    top_provider: TopProvider,
    supported_parameters: Vec<String>,
    default_parameters: Option<DefaultParameters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expiration_date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    knowledge_cutoff: Option<String>,
    per_request_limits: Option<PerRequestLimits>,
    supported_voices: Option<Vec<String>>,
    links: Links,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Reasoning>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Modality {
    Text,
    Image,
    File,
    Audio,
    Video,
    Embeddings,
    Rerank,
    Speech,
    Transcription,
}

#[derive(Debug, Serialize, Deserialize)]
struct Architecture {
    input_modalities: Vec<Modality>,
    output_modalities: Vec<Modality>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modality: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokenizer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instruct_type: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Pricing {
    prompt: String,
    completion: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

#[derive(Debug, Serialize, Deserialize)]
struct TopProvider {
    #[serde(skip_serializing_if = "Option::is_none")]
    context_length: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<i64>,
    is_moderated: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct DefaultParameters {
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_k: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    presence_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition_penalty: Option<f64>,
}

#[derive(Debug, Serialize, Deserialize)]
struct PerRequestLimits {
    prompt_tokens: f64,
    completion_tokens: f64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Links {
    details: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Effort {
    Max,
    Xhigh,
    High,
    Medium,
    Low,
    Minimal,
    None,
}

#[derive(Debug, Serialize, Deserialize)]
struct Reasoning {
    mandatory: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_enabled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_effort: Option<Effort>,
    #[serde(skip_serializing_if = "Option::is_none")]
    supported_efforts: Option<Vec<Effort>>,
}
