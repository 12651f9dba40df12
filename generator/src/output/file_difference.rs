//! The files in which a folder differs from a set of files.

use std::path::Path;

use super::plan::{Plan, State};
use super::{place, unified_diff};

/// A file in which a folder differs from a set of files.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The file does not exist, and would be written.
    Missing {
        /// Its path in the folder.
        path: String,
    },
    /// The file has different contents.
    Differs {
        /// Its path in the folder.
        path: String,
        /// Its contents. What is not UTF-8 is replaced.
        found: String,
        /// What would be written.
        expected: String,
    },
    /// The file was written by an earlier run, and would be removed.
    Stale {
        /// Its path in the folder.
        path: String,
    },
}

impl Difference {
    /// The file's path in the folder.
    pub fn path(&self) -> &str {
        match self {
            Self::Missing { path } | Self::Differs { path, .. } | Self::Stale { path } => path,
        }
    }

    /// Whether the file has the expected contents, with other line endings.
    pub(super) fn is_in_line_endings(&self) -> bool {
        match self {
            Self::Missing { .. } | Self::Stale { .. } => false,
            Self::Differs {
                found, expected, ..
            } => found != expected && found.replace("\r\n", "\n") == expected.replace("\r\n", "\n"),
        }
    }

    /// Describes the difference in lines, with the file's path in the folder.
    pub(super) fn describe(&self, folder: &Path) -> String {
        let path = place::shown(folder, self.path());
        match self {
            Self::Missing { .. } => format!("{path} is missing\n"),
            Self::Stale { .. } => format!("{path} is no longer part of the API\n"),
            Self::Differs { .. } if self.is_in_line_endings() => {
                format!("{path} differs in line endings only (CRLF here, LF generated)\n")
            }
            Self::Differs {
                found, expected, ..
            } if found == expected => format!("{path} is not valid UTF-8\n"),
            Self::Differs {
                found, expected, ..
            } => {
                let (text, end) = match found.contains("\r\n") {
                    true => (
                        found.replace("\r\n", "\n"),
                        format!("{path} also differs in line endings (CRLF here, LF generated)\n"),
                    ),
                    false => (found.clone(), String::new()),
                };
                unified_diff(&path, &text, expected, "as generated") + &end
            }
        }
    }
}

/// The plan's differences, sorted by path.
pub(super) fn differences(plan: Plan<'_>) -> Vec<Difference> {
    let mut differences: Vec<_> = plan
        .stale
        .into_iter()
        .map(|path| Difference::Stale { path })
        .collect();
    for file in plan.files {
        match file.state {
            State::Same => {}
            State::Missing => differences.push(Difference::Missing { path: file.path }),
            State::Ours(found) | State::NotOurs(found) => differences.push(Difference::Differs {
                path: file.path,
                found: String::from_utf8_lossy(&found).into_owned(),
                expected: file.contents.into_owned(),
            }),
        }
    }
    differences.sort_by(|one, other| one.path().cmp(other.path()));
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(found: &[u8], expected: &str) -> String {
        let difference = Difference::Differs {
            path: "b".to_owned(),
            found: String::from_utf8_lossy(found).into_owned(),
            expected: expected.to_owned(),
        };
        difference.describe(Path::new("a"))
    }

    #[test]
    fn a_diff_does_not_consist_of_line_endings() {
        assert_eq!(
            described(b"1\r\n2\r\n", "1\n3\n"),
            "--- a/b\n+++ a/b, as generated\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n\
             a/b also differs in line endings (CRLF here, LF generated)\n"
        );
    }

    #[test]
    fn a_diff_shows_how_contents_differ() {
        assert_eq!(
            described(b"1\n2\n", "1\n3\n"),
            "--- a/b\n+++ a/b, as generated\n@@ -1,2 +1,2 @@\n 1\n-2\n+3\n"
        );
    }

    #[test]
    fn differences_in_line_endings_alone_are_reported() {
        assert!(described(b"a\r\nb\r\n", "a\nb\n").contains("line endings only"));
        assert!(!described(b"a\r\nc\r\n", "a\nb\n").contains("line endings only"));
    }

    #[test]
    fn invalid_bytes_are_reported() {
        assert!(described(b"\xff\xfe", "a\n").contains("-\u{fffd}\u{fffd}\n"));
        assert_eq!(described(b"\xff", "\u{fffd}"), "a/b is not valid UTF-8\n");
    }
}
