//! Diagnostics for text that is not valid YAML. The library's messages refer to its own interface, so
//! they are replaced by messages about the text.

use serde_yaml::budget::BudgetBreach;
use serde_yaml::granit_parser::ErrorKind;
use serde_yaml::{DefaultMessageFormatter, Error, ExternalMessageSource, MessageFormatter};

use super::{MAX_DEPTH, MAX_NODES, span_of, suspicious};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

pub(super) const INVALID_YAML: Code = Code("E0101");
const REPEATED_KEY: Code = Code("E0102");
const TOO_LARGE: Code = Code("E0113");

const FLOW_HELP: &str = "close every brace and bracket, and quote texts that contain one or a comma: \
                         `route: \"GET /books/{id}\"`";

const UNCLOSED_QUOTE: &str = "this quote is not closed";
const CLOSE_QUOTE: &str = "write the same quote at the end of the text";

const ANCHOR_HELP: &str =
    "define the anchor with `&` before it is used, or quote a string that begins with `*`";

/// What an error of the library means, and what to do; `None` if the library's message has to do.
fn translated(error: &Error) -> Option<(&'static str, &'static str)> {
    match error {
        Error::ExternalMessage { .. } => parser_problem(parser_kind(error)?),
        Error::UnknownAnchor { .. } => Some(("this alias has no anchor", ANCHOR_HELP)),
        // Only keys have to be of one kind.
        Error::Unexpected { .. } => Some((
            "a key must be a string",
            "quote a key that begins with a brace or bracket",
        )),
        Error::NullIntoString { .. } => Some((
            "a key must be a string, and this is null",
            "quote the key: `\"null\"`",
        )),
        _ => None,
    }
}

/// The same for an error of its parser.
fn parser_problem(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        ErrorKind::ExpectedFlowMappingSeparator => ("expected `,` or `}`", FLOW_HELP),
        ErrorKind::ExpectedFlowSequenceSeparator => ("expected `,` or `]`", FLOW_HELP),
        ErrorKind::UnclosedFlowCollection { .. } => ("a brace or bracket is not closed", FLOW_HELP),
        ErrorKind::MisplacedFlowCollectionEnd => {
            ("this brace or bracket was never opened", FLOW_HELP)
        }
        ErrorKind::UnclosedQuotedScalar => (UNCLOSED_QUOTE, CLOSE_QUOTE),
        ErrorKind::InvalidTrailingSingleQuotedScalar
        | ErrorKind::InvalidTrailingDoubleQuotedScalar => (
            "unexpected text after the closing quote",
            "put the quotes around the whole text",
        ),
        ErrorKind::UnknownQuotedScalarEscape => (
            "unknown escape in double quotes",
            "write `\\\\` for a backslash, or use single quotes",
        ),
        ErrorKind::MappingValueNotAllowed => (
            "unexpected `:`",
            "quote texts that contain `: `, and write each key on its own line, indented like its \
             siblings",
        ),
        ErrorKind::TabNotAllowed | ErrorKind::TabInBlockIndentation => {
            ("this line is indented with a tab", "indent with spaces")
        }
        ErrorKind::UnexpectedCharacter { .. } => (
            "a string cannot begin with this character",
            "quote the text",
        ),
        ErrorKind::ExpectedBlockMappingKey => (
            "indentation does not match its siblings",
            "indent all keys of a map equally, with spaces",
        ),
        ErrorKind::ExpectedBlockSequenceEntry => (
            "expected `- ` for the next item of the list",
            "indent all items of a list equally, with spaces",
        ),
        _ => return None,
    })
}

