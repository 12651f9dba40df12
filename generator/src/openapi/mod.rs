//! Reads OpenAPI 3.0 and 3.1, and Swagger 2.0, into a [`Document`]. Only this module knows OpenAPI as input.
//!
//! What a document leaves open or contradicts is read in the most liberal way that works with the real service, and is
//! a warning. What no [`Document`] can hold is left out, with a warning too (`legalize`).

// Documents come from outside, so each cast that can change a number has a reason, and no index or offset is only
// assumed to be valid.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

// Files, references and words.
mod broken;
mod extensions;
mod files;
mod identifiers;
mod ignored;
mod info;
mod media_types;
mod notes;
mod references;
mod requirements;
mod spelling;
mod warnings;

// What schemas say.
mod additional;
mod allow;
mod formats;
mod keywords;
mod kinds;
mod limits;
mod merge;
mod schema;
mod structure;
mod validation_schemas;
mod vocabulary;
mod xml;

// The types that they become.
mod choices;
mod components;
mod enums;
mod fields;
mod names;
mod objects;
mod placeholders;
mod scalars;
mod schema_types;
mod type_exprs;
mod type_places;
mod type_uses;
mod types;
mod types_by_name;
mod unions;

// Operations.
mod conditional;
mod contents;
mod declared_errors;
mod encoding;
mod errors;
mod events;
mod operations;
mod parameters;
mod path_items;
mod paths;
mod responses;
mod security;
mod servers;
mod styles;
mod webhooks;

// What no document holds.
mod losses;

// Steps that change the whole document.
mod envelopes;
mod error_shape;
mod finish;
mod legalize;
mod merge_patch;
mod paging;

use crate::diagnostic::{Code, Diagnostic, Diagnostics, Lost};
use crate::document::{Document, GroupEntry, LeftOut, OperationEntry};
use crate::hash::{HashMap, HashSet};
use crate::naming;
use crate::node::Node;
use crate::source::{SourceFile, Span, Spanned};
use errors::Errors;
use identifiers::{Taken, snake};
use info::{api_section, is_off, lint_section, rust_section, unknown_extensions};
use notes::notes;
use operations::{Context, DefaultAccess, Deferred};
use paging::DeclaredPaging;
use references::{Files, NodeRef};
use security::Security;
use servers::Servers;
use types::Types;
use warnings::{Topic, Warnings};

pub use files::Overlay;
pub(crate) use files::{is_openapi, overlay, with_references};
pub(crate) use losses::{Directions, Loss, Nodes, Tree};
pub(crate) use losses::{custom_credentials, losses, without_what_the_other_says};
pub(crate) use servers::relative_paths;
pub(crate) use vocabulary::is_about_none;

/// A document without operations and webhooks.
pub(crate) const NO_OPERATIONS: Code = Code("W0129");

/// A file of a document that cannot be read.
pub(crate) const MISSING_FILE: Code = Code("W0118");

/// An extension of Specsmith that does not exist.
pub(crate) const UNKNOWN_EXTENSION: Code = Code("W0121");

/// A part of an extension of Specsmith that cannot be read, such as a date.
pub(crate) const WRONG_EXTENSION: Code = Code("W0140");

const NOT_SUPPORTED: Code = Code("E0901");
const DESCRIBES_NOTHING: Code = Code("E0904");

/// The keys of which every document has one: the last one is for components of Swagger.
const PARTS: [&str; 4] = ["paths", "webhooks", "components", "definitions"];

/// Reads a document, with warnings about what it leaves open. It is expanded, and has no errors.
///
/// # Errors
///
/// The text is not JSON or YAML, or no OpenAPI.
pub(crate) fn read(source: &SourceFile) -> Result<(Document, Diagnostics), Diagnostics> {
    let (document, warnings) = read_all(source)?;
    Ok((document, warnings.into_diagnostics()))
}

/// Reads a document like [`read`], with all that it says and the API does not hold: the warnings say only what somebody
/// should know.
///
/// # Errors
///
/// The errors of [`read`].
pub(crate) fn read_with_losses(
    source: &SourceFile,
) -> Result<(Document, Diagnostics), Diagnostics> {
    let (document, warnings) = read_all(source)?;
    Ok((document, warnings.into_losses()))
}

fn read_all(source: &SourceFile) -> Result<(Document, Warnings), Diagnostics> {
    let Unfinished {
        document,
        names,
        closed,
        pages,
        own_servers,
        has_envelopes,
        is_exported,
        mut warnings,
    } = read_parts(source)?;
    let mut document = finish::finish(document, &names, closed, &mut warnings);
    if !is_exported {
        merge_patch::apply(&mut document);
    }
    paging::recognize(&mut document, pages, &mut warnings);
    finish::finish_parameters(&mut document);
    if has_envelopes {
        envelopes::take_off(&mut document);
    }
    if !is_exported && document.error_body.is_none() {
        document.error_body = error_shape::find(&document, &mut warnings);
    }
    let mut document = legalize::legalize(document, &mut warnings)?;
    servers::remove_unused(&mut document, own_servers);
    Ok((document, warnings))
}

