//! The records of the test gateway: plain values, initially one of each type.

use std::collections::{BTreeMap, BTreeSet};

use gateway_api::types::{
    ByokCredentialId, Credits, Generation, GroupMapping, Guardrail, GuardrailAssignment, KeyHash,
    KeyInfo, Model, ModelId, OrganizationMember, Preset, ProviderEndpoint, Workspace,
};
use gateway_api::{Page, PageRequest};

use crate::spec::example;

/// Everything that can be read or deleted. Tests change it as needed.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the types of the fields describe them")]
pub struct Records {
    pub models: Vec<Model>,
    /// Other names of models, without a variant: `acme/nova-latest`.
    pub aliases: BTreeMap<ModelId, ModelId>,
    pub endpoints: Vec<ProviderEndpoint>,
    pub generations: Vec<Generation>,
    pub credits: Credits,
    pub workspaces: Vec<Workspace>,
    pub guardrails: Vec<Guardrail>,
    pub assignments: Vec<GuardrailAssignment>,
    pub presets: Vec<Preset>,
    pub mappings: Vec<GroupMapping>,
    pub members: Vec<OrganizationMember>,
    pub key: KeyInfo,
    /// The keys that can be deleted.
    pub keys: BTreeSet<KeyHash>,
    /// The credentials, each with whether it is marked as deleted.
    pub credentials: BTreeMap<ByokCredentialId, bool>,
}

impl Records {
    /// One record of each type: the examples of the specification.
    pub fn from_examples() -> Self {
        Self {
            models: vec![example("Model")],
            aliases: BTreeMap::from([("acme/nova-latest".into(), "acme/nova-2".into())]),
            endpoints: vec![example("ProviderEndpoint")],
            generations: vec![example("Generation")],
            credits: example("Credits"),
            workspaces: vec![example("Workspace")],
            guardrails: vec![example("Guardrail")],
            assignments: vec![example("GuardrailAssignment")],
            presets: vec![example("Preset")],
            mappings: vec![example("GroupMapping")],
            members: vec![example("OrganizationMember")],
            key: example("KeyInfo"),
            keys: BTreeSet::from([example("KeyHash")]),
            credentials: BTreeMap::from([(example("ByokCredentialId"), false)]),
        }
    }
}

impl Default for Records {
    fn default() -> Self {
        Self::from_examples()
    }
}

/// Copies a value `count` times with different identifiers (`gr_19c2-0`, `gr_19c2-1`, …).
pub fn many<T: Clone>(one: &T, count: usize, rename: impl Fn(&mut T, usize)) -> Vec<T> {
    (0..count)
        .map(|number| {
            let mut item = one.clone();
            rename(&mut item, number);
            item
        })
        .collect()
}

/// The requested page of `items`.
pub(super) fn page<T: Clone>(items: &[T], request: PageRequest) -> Page<T> {
    let skipped = usize::try_from(request.offset).unwrap_or(usize::MAX);
    let taken = usize::try_from(request.limit).unwrap_or_default();
    Page {
        data: items.iter().skip(skipped).take(taken).cloned().collect(),
        total_count: i64::try_from(items.len()).unwrap_or(i64::MAX),
    }
}
