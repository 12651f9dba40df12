//! The command `scaffold`: a skeleton implementation.

use super::{Done, Failure, Located, Messages, ScaffoldArguments, Writes, create, read};

/// `specsmith scaffold`: prints a skeleton implementation, or writes it once.
pub(crate) fn run(arguments: &ScaffoldArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "scaffold", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let (api, warnings) = messages.read(&source)?;
    let text = specsmith::scaffold_of(&api);
    let done = |text: String| Done {
        text,
        warnings: messages.print(&warnings, &source),
    };
    create::deliver(
        &text,
        arguments.out.as_deref(),
        "to add what is new, run the command with `--out -` and copy it from there",
    )
    .map(done)
}
