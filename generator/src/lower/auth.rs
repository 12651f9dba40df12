//! Who may call.

use super::reasons::reason;
use crate::api::{
    Access, Alternative, ApiKey, Auth, AuthResponse, ErrorDef, Flow, FlowKind, KeyKind, Needs,
    Scheme, SchemeId, SchemeKind, Scope,
};
use crate::document::{
    AlternativeEntry, AuthResponseEntry, AuthSection, FlowEntry, OperationEntry, SchemeEntry,
    SchemeEntryKind,
};

pub(super) fn lower(
    section: &AuthSection,
    operations: &[OperationEntry],
    errors: &[ErrorDef],
) -> Auth {
    let response = |entry: &Option<AuthResponseEntry>, status: u16| {
        let (status, own, assumed) = match entry {
            Some(entry) => (
                entry.status.value,
                entry.message.clone(),
                entry.assumed.clone(),
            ),
            None => (status, None, None),
        };
        let described = ErrorDef::describing(status, errors);
        let described = described.and_then(|id| errors[id.index()].message());
        AuthResponse {
            status,
            message: own
                .or_else(|| described.map(str::to_owned))
                .unwrap_or_else(|| reason(status).to_owned()),
            assumed,
        }
    };
    Auth {
        schemes: schemes(section, operations),
        missing: response(&section.missing, 401),
        unknown: response(&section.unknown, 401),
        refused: response(&section.refused, 403),
        notes: section.notes.clone(),
    }
}

fn schemes(section: &AuthSection, operations: &[OperationEntry]) -> Vec<Scheme> {
    let entries = &section.schemes;
    let scheme = |entry: &SchemeEntry| {
        let kinds = entry.kinds.iter().map(|kind| KeyKind {
            name: kind.name.value.clone(),
            notes: kind.notes.clone(),
        });
        Scheme {
            name: entry.name.value.clone(),
            kind: kind(&entry.kind, entries),
            kinds: kinds.collect(),
            scopes: scopes(entry, entries),
            is_part: is_part(entry, section, operations),
            notes: entry.notes.clone(),
        }
    };
    entries.iter().map(scheme).collect()
}

fn kind(entry: &SchemeEntryKind, entries: &[SchemeEntry]) -> SchemeKind {
    match entry {
        SchemeEntryKind::Bearer => SchemeKind::Bearer,
        SchemeEntryKind::Basic => SchemeKind::Basic,
        SchemeEntryKind::ApiKey {
            place,
            name,
            prefix,
        } => SchemeKind::ApiKey(ApiKey {
            place: *place,
            name: name.value.clone(),
            prefix: prefix.as_ref().map(|prefix| prefix.value.clone()),
        }),
        SchemeEntryKind::OAuth2(flows) => {
            let flow_of_kind = |kind: &FlowKind| flows.iter().find(|flow| flow.kind == *kind);
            let flows = FlowKind::ALL.iter().filter_map(flow_of_kind);
            SchemeKind::OAuth2(flows.map(flow).collect())
        }
        SchemeEntryKind::OpenId { discovery } => SchemeKind::OpenId {
            discovery: discovery.value.clone(),
        },
        SchemeEntryKind::Custom => SchemeKind::Custom,
        SchemeEntryKind::All(parts) => {
            let parts = parts.value.iter();
            // `check` rejects parts that are not declared.
            SchemeKind::All(parts.filter_map(|part| id(&part.value, entries)).collect())
        }
    }
}

/// Whether a scheme is in a combination, and no operation names it or a kind of its credentials.
fn is_part(entry: &SchemeEntry, section: &AuthSection, operations: &[OperationEntry]) -> bool {
    let name = &entry.name.value;
    let mut parts = section.schemes.iter().flat_map(SchemeEntry::combined);
    let own = operations
        .iter()
        .filter_map(|operation| operation.access.as_ref());
    let mut named = own
        .chain(&section.default)
        .flat_map(|access| &access.alternatives);
    let is_named = |alternative: &AlternativeEntry| {
        let named = &alternative.name.value;
        named == name || entry.kinds.iter().any(|kind| kind.name.value == *named)
    };
    parts.any(|part| part.value == *name) && !named.any(is_named)
}

fn id(name: &str, entries: &[SchemeEntry]) -> Option<SchemeId> {
    let mut names = entries.iter().map(|entry| &entry.name.value);
    names.position(|known| known == name).map(SchemeId)
}

fn flow(entry: &FlowEntry) -> Flow {
    let endpoints = entry.endpoints.iter();
    Flow {
        kind: entry.kind,
        endpoints: endpoints
            .map(|(endpoint, url)| (*endpoint, url.value.clone()))
            .collect(),
    }
}

/// The scopes of a scheme. A combination has the scopes of its parts.
fn scopes(entry: &SchemeEntry, entries: &[SchemeEntry]) -> Vec<Scope> {
    let parts = entry.combined().iter();
    let parts = parts.filter_map(|part| id(&part.value, entries));
    let of_parts = parts.flat_map(|part| &entries[part.index()].scopes);
    let scopes = entry.scopes.iter().chain(of_parts);
    scopes
        .map(|scope| Scope {
            name: scope.name.value.clone(),
            notes: scope.notes.clone(),
        })
        .collect()
}

/// Who may call an operation.
pub(super) fn access(entry: &OperationEntry, section: Option<&AuthSection>) -> Access {
    let default = section.and_then(|section| section.default.as_ref());
    let (Some(access), Some(section)) = (entry.access.as_ref().or(default), section) else {
        return Access::default();
    };
    let (none, others): (Vec<_>, Vec<_>) = access
        .alternatives
        .iter()
        .partition(|alternative| alternative.is_none());
    let alternatives: Vec<Alternative> = others
        .into_iter()
        .filter_map(|entry| alternative(entry, &section.schemes))
        .collect();
    Access {
        optional: !none.is_empty() && !alternatives.is_empty(),
        alternatives,
    }
}

/// An alternative. `check` rejects names that are not declared.
fn alternative(entry: &AlternativeEntry, schemes: &[SchemeEntry]) -> Option<Alternative> {
    let name = &entry.name.value;
    if let Some(scheme) = id(name, schemes) {
        let scopes = entry.scopes.iter().flat_map(|scopes| &scopes.value);
        let scopes: Vec<String> = scopes.map(|scope| scope.value.clone()).collect();
        let needs = match scopes.is_empty() {
            true => Needs::Nothing,
            false => Needs::Scopes(scopes),
        };
        return Some(Alternative { scheme, needs });
    }
    schemes.iter().enumerate().find_map(|(index, scheme)| {
        let mut kinds = scheme.kinds.iter();
        let kind = kinds.position(|kind| kind.name.value == *name)?;
        Some(Alternative {
            scheme: SchemeId(index),
            needs: Needs::Kind(kind),
        })
    })
}
