use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use heck::ToSnakeCase;
use specsmith::output::display_path;

use super::{Failure, Located, ScaffoldArguments, read};

/// `specsmith scaffold`: writes a first implementation, once.
pub(crate) fn run(arguments: &ScaffoldArguments) -> Result<String, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "scaffold")?;
    let source = read::read(&located.path)?;
    let diagnostics = |diagnostics| Failure::diagnostics(&diagnostics, &source);
    let out = match &arguments.out {
        Some(out) => out.clone(),
        None => {
            let api = specsmith::read(&source).map_err(diagnostics)?;
            PathBuf::from(format!("{}.rs", api.name.to_snake_case()))
        }
    };
    let text = specsmith::scaffold(&source).map_err(diagnostics)?;
    if out == Path::new("-") {
        return Ok(text);
    }

    let shown = display_path(&out);
    match create(&out, &text) {
        Ok(()) => Ok(format!("written {shown}\n")),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Failure::rejected(format!(
            "`{shown}` already exists and is not overwritten; \
             move it away, or name another file with --out"
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