/// What the parts of a document say. Nothing of its tree is needed after that.
struct Unfinished {
    /// Names of types in it are placeholders.
    document: Document,
    /// The names of the types.
    names: Vec<String>,
    /// The types that keep exactly their values. `None` if the document says which types are open.
    closed: Option<HashSet<String>>,
    /// What the document states about the pages of operations, by their names.
    pages: HashMap<String, DeclaredPaging>,
    /// The names of the servers that only operations have.
    own_servers: HashSet<String>,
    /// Whether envelopes are taken off.
    has_envelopes: bool,
    /// Whether the document was exported, so that nothing is guessed.
    is_exported: bool,
    warnings: Warnings,
}

fn read_parts(source: &SourceFile) -> Result<Unfinished, Diagnostics> {
    let parts = files::parse(source)?;
    let files = Files::new(&parts.files, &parts.missing);
    let Some(root) = files.root() else {
        return Err(not_supported("the document is empty", Span::default()).into());
    };
    check_version(root.node)?;
    check_parts(root.node)?;
    let mut types = Types::new(&files);
    warn_of_words(root, &parts, &mut types.warnings);
    let Operations {
        mut entries,
        deferred,
        webhooks,
        security,
        servers,
        mut errors,
        default_access,
    } = read_operations(&mut types, root);
    let error_body = declared_errors::body(&mut types);
    types.name_components();
    types.build();
    files.ignored.borrow().warn(&mut types.warnings);
    files.misspelled.borrow().warn(&mut types.warnings);
    security.warn_undeclared(&mut types.warnings);
    types.warn_all_broken();
    types.warn_misplaced(&parts.broken);
    let names = names::name(&types.built, &mut types.warnings);
    for error in declared_errors::read(&mut types, root.node) {
        errors.declare(error);
    }
    let (errors, keys) = errors.entries(&types, error_names(&entries));
    let mut pages = HashMap::default();
    for (entry, deferred) in entries.iter_mut().zip(deferred) {
        pages.extend(
            deferred
                .pages
                .map(|pages| (entry.name.value.clone(), pages)),
        );
        entry.errors = operations::error_keys(&deferred.errors, &keys);
        entry.access = entry.access.take().filter(|_| !security.schemes.is_empty());
    }
    let rust = rust_section(root, &mut types.warnings);
    let is_exported = info::is_exported(root);
    // What is open is stated in an exported document.
    let closed = (!is_exported).then(|| types.closed(&names));
    if entries.is_empty() && webhooks.is_empty() {
        warn_of_nothing(root.node, &mut types.warnings);
    }
    let (servers, own_servers) = servers.finish();
    let document = Document {
        api: api_section(root, &parts.files, servers, &mut types.warnings),
        rust,
        lint: lint_section(root),
        auth: security.into_section(default_access.of_api),
        pagers: Vec::new(),
        error_body,
        errors,
        groups: groups(root, &entries),
        shared: Vec::new(),
        types: types.entries(&names),
        operations: entries,
        webhooks,
        left_out: LeftOut::default(),
    };
    Ok(Unfinished {
        document,
        names,
        closed,
        pages,
        own_servers,
        has_envelopes: !is_off(root, "envelopes"),
        is_exported,
        warnings: types.warnings,
    })
}

/// The operations of a document, and what they have in common.
struct Operations {
    entries: Vec<OperationEntry>,
    /// The parts that the entries still lack, in the order of the entries.
    deferred: Vec<Deferred>,
    webhooks: Vec<OperationEntry>,
    security: Security,
    servers: Servers,
    errors: Errors,
    default_access: DefaultAccess,
}

fn read_operations<'a>(types: &mut Types<'a>, root: NodeRef<'a>) -> Operations {
    let mut security = Security::read(types.files, &mut types.warnings);
    let mut servers = Servers::read(root.node.get("servers"), &mut types.warnings);
    let access = security::stated(root, spelling::ROOT)
        .and_then(|stated| security.access(stated, &mut types.warnings));
    let paths = root.get("paths");
    let mut nodes = paths.map_or_else(Vec::new, |paths| path_items::find(types, paths));
    operations::name(&mut nodes, &mut types.warnings);
    let default_access = DefaultAccess::new(access, &nodes, &security);
    let mut errors = Errors::default();
    let mut context = Context {
        security: &mut security,
        errors: &mut errors,
        servers: &mut servers,
        default_access: &default_access,
    };
    let read = nodes.iter();
    let read = read.filter_map(|node| operations::read(types, node, &mut context));
    let (entries, deferred) = read.unzip();
    Operations {
        entries,
        deferred,
        webhooks: webhooks::read(types, root, &nodes),
        security,
        servers,
        errors,
        default_access,
    }
}

