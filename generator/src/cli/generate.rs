use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use specsmith::output::{Report, display_path};

use super::current::Dependencies;
use super::watch::States;
use super::{
    CrateArguments, Done, Failure, GenerateArguments, Located, Messages, Writes, current, locate,
    read, runtime, terminal, watch,
};
use specsmith::diagnostic::Diagnostics;

/// How many touched files are listed; the rest are counted.
const MOST_NAMED: usize = 40;

/// `specsmith generate`: writes the crate and reports what changed.
pub(crate) fn run(arguments: &GenerateArguments, messages: &Messages) -> Result<Done, Failure> {
    if arguments.watch {
        return watch_and_generate(&arguments.of, messages);
    }
    let generated = generate(&arguments.of, messages, &mut States::default())?;
    let touched = touched(&generated.report, &generated.out);
    Ok(Done {
        text: touched + &generated.summary(),
        warnings: generated.warnings,
    })
}

/// Generates whenever the specification changes, and prints one line for each run.
fn watch_and_generate(arguments: &CrateArguments, messages: &Messages) -> Result<Done, Failure> {
    // A wrong argument ends the command.
    Located::find(arguments.spec.as_deref(), "generate", Writes::Crate)?
        .out(arguments.out.as_deref(), "generate")?;
    terminal::print("watching the specification; press Ctrl-C to stop\n")?;
    watch::watch(SystemTime::now(), &mut |seen| {
        if arguments.spec.is_none() {
            seen.add(locate::searched_folder());
        }
        match generate(arguments, messages, seen) {
            Ok(generated) => {
                messages.print_error(&generated.warnings);
                terminal::print_while_read(&generated.summary())
            }
            Err(failure) => {
                messages.report(&failure);
                true
            }
        }
    });
    Ok(String::new().into())
}

/// What a run has done.
struct Generated {
    report: Report,
    out: PathBuf,
    millis: u128,
    warnings: String,
}

impl Generated {
    /// The counts and the time, as a line.
    fn summary(&self) -> String {
        format!(
            "{} in {} ms\n",
            counts(&self.report, &self.out),
            self.millis
        )
    }
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

/// Writes the crate. What was read is added to `seen`, even if the specification has errors.
fn generate(
    arguments: &CrateArguments,
    messages: &Messages,
    seen: &mut States,
) -> Result<Generated, Failure> {
    let start = Instant::now();
    let located = Located::find(arguments.spec.as_deref(), "generate", Writes::Crate)?;
    let mut files = Vec::new();
    let source = read::read_and_list(&located.path, messages, &mut files);
    seen.add(files);
    let source = source?;
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
    warnings.extend(runtime::warnings(&runtime, &out));
    Ok(Generated {
        report,
        warnings: messages.print(&warnings, &source),
        millis: start.elapsed().as_millis(),
        out,
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