/// The diagnostic for an error of the library.
pub(super) fn diagnostic(error: &Error, text: &str) -> Diagnostic {
    let span = error
        .location()
        .map_or(Span::default(), |location| span_at(&location, text));
    let error = match error {
        Error::AliasError { error: inner, .. } => inner,
        _ => error,
    };
    match error {
        _ if is_limit(error) => over_limit(error, span),
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or_default();
            let message = format!("the key `{key}` is repeated");
            Diagnostic::error(REPEATED_KEY, message, span)
                .label("repeated key")
                .help("merge the two entries into one")
        }
        Error::MultipleDocuments { .. } => {
            Diagnostic::error(INVALID_YAML, "a second document begins here", span)
                .help("a specification is one document: remove the line `---` or `...` before it")
        }
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            let message = "this alias stands for a value that contains the alias";
            Diagnostic::error(INVALID_YAML, message, span).help(
                "a type can refer to itself by its name (`next?: Node`); write out everything else",
            )
        }
        Error::NonFiniteFloat { value, .. } => {
            let message = format!("`{value}` is not a finite number");
            Diagnostic::error(INVALID_YAML, message, span)
                .help("JSON numbers are finite; quote the value if it is a string")
        }
        _ => invalid(error, span, text),
    }
}

fn invalid(error: &Error, span: Span, text: &str) -> Diagnostic {
    if let Some(diagnostic) = suspicious::diagnostic(INVALID_YAML, text, span) {
        return diagnostic;
    }
    if parser_kind(error) == Some(&ErrorKind::InvalidQuotedScalarIndent)
        && let Some(quote) = suspicious::open_quote(text.get(..span.start()).unwrap_or(text))
    {
        let message = format!("invalid YAML: {UNCLOSED_QUOTE}");
        return Diagnostic::error(INVALID_YAML, message, quote).help(CLOSE_QUOTE);
    }
    let is_in_braces = matches!(
        parser_kind(error),
        Some(ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator)
    );
    if is_in_braces
        && text
            .get(span.start()..)
            .is_some_and(|rest| rest.starts_with(": "))
    {
        let message = "invalid YAML: unexpected `:`";
        return Diagnostic::error(INVALID_YAML, message, span)
            .help("quote texts that contain `: `, and write a comma before each further key");
    }
    if has_object_in_type(span, text) {
        let message = "invalid YAML: a type cannot contain braces";
        return Diagnostic::error(INVALID_YAML, message, span).help(
            "declare the object under `types`, and write its name: `list<Book>` or `map<Book>`",
        );
    }
    let opened = opening(error, span, text);
    if let Some(opening) = opened
        && indentation(text, span.start()) <= indentation(text, opening.start())
        && !has_same_line(text, opening, span)
    {
        let message = "invalid YAML: a brace or bracket is not closed";
        let between = text.get(opening.start()..span.start());
        let help = match between.is_some_and(|between| between.contains(" #")) {
            true => {
                "` #` begins a comment, in which no brace counts: quote the text that contains it"
            }
            false => FLOW_HELP,
        };
        return Diagnostic::error(INVALID_YAML, message, opening)
            .label("opened here")
            .also(span, "it should be closed before this")
            .help(help);
    }
    if is_tab_likely(error)
        && let Some(tab) = tab_in_indentation(span, text)
    {
        let message = "invalid YAML: this line is indented with a tab";
        return Diagnostic::error(INVALID_YAML, message, tab).help("indent with spaces");
    }
    let (message, help) = match translated(error) {
        Some((message, help)) => (message.into(), help),
        None => (
            DefaultMessageFormatter.format_message(error),
            "indent with spaces, close every bracket, and quote strings that contain `: ` or ` #`",
        ),
    };
    let message = format!("invalid YAML: {message}");
    let diagnostic = Diagnostic::error(INVALID_YAML, message, span).help(help);
    match opened.filter(|_| is_separator(error)) {
        Some(opening) => diagnostic.also(opening, "opened here"),
        None => diagnostic,
    }
}

/// The kind of an error of the library's parser.
fn parser_kind(error: &Error) -> Option<&ErrorKind> {
    match error {
        Error::ExternalMessage { source, .. } => match &**source {
            ExternalMessageSource::Parser(error) => Some(error.kind()),
            _ => None,
        },
        _ => None,
    }
}

