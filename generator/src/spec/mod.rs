//! The document as it is written. Every part carries its place, nothing is resolved yet, and only
//! `node` knows that it is YAML.

mod errors;
mod field;
mod node;
mod notes;
mod operations;
mod route;
mod sections;
mod status;
mod table;
mod type_expr;
mod types;

pub(crate) use errors::ErrorEntry;
pub(crate) use field::{Constraints, FieldEntry};
pub(crate) use node::{Node, NodeKind};
pub(crate) use notes::Notes;
pub(crate) use operations::{OperationEntry, OrderEntry};
pub(crate) use route::RouteSegment;
pub(crate) use sections::{
    ApiSection, AuthAnswerEntry, AuthSection, ErrorBodySection, PageParameterEntry,
    PaginationSection, RustSection,
};
pub(crate) use table::{closest, listed};
pub(crate) use type_expr::{TypeExpr, TypeExprKind};
pub(crate) use types::{EnumValueEntry, TypeEntry, TypeEntryKind};

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{SourceFile, Span};
use table::{Table, text_of};

const UNKNOWN_VERSION: Code = Code("E0112");

/// A whole document.
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

/// Reads the document and finds every fault of its shape: wrong kinds, unknown and missing keys.
///
/// # Errors
///
/// All faults of the shape, or the one that keeps the text from being YAML.
pub(crate) fn read(source: &SourceFile) -> Result<Document, Diagnostics> {
    let mut faults = Diagnostics::default();
    let document = match node::parse(source) {
        Ok(root) => read_document(root, &mut faults),
        Err(diagnostic) => {
            faults.push(diagnostic);
            None
        }
    };
    match document {
        Some(document) if faults.is_empty() => Ok(document),
        _ => Err(faults),
    }
}

fn read_document(root: Node, faults: &mut Diagnostics) -> Option<Document> {
    if matches!(root.kind, NodeKind::Null) {
        let diagnostic = Diagnostic::error(table::WRONG_KIND, "the file is empty", root.span);
        faults.push(diagnostic.help("begin with `specsmith: 1`"));
        return None;
    }
    let mut table = Table::open(root, "the document", faults)?.at(Span::default());
    check_version(&mut table, faults);
    let api = table
        .required_table("api", faults)
        .and_then(|section| ApiSection::read(section, faults));
    let rust = table.table("rust", faults);
    let rust = rust.map_or_else(RustSection::default, |section| {
        RustSection::read(section, faults)
    });
    let auth = table
        .table("auth", faults)
        .and_then(|section| AuthSection::read(section, faults));
    let pagination = table.table("pagination", faults);
    let pagination = pagination.and_then(|section| PaginationSection::read(section, faults));
    let error_body = table.table("error_body", faults);
    let error_body = error_body.map(|section| ErrorBodySection::read(section, faults));
    let errors = table.table("errors", faults);
    let errors = errors.map_or_else(Vec::new, |section| errors::read_errors(section, faults));
    let types = table.table("types", faults);
    let types = types.map_or_else(Vec::new, |section| types::read_types(section, faults));
    let operations = table.table("operations", faults);
    let operations = operations.map_or_else(Vec::new, |section| {
        operations::read_operations(section, faults)
    });
    table.close(faults);
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

fn check_version(table: &mut Table, faults: &mut Diagnostics) {
    let Some(node) = table.node("specsmith") else {
        table.miss_entry("specsmith", "specsmith: 1", faults);
        return;
    };
    if let Some(version) = text_of(node, "`specsmith`", faults)
        && version.value != "1"
    {
        let message = format!("version `{}` of the language is not known", version.value);
        faults.push(
            Diagnostic::error(UNKNOWN_VERSION, message, version.span).help("write `specsmith: 1`"),
        );
    }
}
