//! The packages that the generated crate depends on: warnings about what only cargo would find.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use specsmith::api::{Package, Runtime};
use specsmith::diagnostic::{Code, Diagnostic};
use specsmith::output::display_path;
use specsmith::source::{Span, Spanned};

use super::locate::has_workspace;

const NOT_PUBLISHED: Code = Code("W0001");
const WRONG_PATH: Code = Code("W0002");
const SECOND: Code = Code("W0003");

/// The package that every generated crate depends on.
const PACKAGE: &str = "specsmith-runtime";

/// How deep below its root a workspace is searched for a second runtime.
const SEARCHED_DEPTH: usize = 4;

/// Where the packages are that a generated crate depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Packages {
    pub(crate) runtime: Runtime,
    /// The paths of other dependencies, which contain no control characters.
    pub(crate) paths: Vec<Spanned<String>>,
}

impl Packages {
    pub(crate) fn of(package: Package) -> Self {
        let dependencies = package.dependencies.into_iter();
        Self {
            runtime: package.runtime,
            paths: dependencies.filter_map(|entry| entry.path).collect(),
        }
    }

    /// Warns if cargo would not find a package, or would find two of the runtime. It is not an error: the crate can be
    /// generated for another place, and a workspace can replace packages with `[patch]`.
    pub(crate) fn warnings(&self, out: &Path) -> Vec<Diagnostic> {
        let of_runtime = match &self.runtime {
            Runtime::Embedded => second_runtime(out),
            Runtime::Published(span) => Some(not_published(*span)),
            Runtime::Path(path) => check_path(path, out),
        };
        let of_others = self.paths.iter().filter_map(|path| no_package(path, out));
        of_runtime.into_iter().chain(of_others).collect()
    }
}

/// Warns if there is no package in the folder of a dependency.
fn no_package(path: &Spanned<String>, out: &Path) -> Option<Diagnostic> {
    let folder = normalized(&out.join(&path.value));
    if folder.join("Cargo.toml").is_file() {
        return None;
    }
    let message = format!("no package is in `{}`", path.value);
    let diagnostic = Diagnostic::warning(WRONG_PATH, message, path.span);
    Some(
        diagnostic
            .label(absence(&folder))
            .note(relative_to(out))
            .help("correct the path, or write the `version` of a published crate"),
    )
}

/// Why there is no package in a folder.
fn absence(folder: &Path) -> String {
    let shown = display_path(folder);
    match folder.is_dir() {
        true => format!("`{shown}` contains no package"),
        false => format!("there is no folder `{shown}`"),
    }
}

fn relative_to(out: &Path) -> String {
    format!(
        "the path is relative to the folder of the generated crate, `{}`",
        display_path(out)
    )
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
    let problem = match fs::read_to_string(folder.join("Cargo.toml")) {
        Ok(manifest) if is_runtime(&manifest) => {
            return check_features(path, out, &folder, &manifest);
        }
        Ok(_) => format!("`{}` is another package", display_path(&folder)),
        Err(_) => absence(&folder),
    };
    let message = format!("the package `{PACKAGE}` is not in `{}`", path.value);
    Some(
        Diagnostic::warning(WRONG_PATH, message, path.span)
            .label(problem)
            .note(relative_to(out))
            .help(
                "write `embedded` to have the runtime in the generated crate, or the path of `runtime/` in your \
                 clone of Specsmith",
            ),
    )
}

/// Warns if the runtime in a folder was written for an API that needs fewer features.
fn check_features(
    path: &Spanned<String>,
    out: &Path,
    folder: &Path,
    manifest: &str,
) -> Option<Diagnostic> {
    let defined = specsmith::features_of_manifest(manifest);
    let defined: BTreeSet<&str> = defined.map(|(name, _)| name).collect();
    let generated = self::manifest(out)?;
    let needed = needed_features(&generated);
    let missing: Vec<String> = needed
        .difference(&defined)
        .map(|name| format!("`{name}`"))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let shown = display_path(folder);
    let message = format!(
        "the runtime in `{}` has only the parts that another API needs",
        path.value
    );
    Some(
        Diagnostic::warning(WRONG_PATH, message, path.span)
            .label(format!("without the features {} of this API", missing.join(", ")))
            .help(format!(
                "write a runtime with all parts, with `specsmith runtime --out DIR`, and name its folder here and in \
                 the specification whose crate contains `{shown}`"
            )),
    )
}

