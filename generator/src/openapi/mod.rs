//! Reads OpenAPI 3.0 and 3.1, and Swagger 2.0, into a [`Document`]. Only this module knows OpenAPI as input.
//!
//! What a document leaves open or contradicts is read in the most liberal way that works with the real service, and is a
//! warning. What no [`Document`] can hold is left out, with a warning too (`legalize`).

mod anchors;
mod beyond;
mod broken;
mod choices;
mod components;
mod conditional;
mod contents;
mod encoding;
mod enums;
mod envelopes;
mod error_shape;
mod errors;
mod events;
mod extensions;
mod fields;
mod files;
mod finish;
mod ignored;
mod info;
mod kinds;
mod legalize;
mod limits;
mod merge_patch;
mod names;
mod objects;
mod operations;
mod overlay;
mod paging;
mod parameters;
mod paths;
mod placeholders;
mod references;
mod responses;
mod rest;
mod scalars;
mod schema;
mod security;
mod servers;
mod shapes;
mod spelling;
mod structure;
mod swagger;
mod taken;
mod types;
mod unions;
mod warnings;
mod xml;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Document, GroupEntry, OperationEntry, TypeEntry};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::Node;
use crate::source::{SourceFile, Span, Spanned};
use errors::Errors;
use info::{api_section, is_off, lint_section, rust_section, unknown_extensions};
use operations::{Context, Found};
use paging::Said;
use references::{At, Files};
use security::{Security, snake};
use servers::Servers;
use taken::Taken;
use types::Types;
use warnings::{Topic, Warnings};

pub(crate) use files::{is_openapi, with_references};

const NOT_SUPPORTED: Code = Code("E0901");

/// Reads a document, with warnings about what it leaves open. It is expanded, and has no errors.
///
/// # Errors
///
/// The text is not JSON or YAML, or no OpenAPI.
pub(crate) fn read(source: &SourceFile) -> Result<(Document, Diagnostics), Diagnostics> {
    let Unfinished {
        document,
        names,
        closed,
        pages,
        own_servers,
        has_envelopes,
        mut warnings,
    } = read_parts(source)?;
    let mut document = finish::finish(document, &names, &closed, &mut warnings);
    merge_patch::apply(&mut document);
    paging::recognize(&mut document, pages, &mut warnings);
    finish::finish_parameters(&mut document);
    if has_envelopes {
        envelopes::take_off(&mut document);
    }
    document.error_body = error_shape::find(&document, &mut warnings);
    let mut document = legalize::legalize(document, &mut warnings)?;
    servers::remove_unused(&mut document, own_servers);
    Ok((document, warnings.into_diagnostics()))
}

/// What the parts of a document say. Nothing of its tree is needed after that.
struct Unfinished {
    /// Names of types in it are placeholders.
    document: Document,
    /// The names of the types.
    names: Vec<String>,
    /// The types that keep exactly their values.
    closed: HashSet<String>,
    /// What the document states about the pages of operations, by their names.
    pages: HashMap<String, Said>,
    /// The names of the servers that are only of operations.
    own_servers: HashSet<String>,
    /// Whether envelopes are taken off.
    has_envelopes: bool,
    warnings: Warnings,
}