/// Whether something else was expected between braces or brackets.
fn is_separator(error: &Error) -> bool {
    matches!(
        parser_kind(error),
        Some(ErrorKind::ExpectedFlowMappingSeparator | ErrorKind::ExpectedFlowSequenceSeparator)
    )
}

/// Whether a tab in the indentation can be the reason. Between braces, a tab is allowed there.
fn is_tab_likely(error: &Error) -> bool {
    let is_tab = |kind: &ErrorKind| {
        matches!(
            kind,
            ErrorKind::TabNotAllowed | ErrorKind::TabInBlockIndentation
        )
    };
    translated(error).is_none() || parser_kind(error).is_some_and(is_tab)
}

/// The innermost brace or bracket that is open where an error is. The text before the error shows it.
fn opening(error: &Error, span: Span, text: &str) -> Option<Span> {
    if is_limit(error) {
        return None;
    }
    let before = text.get(..span.start())?;
    let error = super::read(before, MAX_DEPTH).err()?;
    let error = error.without_snippet();
    let is_open = matches!(
        parser_kind(error),
        Some(ErrorKind::UnclosedFlowCollection { .. })
    );
    let location = error.location().filter(|_| is_open)?;
    Some(span_at(&location, before))
}

/// The start of the line with an offset.
fn line_start(text: &str, offset: usize) -> usize {
    let before = text.get(..offset).unwrap_or(text);
    before.rfind('\n').map_or(0, |end| end + 1)
}

fn has_same_line(text: &str, one: Span, other: Span) -> bool {
    line_start(text, one.start()) == line_start(text, other.start())
}

/// The number of spaces before the text of the line with an offset.
fn indentation(text: &str, offset: usize) -> usize {
    let line = text.get(line_start(text, offset)..).unwrap_or_default();
    line.len() - line.trim_start_matches(' ').len()
}

/// The first tab in the indentation of the line with an error or of the next line: the text of a line may continue in
/// the next one, so that the error is in front of the tab.
fn tab_in_indentation(span: Span, text: &str) -> Option<Span> {
    let mut start = line_start(text, span.start());
    for line in text.get(start..)?.split_inclusive('\n').take(2) {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line.find('\t').filter(|tab| *tab < indentation) {
            return Some(Span::new(start + tab, start + tab + 1));
        }
        start += line.len();
    }
    None
}

/// Whether the position is in an object that is written instead of a type: `books: list<{ title: string }>`.
fn has_object_in_type(span: Span, text: &str) -> bool {
    let (before, after) = text.split_at_checked(span.start()).unwrap_or_default();
    let ty = if after.starts_with('{') {
        before
    } else {
        match before.rsplit_once('{') {
            Some((ty, object)) if !object.contains('}') => ty,
            Some(_) | None => return false,
        }
    };
    let ty = ty.trim_end();
    let mut key = ty;
    while let Some(outer) = ["list<", "map<"]
        .iter()
        .find_map(|generic| key.strip_suffix(generic))
    {
        key = outer.trim_end();
    }
    key.len() < ty.len() && key.ends_with(':')
}

fn is_limit(error: &Error) -> bool {
    match error {
        Error::Budget { .. }
        | Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => true,
        // The parser rejects deeply nested brackets before anything is counted.
        _ => parser_kind(error) == Some(&ErrorKind::RecursionLimitExceeded),
    }
}

