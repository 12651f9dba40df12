use specsmith::output::display_path;

use super::current::Dependencies;
use super::terminal::quoted;
use super::{
    CrateArguments, Done, Failure, Located, Messages, Writes, current, read, report, runtime,
};
use specsmith::diagnostic::Diagnostics;

/// `specsmith check`: compares the crate with what `generate` would write.
pub(crate) fn run(arguments: &CrateArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "check", Writes::Crate)?;
    let source = read::read(&located.path, messages)?;
    let out = located.out(arguments.out.as_deref(), "check")?;
    if let Some(current) = current::recognize(&Dependencies::of(&source), &out) {
        let mut warnings = Diagnostics::new();
        warnings.extend(runtime::warnings(&current.runtime, &out));
        let warnings = messages.print(&warnings, &source);
        return Ok(report::up_to_date(
            current.files,
            &out,
            source.name(),
            warnings,
        ));
    }
    let (api, mut warnings) = messages.read(&source)?;
    let files = specsmith::files(&api);
    let differences = files.compare_with(&out)?;
    if differences.is_empty() {
        warnings.extend(runtime::warnings(&api.package.runtime, &out));
        let warnings = messages.print(&warnings, &source);
        return Ok(report::up_to_date(
            files.len_on_disk(),
            &out,
            source.name(),
            warnings,
        ));
    }
    Err(report::differs(
        &differences,
        &out,
        source.name(),
        &command(arguments),
    ))
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
