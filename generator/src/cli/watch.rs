//! Runs something whenever files change.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, io};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Failure;

/// How long files have to be unchanged before something runs: editors write, rename and remove several files for one
/// save.
const QUIET: Duration = Duration::from_millis(15);

/// After this time, something runs although files still change.
const LONGEST: Duration = Duration::from_millis(80);

/// How often folders are looked for that do not exist.
const RETRY: Duration = Duration::from_secs(1);

/// Runs `run` now, and again whenever one of the files changes that its last run has read. Returns only if files cannot
/// be watched. `option` is the option that asks for it. A change after `start` counts, too.
pub(crate) fn watch(
    option: &str,
    mut start: SystemTime,
    run: &mut dyn FnMut() -> Vec<PathBuf>,
) -> Failure {
    let (events, received) = mpsc::channel();
    let watcher = notify::recommended_watcher(move |event| {
        // The receiver is there as long as the watcher.
        let _ = events.send(event);
    });
    let watcher = match watcher {
        Ok(watcher) => watcher,
        Err(error) => return cannot_watch(option, &error),
    };
    let mut watched = Watched {
        watcher,
        files: BTreeSet::new(),
        folders: BTreeSet::new(),
        missing: BTreeSet::new(),
    };
    loop {
        let files = run();
        // A run that fails early has not read all files, so earlier ones stay.
        let added = match watched.add(&files) {
            Ok(added) => added,
            Err(error) => return cannot_watch(option, &error),
        };
        // A change before the folder was watched has no event.
        let is_outdated = match added {
            Added::Nothing => false,
            Added::Folder => files.iter().any(|file| is_changed_since(file, start)),
            Added::Moved => true,
        };
        if is_outdated {
            start = SystemTime::now();
            continue;
        }
        if let Err(failure) = watched.wait(&received) {
            return failure;
        }
        start = SystemTime::now();
    }
}

/// Whether a file was written after a moment, or just before it: times of files are coarse.
fn is_changed_since(file: &Path, moment: SystemTime) -> bool {
    let modified = fs::metadata(file).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| modified + QUIET > moment)
}

fn is_not_found(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => error.kind() == io::ErrorKind::NotFound,
        _ => false,
    }
}

fn cannot_watch(option: &str, error: &notify::Error) -> Failure {
    Failure::Unable(format!(
        "cannot watch the specification: {error}; run the command without `{option}`"
    ))
}

/// What a run has read that was not watched before it. Of several, the greatest counts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Added {
    Nothing,
    Folder,
    /// A folder that has gone or come back since it was last looked for, perhaps during the run.
    Moved,
}

/// Files, by their folders and names. Folders are watched instead of files, because editors replace files.
struct Watched {
    watcher: RecommendedWatcher,
    files: BTreeSet<(PathBuf, OsString)>,
    folders: BTreeSet<PathBuf>,
    /// Folders that do not exist.
    missing: BTreeSet<PathBuf>,
}

impl Watched {
    fn add(&mut self, files: &[PathBuf]) -> notify::Result<Added> {
        let mut added = Added::Nothing;
        for file in files {
            let Some(name) = file.file_name() else {
                continue;
            };
            let folder = match file.parent() {
                Some(folder) if folder != Path::new("") => folder.to_owned(),
                Some(_) | None => PathBuf::from("."),
            };
            let folder = std::path::absolute(&folder).unwrap_or(folder);
            self.files.insert((folder.clone(), name.to_owned()));
            added = added.max(self.watch_folder(folder)?);
        }
        Ok(added)
    }

    fn watch_folder(&mut self, folder: PathBuf) -> notify::Result<Added> {
        if self.folders.contains(&folder) {
            return Ok(Added::Nothing);
        }
        if let Err(error) = self.watcher.watch(&folder, RecursiveMode::NonRecursive) {
            if !is_not_found(&error) {
                return Err(error);
            }
            let has_gone = self.missing.insert(folder);
            return Ok(if has_gone {
                Added::Moved
            } else {
                Added::Nothing
            });
        }
        let is_back = self.missing.remove(&folder);
        self.folders.insert(folder);
        Ok(if is_back { Added::Moved } else { Added::Folder })
    }

    /// Waits until one of the files has changed, and all have been unchanged for a moment.
    fn wait(&mut self, received: &Receiver<notify::Result<Event>>) -> Result<(), Failure> {
        let closed = || Failure::Unable("the watching of files has ended".to_owned());
        loop {
            match received.recv_timeout(RETRY) {
                Ok(event) => {
                    if self.concerns(event) {
                        break;
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.finds_missing() => break,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(closed()),
            }
        }
        let start = Instant::now();
        while start.elapsed() < LONGEST {
            match received.recv_timeout(QUIET) {
                Ok(event) => {
                    self.concerns(event);
                }
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(closed()),
            }
        }
        Ok(())
    }

    /// Whether an event is about one of the files. After an error, events may have been lost.
    fn concerns(&mut self, event: notify::Result<Event>) -> bool {
        let Ok(event) = event else {
            return true;
        };
        let is_change = match event.kind {
            EventKind::Access(of) => of == AccessKind::Close(AccessMode::Write),
            EventKind::Any
            | EventKind::Create(_)
            | EventKind::Modify(_)
            | EventKind::Remove(_)
            | EventKind::Other => true,
        };
        if !is_change {
            return false;
        }
        let mut is_folder = false;
        if matches!(
            event.kind,
            EventKind::Create(_) | EventKind::Modify(ModifyKind::Name(_)) | EventKind::Remove(_)
        ) {
            for path in &event.paths {
                // Systems stop watching a folder that is removed or renamed, even if it is back already.
                if self.folders.remove(path) {
                    let _ = self.watcher.unwatch(path);
                    self.missing.insert(path.clone());
                }
                is_folder |= self.missing.contains(path);
            }
        }
        let is_ours = |path: &PathBuf| {
            let (folder, name) = (path.parent(), path.file_name());
            let (Some(folder), Some(name)) = (folder, name) else {
                return false;
            };
            self.files.contains(&(folder.to_owned(), name.to_owned()))
        };
        event.need_rescan() || is_folder || event.paths.iter().any(is_ours)
    }

    /// Watches the folders that exist again, and returns whether there are any.
    fn finds_missing(&mut self) -> bool {
        let missing = std::mem::take(&mut self.missing);
        let mut found = false;
        for folder in missing {
            // If that fails, it is tried again with the next change.
            let _ = self.watch_folder(folder.clone());
            found |= self.folders.contains(&folder);
        }
        found
    }
}