fn read_parts(source: &SourceFile) -> Result<Unfinished, Diagnostics> {
    let files::Parts {
        files: parsed,
        missing,
        unmatched,
        repeated,
    } = files::parse(source)?;
    let files = Files::new(&parsed, &missing);
    let Some(root) = files.root() else {
        return Err(not_supported("the document is empty", Span::default()).into());
    };
    check_version(root.node)?;
    let has_envelopes = !is_off(root, "envelopes");
    let mut types = Types::new(&files);
    for unknown in unknown_extensions(&parsed) {
        let (topic, span) = (Topic::Extension, unknown.span);
        let warnings = &mut types.warnings;
        warnings.add_with_help(topic, span, &unknown.name, unknown.help);
    }
    for (at, keys) in [
        (Some(root), spelling::ROOT),
        (root.get("info"), spelling::INFO),
        (root.get("components"), spelling::COMPONENTS),
    ] {
        if let Some(at) = at {
            spelling::check(at.node, keys, &mut types.warnings);
        }
    }
    for target in unmatched {
        types
            .warnings
            .add(Topic::Target, target.span, &target.value);
    }
    if let Some((version, text)) = later_version(root.node) {
        types.warnings.add(Topic::Version, version.span, &text);
    }
    for key in repeated {
        types.warnings.add(Topic::Repeated, key.span, &key.value);
    }
    let mut security = Security::read(&files, &mut types.warnings);
    let mut servers = Servers::read(root.get("servers"), &mut types.warnings);
    let default = spelling::security(root, spelling::ROOT);
    let default = default.and_then(|stated| security.access(stated, &mut types.warnings));
    // The default of the language is never that anybody may call.
    let all = default.clone();
    let default = default.filter(|access| !access.alternatives.iter().any(|of| of.is_none()));
    let mut found = root
        .get("paths")
        .map_or_else(Vec::new, |paths| operations::find(&mut types, paths));
    name_operations(&mut found, &mut types.warnings);
    let is_secured = all.is_some() || found.iter().any(|of| of.security.is_some());
    // If a document has schemes, but requires none, any operation may need one.
    let unstated = (!is_secured && !security.schemes.is_empty()).then(|| security.optional());
    let all = all.or(unstated);
    let mut errors = Errors::default();
    let mut operations: Vec<OperationEntry> = Vec::with_capacity(found.len());
    let mut rest = Vec::with_capacity(found.len());
    for of in &found {
        let mut context = Context {
            security: &mut security,
            errors: &mut errors,
            servers: &mut servers,
            default_access: default.as_ref(),
            access: all.as_ref(),
        };
        if let Some((entry, of)) = operations::read(&mut types, of, &mut context) {
            operations.push(entry);
            rest.push(of);
        }
    }
    let webhooks = read_webhooks(&mut types, root, &found);
    types.build();
    files.ignored.borrow().warn(&mut types.warnings);
    files.misspelled.borrow().warn(&mut types.warnings);
    security.warn_undeclared(&mut types.warnings);
    types.warn_all_broken();
    let names = names::name(&types.built, &mut types.warnings);
    let taken = operations
        .iter()
        .map(|of| naming::operation_error_name(&of.name.value));
    let (error_entries, keys) = errors.entries(&types, Taken::of(taken));
    let mut said = HashMap::default();
    for (entry, of) in operations.iter_mut().zip(rest) {
        said.extend(of.pages.map(|pages| (entry.name.value.clone(), pages)));
        entry.errors = operations::error_keys(&of.errors, &keys);
    }
    let has_schemes = !security.schemes.is_empty();
    if !has_schemes {
        operations.iter_mut().for_each(|of| of.access = None);
    }
    let closed = closed(&types, &names);
    let (servers, own_servers) = servers.finish();
    let document = Document {
        api: api_section(root, &parsed, servers),
        rust: rust_section(root),
        lint: lint_section(root),
        auth: security.into_section(default),
        pagers: Vec::new(),
        error_body: None,
        errors: error_entries,
        groups: groups(root, &operations),
        shared: Vec::new(),
        types: entries(&mut types, &names),
        operations,
        webhooks,
    };
    Ok(Unfinished {
        document,
        names,
        closed,
        pages: said,
        own_servers,
        has_envelopes,
        warnings: types.warnings,
    })
}

fn not_supported(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(NOT_SUPPORTED, message, span)
}

/// Accepts OpenAPI 3, and Swagger 2.0.
fn check_version(root: &Node) -> Result<(), Diagnostics> {
    if swagger::is_swagger(root) {
        return Ok(());
    }
    let key = root.get("openapi").or_else(|| root.get("swagger"));
    let version = key.and_then(Node::scalar_text);
    let span = key.map_or(Span::at(0), |node| node.span);
    let message = match version {
        Some(version) if version.trim().starts_with("3.") || version.trim() == "3" => return Ok(()),
        Some(version) => format!("OpenAPI {version} is not supported"),
        None => "this is not OpenAPI".to_owned(),
    };
    Err(not_supported(&message, span)
        .help("convert the document to OpenAPI 3.0 or 3.1")
        .into())
}

/// A later version of OpenAPI 3 than those that are known.
fn later_version(root: &Node) -> Option<(&Node, String)> {
    let version = root.get("openapi")?;
    let text = version.scalar_text()?;
    let minor = text.trim().strip_prefix("3.")?.split('.').next()?;
    let is_known = matches!(minor, "0" | "1" | "2");
    (!is_known).then_some((version, text))
}

/// Gives each operation a name: its `operationId`, or one from its method and path.
fn name_operations(found: &mut [Found<'_>], warnings: &mut Warnings) {
    let paths: Vec<&str> = found.iter().map(|of| of.path.value.as_str()).collect();
    let prefix = paths::common_prefix(&paths);
    let derived = |of: &Found<'_>, by_last: bool| {
        snake(
            &paths::derived_name(of.method, &of.path.value, prefix, by_last),
            "call",
        )
    };
    let mut counts: HashMap<String, usize> = HashMap::default();
    let id = |of: &Found<'_>| {
        let given = of.at.node.get("x-specsmith-name");
        let id = given.or_else(|| of.at.node.get("operationId"));
        let id = id.and_then(Node::scalar_text);
        id.filter(|id| id.contains(naming::is_letter))
    };
    for of in found.iter().filter(|of| id(of).is_none()) {
        *counts.entry(derived(of, false)).or_insert(0) += 1;
    }
    let mut taken = Taken::default();
    // The names that the owner gives come first.
    let is_given = |of: &&mut Found<'_>| of.at.node.get("x-specsmith-name").is_some();
    let (own, others): (Vec<_>, Vec<_>) = found.iter_mut().partition(is_given);
    for of in own.into_iter().chain(others) {
        let base = match id(of) {
            Some(id) => snake(&id, of.method.name().to_ascii_lowercase().as_str()),
            None => {
                let short = derived(of, false);
                match counts.get(&short) {
                    Some(1) => short,
                    _ => derived(of, true),
                }
            }
        };
        if let Some(given) = of.at.node.get("x-specsmith-name")
            && given.as_text().is_some_and(|text| text != base)
        {
            let text = given.as_text().unwrap_or_default();
            warnings.add_changed(given.span, text, &base);
        }
        // No other operation has the same name, in Rust.
        of.name = taken.unique(base.clone(), naming::arguments_name);
        if of.name != base {
            warn_of_name(of, &base, warnings);
        }
        if prefix > 0
            && let Some(group) = paths::first_literal(&of.path.value, prefix)
        {
            let group = references::percent_decoded(group);
            of.group = Some(Spanned::new(snake(&group, "group"), of.path.span));
        }
    }
}

