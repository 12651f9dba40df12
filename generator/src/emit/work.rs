//! Generates files on all cores. Each file depends on the plan alone.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::output::FileSet;

/// The files to generate.
#[derive(Default)]
pub(super) struct Work<'a> {
    files: Vec<File<'a>>,
}

struct File<'a> {
    path: String,
    write: Box<dyn Fn() -> String + Sync + 'a>,
}

impl<'a> Work<'a> {
    /// Adds a file by its path and the function that generates its text.
    pub(super) fn file(&mut self, path: impl Into<String>, write: impl Fn() -> String + Sync + 'a) {
        self.files.push(File {
            path: path.into(),
            write: Box::new(write),
        });
    }

    /// Generates all files. The result does not depend on which thread generates which file.
    pub(super) fn finish(mut self) -> FileSet {
        // The root of a module has a part for every group. These are the largest files, and the last
        // thing that runs should be small.
        self.files
            .sort_by_key(|file| !file.path.ends_with("/mod.rs"));
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
        let next = AtomicUsize::new(0);
        let take = || self.files.get(next.fetch_add(1, Ordering::Relaxed));
        let work = || -> Vec<(&str, String)> {
            let mut written = Vec::new();
            while let Some(file) = take() {
                written.push((file.path.as_str(), (file.write)()));
            }
            written
        };
        let mut set = FileSet::default();
        thread::scope(|scope| {
            let others: Vec<_> = (1..cores.min(self.files.len()))
                .map(|_| scope.spawn(work))
                .collect();
            let own = work();
            let theirs = others.into_iter().flat_map(|thread| match thread.join() {
                Ok(written) => written,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            for (path, text) in own.into_iter().chain(theirs) {
                set.insert(path, text);
            }
        });
        set
    }
}
