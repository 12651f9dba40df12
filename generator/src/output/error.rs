//! Errors of writing or comparing the files of a folder.

use std::fmt;
use std::io;

/// Why files could not be written or compared. Each message names the path, the problem, and what
/// to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// A path of the set leads out of the folder.
    #[error("`{path}` is not a path inside the output folder: {problem}")]
    Path {
        /// The path.
        path: String,
        /// The problem with the path.
        problem: &'static str,
    },

    /// The output folder exists and is not a folder.
    #[error("`{folder}` is not a folder; move it away, or name another one")]
    NotAFolder {
        /// The output folder.
        folder: String,
    },

    /// The path of a file is taken by something else.
    #[error("`{path}` is {what}; nothing was changed, move it away and try again")]
    InTheWay {
        /// The path that is taken.
        path: String,
        /// The kind of entry that takes the path.
        what: OutputConflict,
    },

    /// Files that Specsmith did not write would be overwritten.
    #[error(
        "{} would be overwritten, but {} not written by specsmith; nothing was changed, \
         move {} away or name another folder",
        list(.paths), if .paths.len() == 1 { "was" } else { "were" },
        if .paths.len() == 1 { "it" } else { "them" }
    )]
    NotOurs {
        /// The files, sorted.
        paths: Vec<String>,
    },

    /// The folder has other files, and nothing was generated there before.
    #[error(
        "`{folder}` has files that specsmith did not write, such as `{entry}`; nothing was changed, \
         name an empty folder, or create an empty file `.specsmith` in this one to use it anyway"
    )]
    NotEmpty {
        /// The output folder.
        folder: String,
        /// One of its files and folders.
        entry: String,
    },

    /// The folder has files of another kind that Specsmith wrote, such as the files of a crate.
    #[error(
        "`{folder}` has files that specsmith wrote for something else, such as `{entry}`; nothing was changed, \
         name another folder"
    )]
    OtherKind {
        /// The output folder.
        folder: String,
        /// One of its files.
        entry: String,
    },

    /// The list of written files is invalid.
    #[error(
        "`{path}`, the list of files written by specsmith, is invalid at line {line}: {problem}; \
         nothing was changed, restore it from version control, or delete it and the generated files"
    )]
    Manifest {
        /// The list.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// The problem with the line.
        problem: String,
    },

    /// The system reported an error before anything was changed.
    #[error("cannot {action} `{path}`: {source}; nothing was changed")]
    System {
        /// The action that failed: "read", "create".
        action: &'static str,
        /// The path.
        path: String,
        /// The error of the system.
        source: io::Error,
    },

    /// The system reported an error when some files were already changed.
    #[error(
        "cannot {action} `{path}`: {source}; {done} of {all} files were written or removed before \
         that; fix the problem and try again"
    )]
    Interrupted {
        /// The action that failed: "write", "remove".
        action: &'static str,
        /// The path.
        path: String,
        /// How many files were written or removed.
        done: usize,
        /// How many files had to be written or removed.
        all: usize,
        /// The error of the system.
        source: io::Error,
    },
}

impl OutputError {
    /// Whether the folder has something that must not be touched. Everything was readable.
    pub fn is_conflict(&self) -> bool {
        match self {
            Self::InTheWay { .. }
            | Self::NotOurs { .. }
            | Self::NotEmpty { .. }
            | Self::OtherKind { .. } => true,
            Self::Path { .. }
            | Self::NotAFolder { .. }
            | Self::Manifest { .. }
            | Self::System { .. }
            | Self::Interrupted { .. } => false,
        }
    }
}

/// What can be at the path of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutputConflict {
    /// A link, which could lead out of the folder.
    Link,
    /// A folder in the place of a file.
    Folder,
    /// A file in the place of a folder.
    File,
    /// A device, a socket, a pipe.
    Other,
}

impl fmt::Display for OutputConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link => "a symbolic link",
            Self::Folder => "a folder, but a file must be written there",
            Self::File => "a file, but a folder is needed there",
            Self::Other => "not a regular file",
        })
    }
}

/// The first few of the paths, so that the message stays readable.
fn list(paths: &[String]) -> String {
    const SHOWN: usize = 5;
    let shown: Vec<_> = paths
        .iter()
        .take(SHOWN)
        .map(|path| format!("`{path}`"))
        .collect();
    match paths.len().checked_sub(SHOWN) {
        None | Some(0) => shown.join(", "),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}
