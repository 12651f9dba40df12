//! Specsmith generates Rust for both sides of an HTTP API from one YAML description: resource types,
//! an axum handler trait with its router, and a reqwest client.
//!
//! A build script generates code with [`Build`], and a test asserts with [`assert_current!`] that a generated crate is
//! current. The functions do what the subcommands of `specsmith` do, in memory: a [`SourceFile`] is one specification
//! with all its files, which [`load`] reads from disk, and errors and warnings are [`Diagnostics`].
//!
//! Inside, data flows one way, and each step is a function from one plain value to the next: `spec` reads a `document`,
//! `check` reports its errors, `lower` resolves it into the `api` model, `rust` plans the Rust code, and `emit` prints
//! the plan as files. This model and the functions that take it are hidden: they change with the language.

#[doc(hidden)]
pub mod api;
mod build;
mod changes;
mod check;
#[doc(hidden)]
pub mod current;
mod cycles;
pub mod diagnostic;
#[doc(hidden)]
pub mod diff;
mod document;
mod emit;
mod expand;
mod explain;
mod extensions;
#[cfg(any(feature = "cli", feature = "lsp"))]
mod file_url;
mod format;
mod hash;
mod json;
mod lint;
pub mod load;
mod lower;
#[cfg(feature = "lsp")]
#[doc(hidden)]
pub mod lsp;
mod naming;
mod node;
mod openapi;
pub mod output;
mod patterns;
mod rust;
mod rust_printer;
pub mod source;
mod span;
mod spec;
mod spec_printer;
mod threads;
mod words;
mod yaml;

pub use build::{Build, BuildError};
pub use emit::{Format, OpenApiVersion, Proxied, Reference};
#[doc(hidden)]
pub use emit::{Project, UnknownMethods};
pub use explain::{
    change_explanation, explained_changes, explained_codes, explanation, nearest_explained,
};
#[cfg(any(feature = "cli", feature = "lsp"))]
#[doc(hidden)]
pub use file_url::file_url;
pub use lint::LintOptions;
#[doc(hidden)]
pub use openapi::Overlay;

use diagnostic::Diagnostics;
use output::FileSet;
use source::SourceFile;

/// A specification without errors.
#[doc(hidden)]
#[derive(Debug)]
pub struct Read {
    /// The API.
    pub api: api::Api,
    /// What the specification leaves open or contradicts, and what became of it. Only OpenAPI documents have warnings.
    pub warnings: Diagnostics,
}

/// Reads a specification into the model of its API: one in the spec language, or an OpenAPI 3 document in JSON or YAML.
///
/// # Errors
///
/// All errors of the specification.
#[doc(hidden)]
pub fn read(source: &SourceFile) -> Result<api::Api, Diagnostics> {
    read_with_warnings(source).map(|read| read.api)
}

/// Reads a specification like [`read`], with its warnings.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let document = r#"{
///     "openapi": "3.1.0",
///     "info": { "title": "Library", "version": "1.0.0" },
///     "paths": { "/books": { "get": { "responses": { "200": { "description": "All books." } } } } }
/// }"#;
/// let read = specsmith::read_with_warnings(&SourceFile::new("openapi.json", document)).unwrap();
/// assert_eq!(read.api.operations[0].name, "list_books");
/// assert!(read.warnings.is_empty());
/// ```
///
/// # Errors
///
/// All errors of the specification.
#[doc(hidden)]
pub fn read_with_warnings(source: &SourceFile) -> Result<Read, Diagnostics> {
    let (document, warnings) = expanded(source)?;
    Ok(Read {
        api: lower::lower(document),
        warnings,
    })
}

/// Reads a specification like [`read_with_warnings`], to compare it with another one.
///
/// # Errors
///
/// All errors of the specification.
#[doc(hidden)]
pub fn read_to_compare(source: &SourceFile) -> Result<diff::Side<'_>, Diagnostics> {
    let (document, losses) = match is_openapi(source) {
        true => openapi::read_with_losses(source)?,
        false => expanded(source)?,
    };
    let places = diff::Places::of(&document);
    let (mut api, is_openapi) = (lower::lower(document), is_openapi(source));
    // Clients know where the API is, but its path may change.
    let mut relative_servers = match is_openapi {
        true => openapi::relative_paths(source),
        false => Vec::new(),
    };
    if api.common_servers().next().is_none()
        && let [path] = relative_servers.as_slice()
    {
        api.base_path.insert_str(0, path);
        relative_servers.clear();
    }
    Ok(diff::Side {
        api,
        losses,
        source,
        is_openapi,
        places,
        relative_servers,
    })
}

