//! The differences between a folder and a set of files.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::error::{OutputConflict, OutputError};
use super::{FileSet, manifest, place};
use crate::diagnostic::visible;

/// The state of every file of the set, and the files to remove.
pub(super) struct Plan<'s> {
    /// The files of the set and the list of them, sorted by path.
    pub(super) files: Vec<File<'s>>,
    /// Files of earlier runs that are not in the set, sorted.
    pub(super) stale: Vec<String>,
    /// The list to write first, unless it is already there. It contains both existing and new files,
    /// so that a run that dies leaves no file that the next run does not recognize.
    pub(super) first_manifest: Option<String>,
    /// The list to write last, if it is a different one.
    pub(super) last_manifest: Option<String>,
}

/// One file of the set.
pub(super) struct File<'s> {
    pub(super) path: String,
    pub(super) contents: Cow<'s, str>,
    pub(super) state: State,
}

/// What the folder has at the path of a file.
pub(super) enum State {
    /// Nothing.
    Missing,
    /// The same contents.
    Same,
    /// Different contents, written by us.
    Ours(Vec<u8>),
    /// Different contents, not written by us.
    NotOurs(Vec<u8>),
}

/// Compares the set with the folder. Writes nothing.
pub(super) fn plan<'s>(set: &'s FileSet, folder: &Path) -> Result<Plan<'s>, OutputError> {
    check_folder(folder)?;
    for (path, _) in set.iter() {
        place::check(path).map_err(|problem| OutputError::Path {
            path: visible(path),
            problem,
        })?;
    }
    let old_manifest = place::read(folder, place::MANIFEST)?;
    let old = match &old_manifest {
        Some(text) => manifest::parse(text, folder)?,
        None => BTreeSet::new(),
    };
    let there = kind(&|path| old.contains(path));
    let wanted = kind(&|path| set.get(path).is_some());
    if let Some(entry) = there
        && wanted.is_some_and(|wanted| wanted != entry)
    {
        return Err(OutputError::OtherKind {
            folder: place::display(folder),
            entry: entry.to_owned(),
        });
    }

    let paths = || set.iter().map(|(path, _)| path);
    let all: BTreeSet<_> = paths().chain(old.iter().map(String::as_str)).collect();
    let manifest = manifest::print(paths());
    let covers_all = manifest::print(all);
    let is_there = |text: &String| old_manifest.as_deref() == Some(text.as_bytes());
    let first_manifest = Some(&covers_all).filter(|text| !is_there(text)).cloned();
    let last_manifest = Some(&manifest).filter(|text| **text != covers_all).cloned();
    let mut files = vec![File {
        state: state(&manifest, old_manifest, true),
        path: place::MANIFEST.to_owned(),
        contents: manifest.into(),
    }];
    for (path, contents) in set.iter() {
        let found = place::read(folder, path)?;
        files.push(File {
            path: path.to_owned(),
            contents: contents.into(),
            state: state(contents, found, old.contains(path)),
        });
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));

    Ok(Plan {
        files,
        first_manifest,
        last_manifest,
        stale: stale(set, &old, folder)?,
    })
}

/// The file that tells whether files are a crate or a reference.
fn kind(has: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    ["Cargo.toml", "llms.txt"]
        .into_iter()
        .find(|path| has(path))
}

fn state(contents: &str, found: Option<Vec<u8>>, ours: bool) -> State {
    match found {
        None => State::Missing,
        Some(found) if found == contents.as_bytes() => State::Same,
        Some(found) if ours => State::Ours(found),
        Some(found) => State::NotOurs(found),
    }
}

/// The files of the old list that still exist and are not in the set.
fn stale(set: &FileSet, old: &BTreeSet<String>, folder: &Path) -> Result<Vec<String>, OutputError> {
    let mut stale = Vec::new();
    for path in old {
        if set.get(path).is_some() {
            continue;
        }
        match place::read(folder, path) {
            Ok(Some(_)) => stale.push(path.clone()),
            Ok(None) => {}
            // This is no longer the file that we wrote.
            Err(OutputError::InTheWay { what, .. }) if what != OutputConflict::Link => {}
            Err(error) => return Err(error),
        }
    }
    Ok(stale)
}

fn check_folder(folder: &Path) -> Result<(), OutputError> {
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(_) => Err(OutputError::NotAFolder {
            folder: place::display(folder),
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(place::system_error("read", folder, error)),
    }
}