/// Warns of words outside of operations and schemas that have no effect.
fn warn_of_words(root: NodeRef<'_>, parts: &files::Parts, warnings: &mut Warnings) {
    for unknown in unknown_extensions(&parts.files) {
        warnings.add_with_help(
            Topic::Extension,
            unknown.span,
            &unknown.message,
            unknown.help,
        );
    }
    for file in &parts.files {
        notes::warn_of_notes(&file.root, warnings);
    }
    spelling::check_root(root.node, warnings);
    if let Some((key, dialect)) = root.node.entry("jsonSchemaDialect")
        && !keywords::is_usual_dialect(dialect)
    {
        warnings.lose(Lost::Part, key.span, "the dialect of all schemas");
    }
    for (key, keys) in [
        ("info", spelling::INFO),
        ("components", spelling::COMPONENTS),
    ] {
        if let Some(node) = root.node.get(key) {
            spelling::check(node, keys, warnings);
        }
    }
    for target in &parts.unmatched {
        warnings.add(Topic::Target, target.span, &target.value);
    }
    if let Some((version, text)) = later_version(root.node) {
        warnings.add(Topic::Version, version.span, &text);
    }
    for key in &parts.repeated {
        warnings.add(Topic::Repeated, key.span, &key.value);
    }
}

/// The names of errors that only one operation has.
fn error_names(operations: &[OperationEntry]) -> Taken {
    let names = operations.iter().map(|operation| &operation.name.value);
    Taken::of(names.map(|name| naming::operation_error_name(name)))
}

fn not_supported(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(NOT_SUPPORTED, message, span)
}

/// Accepts OpenAPI 3, and Swagger 2.0.
fn check_version(root: &Node) -> Result<(), Diagnostics> {
    if files::is_swagger(root) {
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

/// Rejects a document that has only a version: it would remove all code of an existing crate.
fn check_parts(root: &Node) -> Result<(), Diagnostic> {
    if PARTS.iter().any(|key| root.get(key).is_some()) {
        return Ok(());
    }
    let version = root.entry("openapi").or_else(|| root.entry("swagger"));
    let span = version.map_or(Span::at(0), |(key, _)| key.span);
    let message = "the document describes no API: it has no `paths`, `webhooks` or `components`";
    let diagnostic = Diagnostic::error(DESCRIBES_NOTHING, message, span);
    let mut keys = root.entries().iter();
    let ours = keys.find(|(key, _)| spelling::is_of_spec_language(&key.value));
    Err(match ours {
        Some((key, _)) => diagnostic
            .also(key.span, "this is a key of the spec language")
            .help("if this is the spec language, write `specsmith: 1` instead of the version of OpenAPI"),
        None => diagnostic.help("add `paths`, or name another file"),
    })
}

/// Warns of a document without operations and webhooks: types that nothing uses are not generated.
fn warn_of_nothing(root: &Node, warnings: &mut Warnings) {
    let part = PARTS.iter().find_map(|key| root.entry(key));
    let span = part.map_or(Span::at(0), |(key, _)| key.span);
    let what = "the document has no operations and no webhooks, so the crate has none either";
    warnings.add(Topic::Nothing, span, what);
}

/// A version of OpenAPI 3 that is later than all known ones.
fn later_version(root: &Node) -> Option<(&Node, String)> {
    let version = root.get("openapi")?;
    let text = version.scalar_text()?;
    let minor = text.trim().strip_prefix("3.")?.split('.').next()?;
    let is_known = matches!(minor, "0" | "1" | "2");
    (!is_known).then_some((version, text))
}

/// The groups that the document describes, and that have operations.
fn groups(root: NodeRef<'_>, operations: &[OperationEntry]) -> Vec<GroupEntry> {
    let used: HashSet<&str> = operations
        .iter()
        .filter_map(|operation| operation.group.as_ref().map(|group| group.value.as_str()))
        .collect();
    let mut groups: Vec<GroupEntry> = Vec::new();
    for tag in root.node.items_at("tags") {
        let name = tag.get("name");
        let Some((name, text)) = name.and_then(|name| Some((name, name.scalar_text()?))) else {
            continue;
        };
        let group = snake(&text, "group");
        let is_known = groups.iter().any(|known| known.name.value == group);
        if !used.contains(group.as_str()) || is_known {
            continue;
        }
        let title = tag
            .text_at("x-displayName")
            .map_or(text.clone(), str::to_owned);
        groups.push(GroupEntry {
            name: Spanned::new(group.clone(), name.span),
            title: (title != group).then_some(title),
            notes: notes(tag),
        });
    }
    groups
}
