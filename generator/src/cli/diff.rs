//! `specsmith diff`: what a change breaks, and for whom.

use std::path::Path;

use clap::ValueEnum;
use specsmith::diff::{self, Axis, Clients, Comparison, Options, Report, Side, Verdict};
use specsmith::source::SourceFile;
use specsmith_runtime::{Date, Timestamp};

use super::messages::MessageFormat;
use super::revision::{self, Old, Sides};
use super::{DiffArguments, Done, Failure, Messages, terminal};

/// What is printed if nothing changed since the newest commit, which the default branch has.
const ONLY_UNCOMMITTED: &str = "note: the default branch has all commits of `HEAD`, so only what is not committed was \
                                compared; compare with an older revision, such as the tag of the last release: \
                                `--base TAG`\n";

/// The format of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    Human,
    Json,
    #[value(name = "github")]
    GitHub,
    Markdown,
    #[value(name = "junit")]
    JUnit,
}

impl From<MessageFormat> for FormatName {
    fn from(format: MessageFormat) -> Self {
        match format {
            MessageFormat::Human => Self::Human,
            MessageFormat::Json => Self::Json,
            MessageFormat::GitHub => Self::GitHub,
        }
    }
}

/// The mildest verdict that makes the command fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Breaking,
    Risky,
    None,
}

/// The clients that are assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClientsName {
    Any,
    Specsmith,
}

/// An axis by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AxisName {
    Wire,
    Rollback,
    Callers,
    Implementers,
}

impl AxisName {
    const fn axis(self) -> Axis {
        match self {
            Self::Wire => Axis::Wire,
            Self::Rollback => Axis::Rollback,
            Self::Callers => Axis::Callers,
            Self::Implementers => Axis::Implementers,
        }
    }
}

/// Compares two specifications, and fails if the change breaks somebody.
pub(crate) fn run(arguments: &DiffArguments, messages: &Messages) -> Result<Done, Failure> {
    let (old, new) = (arguments.old.as_deref(), arguments.new.as_deref());
    let mut sides = revision::sides(old, new, arguments.base.as_deref(), messages)?;
    let format = arguments.format.unwrap_or_else(|| messages.format().into());
    if format == FormatName::GitHub {
        // Wherever the command runs, annotations name files from the top of the repository.
        sides.new = sides.new.shown_as(revision::from_top);
    }
    let report = report(&sides, options(arguments), messages)?;
    let report = report.checking_versions(arguments.check_version);
    if sides.is_head && report.is_empty() && matches!(sides.old, Old::Specification(_)) {
        messages.print_error(ONLY_UNCOMMITTED);
    }
    let text = shown(&report, format, messages);
    let Some(failure) = report.failure() else {
        return Ok(text.into());
    };
    terminal::print(&text)?;
    Err(Failure::rejected(failure))
}

/// Reads both specifications and compares them, or reads the new one if it has no old one.
fn report(sides: &Sides, options: Options, messages: &Messages) -> Result<Report, Failure> {
    let new = &sides.new;
    // That nothing is compared is not that nothing changed, and an extension that does not exist accepts nothing.
    let warn = |side: &Side<'_>| -> Result<(), Failure> {
        let warnings = side.warnings();
        messages.check(&warnings, side.source)?;
        messages.print_error(&messages.print(&warnings, side.source));
        Ok(())
    };
    let old = match &sides.old {
        Old::Specification(old) => old,
        Old::Nothing { revision } => {
            let side = specsmith::read_to_compare(new);
            let side = side.map_err(|errors| messages.errors(&errors, new))?;
            warn(&side)?;
            return Ok(Report::of_new(&side, revision, options));
        }
    };
    let (old_side, new_side) = specsmith::read_both_to_compare(old, new);
    let old_side = old_side.map_err(|errors| messages.errors(&errors, old))?;
    let new_side = new_side.map_err(|errors| messages.errors(&errors, new))?;
    warn(&old_side)?;
    warn(&new_side)?;
    let Comparison { changes, unused } = diff::compare(&old_side, &new_side, today());
    Ok(Report::new(&old_side, &new_side, changes, options).with_unused(unused))
}

/// What is shown, and what makes the command fail.
fn options(arguments: &DiffArguments) -> Options {
    let mut axes: Vec<Axis> = arguments.axis.iter().map(|name| name.axis()).collect();
    axes.sort_unstable();
    axes.dedup();
    Options {
        axes: match axes.is_empty() {
            true => Axis::ALL.to_vec(),
            false => axes.clone(),
        },
        clients: match arguments.clients {
            ClientsName::Any => Clients::Any,
            ClientsName::Specsmith => Clients::Specsmith,
        },
        // What others have deployed cannot be changed. Source code is told by the compiler.
        deciding: match axes.is_empty() {
            true => vec![Axis::Wire],
            false => axes,
        },
        failing: match arguments.fail_on {
            FailOn::Breaking => vec![Verdict::Breaking],
            FailOn::Risky => vec![Verdict::Breaking, Verdict::Unknown, Verdict::Risky],
            FailOn::None => Vec::new(),
        },
    }
}

/// How many changes of the specification at a path break deployed clients, since it left the default branch, or why that
/// is unknown. It may not have been there, or is in no repository.
pub(crate) fn summary(path: &Path, new: &SourceFile, messages: &Messages) -> String {
    let unknown =
        |why: &str| format!("breaking changes are not counted, as `specsmith diff` fails: {why}\n");
    let (old, revision) = match revision::before(path, messages) {
        Ok((Old::Specification(old), revision)) => (old, revision),
        Ok((Old::Nothing { revision }, _)) => {
            return format!("the specification is new since {revision}\n");
        }
        Err(Failure::Unable(message) | Failure::Rejected { message, .. }) => {
            return unknown(&message);
        }
        Err(Failure::Diagnostics(_)) => return unknown("the old specification has errors"),
    };
    let (old, new) = specsmith::read_both_to_compare(&old, new);
    let (Ok(old), Ok(new)) = (old, new) else {
        return unknown(&format!("the specification in {revision} has errors"));
    };
    let changes = diff::compare(&old, &new, today()).changes;
    let report = Report::new(&old, &new, changes, Options::default());
    match report.count(Axis::Wire, Verdict::Breaking) {
        0 => format!("no breaking changes since {revision}\n"),
        1 => format!("1 breaking change since {revision}; see `specsmith diff`\n"),
        count => format!("{count} breaking changes since {revision}; see `specsmith diff`\n"),
    }
}

/// The current day in UTC.
pub(crate) fn today() -> Date {
    Date::from(Timestamp::now().get().date())
}

fn shown(report: &Report, format: FormatName, messages: &Messages) -> String {
    match format {
        FormatName::Human => report.to_text(messages.style_of_output()),
        FormatName::Json => report.to_json_lines(),
        FormatName::GitHub => report.to_github_commands(),
        FormatName::Markdown => report.to_markdown(),
        FormatName::JUnit => report.to_junit(),
    }
}
