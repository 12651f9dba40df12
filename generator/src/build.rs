//! Generates code in build scripts: [`Build`].

use std::fmt;
use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Diagnostics, Style};
use crate::load::{self, LoadError};
use crate::output::OutputError;
use crate::source::SourceFile;
use crate::{emit, rust};

/// The folder in `OUT_DIR`, which other parts of a build script may use, too.
const FOLDER: &str = "specsmith";

/// Generates the code of an API in a build script, instead of into a separate crate. The code always matches
/// the specification, and is not committed.
///
/// The build script, with `specsmith` in `[build-dependencies]` without its default features:
///
/// ```no_run
/// fn main() -> Result<(), specsmith::BuildError> {
///     specsmith::Build::new("library.yaml").client().generate()
/// }
/// ```
///
/// If the specification gives URIs the type `url::Url`, the feature `url` of `specsmith` checks their defaults and examples
/// with that crate. Without it, only `http` and `https` URLs whose host is a name in lower-case ASCII are accepted there.
///
/// The package is the crate of the API: `src/lib.rs` includes the code outside of any module, because its modules name
/// each other by their paths in the crate.
///
/// ```ignore
/// include!(concat!(env!("OUT_DIR"), "/specsmith/lib.rs"));
/// ```
///
/// The package is of edition 2024. It depends on `specsmith-runtime` with the features that the API needs: `client` for
/// the client, `server` for the server, `rustls` for HTTPS, and those that the compiler names if they are missing, such
/// as `time` and `uuid`. The code contains all groups of operations. A feature `client` or `server` of the package does
/// the same as [`client`](Self::client) or [`server`](Self::server), for those who use the package to choose.
#[derive(Debug, Clone)]
pub struct Build {
    spec: PathBuf,
    sides: Vec<&'static str>,
}

impl Build {
    /// Code for a specification, or for an OpenAPI document. The path is relative to the folder of the package.
    pub fn new(spec: impl Into<PathBuf>) -> Self {
        Self {
            spec: spec.into(),
            sides: Vec::new(),
        }
    }

    /// Adds the client.
    #[must_use]
    pub fn client(mut self) -> Self {
        self.sides.push("client");
        self
    }

    /// Adds the handler trait and its router.
    #[must_use]
    pub fn server(mut self) -> Self {
        self.sides.push("server");
        self
    }

    /// Adds a fake of the handlers, for tests, and the [`server`](Self::server).
    #[must_use]
    pub fn fake(mut self) -> Self {
        self.sides.push("fake");
        self.server()
    }

    /// Writes the code to the folder `specsmith` in the folder `OUT_DIR`, and tells Cargo which files it depends on.
    /// Warnings about the specification become warnings of Cargo.
    ///
    /// # Errors
    ///
    /// The specification cannot be read or has errors, or the code cannot be written. The error is printed if `main`
    /// returns it.
    pub fn generate(self) -> Result<(), BuildError> {
        let out = std::env::var_os("OUT_DIR").ok_or(BuildError::NoBuildScript)?;
        let mut lines = String::new();
        let result = self.generate_into(&Path::new(&out).join(FOLDER), &mut lines);
        // Cargo has to know the files even if there are errors.
        #[allow(
            clippy::print_stdout,
            reason = "build scripts talk to Cargo on standard output"
        )]
        {
            print!("{lines}");
        }
        result
    }

    /// Generates the code into a folder, and adds the lines for Cargo.
    fn generate_into(&self, out: &Path, lines: &mut String) -> Result<(), BuildError> {
        let mut files = Vec::new();
        let source = load::specification(&self.spec, &mut files);
        for file in files {
            lines.push_str(&format!("cargo::rerun-if-changed={}\n", file.display()));
        }
        let source = source?;
        let read = crate::read_with_warnings(&source);
        let read =
            read.map_err(|errors| BuildError::Specification(errors, Box::new(source.clone())))?;
        for warning in read.warnings.iter() {
            lines.push_str(&warning_line(warning, &source));
        }
        let plan = rust::plan(&read.api);
        self.add_features(&plan, lines);
        emit::included(&plan).write_to(out)?;
        Ok(())
    }

    /// The conditions in the code that hold, and all that Cargo has to know.
    fn add_features(&self, plan: &rust::Crate<'_>, lines: &mut String) {
        let groups = plan.group_features();
        for feature in self.sides.iter().copied().chain(groups) {
            lines.push_str(&format!("cargo::rustc-cfg=feature=\"{feature}\"\n"));
        }
        let groups = plan.group_features();
        let known = ["client", "fake", "rustls", "server"]
            .into_iter()
            .chain(groups);
        let known: Vec<String> = known.map(|feature| format!("\"{feature}\"")).collect();
        lines.push_str(&format!(
            "cargo::rustc-check-cfg=cfg(feature, values({}))\n",
            known.join(", ")
        ));
    }
}

