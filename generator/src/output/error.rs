use std::fmt;
use std::io;

/// Why files could not be written or compared. Each names the path, what is
/// wrong with it, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The set itself holds a path that leads out of the folder.
    #[error("`{path}` is not a path inside the output folder: {problem}")]
    Path {
        /// The path as it stands in the set.
        path: String,
        /// What is wrong with it.
        problem: &'static str,
    },

    /// The output folder is there, and is no folder.
    #[error("`{folder}` is not a folder; name another with --out, or move it away")]
    NotAFolder {
        /// The output folder.
        folder: String,
    },

    /// Something that is not a plain file stands in the way.
    #[error("`{path}` is {what}; nothing was changed, move it away and run again")]
    InTheWay {
        /// What stands in the way.
        path: String,
        /// What it is.
        what: Obstacle,
    },

    /// Files that Specsmith did not write would have been overwritten.
    #[error(
        "{} would be overwritten, but {} not written by specsmith; nothing was changed, \
         move {} away or name another folder with --out",
        list(.paths), if .paths.len() == 1 { "was" } else { "were" },
        if .paths.len() == 1 { "it" } else { "them" }
    )]
    NotOurs {
        /// The files, sorted.
        paths: Vec<String>,
    },

    /// The list of written files cannot be trusted.
    #[error(
        "`{path}`, the list of the files that specsmith wrote, is broken in line {line}: {problem}; \
         nothing was changed, restore it from version control, or delete it and the files beside it"
    )]
    Manifest {
        /// The list.
        path: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },

    /// The system refused, before anything was changed.
    #[error("cannot {action} `{path}`: {source}; nothing was changed")]
    Refused {
        /// What was tried: "read", "create".
        action: &'static str,
        /// On what.
        path: String,
        /// The system's response.
        source: io::Error,
    },

    /// The system refused when part of the work was done.
    #[error(
        "cannot {action} `{path}`: {source}; {done} of {all} files were done before that, \
         the rest is as it was: run `specsmith generate` again when this is mended"
    )]
    Interrupted {
        /// What was tried: "write", "remove".
        action: &'static str,
        /// On what.
        path: String,
        /// How many files were written or removed.
        done: usize,
        /// How many were to be written or removed.
        all: usize,
        /// The system's response.
        source: io::Error,
    },
}

/// What can stand where a file is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// A link, which could lead out of the folder.
    Link,
    /// A folder in the place of a file.
    Folder,
    /// A file in the place of a folder.
    File,
    /// A device, a socket, a pipe.
    Other,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Link => "a symbolic link",
            Self::Folder => "a folder where a file is to be",
            Self::File => "a file where a folder is to be",
            Self::Other => "not a plain file",
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
