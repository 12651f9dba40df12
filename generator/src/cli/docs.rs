use specsmith::Reference;

use super::document::{self, Document};
use super::terminal::quoted;
use super::{DocsArguments, Done, Failure, Located, Messages, Writes, read};

/// `specsmith docs`: writes the API reference, or checks that it is up to date.
pub(crate) fn run(arguments: &DocsArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "docs", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let (api, warnings) = messages.read(&source)?;
    let options = Reference {
        console: arguments.console,
        openapi: arguments.openapi.clone(),
    };
    let page = Document {
        text: specsmith::reference_with(&api, &options),
        spec: (source.name(), &located.path),
        out: arguments.out.as_deref(),
        check: arguments.check,
        mark: &["<meta name=\"generator\" content=\"specsmith\">"],
        command: command(arguments),
    };
    let warnings = messages.print(&warnings, &source);
    page.deliver().map(|text| Done { text, warnings })
}

/// The command that writes the same page.
fn command(arguments: &DocsArguments) -> String {
    let mut command = document::command("docs", arguments.spec.as_ref(), arguments.out.as_ref());
    if arguments.console {
        command.push_str(" --console");
    }
    if let Some(url) = &arguments.openapi {
        command.push_str(&format!(" --openapi {}", quoted(url)));
    }
    command
}
