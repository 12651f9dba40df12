//! The command `openapi`: the OpenAPI document.

use std::path::Path;

use clap::ValueEnum;
use specsmith::{Format, OpenApiVersion};

use super::document::{Document, command};
use super::{Done, Failure, Input, Messages, OpenApiArguments, Writes};

/// The formats by their names on the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum FormatName {
    Json,
    Yaml,
}

/// The versions by their names on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum VersionName {
    /// For tools that read nothing newer
    #[value(name = "3.0")]
    V3_0,
    /// What most tools read
    #[value(name = "3.1")]
    V3_1,
    /// Describes the items of streams
    #[value(name = "3.2")]
    V3_2,
}

impl VersionName {
    fn version(self) -> OpenApiVersion {
        match self {
            Self::V3_0 => OpenApiVersion::V3_0,
            Self::V3_1 => OpenApiVersion::V3_1,
            Self::V3_2 => OpenApiVersion::V3_2,
        }
    }
}

/// `specsmith openapi`: writes the document, or checks that it is up to date.
pub(crate) fn run(arguments: &OpenApiArguments, messages: &Messages) -> Result<Done, Failure> {
    let input = Input::find(arguments.spec.as_deref(), "openapi", Writes::File, messages)?;
    let (api, warnings) = input.api()?;
    let mut command = command("openapi", arguments.spec.as_ref(), arguments.out.as_ref());
    match arguments.format {
        Some(FormatName::Json) => command.push_str(" --format json"),
        Some(FormatName::Yaml) => command.push_str(" --format yaml"),
        None => {}
    }
    match arguments.version {
        VersionName::V3_0 => command.push_str(" --version 3.0"),
        VersionName::V3_1 => {}
        VersionName::V3_2 => command.push_str(" --version 3.2"),
    }
    let document = Document {
        text: specsmith::openapi_in(arguments.version.version(), &api, format(arguments)),
        spec: (input.source.name(), &input.located.path),
        out: arguments.out.as_deref(),
        check: arguments.check,
        mark: &["\"x-generator\": \"specsmith\"", "x-generator: specsmith"],
        command,
    };
    Ok(input.done(document.deliver()?, &warnings))
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
