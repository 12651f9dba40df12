use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use clap::ValueEnum;
use specsmith::Format;
use specsmith::output::display_path;

use super::terminal::quoted;
use super::{Failure, Located, OpenApiArguments, read};

/// The formats by their names on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormatName {
    Json,
    Yaml,
}

/// `specsmith openapi`: prints or writes the document, or says whether a file holds it.
pub(crate) fn run(arguments: &OpenApiArguments) -> Result<String, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "openapi")?;
    let source = read::read(&located.path)?;
    let document = specsmith::openapi(&source, format(arguments))
        .map_err(|faults| Failure::faults(&faults, &source))?;
    let Some(out) = arguments
        .out
        .as_deref()
        .filter(|out| *out != Path::new("-"))
    else {
        return Ok(document);
    };
    let shown = display_path(out);
    let found = found(out, &shown)?;
    match (found.as_deref() == Some(document.as_str()), arguments.check) {
        (true, true) => Ok(format!("{shown}: as {} says\n", source.name())),
        (true, false) => Ok(format!("unchanged {shown}\n")),
        (false, true) => {
            let problem = match found {
                Some(_) => format!("`{shown}` differs from what {} says", source.name()),
                None => format!("there is no file `{shown}`"),
            };
            let command = command(arguments, &shown);
            Err(Failure::no(format!("{problem}; run `{command}`")))
        }
        (false, false) => {
            fs::write(out, document).map_err(|error| unable(&shown, &error))?;
            let what = if found.is_some() {
                "changed"
            } else {
                "written"
            };
            Ok(format!("{what} {shown}\n"))
        }
    }
}

/// The format that was named, or else the one that the file's name ends in.
fn format(arguments: &OpenApiArguments) -> Format {
    let ending = arguments.out.as_deref().and_then(Path::extension);
    let is_yaml = ending.is_some_and(|ending| ending == "yaml" || ending == "yml");
    match arguments.format {
        Some(FormatName::Json) => Format::Json,
        Some(FormatName::Yaml) => Format::Yaml,
        None if is_yaml => Format::Yaml,
        None => Format::Json,
    }
}

/// What the file holds; `None` where there is none.
fn found(out: &Path, shown: &str) -> Result<Option<String>, Failure> {
    match fs::read(out) {
        // What is not text is not the document either.
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Unable(format!("cannot read `{shown}`: {error}"))),
    }
}

fn unable(shown: &str, error: &std::io::Error) -> Failure {
    Failure::Unable(match error.kind() {
        ErrorKind::NotFound => {
            format!("cannot write `{shown}`: its folder does not exist; create it first")
        }
        _ => format!("cannot write `{shown}`: {error}"),
    })
}

/// The command that makes the file what it should be, with the same arguments.
fn command(arguments: &OpenApiArguments, shown: &str) -> String {
    let mut command = "specsmith openapi".to_owned();
    if let Some(spec) = &arguments.spec {
        command.push_str(&format!(" {}", quoted(&display_path(spec))));
    }
    command.push_str(&format!(" --out {}", quoted(shown)));
    match arguments.format {
        Some(FormatName::Json) => command.push_str(" --format json"),
        Some(FormatName::Yaml) => command.push_str(" --format yaml"),
        None => {}
    }
    command
}