fn over_limit(error: &Error, span: Span) -> Diagnostic {
    let aliases = (
        "the aliases expand to too many keys and values".to_owned(),
        "write out the values",
    );
    let (message, help) = match error {
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. } => aliases,
        Error::Budget { breach, .. } => match breach {
            BudgetBreach::Depth { .. } => too_deep(),
            BudgetBreach::Aliases { .. }
            | BudgetBreach::Anchors { .. }
            | BudgetBreach::AliasAnchorRatio { .. }
            | BudgetBreach::RecordedAnchorEvents { .. }
            | BudgetBreach::RecordedAnchorBytes { .. }
            | BudgetBreach::MergeKeys { .. } => aliases,
            // The other limits count events and bytes; this limit is always reached before them.
            _ => (
                format!("the document has more than {MAX_NODES} keys and values"),
                "split it into several specifications",
            ),
        },
        _ => too_deep(),
    };
    Diagnostic::error(TOO_LARGE, message, span).help(help)
}

fn too_deep() -> (String, &'static str) {
    (
        format!("maps and lists nest deeper than {MAX_DEPTH} levels"),
        "declare types for inner levels, and shorten examples",
    )
}

/// Errors of the scanner have offsets in characters only.
fn span_at(location: &serde_yaml::Location, text: &str) -> Span {
    if location.span().byte_offset().is_some() {
        return span_of(location, text);
    }
    let characters = usize::try_from(location.span().offset()).unwrap_or(usize::MAX);
    let start = text
        .char_indices()
        .nth(characters)
        .map_or(text.len(), |(start, _)| start);
    Span::at(start)
}

#[cfg(test)]
mod tests {
    /// The error in a text.
    fn message_of(text: &str) -> String {
        crate::yaml::parse(text, 0).unwrap_err().message
    }

    #[test]
    fn messages_are_about_the_text() {
        for (text, expected) in [
            ("a: { b: c d: e }", "unexpected `:`"),
            ("a: [[b] c]", "expected `,` or `]`"),
            ("a: [b", "a brace or bracket is not closed"),
            ("a: b\n]", "this brace or bracket was never opened"),
            ("a: 'b", "this quote is not closed"),
            ("a: \"b\nc: d\n", "this quote is not closed"),
            ("a: { b: c # d }\ne: f", "a brace or bracket is not closed"),
            (
                "a: b\n<<<<<<< HEAD\nc: d\n=======\nc: e\n>>>>>>> other\n",
                "this is a marker of a merge conflict",
            ),
            ("a:\u{a0}b\nc: d\n", "this is a non-breaking space (U+00A0)"),
            (
                "a:\u{200b}b\nc: d\n",
                "this is a character that is not visible (U+200B)",
            ),
            (
                "a: b\nc\u{ff1a}d\ne: f\n",
                "this is a full-width colon (U+FF1A)",
            ),
            (
                "a: \u{201c}b: c\u{201d}",
                "this is a typographic quote (U+201C)",
            ),
            ("a: 'b' c", "unexpected text after the closing quote"),
            ("a: \"b\" c", "unexpected text after the closing quote"),
            ("a: \"\\c\"", "unknown escape in double quotes"),
            ("a: b: c", "unexpected `:`"),
            ("a:\n\tb: c", "this line is indented with a tab"),
            ("a: *b", "this alias has no anchor"),
            ("a: @b", "a string cannot begin with this character"),
            (
                "a:\n    b:\n      c: d\n     e: f",
                "indentation does not match its siblings",
            ),
            (
                "a:\n  - b\n  c: d",
                "expected `- ` for the next item of the list",
            ),
            ("? { a: b }\n: c", "a key must be a string"),
            ("null: a", "a key must be a string, and this is null"),
        ] {
            assert_eq!(
                message_of(text),
                format!("invalid YAML: {expected}"),
                "{text}"
            );
        }
    }

    #[test]
    fn other_messages_are_those_of_the_library_without_the_position() {
        assert_eq!(
            message_of("a: [b }"),
            "invalid YAML: mismatched bracket '[' closed by '}'"
        );
    }

    #[test]
    fn deep_brackets_are_too_deep() {
        let deep = "maps and lists nest deeper than 32 levels";
        assert_eq!(message_of(&("[".repeat(40) + &"]".repeat(40))), deep);
        assert_eq!(message_of(&"[".repeat(100_000)), deep);
    }
}
