//! `specsmith lint`: reports what an API may do, and better does not.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use specsmith::LintOptions;
use specsmith::api::Lint;
use specsmith::diagnostic::{Diagnostic, Diagnostics, Severity};

use super::{Done, Failure, LintArguments, Located, Messages, Writes, read};

/// What `--deny` names.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Denied {
    /// All findings.
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

/// Reports what the lints find. It fails if one of the findings is denied.
pub(crate) fn run(arguments: &LintArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "lint", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let found = specsmith::lint(&source, &options(&arguments.deny));
    let found = found.map_err(|errors| messages.errors(&errors, &source))?;
    let count = found.len();
    let is_denied = |finding: &Diagnostic| finding.severity == Severity::Error;
    let (denied, warnings): (Vec<_>, Vec<_>) = found.into_iter().partition(is_denied);
    let warnings: Diagnostics = warnings.into_iter().collect();
    messages.check(&warnings, &source)?;
    let warnings = messages.print(&warnings, &source);
    if !denied.is_empty() {
        let denied: Diagnostics = denied.into_iter().collect();
        let errors = messages.text(&denied, &source);
        return Err(Failure::Diagnostics(warnings + &errors));
    }
    let shown = source.name();
    let text = match count {
        0 => format!("{shown}: no findings\n"),
        1 => format!("{shown}: 1 finding\n"),
        count => format!("{shown}: {count} findings\n"),
    };
    Ok(Done { text, warnings })
}

fn options(denied: &[Denied]) -> LintOptions {
    let mut options = LintOptions::default();
    for name in denied {
        match name {
            Denied::Warnings => options.deny_warnings = true,
            Denied::Lint(lint) => options.deny.push(*lint),
        }
    }
    options
}
