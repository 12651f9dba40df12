//! `specsmith lint`: reports parts of a specification that are valid, but questionable.

use std::cmp::Reverse;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use specsmith::LintOptions;
use specsmith::api::Lint;
use specsmith::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::{Done, Failure, Input, LintArguments, Messages, Writes};

/// What `--deny` names.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Denied {
    /// All findings and warnings.
    Warnings,
    /// Those of a lint.
    Lint(Lint),
}

impl Denied {
    /// Reads `warnings`, or the name or the code of a lint.
    pub(crate) fn parser() -> impl clap::builder::TypedValueParser<Value = Self> {
        let lints = Lint::ALL
            .map(|lint| PossibleValue::new(lint.name()).aliases([lint.code()]))
            .into_iter();
        let all = lints.chain([PossibleValue::new("warnings")]);
        PossibleValuesParser::new(all).map(|name| {
            let mut lints = Lint::ALL.into_iter();
            let lint = lints.find(|lint| [lint.name(), lint.code()].contains(&name.as_str()));
            lint.map_or(Self::Warnings, Self::Lint)
        })
    }
}

/// Reports warnings and what the lints find. It fails if one of them is denied.
pub(crate) fn run(arguments: &LintArguments, messages: &Messages) -> Result<Done, Failure> {
    let input = Input::find(arguments.spec.as_deref(), "lint", Writes::File, messages)?;
    let source = &input.source;
    let options = options(arguments, messages);
    let linted = specsmith::lint(source, &options);
    let linted = linted.map_err(|errors| messages.errors(&errors, source))?;
    let name = source.name();
    let denied_warnings = match options.deny_warnings {
        true => linted.warnings.len(),
        false => 0,
    };
    let failure = denied(&linted.findings, denied_warnings, name);
    let text = messages.linted(&linted, failure.as_deref(), source);
    if failure.is_some() {
        return Err(Failure::Diagnostics(text));
    }
    let all: Vec<&Diagnostic> = linted.findings.iter().collect();
    let findings = match all.len() {
        0 => "no findings".to_owned(),
        count => counted(count, "finding"),
    };
    let (totals, hidden) = (totals(&all), hidden(all.len()));
    Ok(Done {
        text: format!("{name}: {findings}{totals}{hidden}\n"),
        warnings: text,
    })
}

/// Why the command fails, if it does.
fn denied(findings: &Diagnostics, warnings: usize, name: &str) -> Option<String> {
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let errors: Vec<&Diagnostic> = errors.collect();
    let all = counted(findings.len(), "finding");
    let findings_denied = match errors.len() {
        0 => None,
        count if count == findings.len() => Some(all),
        count => Some(format!("{count} of {all}")),
    };
    let warnings_denied = (warnings > 0).then(|| counted(warnings, "warning"));
    let what: Vec<String> = warnings_denied.into_iter().chain(findings_denied).collect();
    if what.is_empty() {
        return None;
    }
    let are = if warnings + errors.len() == 1 {
        "is"
    } else {
        "are"
    };
    let (what, totals) = (what.join(" and "), totals(&errors));
    let hidden = hidden(findings.len());
    Some(format!("{what} in {name} {are} denied{totals}{hidden}"))
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// How many findings each lint has, the most first; empty if they are of one lint.
fn totals(findings: &[&Diagnostic]) -> String {
    let count = |lint: Lint| {
        findings
            .iter()
            .filter(|finding| finding.code.0 == lint.code())
            .count()
    };
    let mut totals: Vec<(usize, Lint)> = Lint::ALL.map(|lint| (count(lint), lint)).to_vec();
    totals.retain(|(count, _)| *count > 0);
    totals.sort_by_key(|(count, _)| Reverse(*count));
    if totals.len() < 2 {
        return String::new();
    }
    let totals = totals.iter().map(|(count, lint)| format!("{count} {lint}"));
    format!(": {}", totals.collect::<Vec<_>>().join(", "))
}

/// How to see findings that are not shown; empty if all are.
fn hidden(findings: usize) -> String {
    let most = Diagnostics::MOST_RENDERED;
    match findings > most {
        true => format!("; the first {most} are shown, `--message-format json` prints all"),
        false => String::new(),
    }
}

fn options(arguments: &LintArguments, messages: &Messages) -> LintOptions {
    let mut options = LintOptions {
        deny: Vec::new(),
        deny_warnings: messages.deny_warnings,
    };
    for name in &arguments.deny {
        match name {
            Denied::Warnings => options.deny_warnings = true,
            Denied::Lint(lint) => options.deny.push(*lint),
        }
    }
    options
}
