//! Workspaces of generated crates, which tests write and compile.

use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs, io};

use specsmith::api::{Api, Runtime};
use specsmith::diagnostic::Diagnostics;
use specsmith::output::FileSet;
use specsmith::source::{SourceFile, Span};

use crate::cases;

/// A command of cargo, run offline in the folder of a workspace. What it compiles is beside that folder: in `checked` or,
/// for commands that build, in [`BUILT`]. All workspaces share these two, so that dependencies are compiled once in each.
pub fn cargo(folder: &Path, command: &str) -> Command {
    let is_check = ["check", "clippy", "doc"].contains(&command);
    let target = if is_check { "checked" } else { BUILT };
    let mut cargo = of_this_run(folder);
    cargo.args([command, "--offline", "--quiet", "--target-dir"]);
    cargo.arg(Path::new("..").join(target));
    // The crates are small and rarely change.
    cargo.env("CARGO_INCREMENTAL", "0");
    cargo
}

/// Lints the chosen packages of a workspace, without their dependencies.
///
/// # Panics
///
/// There is an error or a warning.
pub fn clippy(folder: &Path, options: &[&str]) {
    let mut clippy = cargo(folder, "clippy");
    clippy.args(options).args(["--no-deps", "--keep-going"]);
    succeed(clippy.args(["--", "--deny", "warnings"]));
}

/// Documents the chosen packages of a workspace, without their dependencies.
///
/// # Panics
///
/// There is an error or a warning.
pub fn doc(folder: &Path, options: &[&str]) {
    let mut doc = cargo(folder, "doc");
    doc.args(options).args(["--no-deps", "--keep-going"]);
    succeed(doc.env("RUSTDOCFLAGS", "--deny warnings"));
}

/// Runs a command.
///
/// # Panics
///
/// It fails, or cannot be started.
pub fn succeed(command: &mut Command) {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?} failed:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// The folder of programs that are built from generated crates, beside the folders of their workspaces.
pub const BUILT: &str = "built";

/// The cargo that runs the tests, in a folder.
fn of_this_run(folder: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder);
    cargo
}

/// The end of a workspace's manifest: the published runtime is the one of this repository.
pub fn runtime_patch() -> String {
    let runtime = cases::root().join("runtime");
    format!("[patch.crates-io]\nspecsmith-runtime = {{ path = {runtime:?} }}\n")
}

/// Generates the crate of a specification, like [`files`].
///
/// # Errors
///
/// The errors of the specification.
pub fn generate(spec: &SourceFile) -> Result<FileSet, Diagnostics> {
    specsmith::read(spec).map(files)
}

/// Generates the crate of an API. If the specification does not say where the runtime is, it is the published one, so
/// that the crates of a workspace share it, see [`runtime_patch`].
pub fn files(api: Api) -> FileSet {
    specsmith::files(&with_published_runtime(api))
}

fn with_published_runtime(mut api: Api) -> Api {
    if api.package.runtime == Runtime::Embedded {
        api.package.runtime = Runtime::Published(Span::default());
    }
    api
}

/// Generates a package that includes the code of an API in its own root module, as with a build script. It has the
/// features of a generated crate, and none of its settings for lints. Its name ends with `-included`.
///
/// # Errors
///
/// The errors of the specification.
pub fn generate_included(spec: &SourceFile) -> Result<FileSet, Diagnostics> {
    let api = with_published_runtime(specsmith::read(spec)?);
    let mut files = FileSet::default();
    for (path, text) in specsmith::included_files(&api).iter() {
        files.insert(format!("generated/{path}"), text);
    }
    files.insert(
        "src/lib.rs",
        "//! Includes generated code.\n\ninclude!(\"../generated/lib.rs\");\n",
    );
    let manifest = specsmith::files(&api);
    let manifest = manifest.get("Cargo.toml").unwrap_or_default();
    let name = format!("name = \"{}\"", api.package.name);
    let included = format!("name = \"{}-included\"", api.package.name);
    let manifest = manifest.split("[lints").next().unwrap_or_default();
    files.insert("Cargo.toml", manifest.replace(&name, &included));
    Ok(files)
}

/// Copies the lock file into a workspace, and downloads the packages that only generated crates need, such as those of
/// TLS, so that they compile offline.
///
/// # Errors
///
/// The lock file cannot be read or written, or the packages cannot be downloaded.
pub fn prepare(folder: &Path) -> io::Result<()> {
    static FETCHED: LazyLock<bool> = LazyLock::new(|| {
        let fetch = of_this_run(cases::root())
            .args(["fetch", "--locked", "--target", "host-tuple"])
            .status();
        fetch.is_ok_and(|status| status.success())
    });
    if !*FETCHED {
        return Err(io::Error::other("`cargo fetch --locked` failed"));
    }
    let lock = fs::read_to_string(cases::root().join("Cargo.lock"))?;
    cases::write(&folder.join("Cargo.lock"), &lock)
}
