//! Revisions in Git: their names, and where their histories part. The command `git` knows them.

use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use specsmith::output::display_path;

use super::tree::Tree;
use crate::cli::Failure;
use crate::cli::origin::placed;

/// Where the default branch may be. The first is set by `git clone`.
const DEFAULT_BRANCHES: [&str; 5] = [
    "origin/HEAD",
    "origin/main",
    "origin/master",
    "main",
    "master",
];

/// What to do if a clone lacks the commits that a comparison needs.
const FETCH: &str = "get the others with `git fetch --unshallow`, or in GitHub Actions with `fetch-depth: 0` of \
                     `actions/checkout`";

/// The same if it also lacks the default branch, because it has only one branch.
const FETCH_BRANCH: &str = "get the others with `git fetch --unshallow origin main:refs/remotes/origin/main`, with the \
                            name of the default branch, or in GitHub Actions with `fetch-depth: 0` of \
                            `actions/checkout`";

/// A repository, seen from a folder.
#[derive(Debug)]
pub(super) struct Repository {
    folder: PathBuf,
    /// The folder from the top of the repository, with a slash at its end; empty at the top.
    prefix: String,
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Revision {
    /// How people name it.
    pub(super) name: String,
    /// Its object name, in hexadecimal digits.
    pub(super) commit: String,
}

/// What a run of Git printed.
struct Run {
    status: Option<i32>,
    out: String,
    /// Its error, without what Git writes before it.
    error: String,
}

impl Repository {
    /// The repository that a folder is in.
    pub(super) fn around(folder: &Path) -> Result<Self, Failure> {
        let mut repository = Self {
            folder: folder.to_owned(),
            prefix: String::new(),
        };
        let run = repository.git(&["rev-parse", "--show-prefix"])?;
        if run.status == Some(0) {
            run.out
                .trim_end_matches('\n')
                .clone_into(&mut repository.prefix);
            return Ok(repository);
        }
        let shown = match display_path(folder) {
            shown if shown.is_empty() => "the current folder".to_owned(),
            shown => format!("`{shown}`"),
        };
        Err(Failure::Unable(
            match run.error.starts_with("not a git repository") {
                true => format!(
                    "{shown} is not in a Git repository; name two files: `specsmith diff OLD NEW`"
                ),
                false => format!("Git cannot read the repository of {shown}: {}", run.error),
            },
        ))
    }

    /// Runs Git, without a shell and without translations.
    fn git<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Result<Run, Failure> {
        let output = self.command(arguments).output().map_err(cannot_run)?;
        let error = String::from_utf8_lossy(&output.stderr);
        let error = error
            .lines()
            .next()
            .unwrap_or("it failed without a message");
        let error = error.trim_start_matches("fatal: ").to_owned();
        Ok(Run {
            status: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            error,
        })
    }

    fn command<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Command {
        let mut git = Command::new("git");
        git.arg("-C").arg(&self.folder).args(arguments);
        git.env("LC_ALL", "C").stdin(Stdio::null());
        git
    }

    /// A path in Git's notation, from the top of the repository: it begins with a dot if it is from the folder.
    pub(super) fn path(&self, path: &str) -> Result<String, Failure> {
        let is_from_here = matches!(path.split('/').next(), Some("." | ".."));
        let from = if is_from_here {
            self.prefix.as_str()
        } else {
            ""
        };
        placed(from, path).ok_or_else(|| {
            Failure::Unable(format!(
                "`{path}` is outside of the repository; name a path in it"
            ))
        })
    }

    /// A revision that the user names.
    pub(super) fn revision(&self, name: &str) -> Result<Revision, Failure> {
        if name.is_empty() {
            return Err(Failure::Unable(
                "there is no revision before `:`; write `REVISION:PATH`, such as `HEAD:spec/api.yaml`".to_owned(),
            ));
        }
        if let Some(commit) = self.commit(name)? {
            let name = name.to_owned();
            return Ok(Revision { name, commit });
        }
        let advice = match self.is_shallow()? {
            true => format!("this clone has only the newest commits; {FETCH}"),
            false => "check its name, or get it with `git fetch`".to_owned(),
        };
        Err(Failure::Unable(format!(
            "there is no revision `{name}` in this repository; {advice}"
        )))
    }

    /// The newest commit of the current branch.
    pub(super) fn head(&self) -> Result<Revision, Failure> {
        let name = "HEAD".to_owned();
        match self.commit(&name)? {
            Some(commit) => Ok(Revision { name, commit }),
            None => Err(Failure::Unable(
                "the repository has no commits to compare with; name two files: `specsmith diff OLD NEW`".to_owned(),
            )),
        }
    }

    /// The commit that a revision means; `None` if there is none.
    pub(super) fn commit(&self, revision: &str) -> Result<Option<String>, Failure> {
        // Git would take it for an option. No name of a branch or a tag begins like this.
        if revision.starts_with('-') {
            return Ok(None);
        }
        let commit = format!("{revision}^{{commit}}");
        let run = self.git(&["rev-parse", "--verify", "--quiet", &commit])?;
        let commit = run.out.trim_end();
        // `^main` is a range.
        let is_name = !commit.is_empty() && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        Ok((run.status == Some(0) && is_name).then(|| commit.to_owned()))
    }

