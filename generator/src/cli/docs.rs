use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use specsmith::output::display_path;

use super::terminal::quoted;
use super::{DocsArguments, Failure, Located, read};

/// `specsmith docs`: writes the API reference, or says whether it is what would be written.
pub(crate) fn run(arguments: &DocsArguments) -> Result<String, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "docs")?;
    let source = read::read(&located.path)?;
    let page = specsmith::reference(&source).map_err(|faults| Failure::faults(&faults, &source))?;
    let Some(out) = &arguments.out else {
        return Ok(page);
    };
    let shown = display_path(out);
    let found = match fs::read_to_string(out) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        // Whatever it holds, it is not the page.
        Err(error) if error.kind() == ErrorKind::InvalidData => Some(String::new()),
        Err(error) => return Err(Failure::Unable(format!("cannot read `{shown}`: {error}"))),
    };
    if found.as_ref() == Some(&page) {
        return Ok(format!("{shown}: as {} says\n", source.name()));
    }
    if arguments.check {
        return Err(Failure::no(difference(
            arguments,
            &shown,
            found.is_some(),
            source.name(),
        )));
    }
    write(out, &page)
        .map_err(|error| Failure::Unable(format!("cannot write `{shown}`: {error}")))?;
    let what = if found.is_some() {
        "changed"
    } else {
        "written"
    };
    Ok(format!("{what} {shown}\n"))
}

fn write(path: &Path, page: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, page)
}

/// What is wrong with the file, and the command that mends it.
fn difference(arguments: &DocsArguments, shown: &str, exists: bool, spec: &str) -> String {
    let mut command = "specsmith docs".to_owned();
    if let Some(spec) = &arguments.spec {
        command.push_str(&format!(" {}", quoted(&display_path(spec))));
    }
    command.push_str(&format!(" --out {}", quoted(shown)));
    let what = if exists {
        format!("`{shown}` differs from what {spec} says")
    } else {
        format!("there is no file `{shown}`")
    };
    format!("{what}; run `{command}`")
}
