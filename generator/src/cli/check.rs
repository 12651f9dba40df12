use std::path::Path;

use specsmith::output::{Difference, display_path};
use specsmith::source::SourceFile;

use super::current::Dependencies;
use super::terminal::quoted;
use super::{CrateArguments, Done, Failure, Located, Messages, Writes, current, read, runtime};
use specsmith::diagnostic::Diagnostics;

/// How many differing files are shown; the rest are counted.
const MOST_SHOWN: usize = 20;

/// `specsmith check`: compares the crate with what `generate` would write.
pub(crate) fn run(arguments: &CrateArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "check", Writes::Crate)?;
    let source = read::read(&located.path, messages)?;
    let out = located.out(arguments.out.as_deref(), "check")?;
    if let Some(current) = current::recognize(&Dependencies::of(&source), &out) {
        let mut warnings = Diagnostics::new();
        warnings.extend(runtime::check(&current.runtime, &out));
        let warnings = messages.print(&warnings, &source);
        return Ok(up_to_date(current.files, &out, &source, warnings));
    }
    let (api, mut warnings) = messages.read(&source)?;
    let files = specsmith::files(&api);
    let differences = files.compare_with(&out)?;
    if differences.is_empty() {
        warnings.extend(runtime::check(&api.package.runtime, &out));
        let warnings = messages.print(&warnings, &source);
        return Ok(up_to_date(files.len_on_disk(), &out, &source, warnings));
    }
    let folder = display_path(&out);
    let spec = source.name();
    let message = if out.exists() {
        let (count, differ) = match differences.len() {
            1 => ("1 file".to_owned(), "differs"),
            count => (format!("{count} files"), "differ"),
        };
        format!("{count} in {folder}/ {differ} from what {spec} generates")
    } else {
        format!("the folder {folder}/ does not exist")
    };
    Err(Failure::Rejected {
        details: details(&differences, &out),
        message: format!("{message}; run `{}`", command(arguments)),
    })
}

fn up_to_date(files: usize, out: &Path, source: &SourceFile, warnings: String) -> Done {
    let folder = display_path(out);
    let spec = source.name();
    Done {
        text: format!("{folder}/: {files} files, up to date with {spec}\n"),
        warnings,
    }
}

/// Every file that differs, and how.
fn details(differences: &[Difference], out: &Path) -> String {
    if !out.exists() {
        return String::new();
    }
    let mut text = String::new();
    for difference in differences.iter().take(MOST_SHOWN) {
        let path = display_path(&out.join(difference.path()));
        text.push_str(&format!("{path} {difference}\n"));
    }
    if differences.len() > MOST_SHOWN {
        let more = differences.len() - MOST_SHOWN;
        text.push_str(&format!("and {more} more\n"));
    }
    if differences.iter().any(Difference::is_in_line_endings) {
        text.push_str(
            "the line `* text=auto eol=lf` in .gitattributes keeps Git from changing line endings\n",
        );
    }
    text + "\n"
}

/// The command that updates the crate, with the same arguments.
fn command(arguments: &CrateArguments) -> String {
    let mut command = "specsmith generate".to_owned();
    if let Some(spec) = &arguments.spec {
        command.push_str(&format!(" {}", quoted(&display_path(spec))));
    }
    if let Some(out) = &arguments.out {
        command.push_str(&format!(" --out {}", quoted(&display_path(out))));
    }
    command
}