/// A warning, on one line.
fn warning_line(warning: &Diagnostic, source: &SourceFile) -> String {
    let position = source.position(warning.span().start());
    let mut text = warning.message.clone();
    if let Some(help) = &warning.help {
        text.push_str(&format!("; help: {help}"));
    }
    format!(
        "cargo::warning={}:{}:{}: {} ({})\n",
        position.file,
        position.line,
        position.column,
        text.replace(['\n', '\r'], " "),
        warning.code
    )
}

/// Why a build script has generated nothing. `main` prints the message.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The environment variable `OUT_DIR` is missing.
    #[error("`OUT_DIR` is not set: call `Build::generate` in a build script, which Cargo runs")]
    NoBuildScript,
    /// The specification cannot be read from disk.
    #[error("{0}")]
    Load(#[from] LoadError),
    /// The specification has errors.
    #[error("{}", .0.render(.1, Style::Plain).trim_end())]
    Specification(Diagnostics, Box<SourceFile>),
    /// The code cannot be written.
    #[error("{0}")]
    Output(#[from] OutputError),
}

/// The message: `main` prints errors with their debug format.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const GROUPS: &str = "\
specsmith: 1
include: [books.yaml]
api: { name: Library, title: Library, version: 1.0.0 }
groups: { books: {}, loans: {} }
operations: { list_loans: { group: loans, route: GET /loans } }
";

    /// The result of a build script for this specification and this included file, and its lines for Cargo.
    fn build(spec: &str, included: &str) -> (Result<(), BuildError>, String, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.yaml");
        fs::write(&path, spec).unwrap();
        fs::write(folder.path().join("books.yaml"), included).unwrap();
        let mut lines = String::new();
        let out = folder.path().join("out");
        let result = Build::new(path).client().generate_into(&out, &mut lines);
        let root = folder.path().display().to_string();
        (result, lines.replace(&root, "."), folder)
    }

    #[test]
    fn cargo_is_told_about_files_and_features() {
        let books = "\
part_of: library.yaml
operations: { list_books: { group: books, route: GET /books } }
";
        let (result, lines, folder) = build(GROUPS, books);
        result.unwrap();
        assert_eq!(
            lines,
            "\
cargo::rerun-if-changed=./library.yaml
cargo::rerun-if-changed=./books.yaml
cargo::rustc-cfg=feature=\"client\"
cargo::rustc-cfg=feature=\"books\"
cargo::rustc-cfg=feature=\"loans\"
cargo::rustc-check-cfg=cfg(feature, values(\"client\", \"fake\", \"rustls\", \"server\", \"books\", \"loans\"))
"
        );
        let root = fs::read_to_string(folder.path().join("out/lib.rs")).unwrap();
        // An included file cannot have attributes or documentation of the module.
        assert!(!root.contains("#!["), "{root}");
        assert!(!root.contains("//!"), "{root}");
    }

    #[test]
    fn a_build_with_errors_depends_on_the_files_that_have_to_change() {
        let books = "part_of: library.yaml\noperations: { list_books: { group: books, route: GET books } }\n";
        let (result, lines, _) = build(GROUPS, books);
        assert!(
            lines.ends_with("cargo::rerun-if-changed=./books.yaml\n"),
            "{lines}"
        );
        let shown = format!("{:?}", result.unwrap_err());
        assert!(shown.starts_with("error[E"), "{shown}");
        assert!(shown.contains("books.yaml:2:"), "{shown}");
    }

    #[test]
    fn a_missing_specification_is_named() {
        let build = Build::new("nowhere/library.yaml");
        let error = build.generate_into(Path::new("out"), &mut String::new());
        assert_eq!(
            error.unwrap_err().to_string(),
            "the file `nowhere/library.yaml` does not exist"
        );
    }

    #[test]
    fn warnings_are_lines_for_cargo() {
        let document =
            "openapi: 3.1.0\ninfo: { title: Library, version: 1.0.0 }\nservrs: []\npaths: {}\n";
        let (result, lines, _) = build(document, "");
        result.unwrap();
        let warning = lines
            .lines()
            .find(|line| line.starts_with("cargo::warning="));
        let warning = warning.unwrap();
        assert!(warning.contains("library.yaml:3:1: "), "{warning}");
        assert!(warning.ends_with(" (W0127)"), "{warning}");
    }
}
