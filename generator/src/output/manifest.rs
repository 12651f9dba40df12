//! `.specsmith`: the list of the files that were written, next to them.

use std::collections::BTreeSet;
use std::path::Path;

use super::error::OutputError;
use super::place;

const COMMENT: &str = "\
# The files that specsmith wrote here, and removes when they are no longer part of the API.
";

/// The text of the list.
pub(super) fn print<'a>(paths: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = COMMENT.to_owned();
    for path in paths {
        text.push_str(path);
        text.push('\n');
    }
    text
}

/// The paths in a list. A checkout may have changed the line breaks. A merge with conflicts leaves the
/// files of both sides, which were all written by us. The list determines which files are removed, so one
/// invalid line invalidates all of it.
pub(super) fn parse(text: &[u8], folder: &Path) -> Result<BTreeSet<String>, OutputError> {
    let broken = |line: usize, problem: String| OutputError::Manifest {
        path: place::shown(folder, place::MANIFEST),
        line,
        problem,
    };
    let mut paths = BTreeSet::new();
    for (index, line) in text.split(|byte| *byte == b'\n').enumerate() {
        let line =
            str::from_utf8(line).map_err(|_| broken(index + 1, "it is not UTF-8".to_owned()))?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.is_empty() || line.starts_with('#') || is_conflict_marker(line) {
            continue;
        }
        place::check(line).map_err(|problem| broken(index + 1, format!("{line:?} {problem}")))?;
        paths.insert(line.to_owned());
    }
    Ok(paths)
}

/// Whether Git added the line to separate the sides of a conflict.
fn is_conflict_marker(line: &str) -> bool {
    ["<<<<<<< ", "||||||| ", ">>>>>>> "]
        .iter()
        .any(|marker| line.starts_with(marker))
        || line == "======="
}
