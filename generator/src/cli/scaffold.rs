use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use specsmith::output::display_path;

use super::{Done, Failure, Located, Messages, ScaffoldArguments, Writes, read};

/// `specsmith scaffold`: prints a first implementation, or writes it once.
pub(crate) fn run(arguments: &ScaffoldArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "scaffold", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let (api, warnings) = messages.read(&source)?;
    let text = specsmith::scaffold_of(&api);
    let done = |text: String| Done {
        text,
        warnings: messages.print(&warnings, &source),
    };
    let out = match arguments.out.as_deref() {
        Some(out) if out != Path::new("-") => out,
        Some(_) | None => return Ok(done(text)),
    };

    let shown = display_path(out);
    match create(out, &text) {
        Ok(()) => Ok(done(format!("written {shown}\n"))),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Failure::rejected(format!(
            "`{shown}` already exists and is not overwritten; \
             to add what is new, run the command with `--out -` and copy it from there"
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Failure::Unable(format!(
            "cannot write `{shown}`: its folder does not exist; create it first"
        ))),
        Err(error) => Err(Failure::Unable(format!("cannot write `{shown}`: {error}"))),
    }
}

/// Writes a file that does not exist yet, and removes it if writing fails.
fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}
