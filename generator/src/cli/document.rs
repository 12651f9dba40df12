//! Output that is a single file: the API reference, the OpenAPI document.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process;

use specsmith::output::display_path;

use super::Failure;
use super::terminal::quoted;

/// Text, and where it goes.
pub(crate) struct Document<'a> {
    pub(crate) text: String,
    /// The name of the specification, and its file.
    pub(crate) spec: (&'a str, &'a Path),
    /// The file to write; `None` or `-` prints the text.
    pub(crate) out: Option<&'a Path>,
    /// Whether the file is only compared.
    pub(crate) check: bool,
    /// Strings that identify a file written by this command.
    pub(crate) mark: Mark,
    /// The command that writes the file.
    pub(crate) command: String,
}

/// Strings, one of which is near the beginning of every file that a command wrote.
pub(crate) type Mark = &'static [&'static str];

/// How many bytes of a file are searched for a mark.
const BEGINNING: usize = 1024;

impl Document<'_> {
    /// Prints the text, writes the file if its contents change, or checks that it is up to date.
    pub(crate) fn deliver(self) -> Result<String, Failure> {
        let out = match self.out {
            Some(out) if out != Path::new("-") => out,
            Some(_) if self.check => {
                let message = "`--check` needs a file to compare; name it with --out";
                return Err(Failure::Unable(message.to_owned()));
            }
            Some(_) | None => return Ok(self.text),
        };
        let shown = display_path(out);
        let (spec, spec_file) = self.spec;
        if is_same(out, spec_file) {
            return Err(Failure::rejected(format!(
                "`{shown}` is the specification itself and is not overwritten; \
                 name another file with --out"
            )));
        }
        let found = read(out).map_err(Failure::Unable)?;
        let problem = match &found {
            Some(found) if found == self.text.as_bytes() => {
                return Ok(format!("{shown}: up to date with {spec}\n"));
            }
            Some(_) => format!("`{shown}` differs from what {spec} generates"),
            None => format!("the file `{shown}` does not exist"),
        };
        if self.check {
            return Err(Failure::rejected(format!(
                "{problem}; run `{}`",
                self.command
            )));
        }
        if found
            .as_ref()
            .is_some_and(|found| !is_ours(found, self.mark))
        {
            return Err(Failure::rejected(format!(
                "`{shown}` was not written by this command and is not overwritten; \
                 move it away, or name another file with --out"
            )));
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

/// Whether two paths lead to the same file, through links or not.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Err(_), _) | (_, Err(_)) => false,
    }
}

/// Whether a file may be replaced. An empty file has nothing to lose.
fn is_ours(found: &[u8], mark: Mark) -> bool {
    let beginning = String::from_utf8_lossy(&found[..found.len().min(BEGINNING)]);
    found.is_empty() || mark.iter().any(|mark| beginning.contains(mark))
}

/// The contents of the file; `None` if it does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, String> {
    let shown = display_path(path);
    let cannot = |error: io::Error| match error.kind() {
        ErrorKind::NotADirectory => format!(
            "cannot write `{shown}`: part of the path is a file, not a folder; name another file"
        ),
        _ => format!("cannot read `{shown}`: {error}"),
    };
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(format!("`{shown}` is a folder; name a file in it")),
        // A pipe or a device would be replaced by the file.
        Ok(found) if !found.is_file() => Err(format!(
            "`{shown}` is not a regular file; name another one, or `-` to print the text"
        )),
        Ok(_) => fs::read(path).map(Some).map_err(cannot),
        Err(error) if error.kind() == ErrorKind::NotFound && names_folder(path) => {
            Err(format!("`{shown}` names a folder; name a file in it"))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot(error)),
    }
}

/// Whether a separator ends a path.
pub(crate) fn names_folder(path: &Path) -> bool {
    let name = path.as_os_str().to_string_lossy();
    name.ends_with(['/', MAIN_SEPARATOR])
}

/// Writes a file atomically: into a temporary file next to it, which is then renamed.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    Staged::write(path, text)?.place()
}

/// Writes several files. None is replaced before all are written next to their places. Fails with the path of the file
/// that cannot be written.
pub(crate) fn write_all(files: &[(PathBuf, &str)]) -> Result<(), (PathBuf, io::Error)> {
    let mut all = Vec::new();
    for (path, text) in files {
        all.push(Staged::write(path, text).map_err(|error| (path.clone(), error))?);
    }
    for (staged, (path, _)) in all.into_iter().zip(files) {
        staged.place().map_err(|error| (path.clone(), error))?;
    }
    Ok(())
}

/// A temporary file with the new text of a file. It is removed unless it is placed.
struct Staged {
    temporary: PathBuf,
    path: PathBuf,
}

impl Staged {
    fn write(path: &Path, text: &str) -> io::Result<Self> {
        if path.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Replace the target of a link, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.new", process::id()));
        let staged = Self {
            temporary: path.with_file_name(name),
            path,
        };
        fs::write(&staged.temporary, text)?;
        if let Ok(before) = fs::metadata(&staged.path) {
            fs::set_permissions(&staged.temporary, before.permissions())?;
        }
        Ok(staged)
    }

    fn place(self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.path)
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // Once it is placed, there is no such file.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// The command line that writes the file.
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
