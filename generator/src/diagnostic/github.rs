//! Diagnostics as workflow commands of GitHub Actions, which annotate the lines of a pull request.

use super::{Diagnostic, Severity};
use crate::source::{SourceFile, Span};

/// A diagnostic as one line: `::error file=…,line=…::message`.
pub(super) fn line(diagnostic: &Diagnostic, source: &SourceFile) -> String {
    let mut text = diagnostic.message.clone();
    for more in [&diagnostic.note, &diagnostic.help].into_iter().flatten() {
        text.push('\n');
        text.push_str(more);
    }
    let command = command(diagnostic.severity);
    annotation(command, diagnostic.span(), source, diagnostic.code.0, &text)
}

/// A notice as one line, about something that is neither an error nor a warning.
pub(crate) fn notice(span: Span, source: &SourceFile, title: &str, message: &str) -> String {
    annotation("notice", span, source, title, message)
}

fn annotation(command: &str, span: Span, source: &SourceFile, title: &str, text: &str) -> String {
    let span = source.clamp(span);
    let (start, end) = (source.position(span.start()), source.position(span.end()));
    // A file that is not in the working tree has no lines to annotate.
    if source.is_elsewhere(span.start()) {
        let place = format!("{}:{}:{}: ", start.file, start.line, start.column);
        return format!(
            "::{command} title={}::{}\n",
            property(title),
            data(&(place + text))
        );
    }
    // Columns are only known on one line.
    let columns = match start.line == end.line {
        true => format!(",col={},endColumn={}", start.column, end.column),
        false => String::new(),
    };
    format!(
        "::{command} file={},line={},endLine={}{columns},title={}::{}\n",
        property(start.file),
        start.line,
        end.line,
        property(title),
        data(text),
    )
}

/// A message that is about no position in a file.
pub(super) fn plain(severity: Severity, message: &str) -> String {
    format!("::{}::{}\n", command(severity), data(message))
}

const fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Text after the command, which is one line.
fn data(text: &str) -> String {
    let text = text.trim_end().replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which ends at a comma or a colon.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;

    #[test]
    fn a_file_of_a_revision_has_no_lines_to_annotate() {
        let source =
            SourceFile::new("a.yaml", "name: x\n").shown_as(|_| Some("v1:a.yaml".to_owned()));
        let diagnostic = Diagnostic::error(Code("E0001"), "wrong", Span::new(6, 7));
        assert_eq!(
            line(&diagnostic, &source.elsewhere()),
            "::error title=E0001::v1:a.yaml:1:7: wrong\n"
        );
    }

    #[test]
    fn text_cannot_end_a_command_or_a_property() {
        let source = SourceFile::new("a,b:c.yaml", "name: x\nother: y\n");
        let diagnostic =
            Diagnostic::error(Code("E0001"), "100 % wrong", Span::new(6, 7)).help("first\nsecond");
        assert_eq!(
            line(&diagnostic, &source),
            "::error file=a%2Cb%3Ac.yaml,line=1,endLine=1,col=7,endColumn=8,title=E0001::\
             100 %25 wrong%0Afirst%0Asecond\n"
        );
        assert_eq!(
            plain(Severity::Warning, "a: b, c\n"),
            "::warning::a: b, c\n"
        );
    }
}
