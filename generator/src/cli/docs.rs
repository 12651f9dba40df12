use super::document::{Document, command};
use super::{DocsArguments, Done, Failure, Located, Messages, Writes, read};

/// `specsmith docs`: writes the API reference, or checks that it is up to date.
pub(crate) fn run(arguments: &DocsArguments, messages: &Messages) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "docs", Writes::File)?;
    let source = read::read(&located.path, messages)?;
    let (api, warnings) = messages.read(&source)?;
    let page = Document {
        text: specsmith::reference_of(&api),
        spec: (source.name(), &located.path),
        out: arguments.out.as_deref(),
        check: arguments.check,
        mark: &["<meta name=\"generator\" content=\"specsmith\">"],
        command: command("docs", arguments.spec.as_ref(), arguments.out.as_ref()),
    };
    let warnings = messages.print(&warnings, &source);
    page.deliver().map(|text| Done { text, warnings })
}
