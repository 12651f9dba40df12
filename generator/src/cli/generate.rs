use std::path::Path;
use std::time::Instant;

use specsmith::output::{Report, display_path};

use super::current::Dependencies;
use super::{CrateArguments, Done, Failure, Located, Messages, Writes, current, read, runtime};
use specsmith::diagnostic::Diagnostics;

/// How many touched files are listed; the rest are counted.
const MOST_NAMED: usize = 40;

/// `specsmith generate`: writes the crate and reports what changed.
pub(crate) fn run(arguments: &CrateArguments, messages: &Messages) -> Result<Done, Failure> {
    let start = Instant::now();
    let located = Located::find(arguments.spec.as_deref(), "generate", Writes::Crate)?;
    let source = read::read(&located.path, messages)?;
    let out = located.out(arguments.out.as_deref(), "generate")?;
    let dependencies = Dependencies::of(&source);
    let (report, runtime, mut warnings) = match current::recognize(&dependencies, &out) {
        Some(current) => (
            Report::of_unchanged(current.files),
            current.runtime,
            Diagnostics::new(),
        ),
        None => {
            let (api, warnings) = messages.read(&source)?;
            let files = specsmith::files(&api);
            let report = files.write_to(&out)?;
            let runtime = api.package.runtime;
            // A crate that is recognized is not read, so its warnings would be lost.
            if warnings.is_empty() {
                current::remember(&files, &dependencies, &out, &runtime);
            }
            (report, runtime, warnings)
        }
    };
    warnings.extend(runtime::check(&runtime, &out));
    let millis = start.elapsed().as_millis();
    Ok(Done {
        text: format!("{} in {millis} ms\n", summary(&report, &out)),
        warnings: messages.print(&warnings, &source),
    })
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

/// The lines of the touched files, and the counts.
fn summary(report: &Report, out: &Path) -> String {
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
    let Report {
        written,
        changed,
        removed,
        unchanged,
    } = report;
    text.push_str(&format!(
        "{}/: {} written, {} changed, {} removed, {unchanged} unchanged",
        display_path(out),
        written.len(),
        changed.len(),
        removed.len(),
    ));
    text
}
