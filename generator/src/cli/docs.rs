use super::document::{Document, command};
use super::{DocsArguments, Done, Failure, Located, Writes, read};

/// `specsmith docs`: writes the API reference, or checks that it is up to date.
pub(crate) fn run(arguments: &DocsArguments) -> Result<Done, Failure> {
    let located = Located::find(arguments.spec.as_deref(), "docs", Writes::File)?;
    let source = read::read(&located.path)?;
    let text = specsmith::reference(&source)
        .map_err(|diagnostics| Failure::diagnostics(&diagnostics, &source))?;
    let page = Document {
        text,
        spec: (source.name(), &located.path),
        out: arguments.out.as_deref(),
        check: arguments.check,
        mark: &["<meta name=\"generator\" content=\"specsmith\">"],
        command: command("docs", arguments.spec.as_ref(), arguments.out.as_ref()),
    };
    page.deliver().map(Done::from)
}
