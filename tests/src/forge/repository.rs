//! A repository with its history.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use forge_api::errors::NotFound;
use forge_api::types::*;

use super::files::Release;
use super::issues::Versioned;

/// A repository.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) shown: Repository,
    pub(super) is_private: bool,
    /// The commits on the only branch, the oldest first.
    commits: Vec<Commit>,
    pub(super) issues: Vec<Versioned>,
    releases: BTreeMap<i64, Release>,
    /// What has happened, the oldest first.
    pub(super) activities: Vec<Activity>,
}

/// A commit with all its files.
#[derive(Debug)]
pub(super) struct Commit {
    /// Its tag or its branch.
    pub(super) name: &'static str,
    files: BTreeMap<&'static str, &'static str>,
}

impl Store {
    /// A repository with three commits and a release.
    pub(super) fn engine() -> Self {
        let first = [("README.md", "# Engine")];
        let second = [("README.md", "# Engine"), ("src/main.rs", "fn main() {}")];
        let third = [
            ("README.md", "# The engine"),
            ("src/bin/a b+c.rs", "fn main() {}"),
            ("src/main.rs", "fn main() {}"),
        ];
        let shown = Repository {
            homepage: Some(Uri::from("https://engine.example")),
            ..Repository::new(1, "ada/engine", 4096)
        };
        Self {
            commits: vec![
                Commit::new("v1.0", first),
                Commit::new("v1.1", second),
                Commit::new("main", third),
            ],
            releases: [(1, Release::default())].into(),
            ..Self::empty(shown)
        }
    }

    /// A repository that only its owner sees.
    pub(super) fn notes() -> Self {
        Self {
            is_private: true,
            ..Self::empty(Repository::new(2, "ada/notes", 0))
        }
    }

    fn empty(shown: Repository) -> Self {
        Self {
            shown,
            is_private: false,
            commits: Vec::new(),
            issues: Vec::new(),
            releases: BTreeMap::new(),
            activities: Vec::new(),
        }
    }

    /// The validators of the repository itself. It never changes.
    pub(super) fn validators(&self) -> (ETag, LastModified) {
        let changed = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365);
        (ETag::strong(format!("r{}", self.shown.id)), changed.into())
    }

    pub(super) fn release(&mut self, number: i64) -> Result<&mut Release, NotFound> {
        self.releases.get_mut(&number).ok_or_else(NotFound::new)
    }

    /// The commit with this tag or branch.
    pub(super) fn commit(&self, name: &str) -> Result<&Commit, NotFound> {
        self.position(name).map(|(_, commit)| commit)
    }

    fn position(&self, name: &str) -> Result<(usize, &Commit), NotFound> {
        // The full names of branches and tags contain slashes.
        let short = name.trim_start_matches("refs/heads/");
        let short = short.trim_start_matches("refs/tags/");
        let mut commits = self.commits.iter().enumerate();
        let found = commits.find(|(_, commit)| commit.name == short);
        found.ok_or_else(|| NotFound::new().with_message(format!("There is no `{name}`")))
    }

    /// What changed from one commit to another.
    pub(super) fn compare(&self, base: &str, head: &str) -> Result<Comparison, NotFound> {
        let (base_position, base) = self.position(base)?;
        let (head_position, head) = self.position(head)?;
        let count = |from: usize, to: usize| u32::try_from(to.saturating_sub(from)).ok();
        let names = base.files.keys().chain(head.files.keys());
        let mut files: Vec<&str> = names
            .filter(|name| base.files.get(*name) != head.files.get(*name))
            .copied()
            .collect();
        files.sort_unstable();
        files.dedup();
        Ok(Comparison {
            ahead_by: count(base_position, head_position).unwrap_or(u32::MAX),
            behind_by: count(head_position, base_position).unwrap_or(u32::MAX),
            files: files.into_iter().map(str::to_owned).collect(),
        })
    }
}

impl Commit {
    fn new<const N: usize>(name: &'static str, files: [(&'static str, &'static str); N]) -> Self {
        Self {
            name,
            files: files.into(),
        }
    }

    /// The content of a file.
    pub(super) fn file(&self, path: &str) -> Result<&'static str, NotFound> {
        self.files.get(path).copied().ok_or_else(NotFound::new)
    }

    /// A file, or the entries of a directory.
    pub(super) fn contents(&self, path: &str) -> Result<Contents, NotFound> {
        if let Ok(content) = self.file(path) {
            return Ok(Contents::from(File {
                path: path.to_owned(),
                size: content.len() as u64,
                content: content.as_bytes().into(),
            }));
        }
        let mut entries: Vec<Entry> = Vec::new();
        for (file, content) in &self.files {
            let Some(rest) = file
                .strip_prefix(path)
                .and_then(|rest| rest.strip_prefix('/'))
            else {
                continue;
            };
            let entry = match rest.split_once('/') {
                None => Entry {
                    r#type: EntryType::File,
                    path: (*file).to_owned(),
                    size: content.len() as u64,
                },
                Some((directory, _)) => Entry {
                    r#type: EntryType::Dir,
                    path: format!("{path}/{directory}"),
                    size: 0,
                },
            };
            if entries.last().is_none_or(|last| last.path != entry.path) {
                entries.push(entry);
            }
        }
        if entries.is_empty() {
            return Err(NotFound::new());
        }
        Ok(entries.into())
    }
}
