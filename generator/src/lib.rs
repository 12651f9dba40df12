//! Specsmith reads one YAML description of an HTTP API and writes the Rust that both sides of it
//! need: resource types, an axum handler trait with its router, and a reqwest client.
//!
//! Data flows one way, and each step is a function from one plain value to the next:
//! `spec` reads the document as it was written, `check` finds its errors, `lower` resolves it
//! into the [`api`] model, `emit` turns the model into files.

pub mod api;
mod check;
mod cycles;
pub mod diagnostic;
mod emit;
mod lower;
mod naming;
pub mod output;
mod render;
pub mod source;
mod spec;

pub use emit::Format;

use diagnostic::Diagnostics;
use output::FileSet;
use source::SourceFile;

/// Reads a specification into the model of its API.
///
/// # Errors
///
/// Every error of the first phase that finds one: the document's shape, then its meaning.
pub fn read(source: &SourceFile) -> Result<api::Api, Diagnostics> {
    let document = spec::read(source)?;
    check::check(&document)?;
    Ok(lower::lower(document))
}

/// Writes the whole crate of a specification, in memory.
///
/// # Errors
///
/// The errors of the specification, as [`read`] finds them.
pub fn generate(source: &SourceFile) -> Result<FileSet, Diagnostics> {
    let api = read(source)?;
    Ok(emit::files(&api))
}

/// Writes the text of an implementer's starting file: the `impl` block of the handler trait with
/// every method.
///
/// # Errors
///
/// The errors of the specification, as [`read`] finds them.
pub fn scaffold(source: &SourceFile) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::scaffold(&api))
}

/// Writes the API as an OpenAPI 3.1 document.
///
/// # Errors
///
/// The errors of the specification, as [`read`] finds them.
pub fn openapi(source: &SourceFile, format: Format) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::openapi(&api, format))
}

/// Writes the API reference: one page of HTML that needs nothing beside it.
///
/// # Errors
///
/// The errors of the specification, as [`read`] finds them.
pub fn reference(source: &SourceFile) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::reference(&api))
}

/// The steps of [`generate`] one by one, so that the benchmarks can tell which of them costs what.
///
/// They are no part of the interface: there is nothing else to do with a [`Document`](stages::Document)
/// than to hand it on.
#[doc(hidden)]
pub mod stages {
    use crate::api::Api;
    use crate::diagnostic::Diagnostics;
    use crate::output::FileSet;
    use crate::source::SourceFile;

    /// A specification as it is written.
    #[derive(Debug, Clone)]
    pub struct Document(crate::spec::Document);

    /// Reads the document.
    ///
    /// # Errors
    ///
    /// The errors of its shape.
    pub fn spec(source: &SourceFile) -> Result<Document, Diagnostics> {
        crate::spec::read(source).map(Document)
    }

    /// Finds the errors of its meaning.
    ///
    /// # Errors
    ///
    /// All of them.
    pub fn check(document: &Document) -> Result<(), Diagnostics> {
        crate::check::check(&document.0)
    }

    /// Resolves a document that `check` found no error in.
    pub fn lower(document: Document) -> Api {
        crate::lower::lower(document.0)
    }

    /// Writes the files, in memory.
    pub fn emit(api: &Api) -> FileSet {
        crate::emit::files(api)
    }
}
