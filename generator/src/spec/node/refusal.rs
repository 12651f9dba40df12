//! Why the reader refused a text, in words about the text: the library's own speak of its interface.

use super::{MAX_DEPTH, MAX_NODES, span_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use serde_yaml::Error;
use serde_yaml::budget::BudgetBreach;

const BROKEN_YAML: Code = Code("E0101");
const REPEATED_KEY: Code = Code("E0102");
const TOO_LARGE: Code = Code("E0113");

/// What the library says, what it comes of, and what to do.
struct Saying {
    heard: &'static str,
    message: &'static str,
    help: &'static str,
}

const FLOW_HELP: &str = "close every brace and bracket, and quote a text that holds one or a comma: \
                         `route: \"GET /books/{id}\"`";

const SAYINGS: [Saying; 15] = [
    Saying {
        heard: "did not find expected ',' or '}'",
        message: "a `,` or `}` belongs here",
        help: FLOW_HELP,
    },
    Saying {
        heard: "did not find expected ',' or ']'",
        message: "a `,` or `]` belongs here",
        help: FLOW_HELP,
    },
    Saying {
        heard: "unclosed bracket",
        message: "a brace or bracket is not closed",
        help: FLOW_HELP,
    },
    Saying {
        heard: "misplaced bracket",
        message: "a brace or bracket closes what is not open",
        help: FLOW_HELP,
    },
    Saying {
        heard: "unclosed quote",
        message: "a text in quotes does not end",
        help: "close the quotes",
    },
    Saying {
        heard: "invalid trailing content after",
        message: "something follows the closing quote",
        help: "put the quotes around the whole text",
    },
    Saying {
        heard: "unknown escape character",
        message: "double quotes know no such escape",
        help: "write `\\\\` for a backslash, or put the text into single quotes",
    },
    Saying {
        heard: "mapping values are not allowed",
        message: "no key can stand before this `:`",
        help: "quote a text that holds `: `, and give each key a line of its own, as far in as its \
               neighbours",
    },
    Saying {
        heard: "tabs disallowed",
        message: "this line is indented with a tab",
        help: "indent with spaces",
    },
    Saying {
        heard: "unknown anchor",
        message: "no `&` says what this alias stands for",
        help: "quote a text that begins with `*`",
    },
    Saying {
        heard: "unexpected character",
        message: "no text can begin with this character",
        help: "quote the text",
    },
    Saying {
        heard: "did not find expected key",
        message: "this line is not as far in as those that it belongs to",
        help: "indent the keys of one map equally far, with spaces",
    },
    Saying {
        heard: "did not find expected '-' indicator",
        message: "a list goes on with `- `, and something else comes here",
        help: "indent what belongs together equally far, with spaces",
    },
    Saying {
        heard: "expected string scalar",
        message: "a key is a text, and this is none",
        help: "quote a key that begins with a brace or bracket",
    },
    Saying {
        heard: "deserialize null into string",
        message: "a key is a text, and this is nothing",
        help: "quote the key if it is meant as text: `\"null\"`",
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
            let message = format!("the key `{key}` stands twice in one map");
            Diagnostic::error(REPEATED_KEY, message, span)
                .label("the second one")
                .help("give each key once; what both say belongs in one place")
        }
        Error::MultipleDocuments { .. } => {
            Diagnostic::error(BROKEN_YAML, "a second document begins here", span).help(
                "a specification is one document: take away the line `---` or `...` before it",
            )
        }
        Error::RecursiveReferencesRequireWeakTypes { .. } => {
            let message = "this alias stands for a value that contains the alias";
            Diagnostic::error(BROKEN_YAML, message, span).help(
                "a type can refer to itself by its name (`next?: Node`); write out everything else",
            )
        }
        Error::NonFiniteFloat { value, .. } => {
            let message = format!("`{value}` is not a finite number");
            Diagnostic::error(BROKEN_YAML, message, span)
                .help("JSON has finite numbers only; quote it if it is meant as text")
        }
        _ => broken(&error.to_string(), span),
    }
}

fn broken(heard: &str, span: Span) -> Diagnostic {
    let heard = without_place(heard);
    let saying = SAYINGS.iter().find(|saying| heard.contains(saying.heard));
    let (message, help) = saying.map_or(
        (
            heard,
            "indent with spaces, close every bracket, and quote a text that holds `: ` or ` #`",
        ),
        |saying| (saying.message, saying.help),
    );
    let message = format!("this is not valid YAML: {message}");
    Diagnostic::error(BROKEN_YAML, message, span).help(help)
}

/// Brackets in brackets are refused by the scanner, before anything is counted.
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
        "aliases stand for more than a document may hold".to_owned(),
        "write out what they stand for",
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
            // The rest counts events and bytes; whoever meets those limits has met this one.
            _ => (
                format!("the document has more than {MAX_NODES} keys and values"),
                "make several specifications of it",
            ),
        },
        _ => too_deep(),
    };
    Diagnostic::error(TOO_LARGE, message, span).help(help)
}

fn too_deep() -> (String, &'static str) {
    (
        format!("maps and lists nest deeper than {MAX_DEPTH} levels"),
        "give deep types names of their own, and cut deep examples short",
    )
}

/// The library says the place behind its message; the diagnostic has its own.
fn without_place(message: &str) -> &str {
    message
        .split_once(" at line ")
        .map_or(message, |(message, _)| message)
}

/// Errors of the scanner are placed by characters only.
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
