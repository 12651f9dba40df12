//! The command `convert`: OpenAPI documents in the spec language.

use specsmith::Converted;

use super::{Done, Failure, Located, Messages, ScaffoldArguments, Writes, create, read};

/// `specsmith convert`: prints a specification in the spec language, or writes it once.
pub(crate) fn run(arguments: &ScaffoldArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "convert", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let converted = specsmith::convert(&source);
    let Converted { text, warnings } =
        converted.map_err(|errors| messages.errors(&errors, &source))?;
    messages.check(&warnings, &source)?;
    let help = "name another file, or run the command with `--out -`";
    let text = create::deliver(&text, arguments.out.as_deref(), help)?;
    Ok(Done {
        text,
        warnings: messages.print(&warnings, &source),
    })
}
