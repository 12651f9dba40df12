//! The command `convert`: OpenAPI documents in the spec language.

use specsmith::Converted;

use super::{ConvertArguments, Done, Failure, Input, Messages, Writes, create};

/// `specsmith convert`: prints a specification in the spec language, or writes it once.
pub(crate) fn run(arguments: &ConvertArguments, messages: &Messages) -> Result<Done, Failure> {
    let input = Input::find(arguments.spec.as_deref(), "convert", Writes::File, messages)?;
    let converted = specsmith::convert(&input.source);
    let Converted { text, warnings } =
        converted.map_err(|errors| messages.errors(&errors, &input.source))?;
    messages.check(&warnings, &input.source)?;
    let help = "name another file, or run the command with `--out -`";
    let text = create::deliver(&text, arguments.out.as_deref(), help)?;
    Ok(input.done(text, &warnings))
}