/// Reads two specifications to compare at the same time, like [`read_to_compare`].
#[doc(hidden)]
pub fn read_both_to_compare<'s>(
    old: &'s SourceFile,
    new: &'s SourceFile,
) -> (ReadSide<'s>, ReadSide<'s>) {
    let (new, old) = threads::join(|| read_to_compare(new), || read_to_compare(old));
    (old, new)
}

/// A specification to compare, or all its errors.
#[doc(hidden)]
pub type ReadSide<'s> = Result<diff::Side<'s>, Diagnostics>;

/// A document without errors, with nothing left to expand, and its warnings.
fn expanded(source: &SourceFile) -> Result<(document::Document, Diagnostics), Diagnostics> {
    if is_openapi(source) {
        return openapi::read(source);
    }
    let mut errors = Diagnostics::new();
    let document = spec::read(source, &mut errors);
    let document = document.map(|document| checked(document, &mut errors));
    Ok((complete(document, errors)?, Diagnostics::new()))
}

/// A specification in the spec language.
#[derive(Debug)]
pub struct Converted {
    /// The text. Its comments say what the original leaves open, and what became of it.
    pub text: String,
    /// The same as warnings, with the spans in the original.
    pub warnings: Diagnostics,
}

/// Prints a specification in the spec language, whatever language it is in.
///
/// # Errors
///
/// All errors of the specification.
pub fn convert(source: &SourceFile) -> Result<Converted, Diagnostics> {
    let (document, warnings) = as_written(source)?;
    Ok(print(&document, warnings))
}

/// The same with a name for an API whose owner chose none: OpenAPI documents have only a title. The name consists of
/// letters, digits, `-` and `_`, and begins with a letter.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let document = "openapi: 3.1.0\ninfo: { title: Swagger Petstore, version: 1.0.0 }\npaths: {}\n";
/// let source = SourceFile::new("openapi.yaml", document);
/// let converted = specsmith::convert_as(&source, "pet-shop").unwrap();
/// assert!(converted.text.contains("name: PetShop,"));
/// ```
///
/// # Errors
///
/// As for [`convert`].
#[doc(hidden)]
pub fn convert_as(source: &SourceFile, name: &str) -> Result<Converted, Diagnostics> {
    let (mut document, warnings) = as_written(source)?;
    if !document.api.is_named {
        document.api.name.value = naming::camel(name);
    }
    Ok(print(&document, warnings))
}

fn print(document: &document::Document, warnings: Diagnostics) -> Converted {
    let comments = spec_printer::Comments::of_warnings(document, &warnings);
    let text = spec_printer::print(document, &comments);
    // One place decides what a specification looks like.
    let formatted = format::format(&SourceFile::new(
        "the converted specification",
        text.as_str(),
    ));
    let text = formatted.unwrap_or(text);
    Converted { text, warnings }
}

/// The results of linting a specification.
#[derive(Debug)]
pub struct Linted {
    /// What the lints find: warnings, or errors where they are denied.
    pub findings: Diagnostics,
    /// What the specification leaves open or contradicts, and what became of it.
    pub warnings: Diagnostics,
}

/// Runs the lints on a specification.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let spec = "specsmith: 1\napi: { name: Library, title: Library, version: 1.0.0 }\n\
///             operations: { open_library: { route: PUT /open } }\n";
/// let source = SourceFile::new("library.yaml", spec);
/// let linted = specsmith::lint(&source, &specsmith::LintOptions::default()).unwrap();
/// assert_eq!(linted.findings.iter().next().unwrap().code.0, "L0001");
/// ```
///
/// # Errors
///
/// All errors of the specification.
pub fn lint(source: &SourceFile, options: &LintOptions) -> Result<Linted, Diagnostics> {
    let (document, warnings) = as_written(source)?;
    let findings = lint::lint(&document, source, is_openapi(source), options);
    Ok(Linted { findings, warnings })
}

