//! The runtime that the generated crate depends on: warnings about what only cargo would find.

use std::fs;
use std::path::{Component, Path, PathBuf};

use specsmith::api::Runtime;
use specsmith::diagnostic::{Code, Diagnostic};
use specsmith::output::display_path;
use specsmith::source::{Span, Spanned};

const NOT_PUBLISHED: Code = Code("W0001");
const WRONG_PATH: Code = Code("W0002");

/// The package that every generated crate depends on.
const PACKAGE: &str = "specsmith-runtime";

/// Warns if cargo would not find the runtime. It is not an error: the crate can be generated for another
/// place, and a workspace can replace the runtime with `[patch]`.
pub(crate) fn check(runtime: &Runtime, out: &Path) -> Option<Diagnostic> {
    match runtime {
        Runtime::Embedded => None,
        Runtime::Published(span) => Some(not_published(*span)),
        Runtime::Path(path) => check_path(path, out),
    }
}

/// To be removed when the runtime is published.
fn not_published(span: Span) -> Diagnostic {
    let message = format!("`{PACKAGE}` is not published yet, so cargo cannot find it");
    Diagnostic::warning(NOT_PUBLISHED, message, span).help(
        "write `embedded`: then `specsmith generate` writes the runtime into the generated crate",
    )
}

fn check_path(path: &Spanned<String>, out: &Path) -> Option<Diagnostic> {
    let folder = normalized(&out.join(&path.value));
    let shown = display_path(&folder);
    let problem = match fs::read_to_string(folder.join("Cargo.toml")) {
        Ok(manifest) if is_runtime(&manifest) => return None,
        Ok(_) => format!("`{shown}` is another package"),
        Err(_) if !folder.is_dir() => format!("there is no folder `{shown}`"),
        Err(_) => format!("`{shown}` contains no package"),
    };
    let message = format!("the package `{PACKAGE}` is not in `{}`", path.value);
    Some(
        Diagnostic::warning(WRONG_PATH, message, path.span)
            .label(problem)
            .note(format!(
                "the path is relative to the folder of the generated crate, `{}`",
                display_path(out)
            ))
            .help(
                "write `embedded` to have the runtime in the generated crate, or the path of `runtime/` in your \
                 clone of Specsmith",
            ),
    )
}

/// The path without `..` where possible, as cargo resolves it.
fn normalized(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match (part, normal.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                normal.pop();
            }
            (Component::CurDir, Some(_)) => {}
            _ => normal.push(part),
        }
    }
    normal
}

fn is_runtime(manifest: &str) -> bool {
    let name = format!("name=\"{PACKAGE}\"");
    manifest.lines().any(|line| line.replace(' ', "") == name)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn parents_of_folders_that_do_not_exist_yet_are_resolved() {
        for (path, normal) in [
            ("generated/../../specsmith/runtime", "../specsmith/runtime"),
            ("generated/./../runtime", "runtime"),
            ("../a/../../b", "../../b"),
            ("/a/b/../c", "/a/c"),
        ] {
            assert_eq!(normalized(Path::new(path)), Path::new(normal), "{path}");
        }
    }
}
