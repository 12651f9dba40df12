//! The command `scaffold`: a skeleton implementation.

use super::{Done, Failure, Input, Messages, ScaffoldArguments, Writes, create};

/// `specsmith scaffold`: prints a skeleton implementation, or writes it once.
pub(crate) fn run(arguments: &ScaffoldArguments, messages: &Messages) -> Result<Done, Failure> {
    let input = Input::find(
        arguments.spec.as_deref(),
        "scaffold",
        Writes::File,
        messages,
    )?;
    let (api, warnings) = input.api()?;
    let text = specsmith::scaffold_of(&api);
    let help = "to add what is new, run the command with `--out -` and copy it from there";
    let text = create::deliver(&text, arguments.out.as_deref(), help)?;
    Ok(input.done(text, &warnings))
}