    /// The newest commit that `HEAD` and the base have in common: where the history of `HEAD` left it.
    pub(super) fn left(&self, base: Option<&str>) -> Result<Revision, Failure> {
        let head = self.head()?;
        let base = match base {
            Some(base) => self.revision(base)?,
            None => self.default_branch()?,
        };
        let run = self.git(&["merge-base", &head.commit, &base.commit])?;
        let commit = run.out.trim_end().to_owned();
        match run.status {
            Some(0) if commit == base.commit => Ok(base),
            Some(0) if commit == head.commit => Ok(head),
            Some(0) => self.abbreviated(commit),
            Some(1) if self.is_shallow()? => Err(Failure::Unable(format!(
                "this clone has only the newest commits, so it is unknown where `HEAD` left `{}`; {FETCH}",
                base.name
            ))),
            Some(1) => Err(Failure::Unable(format!(
                "`HEAD` and `{}` have no commit in common; name another revision: `--base REVISION`",
                base.name
            ))),
            _ => Err(Failure::Unable(format!(
                "Git cannot compare `HEAD` with `{}`: {}",
                base.name, run.error
            ))),
        }
    }

    fn default_branch(&self) -> Result<Revision, Failure> {
        let mut only_branch = None;
        for name in DEFAULT_BRANCHES {
            if let Some(commit) = self.commit(name)? {
                // `origin/HEAD` is another name of a branch.
                let name = self.printed(&["rev-parse", "--abbrev-ref", name])?;
                if self.may_be_any_branch(&name)? {
                    only_branch.get_or_insert(name);
                    continue;
                }
                return Ok(Revision { name, commit });
            }
        }
        let has_one_branch = self.has_one_branch()?;
        Err(Failure::Unable(match (only_branch, self.is_shallow()?) {
            (Some(only), _) => format!(
                "this clone has only the branch `{only}`, which may not be the default branch; get the default branch with \
                 `git fetch origin BRANCH:BRANCH`, and name it: `--base BRANCH`"
            ),
            (None, true) => {
                let fetch = if has_one_branch { FETCH_BRANCH } else { FETCH };
                format!("this clone has only the newest commits, without the default branch; {fetch}")
            }
            (None, false) if has_one_branch => {
                "this clone has only one branch, which is not the default branch; get the default branch with \
                 `git fetch origin main:refs/remotes/origin/main`; replace `main` with its name"
                    .to_owned()
            }
            (None, false) => {
                "there is no branch `main` or `master` to compare with, neither here nor at `origin`; name a branch: \
                 `--base REVISION`"
                    .to_owned()
            }
        }))
    }

    /// Whether a branch counts as the default branch only because a clone of one branch has no other one.
    fn may_be_any_branch(&self, name: &str) -> Result<bool, Failure> {
        Ok(!DEFAULT_BRANCHES.contains(&name) && self.has_one_branch()?)
    }

    /// Whether the repository is a clone of one branch.
    fn has_one_branch(&self) -> Result<bool, Failure> {
        let fetched = self.git(&["config", "--get-all", "remote.origin.fetch"])?;
        Ok(fetched.status == Some(0) && !fetched.out.contains('*'))
    }

    fn is_shallow(&self) -> Result<bool, Failure> {
        Ok(self.printed(&["rev-parse", "--is-shallow-repository"])? == "true")
    }

    fn abbreviated(&self, commit: String) -> Result<Revision, Failure> {
        let name = self.printed(&["rev-parse", "--short", &commit])?;
        Ok(Revision { name, commit })
    }

    /// Where a path is on disk, from the top of the repository.
    pub(super) fn on_disk(&self, path: &str) -> Result<PathBuf, Failure> {
        let up = self.printed(&["rev-parse", "--show-cdup"])?;
        Ok(self.folder.join(up).join(path))
    }

    /// The files that have other names on disk than in a revision: both names, from the top of the repository.
    pub(super) fn renames(&self, since: &Revision) -> Result<Vec<(String, String)>, Failure> {
        let run = self.git(&[
            "diff-index",
            "-z",
            "--find-renames",
            "--diff-filter=R",
            "--name-status",
            &since.commit,
        ])?;
        // The similarity, the old name and the new one.
        let fields: Vec<&str> = run.out.split_terminator('\0').collect();
        let (renames, _) = fields.as_chunks::<3>();
        let renames = renames.iter();
        Ok(renames
            .map(|[_, from, to]| ((*from).to_owned(), (*to).to_owned()))
            .collect())
    }

    /// The files that a revision has and the disk has not, from the top of the repository.
    pub(super) fn removed(&self, since: &Revision) -> Result<Vec<String>, Failure> {
        let run = self.git(&[
            "diff-index",
            "-z",
            "--no-renames",
            "--diff-filter=D",
            "--name-only",
            &since.commit,
        ])?;
        let removed = run.out.split_terminator('\0');
        Ok(removed.map(str::to_owned).collect())
    }

    /// The line that Git prints.
    fn printed(&self, arguments: &[&str]) -> Result<String, Failure> {
        let run = self.git(arguments)?;
        match run.status {
            Some(0) => Ok(run.out.trim_end_matches('\n').to_owned()),
            _ => Err(Failure::Unable(format!(
                "Git cannot read the repository: {}",
                run.error
            ))),
        }
    }

    /// The files of a revision.
    pub(super) fn tree(&self, revision: &Revision) -> Result<Tree, Failure> {
        let objects = self.command(&["cat-file", "--batch"]);
        Tree::open(objects, revision).map_err(cannot_run)
    }
}

fn cannot_run(error: std::io::Error) -> Failure {
    Failure::Unable(match error.kind() {
        ErrorKind::NotFound => {
            "the command `git` is not installed; install it, or name two files: `specsmith diff OLD NEW`".to_owned()
        }
        _ => format!("cannot run `git`: {error}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_git_is_explained() {
        let missing = Command::new("no-such-git").output().unwrap_err();
        let Failure::Unable(message) = cannot_run(missing) else {
            unreachable!("the command cannot run");
        };
        assert_eq!(
            message,
            "the command `git` is not installed; install it, or name two files: `specsmith diff OLD NEW`"
        );
    }
}
