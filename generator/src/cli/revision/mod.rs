//! The two specifications that a command compares: files, or files of a revision in Git.

mod repository;
mod tree;

use std::path::{Path, PathBuf};

use specsmith::output::display_path;
use specsmith::source::SourceFile;

use super::locate::{self, SPEC};
use super::origin::Origin;
use super::terminal::quoted;
use super::{Failure, Located, Messages, Writes, read, remote};
use repository::{Repository, Revision};
use tree::Tree;

/// Two specifications to compare.
#[derive(Debug)]
pub(crate) struct Sides {
    pub(crate) old: Old,
    pub(crate) new: SourceFile,
    /// Whether the old one is that of `HEAD`, because the default branch has all commits of it.
    pub(crate) is_head: bool,
}

/// What a specification is compared with.
#[derive(Debug)]
pub(crate) enum Old {
    Specification(SourceFile),
    /// The specification is new: nobody named an old one, and the revision has none.
    Nothing {
        revision: String,
    },
}

/// Reads both specifications. Each is a file, a folder, a URL, or `REVISION:PATH`.
///
/// If only `REVISION:PATH` is given, it is the old one, and the new one is the same file on disk. If only a file is given,
/// it is the new one, and the old one is the same file where the history of `HEAD` left the history of `base`: a revision,
/// or else the default branch, which may not have it yet. If nothing is given, the new one is the only specification of
/// the workspace.
pub(crate) fn sides(
    old: Option<&str>,
    new: Option<&str>,
    base: Option<&str>,
    messages: &Messages,
) -> Result<Sides, Failure> {
    let here = Here {
        folder: Path::new(""),
        messages,
    };
    match (old, new) {
        (Some(old), Some(new)) => here.both(old, new, base),
        (Some(one), None) | (None, Some(one)) => here.one(one, base),
        (None, None) => {
            let located = Located::find(None, "diff", Writes::File)?;
            here.since(&located.path, true, base)
        }
    }
}

/// A specification where the history of `HEAD` left that of the default branch, and the name of that revision.
pub(crate) fn before(path: &Path, messages: &Messages) -> Result<(Old, String), Failure> {
    let here = Here {
        folder: Path::new(""),
        messages,
    };
    let (old, revision) = here.before(path, false, None)?;
    Ok((old, revision.name))
}

/// The path of a file from the top of its repository. `None` if it is not on disk, or in no repository.
pub(crate) fn from_top(file: &str) -> Option<String> {
    let path = Path::new(file);
    if !path.is_file() {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let repository = Repository::around(path.parent()?).ok()?;
    repository.path(&format!("./{name}")).ok()
}

/// What an argument names.
#[derive(Debug, PartialEq, Eq)]
enum Named<'a> {
    File(PathBuf),
    /// The only specification of a folder.
    Only(PathBuf),
    Url(&'a str),
    Committed {
        revision: &'a str,
        /// In Git's notation: from the top of the repository, or from the current folder if it begins with a dot.
        path: &'a str,
    },
}

impl<'a> Named<'a> {
    /// What is on disk is no revision, even if its name contains a colon.
    fn of(argument: &'a str, here: &Path) -> Result<Self, Failure> {
        let path = here.join(argument);
        if matches!(Origin::from(argument), Origin::Url(_)) {
            Ok(Self::Url(argument))
        } else if path.is_dir() {
            only_in_folder(&path).map(Self::Only)
        } else if path.exists() {
            Ok(Self::File(path))
        } else if let Some((revision, path)) = revision_and_path(argument) {
            Ok(Self::Committed { revision, path })
        } else {
            Ok(Self::File(path))
        }
    }
}

/// Splits `REVISION:PATH`, as Git does: a colon in braces belongs to the revision (`HEAD@{12:00}`).
fn revision_and_path(argument: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    let colon = argument.find(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ':' && depth == 0
    })?;
    let (revision, path) = (argument.get(..colon)?, argument.get(colon + 1..)?);
    let is_letter = revision.len() == 1 && revision.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_drive = is_letter && (cfg!(windows) || path.starts_with(['/', '\\']));
    (!is_drive).then_some((revision, path))
}

