//! Types and errors that no operation needs.

use super::Findings;
use crate::api::{Lint, Status};
use crate::document::{AuthSection, Document, ErrorEntry, ErrorKey, TypeEntryKind};
use crate::hash::{HashMap, HashSet};

/// The statuses of the responses that the router sends itself, apart from the statuses of `auth`.
const OF_THE_ROUTER: [u16; 7] = [400, 404, 405, 406, 413, 415, 500];

pub(super) fn check(findings: &mut Findings<'_>) {
    let document = findings.document;
    // An OpenAPI document is read without what no operation needs, and types may be all that a specification has.
    if findings.is_openapi || (document.operations.is_empty() && document.webhooks.is_empty()) {
        return;
    }
    check_types(findings);
    let operations = document.operations.iter();
    let own = operations.flat_map(|operation| &operation.errors);
    let shared = document.shared.iter().flat_map(|part| &part.errors);
    let listed: HashSet<&ErrorKey> = own.chain(shared).map(|key| &key.value).collect();
    for entry in &document.errors {
        if !listed.contains(&entry.key.value) && !is_implied(entry, document.auth.as_ref()) {
            let message = format!("no operation lists the error `{}`", entry.name.value);
            let help = "list it in `errors` of an operation, or remove it; if any operation may respond with it, add `implied: true`";
            let allowed = entry.notes.allow;
            findings.add(Lint::UnusedError, allowed, message, entry.key.span, help);
        }
    }
}

/// Whether responses have the error although no operation lists it.
fn is_implied(entry: &ErrorEntry, auth: Option<&AuthSection>) -> bool {
    let own = auth.map_or([None; 3], |auth| {
        [&auth.missing, &auth.unknown, &auth.refused]
            .map(|response| response.as_ref().map(|response| response.status.value))
    });
    let defaults = auth.map_or([None; 3], |_| [Some(401), Some(401), Some(403)]);
    let denials = own.into_iter().zip(defaults);
    let denials = denials.filter_map(|(own, default)| own.or(default));
    let mut statuses = OF_THE_ROUTER.into_iter().chain(denials);
    entry.implied
        || match entry.status.value {
            Status::Exact(status) => statuses.any(|router_status| router_status == status),
            Status::Class(_) | Status::Default => true,
        }
}

fn check_types(findings: &mut Findings<'_>) {
    let document = findings.document;
    let used = used_types(document);
    for entry in &document.types {
        if !used.contains(entry.name.value.as_str()) {
            let message = format!("no operation uses the type `{}`", entry.name.value);
            let help = "use it or remove it";
            let allowed = entry.notes.allow;
            findings.add(Lint::UnusedType, allowed, message, entry.name.span, help);
        }
    }
}

/// The names of the types that operations and errors lead to.
fn used_types(document: &Document) -> HashSet<String> {
    // Visiting can change the document.
    let mut document = document.clone();
    let mut inside: HashMap<String, Vec<String>> = HashMap::default();
    for mut entry in std::mem::take(&mut document.types) {
        let mut names = match &entry.kind {
            TypeEntryKind::Object { bases, .. } => {
                bases.iter().map(|base| base.value.clone()).collect()
            }
            TypeEntryKind::Enum { .. }
            | TypeEntryKind::Tuple(_)
            | TypeEntryKind::Newtype { .. }
            | TypeEntryKind::Alias { .. }
            | TypeEntryKind::Union(_) => Vec::new(),
        };
        entry.visit_types(&mut |_, ty| {
            names.extend(ty.named().map(|name| name.value.to_owned()));
        });
        inside.insert(entry.name.value, names);
    }
    let mut open = Vec::new();
    document.visit_types(&mut |_, ty| {
        open.extend(ty.named().map(|name| name.value.to_owned()));
    });
    let mut used = HashSet::default();
    while let Some(name) = open.pop() {
        if let Some(names) = inside.get(&name)
            && !used.contains(&name)
        {
            open.extend(names.iter().cloned());
            used.insert(name);
        }
    }
    used
}
