//! The command `check`: whether a crate is up to date.

use specsmith::diagnostic::Diagnostics;

use super::package_warnings::Packages;
use super::up_to_date::Dependencies;
use super::{CrateArguments, Done, Failure, Input, Messages, Writes, document, report, up_to_date};

/// `specsmith check`: compares the crate with what `generate` would write.
pub(crate) fn run(arguments: &CrateArguments, messages: &Messages) -> Result<Done, Failure> {
    let input = Input::find(arguments.spec.as_deref(), "check", Writes::Crate, messages)?;
    let out = input.located.out(arguments.out.as_deref(), "check")?;
    let source = &input.source;
    let (text, packages, mut warnings) =
        match up_to_date::recognize(&Dependencies::of(source), &out) {
            Some(current) => (
                report::up_to_date(current.files, &out, source.name()),
                current.packages,
                Diagnostics::new(),
            ),
            None => {
                let (api, warnings) = input.api()?;
                let files = specsmith::files(&api);
                // The command that updates the crate, with the same arguments.
                let command =
                    document::command("generate", arguments.spec.as_ref(), arguments.out.as_ref());
                let text = report::check(&files, &out, source.name(), &command)?;
                (text, Packages::of(api.package), warnings)
            }
        };
    warnings.extend(packages.warnings(&out));
    Ok(input.done(text, &warnings))
}