/// The errors of a specification or, if it has none, its warnings and what the lints find.
#[cfg(feature = "lsp")]
fn diagnose(source: &SourceFile) -> Diagnostics {
    match lint(source, &LintOptions::default()) {
        Ok(Linted {
            findings,
            mut warnings,
        }) => {
            warnings.extend(findings);
            warnings
        }
        Err(errors) => errors,
    }
}

/// The number of parts of a specification that were not checked, because they have errors. `None` if no part was.
#[cfg(feature = "lsp")]
fn unchecked_parts(source: &SourceFile) -> Option<usize> {
    let mut errors = Diagnostics::new();
    let document = spec::read(source, &mut errors)?;
    Some(expand::expand(document, &mut errors).left_out.len())
}

/// A document without errors, as it is written: nothing is expanded, unless it is OpenAPI. With its warnings.
fn as_written(source: &SourceFile) -> Result<(document::Document, Diagnostics), Diagnostics> {
    if is_openapi(source) {
        return openapi::read(source);
    }
    let mut errors = Diagnostics::new();
    let document = spec::read(source, &mut errors);
    if let Some(document) = &document {
        checked(document.clone(), &mut errors);
    }
    Ok((complete(document, errors)?, Diagnostics::new()))
}

/// A document in the spec language, expanded and checked.
fn checked(document: document::Document, errors: &mut Diagnostics) -> document::Document {
    let document = expand::expand(document, errors);
    check::check(&document, errors);
    document
}

/// A document without errors.
fn complete(
    document: Option<document::Document>,
    errors: Diagnostics,
) -> Result<document::Document, Diagnostics> {
    match document {
        Some(document) => errors.into_result(document),
        None => Err(errors),
    }
}

/// Formats a file of a specification in the spec language: the first file of the source. What it means stays the same.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let text = "specsmith: 1\napi: {title: Library, name: Library, version: '1'}   # the library\n";
/// let formatted = specsmith::format(&SourceFile::new("library.yaml", text)).unwrap();
/// assert_eq!(
///     formatted,
///     "specsmith: 1\napi: { name: Library, title: Library, version: \"1\" }  # the library\n"
/// );
/// ```
///
/// # Errors
///
/// The error of text that is not YAML, or that is not a file of a specification, such as an OpenAPI document.
pub fn format(source: &SourceFile) -> Result<String, Diagnostics> {
    format::format(source)
}

/// Whether text is a file of a specification in the spec language: a main file, or one that it includes.
#[doc(hidden)]
pub fn is_in_spec_language(text: &str) -> bool {
    format::is_specification(text)
}

/// Whether a specification is an OpenAPI document.
#[doc(hidden)]
pub fn is_openapi(source: &SourceFile) -> bool {
    let main = source.files().next();
    main.is_some_and(|(_, span)| openapi::is_openapi(source.slice(span)))
}

/// What a specification says as an overlay: which document it changes, and where that came from. `None` if it is not
/// an overlay.
#[doc(hidden)]
pub fn overlay(source: &SourceFile) -> Option<Overlay> {
    openapi::overlay(source)
}

/// A first overlay of a document: its API gets this name, because the generated crate belongs to the project. If the
/// document names a relative path of the runtime, the overlay embeds it, because the path would lead elsewhere.
///
/// # Errors
///
/// The document is not JSON or YAML, or no OpenAPI.
#[doc(hidden)]
pub fn first_overlay(
    document: &SourceFile,
    name: Option<&str>,
    overlay: &Overlay,
) -> Result<String, Diagnostics> {
    let (document, _) = openapi::read(document)?;
    let (path, source) = (&overlay.extends, overlay.source.as_deref());
    Ok(emit::first_overlay(
        &lower::lower(document),
        name,
        path,
        source,
    ))
}

/// The JSON Schema of the spec language (draft 7), for editors and other tools. It describes main files and the files
/// that they include. What it rejects is never valid, but it does not know whether names exist and values fit.
pub fn json_schema() -> String {
    spec::json_schema()
}

