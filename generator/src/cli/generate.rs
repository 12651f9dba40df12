use std::path::Path;
use std::time::Instant;

use specsmith::output::{Report, display_path};

use super::current::Dependencies;
use super::{CrateArguments, Done, Failure, Located, Writes, current, read, runtime};

/// How many touched files are listed; the rest are counted.
const MOST_NAMED: usize = 40;

/// `specsmith generate`: writes the crate and reports what changed.
pub(crate) fn run(arguments: &CrateArguments) -> Result<Done, Failure> {
    let start = Instant::now();
    let located = Located::find(arguments.spec.as_deref(), "generate", Writes::Crate)?;
    let source = read::read(&located.path)?;
    let out = located.out(arguments.out.as_deref(), "generate")?;
    let dependencies = Dependencies::of(&source);
    let (report, runtime) = match current::recognize(&dependencies, &out) {
        Some(current) => (Report::of_unchanged(current.files), current.runtime),
        None => {
            let api = specsmith::read(&source)
                .map_err(|diagnostics| Failure::diagnostics(&diagnostics, &source))?;
            let files = specsmith::files(&api);
            let report = files.write_to(&out)?;
            let runtime = api.package.runtime_path;
            current::remember(&files, &dependencies, &out, runtime.as_ref());
            (report, runtime)
        }
    };
    let millis = start.elapsed().as_millis();
    Ok(Done {
        text: format!("{} in {millis} ms\n", summary(&report, &out)),
        warnings: runtime::warnings(runtime.as_ref(), &out, &source),
    })
}

/// A line for each touched file, and the counts.
fn summary(report: &Report, out: &Path) -> String {
    let touched = [
        ("written", &report.written),
        ("changed", &report.changed),
        ("removed", &report.removed),
    ];
    let lines: Vec<_> = touched
        .iter()
        .flat_map(|(what, paths)| paths.iter().map(move |path| (*what, path)))
        .map(|(what, path)| format!("{what} {}\n", display_path(&out.join(path))))
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
