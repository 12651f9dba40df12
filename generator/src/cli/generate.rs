//! The command `generate`: the crate, once or whenever the specification changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use specsmith::api::Api;
use specsmith::diagnostic::{Code, Diagnostic, Diagnostics};
use specsmith::output::{Report, display_path};
use specsmith::source::SourceFile;

use super::package_warnings::Packages;
use super::up_to_date::Dependencies;
use super::watch::States;
use super::{
    CrateArguments, Done, Failure, GenerateArguments, Located, Messages, Writes, diff, locate,
    read, report, terminal, up_to_date, watch,
};

/// The list of the files that Specsmith has written into a folder.
const LIST: &str = ".specsmith";

const UNKNOWN_VERSION: Code = Code("W0004");

/// `specsmith generate`: writes the crate and reports what changed.
pub(crate) fn run(arguments: &GenerateArguments, messages: &Messages) -> Result<Done, Failure> {
    if arguments.watch {
        return watch_and_generate(arguments, messages);
    }
    let crate_arguments = &arguments.crate_arguments;
    let generated = generate(
        crate_arguments,
        arguments.replace,
        messages,
        &mut States::default(),
    )?;
    let changes = match arguments.diff {
        true => generated.changes(messages),
        false => String::new(),
    };
    let mut done = generated.done();
    done.text.push_str(&changes);
    Ok(done)
}

/// Writes the crate once, and reports what changed.
pub(crate) fn run_once(
    arguments: &CrateArguments,
    replace: bool,
    messages: &Messages,
) -> Result<Done, Failure> {
    Ok(generate(arguments, replace, messages, &mut States::default())?.done())
}

/// Generates whenever the specification changes, and prints one line for each run.
fn watch_and_generate(given: &GenerateArguments, messages: &Messages) -> Result<Done, Failure> {
    let arguments = &given.crate_arguments;
    // A wrong argument ends the command.
    Located::find(arguments.spec.as_deref(), "generate", Writes::Crate)?
        .out(arguments.out.as_deref(), "generate")?;
    terminal::print("watching the specification; press Ctrl-C to stop\n")?;
    watch::watch(SystemTime::now(), &mut |seen| {
        if arguments.spec.is_none() {
            seen.add(locate::searched_folder());
        }
        match generate(arguments, given.replace, messages, seen) {
            Ok(generated) => {
                messages.print_error(&generated.warnings);
                let mut summary = generated.summary();
                if given.diff {
                    summary.push_str(&generated.changes(messages));
                }
                terminal::print_while_read(&summary)
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
    path: PathBuf,
    source: SourceFile,
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
            report::counts(&self.report, &self.out),
            self.millis
        )
    }

    /// What has changed since the default branch, or why nothing is known about that, in a line.
    fn changes(&self, messages: &Messages) -> String {
        diff::summary(&self.path, &self.source, messages)
    }

    /// What the command prints.
    fn done(self) -> Done {
        let touched = report::touched(&self.report, &self.out);
        Done {
            text: touched + &self.summary(),
            warnings: self.warnings,
        }
    }
}

/// Fails if a folder contains the crate of another API, which would be lost.
pub(crate) fn reject_other_crate(api: &Api, out: &Path) -> Result<(), Failure> {
    if !out.join(LIST).exists() {
        return Ok(());
    }
    let manifest = fs::read_to_string(out.join("Cargo.toml")).unwrap_or_default();
    let mut lines = manifest.lines();
    let found = lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    match found.filter(|found| *found != api.package.name) {
        None => Ok(()),
        Some(found) => Err(Failure::rejected(format!(
            "`{}` contains the crate `{found}`, and this specification generates `{}`; name another folder with --out, \
             or run `specsmith generate` with --replace if the API has a new name",
            display_path(out),
            api.package.name
        ))),
    }
}

/// Warns if the version of the API is no version of a crate. Runs without changes do not repeat it.
fn unknown_version(api: &Api, source: &SourceFile) -> Option<Diagnostic> {
    if specsmith::crate_version(api).is_some() {
        return None;
    }
    let version = &api.version;
    let message = format!(
        "the crate has the version 0.0.0, because `{}` is not a version that cargo accepts",
        version.value
    );
    let help = match specsmith::is_openapi(source) {
        true => {
            "choose a version with `x-specsmith: { version: 1.0.0 }`, in the document or in an overlay"
        }
        false => "choose a version with `rust: { version: 1.0.0 }`",
    };
    Some(Diagnostic::warning(UNKNOWN_VERSION, message, version.span).help(help))
}

/// Writes the crate, also in place of another one if it may `replace` it. What was read is added to `seen`, even if the
/// specification has errors.
fn generate(
    arguments: &CrateArguments,
    replace: bool,
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
    let (report, packages, mut warnings) = match up_to_date::recognize(&dependencies, &out) {
        Some(current) => (
            Report::of_unchanged(current.files),
            current.packages,
            Diagnostics::new(),
        ),
        None => {
            let (api, warnings) = messages.read(&source)?;
            let files = specsmith::files(&api);
            if !replace {
                reject_other_crate(&api, &out)?;
            }
            let report = files.write_to(&out)?;
            let version = unknown_version(&api, &source);
            let packages = Packages::of(api.package);
            // A crate that is recognized is not read, so its warnings would be lost.
            if warnings.is_empty() {
                up_to_date::remember(&files, &dependencies, &out, &packages);
            }
            (
                report,
                packages,
                warnings.into_iter().chain(version).collect(),
            )
        }
    };
    warnings.extend(packages.warnings(&out));
    drop(dependencies);
    Ok(Generated {
        report,
        warnings: messages.print(&warnings, &source),
        millis: start.elapsed().as_millis(),
        path: located.path,
        source,
        out,
    })
}
