//! Generates files on all cores. Each file depends on the plan alone.

use crate::output::FileSet;
use crate::rust::{Crate, Group};
use crate::threads;

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

    /// Adds the files of a module: its root, and a file for each group of operations.
    pub(super) fn module(
        &mut self,
        name: &str,
        plan: &'a Crate<'a>,
        root: fn(&'a Crate<'a>) -> String,
        group_file: fn(&'a Crate<'a>, &'a Group<'a>) -> String,
    ) {
        self.file(format!("src/{name}/mod.rs"), move || root(plan));
        for group in &plan.groups {
            let path = format!("src/{name}/{}.rs", group.module);
            self.file(path, move || group_file(plan, group));
        }
    }

    /// Generates all files. The result does not depend on which thread generates which file.
    pub(super) fn finish(mut self) -> FileSet {
        // The root of a module has a part for every group. These are the largest files, and the last
        // thing that runs should be small.
        self.files
            .sort_by_key(|file| !file.path.ends_with("/mod.rs"));
        let texts = threads::map(&self.files, usize::MAX, |file| (file.write)());
        let mut set = FileSet::default();
        for (file, text) in self.files.into_iter().zip(texts) {
            set.insert(file.path, text);
        }
        set
    }
}
