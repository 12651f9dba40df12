//! `specsmith lint`: reports parts of a specification that are valid, but questionable.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use specsmith::LintOptions;
use specsmith::api::Lint;
use specsmith::diagnostic::{Diagnostics, Severity};

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
    let found = specsmith::lint(&source, &options(arguments, messages));
    let found = found.map_err(|errors| messages.errors(&errors, &source))?;
    let denied = found.iter().filter(|of| of.severity == Severity::Error);
    let denied = denied.count();
    let text = messages.findings(&found, denied, &source);
    if denied > 0 {
        return Err(Failure::Diagnostics(text));
    }
    let name = source.name();
    let summary = match found.len() {
        0 => format!("{name}: no findings\n"),
        1 => format!("{name}: 1 finding\n"),
        count if count > Diagnostics::MOST_RENDERED => format!(
            "{name}: {count} findings, the first {} are shown; `--message-format json` prints all\n",
            Diagnostics::MOST_RENDERED
        ),
        count => format!("{name}: {count} findings\n"),
    };
    Ok(Done {
        text: summary,
        warnings: text,
    })
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
