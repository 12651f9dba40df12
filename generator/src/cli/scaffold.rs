//! The command `scaffold`: a skeleton implementation.

use std::path::Path;

use specsmith::api::Api;
use specsmith::output::display_path;
use specsmith::{UnknownMethods, load};

use super::terminal::quoted;
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
    if let Some(file) = &arguments.missing {
        return Ok(input.done(missing(&api, file)?, &warnings));
    }
    let text = specsmith::scaffold_of(&api);
    let out = arguments.out.as_deref();
    let shown = quoted(&display_path(out.unwrap_or(Path::new("-"))));
    let help =
        format!("`specsmith scaffold --missing {shown}` prints what it does not implement yet");
    let text = create::deliver(&text, out, &help)?;
    Ok(input.done(text, &warnings))
}

/// The methods that a file does not implement yet.
fn missing(api: &Api, file: &Path) -> Result<String, Failure> {
    let shown = display_path(file);
    let text = load::text(file).map_err(Failure::Unable)?;
    let missing = specsmith::missing_methods(api, &text);
    let missing = missing.map_err(|error| {
        let help = match error {
            UnknownMethods::Invalid(_) => "`cargo check` shows the place",
            UnknownMethods::NotImplemented(_) => {
                "name the file that does, or omit `--missing` for a new implementation"
            }
        };
        Failure::rejected(format!("`{shown}`: {error}; {help}"))
    })?;
    Ok(match missing.is_empty() {
        true => format!("{shown} implements all methods\n"),
        false => missing,
    })
}
