use std::fmt;

use super::place;
use super::plan::{Plan, State};

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
        /// The number of the first line that differs, counted from 1.
        line: usize,
        /// That line as it would be written, with its line break; `None` if the file would end
        /// there.
        expected: Option<String>,
        /// That line as it is, with its line break; `None` if the file ends there.
        found: Option<String>,
        /// Whether only line endings differ.
        only_line_endings: bool,
    },
    /// The file was written by an earlier run, and would be removed.
    Stale {
        /// Its path in the folder.
        path: String,
    },
}

impl Difference {
    /// Whether the file has the expected contents, with other line endings.
    pub fn is_in_line_endings(&self) -> bool {
        match self {
            Self::Missing { .. } | Self::Stale { .. } => false,
            Self::Differs {
                only_line_endings, ..
            } => *only_line_endings,
        }
    }

    /// The file's path in the folder.
    pub fn path(&self) -> &str {
        match self {
            Self::Missing { path } | Self::Differs { path, .. } | Self::Stale { path } => path,
        }
    }
}

/// The difference without the path, which callers show relative to their folder. Lines are
/// shortened and escaped.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { .. } => f.write_str("is missing"),
            Self::Stale { .. } => f.write_str("is no longer part of the API"),
            Self::Differs {
                only_line_endings: true,
                ..
            } => f.write_str("differs in line endings only (CRLF here, LF generated)"),
            Self::Differs {
                line,
                expected,
                found,
                ..
            } => {
                writeln!(f, "differs at line {line}:")?;
                writeln!(f, "  here:      {}", side(found))?;
                write!(f, "  generated: {}", side(expected))
            }
        }
    }
}

fn side(line: &Option<String>) -> String {
    const WIDEST: usize = 100;
    let Some(line) = line else {
        return "(the file ends)".to_owned();
    };
    let Some(line) = line.strip_suffix('\n') else {
        return format!("{} (without a line break)", cut(line, WIDEST));
    };
    cut(line, WIDEST)
}

fn cut(line: &str, widest: usize) -> String {
    match line.char_indices().nth(widest) {
        None => place::visible(line),
        Some((at, _)) => format!("{}…", place::visible(&line[..at])),
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
            State::Ours(found) | State::NotOurs(found) => {
                differences.push(differs(file.path, &file.contents, &found));
            }
        }
    }
    differences.sort_by(|one, other| one.path().cmp(other.path()));
    differences
}

fn differs(path: String, expected: &str, found: &[u8]) -> Difference {
    let found = String::from_utf8_lossy(found);
    let only_line_endings = found.replace("\r\n", "\n") == expected.replace("\r\n", "\n");
    let lines = expected.split_inclusive('\n').map(Some);
    let found_lines = found.split_inclusive('\n').map(Some);
    let ends = || std::iter::repeat(None);
    let length = expected.lines().count().max(found.lines().count());
    let (line, (expected, found)) = lines
        .chain(ends())
        .zip(found_lines.chain(ends()))
        .take(length)
        .enumerate()
        .find(|(_, (one, other))| one != other)
        // Invalid UTF-8 can become equal to the expected text when it is decoded.
        .unwrap_or((0, (None, None)));
    let owned = |line: Option<&str>| line.map(str::to_owned);
    let (line, expected, found) = (line + 1, owned(expected), owned(found));
    Difference::Differs {
        path,
        line,
        expected,
        found,
        only_line_endings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expected: &str, found: &[u8]) -> String {
        differs("a".to_owned(), expected, found).to_string()
    }

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(
            shown("a\nb\nc\n", b"a\nB\x1b[31m\nd\n"),
            "differs at line 2:\n  here:      B\\u{1b}[31m\n  generated: b"
        );
    }

    #[test]
    fn a_file_that_ends_early_is_reported() {
        assert_eq!(
            shown("a\nb\n", b"a\n"),
            "differs at line 2:\n  here:      (the file ends)\n  generated: b"
        );
        assert_eq!(
            shown("a\n", b"a"),
            "differs at line 1:\n  here:      a (without a line break)\n  generated: a"
        );
    }

    #[test]
    fn differences_in_line_endings_alone_are_reported() {
        assert!(shown("a\nb\n", b"a\r\nb\r\n").contains("line endings only"));
        assert!(!shown("a\nb\n", b"a\r\nc\r\n").contains("line endings only"));
    }

    #[test]
    fn long_lines_are_cut_and_invalid_bytes_are_no_error() {
        let text = shown(&format!("{}\n", "é".repeat(500)), b"\xff\xfe");
        assert!(text.ends_with(&format!("  generated: {}…", "é".repeat(100))));
    }
}
