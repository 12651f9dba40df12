//! Resolves the document. It has been checked, so nothing here fails. What the rules of the API imply is
//! decided here, and everything about Rust in `rust`.

mod auth;
mod content_variants;
mod contents;
mod errors;
mod events;
mod fields;
mod idempotency;
mod operations;
mod pagers;
mod paging;
mod reasons;
mod servers;
mod types;
mod unions;
mod webhooks;

use crate::api::{Api, Dependency, Derive, Group, Package, Pager, Runtime, Trait, TypeId};
use crate::document::{Document, GroupEntry, TypeEntryKind};
use crate::hash::{HashMap, HashSet};
use crate::naming::{camel, crate_name, plain_snake};
use crate::source::Spanned;

/// Resolves a document in which `check` has found no errors.
pub(crate) fn lower(mut document: Document) -> Api {
    let ids = type_ids(&mut document);
    let error_body = errors::body(document.error_body.as_ref(), &ids);
    let errors = errors::documented(&document.errors, &error_body, &ids);
    let pagers: Vec<Pager> = document
        .pagers
        .iter()
        .map(|entry| pagers::lower(entry, &ids))
        .collect();
    let auth = document
        .auth
        .as_ref()
        .map(|section| auth::lower(section, &document.operations, &errors));
    let operations = operations::lower(
        &document.operations,
        &document,
        &ids,
        auth.as_ref(),
        &pagers,
        &errors,
    );
    let types = types::lower(&document.types, &ids);
    let api = document.api.clone();
    let api = Api {
        name: camel(&api.name.value),
        title: api.title,
        version: api.version,
        info: api.info,
        base_path: api.base_path.map_or_else(String::new, |path| path.value),
        notes: api.notes.clone(),
        request_id_header: api
            .request_id
            .map_or_else(|| "X-Request-Id".to_owned(), |header| header.value),
        lenient: api.lenient,
        servers: servers::lower(api.servers),
        package: package(&document, &ids),
        pagers,
        internal: errors::internal(&errors, &error_body),
        error_body,
        implied: errors::implied(&operations, auth.as_ref(), &errors),
        groups: groups(&document.groups),
        errors,
        auth,
        types,
        operations,
        webhooks: None,
    };
    Api {
        webhooks: webhooks::lower(&document, &ids, &api),
        ..api
    }
}

fn package(document: &Document, ids: &TypeIds) -> Package {
    Package {
        name: match &document.rust.crate_name {
            Some(name) => name.value.clone(),
            None => crate_name(&document.api.name.value),
        },
        version: document
            .rust
            .version
            .as_ref()
            .map(|version| version.value.clone()),
        runtime: runtime(document.rust.runtime.as_ref()),
        derives: derives(document, ids),
        conversions: document
            .rust
            .conversions
            .iter()
            .map(|kind| kind.value)
            .collect(),
        scalars: document.rust.scalars.iter().map(|ty| ty.value).collect(),
        dependencies: dependencies(document),
    }
}

fn derives(document: &Document, ids: &TypeIds) -> Vec<Derive> {
    let derives = document.rust.derives.iter().filter_map(|entry| {
        // `check` rejects other names.
        let derived = Trait::of(&entry.path.value)?;
        let types = entry.types.as_ref().map(|names| {
            // An object that others only extend is not a type.
            let ids = names
                .iter()
                .filter_map(|name| ids.get(&name.value).copied());
            ids.collect()
        });
        Some(Derive { derived, types })
    });
    derives.collect()
}

fn dependencies(document: &Document) -> Vec<Dependency> {
    let text = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.value.clone());
    let dependencies = document.rust.dependencies.iter().map(|entry| Dependency {
        name: entry.name.value.clone(),
        version: text(&entry.version),
        path: entry.path.clone(),
        features: entry
            .features
            .iter()
            .map(|feature| feature.value.clone())
            .collect(),
        default_features: entry.default_features.unwrap_or(true),
    });
    dependencies.collect()
}

/// Where the runtime is. A folder with the name of one of the words is written as `./embedded`.
fn runtime(written: Option<&Spanned<String>>) -> Runtime {
    let Some(written) = written else {
        return Runtime::default();
    };
    match written.value.as_str() {
        "embedded" => Runtime::Embedded,
        "published" => Runtime::Published(written.span),
        _ => Runtime::Path(written.clone()),
    }
}

fn groups(entries: &[GroupEntry]) -> Vec<Group> {
    let groups = entries.iter().map(|entry| Group {
        name: plain_snake(&entry.name.value),
        title: entry.title.clone(),
        notes: entry.notes.clone(),
    });
    groups.collect()
}

fn type_ids(document: &mut Document) -> TypeIds {
    let unused = unused_bases(document);
    let names = document.types.iter().map(|entry| &entry.name.value);
    let names = names.filter(|name| !unused.contains(*name)).enumerate();
    names
        .map(|(index, name)| (name.clone(), TypeId(index)))
        .collect()
}

/// The objects that are only there to be extended: nothing refers to them, so they are not types.
fn unused_bases(document: &mut Document) -> HashSet<String> {
    let mut bases = HashSet::default();
    for entry in &document.types {
        if let TypeEntryKind::Object {
            bases: object_bases,
            ..
        } = &entry.kind
        {
            bases.extend(object_bases.iter().map(|base| base.value.clone()));
        }
    }
    document.visit_types(&mut |_, ty| {
        if let Some(name) = ty.named() {
            bases.remove(name.value);
        }
    });
    bases
}

/// The identifier of every declared type.
type TypeIds = HashMap<String, TypeId>;
