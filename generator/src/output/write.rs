//! Carries out a plan.
//!
//! First, all new files are written into a staging folder inside the output folder. A full disk or
//! missing permissions are reported here, before anything has changed. Then files are removed, and
//! the new ones are renamed into place, so that no program reads half a file. There is no `fsync`: a
//! power failure may lose the last run, and the next run repairs it, because it compares contents.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::OutputError;
use super::plan::{File, Plan, State};
use super::{Report, place};
use crate::diagnostic::visible;

/// A staging folder older than this belongs to a run that died.
const ABANDONED: Duration = Duration::from_secs(600);

/// Changes the folder according to the plan.
pub(super) fn write(plan: Plan<'_>, folder: &Path) -> Result<Report, OutputError> {
    check(&plan, folder)?;
    let report = report(&plan);
    if report.is_unchanged() {
        return Ok(report);
    }
    let staging = Staging::create(folder)?;
    let StagedMoves {
        first_manifest,
        files,
        last_manifest,
    } = stage(&plan, &staging)?;

    let lists = first_manifest.iter().chain(&last_manifest).count();
    let mut progress = Progress {
        folder,
        done: 0,
        all: lists + files.len() + plan.stale.len(),
    };
    // First a list of old and new files, so that an interrupted run still owns both.
    if let Some(step) = &first_manifest {
        progress.place(step)?;
    }
    for path in &plan.stale {
        progress.remove(path)?;
    }
    for step in files.iter().chain(&last_manifest) {
        progress.place(step)?;
    }
    Ok(report)
}

/// Fails if the folder contains something that must not be replaced.
pub(super) fn check(plan: &Plan<'_>, folder: &Path) -> Result<(), OutputError> {
    reject_foreign_files(plan, folder)?;
    let is_missing = |file: &File<'_>| matches!(file.state, State::Missing);
    // Nothing was generated here before: the list and all files are missing.
    match plan.files.iter().all(is_missing) {
        true => reject_foreign_folder(folder),
        false => Ok(()),
    }
}

fn reject_foreign_files(plan: &Plan<'_>, folder: &Path) -> Result<(), OutputError> {
    let paths: Vec<_> = plan
        .files
        .iter()
        .filter(|file| matches!(file.state, State::NotOurs(_)))
        .map(|file| place::shown(folder, &file.path))
        .collect();
    if paths.is_empty() {
        Ok(())
    } else {
        Err(OutputError::NotOurs { paths })
    }
}

/// Rejects a folder that is used for something else. Hidden files are ignored: the crate may be its own
/// repository.
fn reject_foreign_folder(folder: &Path) -> Result<(), OutputError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(place::system_error("read", folder, error)),
    };
    let all = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let listed: io::Result<Vec<String>> = all.collect();
    let names = listed.map_err(|error| place::system_error("read", folder, error))?;
    match names.iter().filter(|name| !name.starts_with('.')).min() {
        None => Ok(()),
        Some(entry) => Err(OutputError::NotEmpty {
            folder: place::display(folder),
            entry: visible(entry),
        }),
    }
}

fn report(plan: &Plan<'_>) -> Report {
    let mut report = Report {
        removed: plan.stale.clone(),
        ..Report::default()
    };
    for file in &plan.files {
        match file.state {
            State::Same => report.unchanged += 1,
            State::Missing => report.written.push(file.path.clone()),
            State::Ours(_) | State::NotOurs(_) => report.changed.push(file.path.clone()),
        }
    }
    report
}

/// A staged file and its destination.
struct Move {
    staged: PathBuf,
    path: String,
}

/// The staged files, in the order in which they are moved.
struct StagedMoves {
    /// The list of old and new files, unless the folder has it already.
    first_manifest: Option<Move>,
    files: Vec<Move>,
    /// The list of new files, if there were others.
    last_manifest: Option<Move>,
}

/// Writes all new files into the staging folder.
fn stage(plan: &Plan<'_>, staging: &Staging) -> Result<StagedMoves, OutputError> {
    let stage_list = |name: &str, text: &Option<String>| {
        let text = text.as_deref();
        let list = text.map(|text| staging.stage(name, place::MANIFEST, text));
        list.transpose()
    };
    let first_manifest = stage_list("first", &plan.first_manifest)?;
    let mut files = Vec::new();
    for (index, file) in plan.files.iter().enumerate() {
        match file.state {
            State::Same => {}
            State::Missing | State::Ours(_) | State::NotOurs(_) => {
                if file.path != place::MANIFEST {
                    files.push(staging.stage(&index.to_string(), &file.path, &file.contents)?);
                }
            }
        }
    }
    Ok(StagedMoves {
        first_manifest,
        files,
        last_manifest: stage_list("last", &plan.last_manifest)?,
    })
}

/// A temporary folder in the output folder, removed on drop.
struct Staging {
    path: PathBuf,
}

impl Staging {
    fn create(folder: &Path) -> Result<Self, OutputError> {
        fs::create_dir_all(folder).map_err(|error| place::system_error("create", folder, error))?;
        sweep(folder);
        let path = folder.join(format!(".specsmith-{}.tmp", std::process::id()));
        fs::create_dir(&path).map_err(|error| place::system_error("create", &path, error))?;
        Ok(Self { path })
    }

    /// Writes a file under a name that is unique in the staging folder.
    fn stage(&self, name: &str, path: &str, text: &str) -> Result<Move, OutputError> {
        let staged = self.path.join(name);
        fs::write(&staged, text).map_err(|error| place::system_error("write", &staged, error))?;
        Ok(Move {
            staged,
            path: path.to_owned(),
        })
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // A later run removes what remains.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the staging folders of runs that died. Errors are ignored.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let process = name
            .to_str()
            .and_then(|name| name.strip_prefix(".specsmith-"))
            .and_then(|name| name.strip_suffix(".tmp"));
        let is_staging = process.is_some_and(|id| id.parse::<u32>().is_ok());
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let age = entry.metadata().and_then(|metadata| metadata.modified());
        let is_old = age.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED));
        if is_staging && is_folder && is_old {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// How much of the plan is done.
struct Progress<'a> {
    folder: &'a Path,
    done: usize,
    all: usize,
}

impl Progress<'_> {
    fn place(&mut self, step: &Move) -> Result<(), OutputError> {
        let to = place::join(self.folder, &step.path);
        let parent = to.parent().map_or(Ok(()), fs::create_dir_all);
        parent
            .and_then(|()| fs::rename(&step.staged, &to))
            .map_err(|error| self.interrupted("write", &to, error))?;
        self.done += 1;
        Ok(())
    }

    /// Removes a file, and the folders that it leaves empty.
    fn remove(&mut self, path: &str) -> Result<(), OutputError> {
        let at = place::join(self.folder, path);
        match fs::remove_file(&at) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(self.interrupted("remove", &at, error)),
        }
        self.done += 1;
        for parent in at.ancestors().skip(1) {
            // Fails for a folder that is not empty; then those above it are not empty either.
            if parent == self.folder || fs::remove_dir(parent).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn interrupted(&self, action: &'static str, place: &Path, source: io::Error) -> OutputError {
        OutputError::Interrupted {
            action,
            path: place::display(place),
            done: self.done,
            all: self.all,
            source,
        }
    }
}
