//! What commands say about the files of a folder.

use std::path::Path;

use specsmith::output::{FileSet, Report, Stale, display_path};

use super::Failure;

/// How many touched files are listed; the rest are counted.
const MOST_NAMED: usize = 40;

/// Checks that a folder contains exactly these files, and returns the text for a folder that does. `source` generates
/// them, and `command` writes them.
pub(crate) fn check(
    files: &FileSet,
    folder: &Path,
    source: &str,
    command: &str,
) -> Result<String, Failure> {
    let differences = files.compare_with(folder)?;
    if differences.is_empty() {
        return Ok(up_to_date(files.len_on_disk(), folder, source));
    }
    let stale = Stale::new(&differences, folder, source);
    Err(Failure::Rejected {
        details: stale.details,
        message: format!("{}; run `{command}`", stale.message),
    })
}

/// The text for a folder that is up to date.
pub(crate) fn up_to_date(files: usize, folder: &Path, source: &str) -> String {
    let folder = display_path(folder);
    format!("{folder}/: {files} files, up to date with {source}\n")
}

/// How many files were written, changed, removed and left.
pub(crate) fn counts(report: &Report, out: &Path) -> String {
    format!(
        "{}/: {} written, {} changed, {} removed, {} unchanged",
        display_path(out),
        report.written.len(),
        report.changed.len(),
        report.removed.len(),
        report.unchanged,
    )
}

/// A line for each touched file, and one for all files of an embedded runtime.
fn touched_lines(what: &str, paths: &[String], out: &Path) -> Vec<String> {
    let shown = |path: &str| display_path(&out.join(path));
    let (of_runtime, own): (Vec<&String>, Vec<&String>) =
        paths.iter().partition(|path| path.starts_with("runtime/"));
    let own = own.iter().map(|path| format!("{what} {}\n", shown(path)));
    let mut lines: Vec<String> = own.collect();
    match of_runtime.as_slice() {
        [] => {}
        [only] => lines.push(format!("{what} {}\n", shown(only))),
        [..] => lines.push(format!(
            "{what} {}/, {} files\n",
            shown("runtime"),
            of_runtime.len()
        )),
    }
    lines
}

/// The lines of the touched files.
pub(crate) fn touched(report: &Report, out: &Path) -> String {
    let touched = [
        ("written", &report.written),
        ("changed", &report.changed),
        ("removed", &report.removed),
    ];
    let lines: Vec<String> = touched
        .iter()
        .flat_map(|(what, paths)| touched_lines(what, paths, out))
        .collect();
    let mut text: String = lines.iter().take(MOST_NAMED).map(String::as_str).collect();
    if lines.len() > MOST_NAMED {
        text.push_str(&format!("and {} more\n", lines.len() - MOST_NAMED));
    }
    text
}