/// Warns if the workspace of an embedded runtime contains another one.
fn second_runtime(out: &Path) -> Option<Diagnostic> {
    let own = fs::canonicalize(out).ok()?.join("runtime");
    let (root, manifest) = own.ancestors().skip(1).find_map(|folder| {
        let manifest = manifest(folder).filter(|manifest| has_workspace(manifest))?;
        Some((folder, manifest))
    })?;
    let excluded: Vec<PathBuf> = excluded(&manifest).map(|path| root.join(path)).collect();
    if excluded.iter().any(|folder| own.starts_with(folder)) {
        return None;
    }
    let mut skipped = excluded;
    skipped.push(own.clone());
    let other = find_runtime(root, &skipped, SEARCHED_DEPTH)?;
    let shown = other.strip_prefix(root).unwrap_or(&other);
    // From the generated crate, which contains the runtime.
    let depth = own.components().count() - root.components().count();
    let to_root = "../".repeat(depth - 1);
    let message = format!("cargo cannot build two packages `{PACKAGE}` in one workspace");
    Some(
        Diagnostic::warning(SECOND, message, Span::default())
            .note(format!(
                "the other one is in `{}`, below `{}`",
                display_path(shown),
                display_path(root)
            ))
            .help(format!(
                "let the crates share one: run `specsmith runtime --out runtime` in the root of the workspace, and \
                 name this folder in both specifications: in this one, with `runtime: {to_root}runtime` under `rust` \
                 (in OpenAPI, under `x-specsmith`)"
            )),
    )
}

/// The paths in the list `exclude` of a workspace's manifest.
fn excluded(manifest: &str) -> impl Iterator<Item = &str> {
    let start = manifest.find("\nexclude");
    let list = start.and_then(|start| manifest[start..].split_once('['));
    let list = list.and_then(|(_, list)| list.split_once(']'));
    list.map_or("", |(list, _)| list)
        .split('"')
        .skip(1)
        .step_by(2)
}

/// A folder of the workspace that contains the runtime as a package, apart from the `skipped` ones.
fn find_runtime(folder: &Path, skipped: &[PathBuf], depth: usize) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.filter_map(Result::ok);
    let mut folders: Vec<PathBuf> = entries
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .filter(|entry| {
            let name = entry.file_name();
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            !is_hidden && name != "target" && name != "node_modules"
        })
        .map(|entry| entry.path())
        .filter(|folder| !skipped.contains(folder))
        .collect();
    folders.sort();
    folders.into_iter().find_map(|folder| {
        let manifest = manifest(&folder).unwrap_or_default();
        if is_runtime(&manifest) {
            return Some(folder);
        }
        // Another workspace.
        if depth == 1 || has_workspace(&manifest) {
            return None;
        }
        find_runtime(&folder, skipped, depth - 1)
    })
}

/// The manifest in a folder.
fn manifest(folder: &Path) -> Option<String> {
    fs::read_to_string(folder.join("Cargo.toml")).ok()
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

/// The features of the runtime that the manifest of a generated crate enables.
fn needed_features(manifest: &str) -> BTreeSet<&str> {
    let dependency = format!("{PACKAGE} = ");
    let mut lines = manifest.lines();
    let line = lines.find(|line| line.starts_with(&dependency));
    let features = line.and_then(|line| line.split_once("features = ["));
    // `default-features = false, features = ["uuid"]`
    let features = features.map_or("", |(_, features)| features);
    features.split('"').skip(1).step_by(2).collect()
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