/// Warns of an operation whose name another one has already.
fn warn_of_name(of: &Found<'_>, base: &str, warnings: &mut Warnings) {
    let node = of.at.node;
    if let Some(given) = node.get("x-specsmith-name") {
        warnings.add_taken(given.span, base, &of.name);
    } else if let Some(id) = node.get("operationId") {
        let text = id.scalar_text().unwrap_or_default();
        let what = format!(
            "`{text}` has the same name in Rust as another operation, so it is renamed to `{}`",
            of.name
        );
        warnings.add(Topic::OperationId, id.span, &what);
    }
}

fn read_webhooks<'a>(
    types: &mut Types<'a>,
    root: At<'a>,
    operations: &[Found<'a>],
) -> Vec<OperationEntry> {
    let mut found = Vec::new();
    for key in ["webhooks", "x-webhooks"] {
        if let Some(section) = root.get(key) {
            for mut of in operations::find(types, section) {
                of.name = snake(&of.path.value, "webhook");
                found.push(of);
            }
        }
    }
    for operation in operations {
        let callbacks = operation.at.get("callbacks");
        for (name, node) in callbacks.map_or(&[][..], |at| at.node.entries()) {
            let callback = callbacks.and_then(|at| types.files.follow(at.with(node)));
            let Some(callback) = callback else { continue };
            for mut of in operations::find(types, callback) {
                of.name = snake(&name.value, "callback");
                found.push(of);
            }
        }
    }
    let mut taken = Taken::default();
    let mut known: HashSet<usize> = HashSet::default();
    let mut webhooks = Vec::new();
    for mut of in found {
        // A callback that several operations share is one webhook.
        if !known.insert(of.at.id()) {
            continue;
        }
        let name = naming::camel(&of.name);
        if naming::WEBHOOK_ITEMS.contains(&name.as_str()) {
            of.name.push_str("_event");
        }
        of.name = taken.unique(of.name, naming::arguments_name);
        webhooks.extend(operations::webhook(types, &of));
    }
    webhooks
}

/// The groups that the document describes, and that have operations.
fn groups(root: At<'_>, operations: &[OperationEntry]) -> Vec<GroupEntry> {
    let used: HashSet<&str> = operations
        .iter()
        .filter_map(|of| of.group.as_ref().map(|group| group.value.as_str()))
        .collect();
    let mut groups: Vec<GroupEntry> = Vec::new();
    for tag in root.get("tags").map_or(&[][..], |at| at.node.items()) {
        let Some(name) = tag.get("name") else {
            continue;
        };
        let Some(text) = name.scalar_text() else {
            continue;
        };
        let group = snake(&text, "group");
        let is_known = groups.iter().any(|of| of.name.value == group);
        if !used.contains(group.as_str()) || is_known {
            continue;
        }
        let title = tag.get("x-displayName").and_then(Node::as_text);
        let title = title.map_or(text.clone(), str::to_owned);
        groups.push(GroupEntry {
            name: Spanned::new(group.clone(), name.span),
            title: (title != group).then_some(title),
            notes: fields::notes(tag),
        });
    }
    groups
}

/// The types that keep exactly their values.
fn closed(types: &Types<'_>, names: &[String]) -> HashSet<String> {
    let pairs = types.built.iter().zip(names);
    pairs
        .filter(|(built, _)| built.is_closed)
        .map(|(_, name)| name.clone())
        .collect()
}

/// All types, in the order of the document.
fn entries(types: &mut Types<'_>, names: &[String]) -> Vec<TypeEntry> {
    let built = types.built.iter_mut().zip(names);
    let mut built: Vec<(Box<TypeEntry>, &String)> = built
        .filter_map(|(built, name)| Some((built.entry.take()?, name)))
        .collect();
    built.sort_by_key(|(entry, _)| entry.name.span.start());
    let named = built.into_iter().map(|(mut entry, name)| {
        entry.name.value.clone_from(name);
        *entry
    });
    named.collect()
}