/// Adds the files that a specification includes, or those that the references of an OpenAPI document lead to. `read`
/// returns the text of the file at a path, which is relative to the folder of the specification, or the reason why it
/// cannot.
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
/// Each included file that cannot be read, or the document of an overlay. If a reference leads to such a file, that is
/// a warning of the document.
pub fn with_includes(
    source: SourceFile,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<SourceFile, Diagnostics> {
    if is_openapi(&source) {
        return openapi::with_references(source, read);
    }
    spec::with_includes(source, read)
}

/// Generates the crate of a specification, in memory.
///
/// # Errors
///
/// All errors of the specification.
pub fn generate(source: &SourceFile) -> Result<FileSet, Diagnostics> {
    Ok(files(&read(source)?))
}

/// Generates the crate of an API, in memory.
#[doc(hidden)]
pub fn files(api: &api::Api) -> FileSet {
    emit::files(&rust::plan(api))
}

/// The package `specsmith-runtime` with all its parts, in memory, for several generated crates of one workspace. The
/// runtime in a generated crate has only the parts that its API needs.
pub fn runtime() -> FileSet {
    emit::whole_runtime()
}

/// The features that the manifest of a runtime defines: their names, and the lists of what they enable.
#[doc(hidden)]
pub fn features_of_manifest(manifest: &str) -> impl Iterator<Item = (&str, &str)> {
    emit::features_of_manifest(manifest)
}

/// Generates the modules of the crate of an API, in memory, without a manifest: another crate includes `lib.rs` in its
/// root module with `include!`. [`Build`] does this in build scripts; this is for other build systems.
#[doc(hidden)]
pub fn included_files(api: &api::Api) -> FileSet {
    emit::included(&rust::plan(api))
}

/// Generates a skeleton implementation of the handler trait, with a `todo!()` for every method.
///
/// # Errors
///
/// All errors of the specification.
pub fn scaffold(source: &SourceFile) -> Result<String, Diagnostics> {
    Ok(scaffold_of(&read(source)?))
}

/// The skeleton implementation of the handler trait of an API, see [`scaffold`].
#[doc(hidden)]
pub fn scaffold_of(api: &api::Api) -> String {
    emit::scaffold(&rust::plan(api))
}

/// The version of the crate of an API; `None` if the version of the API says none, so that the crate has 0.0.0.
#[doc(hidden)]
pub fn crate_version(api: &api::Api) -> Option<String> {
    rust::crate_version(api)
}

/// The methods of the handler trait that a Rust file does not implement yet, each with `todo!()`, after the imports that
/// they add to the file. Empty if it implements all.
///
/// # Errors
///
/// The text is not Rust, or does not implement the trait.
#[doc(hidden)]
pub fn missing_methods(api: &api::Api, text: &str) -> Result<String, UnknownMethods> {
    emit::missing_methods(&rust::plan(api), text)
}

/// A first specification in the spec language, for an API of this name: letters, digits, `-` and `_`.
///
/// ```
/// use specsmith::source::SourceFile;
///
/// let spec = specsmith::first_spec("to-do");
/// let api = specsmith::read(&SourceFile::new("to-do.yaml", spec)).unwrap();
/// assert_eq!(api.package.name, "to-do-api");
/// ```
#[doc(hidden)]
pub fn first_spec(name: &str) -> String {
    emit::first_spec(name)
}

/// Generates what surrounds the crate of an API in a new workspace: a server whose first operation works, an example
/// of a caller, tests, CI and a README. `None` if the API has no operations.
#[doc(hidden)]
pub fn project_of(api: &api::Api, project: &Project<'_>) -> Option<FileSet> {
    emit::project(&rust::plan(api), project)
}

/// Generates an OpenAPI 3.1 document.
///
/// # Errors
///
/// All errors of the specification.
pub fn openapi(source: &SourceFile, format: Format) -> Result<String, Diagnostics> {
    Ok(openapi_of(&read(source)?, format))
}

/// The OpenAPI 3.1 document of an API.
#[doc(hidden)]
pub fn openapi_of(api: &api::Api, format: Format) -> String {
    openapi_in(OpenApiVersion::V3_1, api, format)
}

/// The document of an API in a version of OpenAPI.
#[doc(hidden)]
pub fn openapi_in(version: OpenApiVersion, api: &api::Api, format: Format) -> String {
    emit::openapi(api, format, version)
}

/// Generates the API reference: one self-contained HTML page.
///
/// # Errors
///
/// All errors of the specification.
pub fn reference(source: &SourceFile) -> Result<String, Diagnostics> {
    Ok(reference_of(&read(source)?))
}

/// The API reference of an API: one self-contained HTML page.
#[doc(hidden)]
pub fn reference_of(api: &api::Api) -> String {
    reference_with(api, &Reference::default())
}

/// The API reference of an API with these options. A server that shows it switches the request console on:
///
/// ```
/// use specsmith::{Reference, source::SourceFile};
///
/// let spec = "specsmith: 1\napi: { name: Library, title: Library, version: 1.0.0 }\n\
///             operations: { list_books: { route: GET /books, doc: Lists the books. } }\n";
/// let api = specsmith::read(&SourceFile::new("library.yaml", spec)).unwrap();
/// let options = Reference { console: true, ..Reference::default() };
/// assert!(specsmith::reference_with(&api, &options).contains("connect-src"));
/// assert!(!specsmith::reference_of(&api).contains("connect-src"));
/// ```
#[doc(hidden)]
pub fn reference_with(api: &api::Api, options: &Reference) -> String {
    emit::reference(&rust::plan(api), options)
}

/// The API reference as Markdown in one file, for people who read text and for language models.
///
/// ```
/// use specsmith::{Reference, source::SourceFile};
///
/// let spec = "specsmith: 1\napi: { name: Library, title: Library, version: 1.0.0 }\n\
///             operations: { list_books: { route: GET /books, doc: Lists the books. } }\n";
/// let api = specsmith::read(&SourceFile::new("library.yaml", spec)).unwrap();
/// let text = specsmith::markdown_of(&api, &Reference::default());
/// assert!(text.contains("### list_books\n\n`GET /books` · Idempotent\n\nLists the books.\n"));
/// ```
#[doc(hidden)]
pub fn markdown_of(api: &api::Api, options: &Reference) -> String {
    emit::markdown_file(&rust::plan(api), options)
}

/// The API reference as Markdown in a folder: `index.md`, a file for each group of operations, files for types, and
/// `llms.txt`, which lists them for language models.
#[doc(hidden)]
pub fn markdown_files(api: &api::Api, options: &Reference) -> FileSet {
    emit::markdown_files(&rust::plan(api), options)
}

/// Parts of the generator, for benchmarks and tests. They are not part of the public interface.
#[doc(hidden)]
pub mod stages {
    use crate::api::Api;
    use crate::diagnostic::Diagnostics;
    use crate::source::SourceFile;

    /// A specification as written.
    #[derive(Debug, Clone)]
    pub struct Document(crate::document::Document);

    /// Reads text as YAML: the phase before the shape of a document.
    ///
    /// # Errors
    ///
    /// The text is not YAML, or nests too deeply.
    pub fn yaml(text: &str) -> Result<(), Diagnostics> {
        crate::yaml::parse(text, 0)?;
        Ok(())
    }

    /// Reads the document, without expanding it.
    ///
    /// # Errors
    ///
    /// All errors of its shape.
    pub fn shape(source: &SourceFile) -> Result<(), Diagnostics> {
        let mut errors = Diagnostics::new();
        crate::spec::read(source, &mut errors);
        errors.into_result(())
    }

    /// Reads and expands the document.
    ///
    /// # Errors
    ///
    /// All errors of its shape.
    pub fn spec(source: &SourceFile) -> Result<Document, Diagnostics> {
        let mut errors = Diagnostics::new();
        let document = crate::spec::read(source, &mut errors);
        let document = document.map(|document| crate::expand::expand(document, &mut errors));
        crate::complete(document, errors).map(Document)
    }

    /// Checks the meaning of a document.
    ///
    /// # Errors
    ///
    /// All errors of its meaning.
    pub fn check(document: &Document) -> Result<(), Diagnostics> {
        let mut errors = Diagnostics::new();
        crate::check::check(&document.0, &mut errors);
        errors.into_result(())
    }

    /// The calls of the API reference: the name of each operation that is called, and statements that call it with
    /// example values.
    pub fn calls(api: &Api) -> Vec<(String, String)> {
        crate::emit::calls(&crate::rust::plan(api))
    }

    /// Resolves a document without errors.
    pub fn lower(document: Document) -> Api {
        crate::lower::lower(document.0)
    }
}
