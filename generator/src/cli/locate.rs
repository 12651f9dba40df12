//! Finds the specification and the folder of the crate.

use std::path::{Component, Path, PathBuf};
use std::{env, fs, io};

use specsmith::load::{self, LoadError};
use specsmith::output::display_path;
use specsmith::source::SourceFile;

use super::Failure;
use super::terminal::quoted;

/// The folder of specifications.
pub(crate) const SPEC: &str = "spec";
/// The folder of the crate, next to it.
pub(crate) const GENERATED: &str = "generated";

/// What a command writes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Writes {
    /// A crate. A specification outside a folder `spec` needs `--out`, the folder of the crate.
    Crate,
    /// A single file. It goes to standard output unless `--out` names it.
    File,
}

impl Writes {
    /// A whole command for the given specification.
    fn example(self, command: &str, spec: &str) -> String {
        match self {
            Self::Crate => format!("specsmith {command} {spec} --out {GENERATED}"),
            Self::File => format!("specsmith {command} {spec}"),
        }
    }
}

/// The location of a specification.
#[derive(Debug)]
pub(crate) struct Located {
    /// Its file, relative to the current folder.
    pub(crate) path: PathBuf,
    /// The default folder of its crate, relative to the current folder; `None` if the file is not
    /// in a folder `spec`.
    default_out: Option<PathBuf>,
}

impl Located {
    /// The given specification, or else the one of the workspace.
    pub(crate) fn find(
        given: Option<&Path>,
        command: &str,
        writes: Writes,
    ) -> Result<Self, Failure> {
        let here = env::current_dir().map_err(|error| {
            Failure::Unable(format!("cannot determine the current folder: {error}"))
        })?;
        let path = match given {
            Some(path) => path.to_path_buf(),
            None => relative(&in_workspace(&here, command, writes)?, &here),
        };
        let default_out = std::path::absolute(&path)
            .ok()
            .and_then(|path| {
                let folder = path.parent()?;
                (folder.file_name()? == SPEC)
                    .then(|| folder.parent())?
                    .map(Path::to_path_buf)
            })
            .map(|root| relative(&root.join(GENERATED), &here));
        Ok(Self { path, default_out })
    }

    /// The folder of the crate: the given one, or else the default.
    pub(crate) fn out(&self, given: Option<&Path>, command: &str) -> Result<PathBuf, Failure> {
        if let Some(out) = given.or(self.default_out.as_deref()) {
            return Ok(out.to_path_buf());
        }
        // Why the file cannot be read matters more than where its crate goes.
        if let Err(LoadError::File(message)) = load::main_file(&self.path) {
            return Err(Failure::Unable(message));
        }
        let path = display_path(&self.path);
        let example = Writes::Crate.example(command, &quoted(&path));
        let alone = match command {
            "check" => format!(
                "; to check only the specification, run `specsmith lint {}`",
                quoted(&path)
            ),
            _ => String::new(),
        };
        Err(Failure::Unable(format!(
            "`{path}` is not in a folder named `{SPEC}`, so there is no default folder for its crate; \
             name one: `{example}`{alone}"
        )))
    }
}

/// The one specification in the folder `spec` of the workspace around a folder.
fn in_workspace(here: &Path, command: &str, writes: Writes) -> Result<PathBuf, Failure> {
    let example = writes.example(command, "api.yaml");
    let Some(folder) = spec_folder(here) else {
        return Err(Failure::Unable(format!(
            "there is no folder `{SPEC}` here or in a parent folder; \
             name the specification: `{example}`"
        )));
    };
    let shown = display_path(&relative(&folder, here));
    let mut found = specifications(&folder)
        .map_err(|error| Failure::Unable(format!("cannot read `{shown}`: {error}")))?;
    match found.len() {
        0 => Err(Failure::Unable(format!(
            "the folder `{shown}` contains no specification (`*.yaml`, `*.yml` or `*.json`); \
             name one: `{example}`"
        ))),
        1 => Ok(found.remove(0)),
        count => {
            let mut message =
                format!("the folder `{shown}` contains {count} specifications; name one:");
            for path in found {
                let path = display_path(&relative(&path, here));
                message.push_str(&format!("\n  specsmith {command} {}", quoted(&path)));
            }
            Err(Failure::Unable(message))
        }
    }
}

/// The folder in which the specification of the workspace is looked for.
pub(crate) fn searched_folder() -> Option<PathBuf> {
    spec_folder(&env::current_dir().ok()?)
}

