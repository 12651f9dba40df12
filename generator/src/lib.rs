//! Specsmith generates Rust for both sides of an HTTP API from one YAML description: resource types,
//! an axum handler trait with its router, and a reqwest client.
//!
//! Data flows one way, and each step is a function from one plain value to the next: `spec` reads a
//! `document`, `check` reports its errors, `lower` resolves it into the [`api`] model, `rust` plans the
//! Rust code, and `emit` prints the plan as files.

pub mod api;
mod check;
mod cycles;
pub mod diagnostic;
mod document;
mod emit;
mod expand;
mod lower;
mod naming;
mod node;
mod openapi;
pub mod output;
mod render;
mod rust;
pub mod source;
mod spec;
mod words;
mod yaml;

pub use emit::Format;

use diagnostic::Diagnostics;
use output::FileSet;
use source::SourceFile;

/// Reads a specification into the model of its API.
///
/// # Errors
///
/// All errors of the document's shape or, if it has none, of its meaning.
pub fn read(source: &SourceFile) -> Result<api::Api, Diagnostics> {
    if is_openapi(source) {
        let (document, mut warnings) = openapi::read(source)?;
        return Ok(lower::lower(openapi::fit(document, &mut warnings)?));
    }
    let document = expand::expand(spec::read(source)?)?;
    check::check(&document)?;
    Ok(lower::lower(document))
}

/// Whether a text is an OpenAPI document.
fn is_openapi(source: &SourceFile) -> bool {
    let text = source.text();
    text.contains("\nopenapi:") || text.starts_with("openapi:") || text.contains("\"openapi\"")
}

/// Adds the files that a specification includes. `read` returns the text of the file at a path, which is
/// relative to the folder of the specification, or the reason why it cannot.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let main = SourceFile::new(
///     "spec/library.yaml",
///     "specsmith: 1\ninclude: [books.yaml]\napi: { name: Library, title: Library, version: 1.0.0 }\n",
/// );
/// let whole = specsmith::with_includes(main, &mut |path| match path {
///     "books.yaml" => Ok("part_of: library.yaml\ntypes: { Book: { fields: {} } }\n".to_owned()),
///     _ => Err(format!("the file `{path}` does not exist")),
/// });
/// let api = specsmith::read(&whole.unwrap()).unwrap();
/// assert_eq!(api.types[0].name, "Book");
/// ```
///
/// # Errors
///
/// Each file that cannot be read.
pub fn with_includes(
    source: SourceFile,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<SourceFile, Diagnostics> {
    spec::with_includes(source, read)
}

/// Generates the crate of a specification, in memory.
///
/// # Errors
///
/// The errors of the specification, see [`read`].
pub fn generate(source: &SourceFile) -> Result<FileSet, Diagnostics> {
    Ok(files(&read(source)?))
}

/// Generates the crate of an API, in memory.
pub fn files(api: &api::Api) -> FileSet {
    emit::files(&rust::plan(api))
}

/// Generates a first implementation of the handler trait, with a `todo!()` for every method.
///
/// # Errors
///
/// The errors of the specification, see [`read`].
pub fn scaffold(source: &SourceFile) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::scaffold(&rust::plan(&api)))
}

/// Generates an OpenAPI 3.1 document.
///
/// # Errors
///
/// The errors of the specification, see [`read`].
pub fn openapi(source: &SourceFile, format: Format) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::openapi(&api, format))
}

/// Generates the API reference: one self-contained HTML page.
///
/// # Errors
///
/// The errors of the specification, see [`read`].
pub fn reference(source: &SourceFile) -> Result<String, Diagnostics> {
    let api = read(source)?;
    Ok(emit::reference(&rust::plan(&api)))
}

/// The steps of [`generate`], for benchmarks. They are not part of the public interface.
#[doc(hidden)]
pub mod stages {
    use crate::api::Api;
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceFile;

    /// A specification as written.
    #[derive(Debug, Clone)]
    pub struct Document(crate::document::Document);

    /// Reads and expands the document.
    ///
    /// # Errors
    ///
    /// All errors of its shape.
    pub fn spec(source: &SourceFile) -> Result<Document, Diagnostics> {
        let document = crate::spec::read(source)?;
        crate::expand::expand(document).map(Document)
    }

    /// Checks the meaning of a document.
    ///
    /// # Errors
    ///
    /// All errors of its meaning.
    pub fn check(document: &Document) -> Result<(), Diagnostics> {
        crate::check::check(&document.0)
    }

    /// Resolves a document without errors.
    pub fn lower(document: Document) -> Api {
        crate::lower::lower(document.0)
    }
}