/// The only specification of a folder, or of the folder `spec` in it.
fn only_in_folder(folder: &Path) -> Result<PathBuf, Failure> {
    let inner = folder.join(SPEC);
    let folder = if inner.is_dir() { &inner } else { folder };
    let shown = display_path(folder);
    let found = locate::specifications(folder)
        .map_err(|error| Failure::Unable(format!("cannot read `{shown}`: {error}")))?;
    only(found, &shown, |path| display_path(path)).map_err(Failure::Unable)
}

/// The only specification of those that were found in a folder.
fn only<T>(mut found: Vec<T>, folder: &str, shown: impl Fn(&T) -> String) -> Result<T, String> {
    match (found.pop(), found.is_empty()) {
        (None, _) => Err(format!(
            "the folder `{folder}` contains no specification (`*.yaml`, `*.yml` or `*.json`); name a file"
        )),
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            found.push(last);
            let names: Vec<String> = found.iter().map(shown).collect();
            Err(format!(
                "the folder `{folder}` contains {} specifications; name one: `{}`",
                names.len(),
                names.join("`, `")
            ))
        }
    }
}

/// Where arguments are resolved.
#[derive(Clone, Copy)]
struct Here<'a> {
    /// The current folder.
    folder: &'a Path,
    messages: &'a Messages,
}