/// The folder `spec` of the nearest workspace that has one, or else the nearest one above.
fn spec_folder(here: &Path) -> Option<PathBuf> {
    let has_spec = |folder: &&Path| folder.join(SPEC).is_dir();
    let mut roots = here.ancestors().filter(|folder| is_workspace_root(folder));
    let root = roots.find(has_spec);
    root.or_else(|| here.ancestors().find(has_spec))
        .map(|folder| folder.join(SPEC))
}

/// Whether a folder has a `Cargo.toml` with a table `workspace`.
fn is_workspace_root(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"));
    manifest.is_ok_and(|manifest| has_workspace(&manifest))
}

/// Whether a manifest has a table `workspace`.
pub(crate) fn has_workspace(manifest: &str) -> bool {
    manifest.lines().any(|line| {
        let header = line.split('#').next().unwrap_or_default().trim();
        header == "[workspace]" || header.starts_with("[workspace.")
    })
}

/// The files in a folder that may be specifications (YAML or JSON), without those that are parts of others; sorted.
pub(crate) fn specifications(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_part = |path| fs::read_to_string(path).is_ok_and(|text| is_part(&text));
        if may_be_specification(&path) && path.is_file() && !is_part(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(without_read(found, |path| {
        let mut files = Vec::new();
        // What is wrong with it is an error when it is read as the specification.
        let _ = load::specification(path, &mut files);
        files.split_off(1)
    }))
}

/// Those of several files that no other one of them reads: a document refers to its other files, and an overlay to its
/// document. Files that read each other remain.
pub(crate) fn without_read<T: PartialEq>(
    mut found: Vec<T>,
    read: impl FnMut(&T) -> Vec<T>,
) -> Vec<T> {
    if found.len() < 2 {
        return found;
    }
    let files: Vec<Vec<T>> = found.iter().map(read).collect();
    let reads = |reader: usize, path: &T| files.get(reader).is_some_and(|all| all.contains(path));
    let kept: Vec<bool> = (0..found.len())
        .map(|at| {
            let is_read = |reader: usize| {
                let (Some(path), Some(by)) = (found.get(at), found.get(reader)) else {
                    return false;
                };
                reader != at && reads(reader, path) && !reads(at, by)
            };
            !(0..found.len()).any(is_read)
        })
        .collect();
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next().unwrap_or(true));
    found
}

/// Whether a file may be a specification, or a part of one, by its name.
pub(crate) fn may_be_specification(path: &Path) -> bool {
    let end = path.extension();
    end.is_some_and(|end| end == "yaml" || end == "yml" || end == "json") && !is_schema(path)
}

/// Whether a file is a JSON Schema, such as the schema of the language, by its name.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.ends_with(".schema.json"))
}

/// Whether a text is a specification, in any language.
pub(crate) fn is_specification(text: &str) -> bool {
    let is_ours = text.lines().any(|line| line.starts_with("specsmith:"));
    is_ours || specsmith::is_openapi(&SourceFile::new("", text))
}

/// Whether a text is a part of a specification: its first key is `part_of`.
pub(crate) fn is_part(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#') && *line != "---");
    first.is_some_and(|line| line.starts_with("part_of:"))
}

/// An absolute path relative to a folder: `spec/gateway.yaml`, `../spec`.
pub(crate) fn relative(path: &Path, from: &Path) -> PathBuf {
    let mut path_parts = path.components().peekable();
    let mut from_parts = from.components().peekable();
    if path_parts.peek() != from_parts.peek() {
        // Another drive.
        return path.to_path_buf();
    }
    while path_parts.peek().is_some() && path_parts.peek() == from_parts.peek() {
        path_parts.next();
        from_parts.next();
    }
    let up = from_parts.map(|_| Component::ParentDir);
    let relative: PathBuf = up.chain(path_parts).collect();
    if relative.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        relative
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn paths_are_shown_relative_to_the_current_folder() {
        for (path, from, expected) in [
            ("/w/spec/a.yaml", "/w", "spec/a.yaml"),
            ("/w/spec/a.yaml", "/w/spec", "a.yaml"),
            ("/w/spec/a.yaml", "/w/server/src", "../../spec/a.yaml"),
            ("/w/spec", "/w/spec", "."),
            ("/w", "/w/spec", ".."),
        ] {
            assert_eq!(
                relative(Path::new(path), Path::new(from)),
                Path::new(expected)
            );
        }
    }
}
