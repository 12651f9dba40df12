//! One file that is written whole: the API reference, the OpenAPI document.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use specsmith::output::display_path;

use super::Failure;
use super::terminal::quoted;

/// A text, and what is to be done with it.
pub(crate) struct Document<'a> {
    pub(crate) text: String,
    /// The name of the specification that it is written from.
    pub(crate) spec: &'a str,
    /// The file; `None` to print the text.
    pub(crate) out: Option<&'a Path>,
    /// Whether the file is compared only.
    pub(crate) check: bool,
    /// The command that writes the file.
    pub(crate) command: String,
}

impl Document<'_> {
    /// Prints the text, writes it where that changes the file, or says whether the file holds it.
    pub(crate) fn deliver(self) -> Result<String, Failure> {
        let Some(out) = self.out else {
            return Ok(self.text);
        };
        let shown = display_path(out);
        let spec = self.spec;
        let found = match fs::read(out) {
            Ok(found) => Some(found),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::Unable(format!("cannot read `{shown}`: {error}"))),
        };
        let problem = match &found {
            Some(found) if found == self.text.as_bytes() => {
                return Ok(format!("{shown}: as {spec} says\n"));
            }
            Some(_) => format!("`{shown}` differs from what {spec} says"),
            None => format!("there is no file `{shown}`"),
        };
        if self.check {
            return Err(Failure::no(format!("{problem}; run `{}`", self.command)));
        }
        write(out, &self.text)
            .map_err(|error| Failure::Unable(format!("cannot write `{shown}`: {error}")))?;
        let what = if found.is_some() {
            "changed"
        } else {
            "written"
        };
        Ok(format!("{what} {shown}\n"))
    }
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// A command that writes a file, with the arguments that it was called with.
pub(crate) fn command(name: &str, spec: Option<&PathBuf>, out: Option<&PathBuf>) -> String {
    let mut command = format!("specsmith {name}");
    if let Some(spec) = spec {
        command.push_str(&format!(" {}", quoted(&display_path(spec))));
    }
    if let Some(out) = out {
        command.push_str(&format!(" --out {}", quoted(&display_path(out))));
    }
    command
}
