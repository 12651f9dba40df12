//! `specsmith fmt`: formats the files of specifications in the spec language.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use specsmith::load;
use specsmith::output::{display_path, unified_diff};
use specsmith::source::SourceFile;

use super::terminal::quoted;
use super::{Done, Failure, FmtArguments, Located, Messages, Writes, document, read};

/// The byte order mark, which stays.
const MARK: char = '\u{feff}';

/// What diffs call the text after the change.
const FORMATTED: &str = "formatted";

/// A file whose text is not formatted.
struct Unformatted {
    path: PathBuf,
    before: String,
    text: String,
}

/// Formats files, or checks that they are formatted.
pub(crate) fn run(arguments: &FmtArguments, messages: &Messages) -> Result<Done, Failure> {
    if arguments.paths.iter().any(|path| path == Path::new("-")) {
        return standard_input(arguments, messages);
    }
    let files = files(arguments, messages)?;
    let mut unformatted = Vec::new();
    let mut errors = String::new();
    for path in &files {
        let text = load::marked_text(path).map_err(Failure::Unable)?;
        match format(&display_path(path), &text, messages) {
            Ok(formatted) if formatted == text => {}
            Ok(formatted) => unformatted.push(Unformatted {
                path: path.clone(),
                before: text,
                text: formatted,
            }),
            Err(diagnostics) => errors.push_str(&diagnostics),
        }
    }
    let report = match arguments.check {
        true => check(arguments, &unformatted, &errors, messages),
        false => write(&unformatted),
    };
    // A file that is not valid YAML is left alone, and the others are formatted.
    match errors.is_empty() {
        true => report.map(|report| summary(report, &files, &unformatted)),
        false => report.and(Err(Failure::Diagnostics(errors))),
    }
}

/// Formats text. The error lists its diagnostics.
fn format(name: &str, text: &str, messages: &Messages) -> Result<String, String> {
    let plain = text.strip_prefix(MARK);
    let source = SourceFile::new(name, plain.unwrap_or(text));
    let formatted = specsmith::format(&source);
    let formatted = formatted.map_err(|errors| messages.text(&errors, &source))?;
    Ok(match plain {
        Some(_) => format!("{MARK}{formatted}"),
        None => formatted,
    })
}

/// Writes the files, and lists them.
fn write(unformatted: &[Unformatted]) -> Result<String, Failure> {
    let mut report = String::new();
    for Unformatted { path, text, .. } in unformatted {
        let shown = display_path(path);
        document::write(path, text)
            .map_err(|error| Failure::Unable(format!("cannot write `{shown}`: {error}")))?;
        report.push_str(&format!("formatted {shown}\n"));
    }
    Ok(report)
}

/// Fails if there are files to format.
fn check(
    arguments: &FmtArguments,
    unformatted: &[Unformatted],
    errors: &str,
    messages: &Messages,
) -> Result<String, Failure> {
    let message = match unformatted {
        [] => return Ok(String::new()),
        [_] => "1 file is not formatted".to_owned(),
        many => format!("{} files are not formatted", many.len()),
    };
    let mut details = errors.to_owned();
    for Unformatted { path, before, text } in unformatted {
        let shown = display_path(path);
        match messages.are_for_people() {
            true => details.push_str(&unified_diff(&shown, before, text, FORMATTED)),
            false => details.push_str(&format!("{shown} is not formatted\n")),
        }
    }
    let mut command = "specsmith fmt".to_owned();
    for path in &arguments.paths {
        command.push_str(&format!(" {}", quoted(&display_path(path))));
    }
    Err(Failure::Rejected {
        details: details + "\n",
        message: format!("{message}; run `{command}`"),
    })
}

fn summary(report: String, files: &BTreeSet<PathBuf>, unformatted: &[Unformatted]) -> Done {
    let text = match (unformatted.is_empty(), files.len()) {
        (false, _) => report,
        (true, 1) => {
            let only = files.iter().map(|path| display_path(path));
            format!("{}: already formatted\n", only.collect::<String>())
        }
        (true, count) => format!("{count} files, already formatted\n"),
    };
    Done::from(text)
}

/// Formats standard input, for editors.
fn standard_input(arguments: &FmtArguments, messages: &Messages) -> Result<Done, Failure> {
    if arguments.paths.len() > 1 {
        let message = "`-` formats standard input; name it alone";
        return Err(Failure::Unable(message.to_owned()));
    }
    let mut bytes = Vec::new();
    io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Unable(format!("cannot read standard input: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::Unable("standard input is not valid UTF-8; save the text as UTF-8".to_owned())
    })?;
    let formatted = format("standard input", &text, messages).map_err(Failure::Diagnostics)?;
    match arguments.check {
        false => Ok(Done::from(formatted)),
        true if formatted == text => Ok(Done::from(String::new())),
        true => Err(Failure::Rejected {
            details: match messages.are_for_people() {
                true => unified_diff("standard input", &text, &formatted, FORMATTED) + "\n",
                false => String::new(),
            },
            message: "standard input is not formatted; run `specsmith fmt -`".to_owned(),
        }),
    }
}

/// The files to format, each once.
fn files(arguments: &FmtArguments, messages: &Messages) -> Result<BTreeSet<PathBuf>, Failure> {
    let mut files = BTreeSet::new();
    if arguments.paths.is_empty() {
        let located = Located::find(None, "fmt", Writes::File)?;
        add_with_includes(&located.path, &mut files, messages)?;
    }
    for path in &arguments.paths {
        match path.is_dir() {
            true => add_folder(path, &mut files)?,
            false => add_with_includes(path, &mut files, messages)?,
        }
    }
    if files.is_empty() {
        return Err(Failure::Unable(
            "there is no file of a specification (`*.yaml` or `*.yml`) in these folders; name one"
                .to_owned(),
        ));
    }
    Ok(files)
}

/// Adds a file, and those that it includes.
fn add_with_includes(
    path: &Path,
    files: &mut BTreeSet<PathBuf>,
    messages: &Messages,
) -> Result<(), Failure> {
    if path.extension().is_some_and(|end| end == "json") {
        let shown = display_path(path);
        return Err(Failure::rejected(format!(
            "`{shown}` is JSON, and `specsmith fmt` formats YAML; name another file"
        )));
    }
    files.insert(path.to_owned());
    let failure = |error| read::failure(error, messages);
    let main = load::main_file(path).map_err(failure)?;
    if specsmith::is_openapi(&main) {
        return Ok(());
    }
    let mut included = Vec::new();
    load::with_includes(main, path, &mut included).map_err(failure)?;
    files.extend(included);
    Ok(())
}

/// Adds the files of specifications in a folder and below it. Other YAML is left alone.
fn add_folder(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<(), Failure> {
    let shown = display_path(folder);
    let cannot =
        |error: io::Error| Failure::Unable(format!("cannot read the folder `{shown}`: {error}"));
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(cannot)?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Such as the folder `target` of Cargo.
        let is_cache = || path.join("CACHEDIR.TAG").exists();
        if kind.is_dir() && !is_hidden && !is_cache() {
            add_folder(&path, files)?;
        }
        let is_yaml = path
            .extension()
            .is_some_and(|end| end == "yaml" || end == "yml");
        if kind.is_file()
            && is_yaml
            && load::text(&path).is_ok_and(|text| specsmith::is_in_spec_language(&text))
        {
            files.insert(path);
        }
    }
    Ok(())
}
