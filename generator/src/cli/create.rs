//! Output that is written once: a file that exists is never overwritten.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use specsmith::output::display_path;

use super::Failure;

/// Returns the text, or writes it into a new file. `help` is what to do if the file exists.
pub(crate) fn deliver(text: &str, out: Option<&Path>, help: &str) -> Result<String, Failure> {
    let out = match out {
        Some(out) if out != Path::new("-") => out,
        Some(_) | None => return Ok(text.to_owned()),
    };
    let shown = display_path(out);
    match create(out, text) {
        Ok(()) => Ok(format!("written {shown}\n")),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Failure::rejected(format!(
            "`{shown}` already exists and is not overwritten; {help}"
        ))),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(Failure::Unable(format!(
            "cannot write `{shown}`: its folder does not exist; create it first"
        ))),
        Err(error) => Err(Failure::Unable(format!("cannot write `{shown}`: {error}"))),
    }
}

/// Writes a file that does not exist yet, and removes it if writing fails.
pub(crate) fn create(path: &Path, text: &str) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(text.as_bytes()).inspect_err(|_| {
        let _ = fs::remove_file(path);
    })
}
