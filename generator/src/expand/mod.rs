//! Writes out what the document only refers to: shared parts of operations, aliases where they are used, the fields of
//! bases in the objects that extend them, unions with fields beside them, and types whose fields differ in requests and
//! responses. Later phases see types, fields and constraints alone.

mod aliases;
mod bases;
mod narrowing;
mod read_write_split;
mod shared;
mod union_fields;

use crate::diagnostic::Diagnostics;
use crate::document::Document;

/// Expands a document.
///
/// # Errors
///
/// All aliases and bases that cannot be expanded.
pub(crate) fn expand(mut document: Document) -> Result<Document, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    shared::expand(&mut document, &mut diagnostics);
    aliases::expand(&mut document, &mut diagnostics);
    if diagnostics.is_empty() {
        bases::expand(&mut document, &mut diagnostics);
    }
    if diagnostics.is_empty() {
        union_fields::expand(&mut document, &mut diagnostics);
    }
    if diagnostics.is_empty() {
        read_write_split::expand(&mut document, &mut diagnostics);
    }
    diagnostics.into_result(document)
}
