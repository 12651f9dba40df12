//! Diagnostics for text that is not valid YAML. The library's messages refer to its own interface, so
//! they are replaced by messages about the text.

use super::{MAX_DEPTH, MAX_NODES, span_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use serde_yaml::Error;
use serde_yaml::budget::BudgetBreach;

const INVALID_YAML: Code = Code("E0101");
const REPEATED_KEY: Code = Code("E0102");
const TOO_LARGE: Code = Code("E0113");

/// A message of the library, what it means, and what to do.
struct Translation {
    original: &'static str,
    message: &'static str,
    help: &'static str,
}

const FLOW_HELP: &str = "close every brace and bracket, and quote texts that contain one or a comma: \
                         `route: \"GET /books/{id}\"`";

const TRANSLATIONS: [Translation; 15] = [
    Translation {
        original: "did not find expected ',' or '}'",
        message: "expected `,` or `}`",
        help: FLOW_HELP,
    },
    Translation {
        original: "did not find expected ',' or ']'",
        message: "expected `,` or `]`",
        help: FLOW_HELP,
    },
    Translation {
        original: "unclosed bracket",
        message: "a brace or bracket is not closed",
        help: FLOW_HELP,
    },
    Translation {
        original: "misplaced bracket",
        message: "this brace or bracket was never opened",
        help: FLOW_HELP,
    },
    Translation {
        original: "unclosed quote",
        message: "a quoted text is not closed",
        help: "close the quotes",
    },
    Translation {
        original: "invalid trailing content after",
        message: "unexpected text after the closing quote",
        help: "put the quotes around the whole text",
    },
    Translation {
        original: "unknown escape character",
        message: "unknown escape in double quotes",
        help: "write `\\\\` for a backslash, or use single quotes",
    },
    Translation {
        original: "mapping values are not allowed",
        message: "unexpected `:`",
        help: "quote texts that contain `: `, and write each key on its own line, indented like its \
               siblings",
    },
    Translation {
        original: "tabs disallowed",
        message: "this line is indented with a tab",
        help: "indent with spaces",
    },
    Translation {
        original: "unknown anchor",
        message: "this alias has no anchor",
        help: "define the anchor with `&` before it is used, or quote a text that begins with `*`",
    },
    Translation {
        original: "unexpected character",
        message: "a text cannot begin with this character",
        help: "quote the text",
    },
    Translation {
        original: "did not find expected key",
        message: "indentation does not match its siblings",
        help: "indent all keys of a map equally, with spaces",
    },
    Translation {
        original: "did not find expected '-' indicator",
        message: "expected `- ` for the next item of the list",
        help: "indent all items of a list equally, with spaces",
    },
    Translation {
        original: "expected string scalar",
        message: "a key must be a text",
        help: "quote a key that begins with a brace or bracket",
    },
    Translation {
        original: "deserialize null into string",
        message: "a key must be a text, and this is null",
        help: "quote the key: `\"null\"`",
    },
];

/// The diagnostic for an error of the library.
pub(super) fn diagnostic(error: &Error, text: &str) -> Diagnostic {
    let span = error
        .location()
        .map_or(Span::default(), |location| place(&location, text));
    match error {
        Error::AliasError { error: inner, .. } if is_limit(inner) => over_limit(inner, span),
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
        _ => invalid(&error.to_string(), span, text),
    }
}

fn invalid(original: &str, span: Span, text: &str) -> Diagnostic {
    if has_object_in_type(span, text) {
        let message = "invalid YAML: a type cannot contain braces";
        return Diagnostic::error(INVALID_YAML, message, span).help(
            "declare the object under `types`, and write its name: `list<Book>` or `map<Book>`",
        );
    }
    let original = without_place(original);
    let translation = TRANSLATIONS
        .iter()
        .find(|translation| original.contains(translation.original));
    let (message, help) = translation.map_or(
        (
            original,
            "indent with spaces, close every bracket, and quote texts that contain `: ` or ` #`",
        ),
        |translation| (translation.message, translation.help),
    );
    let message = format!("invalid YAML: {message}");
    Diagnostic::error(INVALID_YAML, message, span).help(help)
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

/// The scanner rejects deeply nested brackets before anything is counted.
const SCANNER_LIMIT: &str = "recursion limit exceeded";

fn is_limit(error: &Error) -> bool {
    matches!(
        error,
        Error::Budget { .. }
            | Error::AliasReplayLimitExceeded { .. }
            | Error::AliasExpansionLimitExceeded { .. }
            | Error::AliasReplayStackDepthExceeded { .. }
    ) || error.to_string().contains(SCANNER_LIMIT)
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

/// The library appends the place to its message; the diagnostic shows it separately.
fn without_place(message: &str) -> &str {
    message
        .split_once(" at line ")
        .map_or(message, |(message, _)| message)
}

/// Errors of the scanner have offsets in characters only.
fn place(location: &serde_yaml::Location, text: &str) -> Span {
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
