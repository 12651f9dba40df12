//! The document as written: every part has its span, and names are not resolved. Only `node` knows
//! that it is YAML.

mod errors;
mod field;
mod foreign;
mod inline_object;
mod node;
mod notes;
mod operations;
mod place;
mod problem;
mod route;
mod sections;
mod servers;
mod status;
mod table;
mod type_expr;
mod types;
mod words;

pub(crate) use errors::ErrorEntry;
pub(crate) use field::{Constraints, FieldEntry};
pub(crate) use foreign::type_help;
pub(crate) use node::{Node, NodeKind};
pub(crate) use notes::Notes;
pub(crate) use operations::{OperationEntry, OrderEntry};
pub(crate) use route::{PATH_CHARACTERS, RouteSegment, is_path_byte};
pub(crate) use sections::{
    ApiSection, AuthResponseEntry, AuthSection, ErrorBodySection, PageParameterEntry,
    PaginationSection, RustSection,
};
pub(crate) use servers::ServerEntry;
pub(crate) use type_expr::{TypeExpr, TypeExprKind};
pub(crate) use types::{EnumValueEntry, TypeEntry, TypeEntryKind};
pub(crate) use words::{closest, listed};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{SourceFile, Span};
use place::Place;
use table::{Table, text_of};

const UNKNOWN_VERSION: Code = Code("E0112");
const FOREIGN_DOCUMENT: Code = Code("E0115");

/// A document.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(crate) api: ApiSection,
    pub(crate) rust: RustSection,
    pub(crate) auth: Option<AuthSection>,
    pub(crate) pagination: Option<PaginationSection>,
    pub(crate) error_body: Option<ErrorBodySection>,
    pub(crate) errors: Vec<ErrorEntry>,
    pub(crate) types: Vec<TypeEntry>,
    pub(crate) operations: Vec<OperationEntry>,
}

/// Reads a document and reports every error of its shape: wrong kinds, unknown and missing keys.
///
/// # Errors
///
/// All errors of the shape, or the error of a text that is not YAML.
pub(crate) fn read(source: &SourceFile) -> Result<Document, Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let document = match node::parse(source) {
        Ok(root) => read_document(root, &mut diagnostics),
        Err(diagnostic) => {
            diagnostics.push(diagnostic);
            None
        }
    };
    match document {
        Some(document) if diagnostics.is_empty() => Ok(document),
        _ => Err(diagnostics),
    }
}

fn read_document(root: Node, diagnostics: &mut Diagnostics) -> Option<Document> {
    if matches!(root.kind, NodeKind::Null) {
        let diagnostic = Diagnostic::error(table::WRONG_KIND, "the file is empty", root.span);
        diagnostics.push(diagnostic.help("begin with `specsmith: 1`"));
        return None;
    }
    if let Some(diagnostic) = foreign_document(&root) {
        diagnostics.push(diagnostic);
        return None;
    }
    let mut table = Table::open(root, Place::Document, diagnostics)?.at(Span::default());
    check_version(&mut table, diagnostics);
    let api = table
        .required_table("api", diagnostics)
        .and_then(|section| ApiSection::read(section, diagnostics));
    let rust = table.table("rust", diagnostics);
    let rust = rust.map_or_else(RustSection::default, |section| {
        RustSection::read(section, diagnostics)
    });
    let auth = table
        .table("auth", diagnostics)
        .and_then(|section| AuthSection::read(section, diagnostics));
    let pagination = table.table("pagination", diagnostics);
    let pagination = pagination.and_then(|section| PaginationSection::read(section, diagnostics));
    let error_body = table.table("error_body", diagnostics);
    let error_body = error_body.map(|section| ErrorBodySection::read(section, diagnostics));
    let errors = table.table("errors", diagnostics);
    let errors = errors.map_or_else(Vec::new, |section| {
        errors::read_errors(section, diagnostics)
    });
    let types = table.table("types", diagnostics);
    let types = types.map_or_else(Vec::new, |section| types::read_types(section, diagnostics));
    let operations = table.table("operations", diagnostics);
    let operations = operations.map_or_else(Vec::new, |section| {
        operations::read_operations(section, diagnostics)
    });
    table.close(diagnostics);
    Some(Document {
        api: api?,
        rust,
        auth,
        pagination,
        error_body,
        errors,
        types,
        operations,
    })
}

/// The one error of a document in another language. Checking it key by key would only add noise.
fn foreign_document(root: &Node) -> Option<Diagnostic> {
    let NodeKind::Map(entries) = &root.kind else {
        return None;
    };
    if entries.iter().any(|(key, _)| key.value == "specsmith") {
        return None;
    }
    let (key, what) = entries
        .iter()
        .find_map(|(key, _)| Some((key, foreign::document(&key.value)?)))?;
    let message = format!("this is {what}, not a Specsmith specification");
    let diagnostic = Diagnostic::error(FOREIGN_DOCUMENT, message, key.span)
        .note("other formats cannot be read yet; `specsmith openapi` writes OpenAPI")
        .help("describe the API in the spec language, beginning with `specsmith: 1`");
    Some(diagnostic)
}

fn check_version(table: &mut Table, diagnostics: &mut Diagnostics) {
    let Some(node) = table.node("specsmith") else {
        table.report_missing_entry("specsmith", "specsmith: 1", diagnostics);
        return;
    };
    if let Some(version) = text_of(node, "`specsmith`", diagnostics)
        && version.value != "1"
    {
        let message = format!(
            "version `{}` of the language is not supported",
            version.value
        );
        diagnostics.push(
            Diagnostic::error(UNKNOWN_VERSION, message, version.span).help("write `specsmith: 1`"),
        );
    }
}