impl Here<'_> {
    fn both(self, old: &str, new: &str, base: Option<&str>) -> Result<Sides, Failure> {
        no_base(base)?;
        Ok(Sides {
            old: Old::Specification(self.read(&Named::of(old, self.folder)?)?),
            new: self.read(&Named::of(new, self.folder)?)?,
            is_head: false,
        })
    }

    /// A specification, and what it is compared with by default.
    fn one(self, argument: &str, base: Option<&str>) -> Result<Sides, Failure> {
        match Named::of(argument, self.folder)? {
            Named::File(path) => self.since(&path, false, base),
            Named::Only(path) => self.since(&path, true, base),
            Named::Url(url) => Err(Failure::Unable(format!(
                "`{}` has no history to compare with; name both specifications: `specsmith diff OLD NEW`",
                remote::without_query(url)
            ))),
            Named::Committed { revision, path } => {
                no_base(base)?;
                self.until_now(revision, path)
            }
        }
    }

    fn read(self, named: &Named<'_>) -> Result<SourceFile, Failure> {
        match named {
            Named::File(path) | Named::Only(path) => self.file(path),
            Named::Url(url) => Ok(remote::read(url, self.messages)?.source.elsewhere()),
            Named::Committed { revision, path } => {
                let repository = Repository::around(self.folder)?;
                let mut tree = repository.tree(&repository.revision(revision)?)?;
                let path = committed_path(&repository, &mut tree, path)?;
                self.committed(&mut tree, &path)
            }
        }
    }

    fn file(self, path: &Path) -> Result<SourceFile, Failure> {
        let name = display_path(path.strip_prefix(self.folder).unwrap_or(path));
        if !path.exists()
            && let Ok(repository) = Repository::around(self.folder)
            && repository.commit(&name)?.is_some()
        {
            return Err(Failure::Unable(format!(
                "`{name}` is a revision, and not a file; name the file in it, such as `{name}:{SPEC}/api.yaml`, or \
                 compare with the revision: `specsmith diff --base {}`",
                quoted(&name)
            )));
        }
        read::read(path, self.messages)
    }

    fn committed(self, tree: &mut Tree, path: &str) -> Result<SourceFile, Failure> {
        tree.source(path)
            .map_err(|error| read::failure(error, self.messages))
    }

    /// A file of a revision, and the same file on disk, whose name may be another one now.
    fn until_now(self, revision: &str, path: &str) -> Result<Sides, Failure> {
        let repository = Repository::around(self.folder)?;
        let revision = repository.revision(revision)?;
        let mut tree = repository.tree(&revision)?;
        let path = committed_path(&repository, &mut tree, path)?;
        let old = self.committed(&mut tree, &path)?;
        let mut new = repository.on_disk(&path)?;
        if !new.exists() {
            let mut renames = repository.renames(&revision)?.into_iter();
            let Some((_, to)) = renames.find(|(from, _)| *from == path) else {
                let shown = tree.shown(&path);
                return Err(Failure::Unable(format!(
                    "the file `{}` does not exist, so there is nothing to compare `{shown}` with; name the new \
                     specification: `specsmith diff {} NEW`",
                    display_path(&new),
                    quoted(&shown)
                )));
            };
            new = repository.on_disk(&to)?;
        }
        let new = self.file(&new)?;
        Ok(Sides {
            old: Old::Specification(old),
            new,
            is_head: false,
        })
    }

    /// A file, and the same file where the history of `HEAD` left that of the base. Its name may have been another one
    /// then. If it `is_only`, it is the only specification of its folder, in whatever language.
    fn since(self, new: &Path, is_only: bool, base: Option<&str>) -> Result<Sides, Failure> {
        let new_source = self.file(new)?;
        let (old, revision) = self.before(new, is_only, base)?;
        let head = Repository::around(new.parent().unwrap_or(Path::new("")))?.head()?;
        Ok(Sides {
            old,
            new: new_source,
            is_head: base.is_none() && revision.commit == head.commit,
        })
    }

    /// The old one of both, and its revision.
    fn before(
        self,
        new: &Path,
        is_only: bool,
        base: Option<&str>,
    ) -> Result<(Old, Revision), Failure> {
        let repository = Repository::around(new.parent().unwrap_or(Path::new("")))?;
        let name = new.file_name().unwrap_or_default().to_string_lossy();
        let path = repository.path(&format!("./{name}"))?;
        let before = repository.left(base)?;
        let mut tree = repository.tree(&before)?;
        let mut old = match tree.has(&path).map_err(Failure::Unable)? {
            true => Some(path.clone()),
            false => {
                let mut renames = repository.renames(&before)?.into_iter();
                let renamed = renames.find(|(_, to)| *to == path);
                renamed.map(|(from, _)| from)
            }
        };
        if old.is_none() && is_only {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            old = tree.only_in_folder(folder).ok();
        }
        let Some(old) = old else {
            let removed = repository.removed(&before)?;
            if !removed.iter().any(|path| tree.is_specification(path)) {
                let revision = before.name.clone();
                return Ok((Old::Nothing { revision }, before));
            }
            // One of these may have become this one.
            let shown = display_path(new);
            return Err(Failure::Unable(format!(
                "the file `{}` does not exist, so there is nothing to compare `{shown}` with; if it had another name, \
                 name both: `specsmith diff {}:OLD {}`",
                tree.shown(&path),
                quoted(&before.name),
                quoted(&shown)
            )));
        };
        let old = self.committed(&mut tree, &old)?;
        Ok((Old::Specification(old), before))
    }
}

/// Rejects a base beside a specification to compare with.
fn no_base(base: Option<&str>) -> Result<(), Failure> {
    match base {
        None => Ok(()),
        Some(_) => Err(Failure::Unable(
            "the old specification and `--base` both say what to compare with; omit one of them"
                .to_owned(),
        )),
    }
}

/// The path of a specification in a revision, from the top of the repository.
fn committed_path(repository: &Repository, tree: &mut Tree, path: &str) -> Result<String, Failure> {
    let resolved = repository.path(path)?;
    let found = tree.specification(&resolved).map_err(Failure::Unable)?;
    if let Some(found) = found {
        return Ok(found);
    }
    let from_here = format!("./{path}");
    let is_here = match repository.path(&from_here) {
        Ok(here) if here != resolved => tree.has(&here).unwrap_or(false),
        Ok(_) | Err(_) => false,
    };
    let shown = tree.shown(&resolved);
    Err(Failure::Unable(match is_here {
        true => format!(
            "the file `{shown}` does not exist; paths begin at the top of the repository, and those of the current \
             folder with `./`: `{}:{from_here}`",
            tree.revision()
        ),
        false => format!(
            "the file `{shown}` does not exist; check the path, which begins at the top of the repository, and the \
             revision"
        ),
    }))
}

#[cfg(test)]
mod tests;
