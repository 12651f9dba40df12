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

/// Expands a document, and reports what cannot be expanded. The operations and types that have it are left out.
pub(crate) fn expand(mut document: Document, diagnostics: &mut Diagnostics) -> Document {
    shared::expand(&mut document, diagnostics);
    aliases::expand(&mut document, diagnostics);
    bases::expand(&mut document, diagnostics);
    union_fields::expand(&mut document, diagnostics);
    read_write_split::expand(&mut document, diagnostics);
    document.find_incomplete_types();
    document
}
