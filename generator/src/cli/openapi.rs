use std::path::Path;

use clap::ValueEnum;
use specsmith::Format;

use super::document::{Document, command};
use super::{Done, Failure, Located, Messages, OpenApiArguments, Writes, read};

/// The formats by their names on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormatName {
    Json,
    Yaml,
}

/// `specsmith openapi`: writes the document, or checks that it is up to date.
pub(crate) fn run(arguments: &OpenApiArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "openapi", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let (api, warnings) = messages.read(&source)?;
    let mut command = command("openapi", arguments.spec.as_ref(), arguments.out.as_ref());
    match arguments.format {
        Some(FormatName::Json) => command.push_str(" --format json"),
        Some(FormatName::Yaml) => command.push_str(" --format yaml"),
        None => {}
    }
    let document = Document {
        text: specsmith::openapi_of(&api, format(arguments)),
        spec: (source.name(), &located.path),
        out: arguments.out.as_deref(),
        check: arguments.check,
        mark: &["\"x-generator\": \"specsmith\"", "x-generator: specsmith"],
        command,
    };
    let warnings = messages.print(&warnings, &source);
    document.deliver().map(|text| Done { text, warnings })
}

/// The requested format, or the one of the file name's extension.
fn format(arguments: &OpenApiArguments) -> Format {
    let extension = arguments.out.as_deref().and_then(Path::extension);
    let is_yaml = extension.is_some_and(|extension| {
        extension.eq_ignore_ascii_case("yaml") || extension.eq_ignore_ascii_case("yml")
    });
    match arguments.format {
        Some(FormatName::Json) => Format::Json,
        Some(FormatName::Yaml) => Format::Yaml,
        None if is_yaml => Format::Yaml,
        None => Format::Json,
    }
}
