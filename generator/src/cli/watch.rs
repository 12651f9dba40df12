//! Runs something whenever files change.
//!
//! What a run has read is compared with what is there now. Events of the system only say when to compare, and it
//! happens twice a second anyway: systems do not report that a folder further up was renamed, that the target of a link
//! changed, or changes on some network drives.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, thread};

use notify::event::{AccessKind, AccessMode};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::locate;

/// How long files have to be unchanged before something runs: editors write, rename and remove several files for one
/// save.
const QUIET: Duration = Duration::from_millis(15);

/// After this time, something runs although files still change.
const LONGEST: Duration = Duration::from_millis(80);

/// How often files are compared without an event.
const TICK: Duration = Duration::from_millis(500);

/// Runs `run` now, and again whenever something has changed that a run has read. It adds what it reads, and returns
/// whether to go on. A change after `start` counts, too.
///
/// The loop has four steps: it runs, adds the states that the run has read to the known ones, waits until one of them
/// changes, and waits until nothing changes any more. A change during the run skips the third step.
pub(crate) fn watch(mut start: SystemTime, run: &mut dyn FnMut(&mut States) -> bool) {
    let (events, received) = mpsc::channel();
    // Without events, only the clock says when to compare.
    let mut watcher = notify::recommended_watcher(move |event| {
        // The receiver is there as long as the watcher.
        if may_be_change(&event) {
            let _ = events.send(());
        }
    })
    .ok();
    let mut folders = BTreeSet::new();
    let mut known_states = States::default();
    loop {
        let mut states_read = States::default();
        if !run(&mut states_read) {
            return;
        }
        let is_outdated = states_read.is_newer_than(&known_states, start);
        // A run that fails early has not read all files. What earlier runs have read stays.
        known_states.0.extend(states_read.0);
        if let Some(watcher) = &mut watcher {
            watch_folders(watcher, &mut folders, &known_states);
        }
        if !is_outdated {
            wait(&received, &known_states);
        }
        known_states = known_states.settled();
        start = SystemTime::now();
    }
}

/// Whether anything may have changed. To compare opens files and folders, which is an event, too.
fn may_be_change(event: &notify::Result<Event>) -> bool {
    match event {
        Ok(Event {
            kind: EventKind::Access(access),
            ..
        }) => *access == AccessKind::Close(AccessMode::Write),
        Ok(_) | Err(_) => true,
    }
}

/// Asks for events of the folders of files. Folders are watched instead of files, because editors replace files.
fn watch_folders(
    watcher: &mut RecommendedWatcher,
    folders: &mut BTreeSet<PathBuf>,
    files: &States,
) {
    // Systems stop watching a folder that is removed or renamed, even if it is back already.
    for folder in std::mem::take(folders) {
        let _ = watcher.unwatch(&folder);
    }
    folders.extend(files.0.keys().filter_map(|file| {
        let file = std::path::absolute(file).ok()?;
        match file.is_dir() {
            true => Some(file),
            false => file.parent().map(Path::to_owned),
        }
    }));
    for folder in &*folders {
        // Perhaps it does not exist.
        let _ = watcher.watch(folder, RecursiveMode::NonRecursive);
    }
}

/// Waits until something has changed.
fn wait(received: &Receiver<()>, known_states: &States) {
    while known_states.now() == *known_states {
        if received.recv_timeout(TICK) == Err(RecvTimeoutError::Disconnected) {
            thread::sleep(TICK);
        }
        while received.try_recv().is_ok() {}
    }
}

/// What files and folders were when they were read.
#[derive(Default, PartialEq)]
pub(crate) struct States(BTreeMap<PathBuf, State>);

impl States {
    /// Adds what files are, and which specifications folders have.
    pub(crate) fn add(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        let states = paths.into_iter().map(|path| {
            let state = State::of(&path);
            (path, state)
        });
        self.0.extend(states);
    }

    /// The present states of the same files.
    fn now(&self) -> Self {
        let states = self.0.keys().map(|path| (path.clone(), State::of(path)));
        Self(states.collect())
    }

    /// The states of the same files, as soon as they have been unchanged for a moment.
    fn settled(&self) -> Self {
        let start = Instant::now();
        let mut last = self.now();
        while start.elapsed() < LONGEST {
            thread::sleep(QUIET);
            let now = self.now();
            if now == last {
                break;
            }
            last = now;
        }
        last
    }

    /// Whether one of the files differs from what it was before or, if it was not known, was written after a moment.
    fn is_newer_than(&self, before: &Self, moment: SystemTime) -> bool {
        let mut states = self.0.iter();
        states.any(|(file, state)| match before.0.get(file) {
            Some(before) => before != state,
            None => state.is_written_after(moment),
        })
    }
}

#[derive(PartialEq)]
enum State {
    Missing,
    File {
        /// `None` if the system does not say it.
        modified: Option<SystemTime>,
        size: u64,
        /// Another file may have the same time and size.
        identity: Identity,
    },
    /// The specifications in a folder, with their states.
    Folder(Vec<(PathBuf, State)>),
}

impl State {
    fn of(path: &Path) -> Self {
        match fs::metadata(path) {
            Err(_) => Self::Missing,
            Ok(metadata) if metadata.is_dir() => {
                let entries = fs::read_dir(path).into_iter().flatten().flatten();
                let paths = entries.map(|entry| entry.path());
                let mut states: Vec<(PathBuf, Self)> = paths
                    .filter(|path| locate::may_be_specification(path) && !path.is_dir())
                    .map(|path| (path.clone(), Self::of(&path)))
                    .collect();
                states.sort_by(|(left, _), (right, _)| left.cmp(right));
                Self::Folder(states)
            }
            Ok(metadata) => Self::File {
                modified: metadata.modified().ok(),
                size: metadata.len(),
                identity: Identity::of(&metadata),
            },
        }
    }

    /// Whether a file was written after a moment, or just before it: times of files are coarse.
    fn is_written_after(&self, moment: SystemTime) -> bool {
        // Times in the future come from other clocks and would never settle.
        let is_recent = |time: SystemTime| time + QUIET > moment && time <= SystemTime::now();
        match self {
            Self::Missing => false,
            Self::File {
                modified, identity, ..
            } => modified.is_some_and(is_recent) || identity.changed().is_some_and(is_recent),
            Self::Folder(states) => states
                .iter()
                .any(|(_, state)| state.is_written_after(moment)),
        }
    }
}

/// The number of a file, and when it was last written, renamed or otherwise changed.
#[cfg(unix)]
#[derive(PartialEq)]
struct Identity(u64, i64, i64);

#[cfg(unix)]
impl Identity {
    fn of(metadata: &fs::Metadata) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        Self(metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
    }

    fn changed(&self) -> Option<SystemTime> {
        let seconds = Duration::from_secs(self.1.try_into().ok()?);
        let nanoseconds = Duration::from_nanos(self.2.try_into().ok()?);
        SystemTime::UNIX_EPOCH.checked_add(seconds + nanoseconds)
    }
}

/// Other systems do not have it.
#[cfg(not(unix))]
#[derive(PartialEq)]
struct Identity;

#[cfg(not(unix))]
impl Identity {
    fn of(_: &fs::Metadata) -> Self {
        Self
    }

    fn changed(&self) -> Option<SystemTime> {
        None
    }
}
