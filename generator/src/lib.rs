//! Specsmith reads one YAML description of an HTTP API and writes the Rust that both sides of it
//! need: resource types, an axum handler trait with its router, and a reqwest client.
//!
//! Data flows one way, and each step is a function from one plain value to the next:
//! [`spec`] reads the document as it was written, [`check`] finds its faults, [`lower`] resolves it
//! into the [`api`] model, [`emit`] turns the model into files.

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

use diagnostic::Diagnostics;
use output::FileSet;
use source::SourceFile;

/// Reads a specification into the model of its API.
///
/// # Errors
///
/// Every fault of the first phase that finds one: the document's shape, then its meaning.
pub fn read(source: &SourceFile) -> Result<api::Api, Diagnostics> {
    let document = spec::read(source)?;
    check::check(&document)?;
    Ok(lower::lower(document))
}

/// Writes the whole crate of a specification, in memory.
///
/// # Errors
///
/// The faults of the specification, as [`read`] finds them.
pub fn generate(source: &SourceFile) -> Result<FileSet, Diagnostics> {
    let api = read(source)?;
    Ok(emit::files(&api))
}

/// Writes the text of an implementer's starting file: the `impl` block of the handler trait with
/// every method.
///
/// # Errors
///
/// The faults of the specification, as [`read`] finds them.
pub fn scaffold(source: &SourceFile) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::scaffold(&api))
}
