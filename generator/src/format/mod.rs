//! Formats the files of a specification: what `specsmith fmt` does. Text becomes a tree that keeps how it is written,
//! and is printed again. Nothing changes in what it means, which is checked each time.

mod events;
mod inline;
mod layout;
mod order;
mod read;
mod rows;
mod same;
mod scalar;
mod tree;

use std::borrow::Cow;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::node::Node;
use crate::openapi;
use crate::source::{SourceFile, Span};
use crate::yaml;
use events::Unsupported;

const NOT_A_SPECIFICATION: Code = Code("E0920");
const NOT_SUPPORTED: Code = Code("E0921");
const CHANGED: Code = Code("E0922");

/// Formats the first file of a source.
///
/// # Errors
///
/// The error of text that is not YAML, or not a file of a specification in the spec language.
pub(crate) fn format(source: &SourceFile) -> Result<String, Diagnostics> {
    let (_, span) = source.files().next().unwrap_or_default();
    let original = source.slice(span);
    let before = yaml::parse(original, 0)?;
    check_language(original, &before)?;
    let text = with_line_feeds(original);
    let tree = read::read(&text).map_err(|problem| unsupported(&problem, original))?;
    let formatted = layout::print(&tree);
    let is_same = match yaml::parse(&formatted, 0) {
        Ok(after) => {
            same::is_same_file(&before, &after)
                && events::comment_texts(&text) == events::comment_texts(&formatted)
        }
        Err(_) => false,
    };
    if !is_same {
        return Err(changed().into());
    }
    Ok(match original.split_once('\n') {
        Some((first, _)) if first.ends_with('\r') => formatted.replace('\n', "\r\n"),
        Some(_) | None => formatted,
    })
}

/// Whether text is a file of a specification in the spec language: a main file, or one that it includes.
pub(crate) fn is_specification(text: &str) -> bool {
    let is_ours = |line: &str| {
        ["specsmith", "part_of"].iter().any(|key| {
            let rest = line
                .trim_start_matches(['{', ' ', '"', '\''])
                .strip_prefix(key);
            rest.is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ']).starts_with(':'))
        })
    };
    text.lines().any(is_ours) && yaml::parse(text, 0).is_ok_and(|root| has_our_key(&root))
}

fn has_our_key(root: &Node) -> bool {
    root.get("specsmith").is_some() || root.get("part_of").is_some()
}

fn check_language(text: &str, root: &Node) -> Result<(), Diagnostics> {
    if has_our_key(root) {
        return Ok(());
    }
    let (message, help) = match openapi::is_openapi(text) {
        true => (
            "this is an OpenAPI document, which `specsmith fmt` does not format",
            "use a formatter for YAML or JSON, or `specsmith convert` for a specification in the spec language",
        ),
        false => (
            "this is not a file of a specification",
            "name a file that begins with `specsmith: 1` or `part_of: …`",
        ),
    };
    let diagnostic = Diagnostic::error(NOT_A_SPECIFICATION, message, Span::at(0));
    Err(diagnostic.help(help).into())
}

/// Text in which each line ends with a line feed only.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

fn unsupported(problem: &Unsupported, original: &str) -> Diagnostics {
    // A carriage return before a line feed is not in the text that was read.
    let mut offset = problem.offset;
    for (at, _) in original.match_indices("\r\n") {
        if at >= offset {
            break;
        }
        offset += 1;
    }
    let message = format!("`specsmith fmt` cannot format {}", problem.what);
    let diagnostic = Diagnostic::error(NOT_SUPPORTED, message, Span::at(offset));
    diagnostic
        .help("write it in another way; nothing else in the language needs it")
        .into()
}

fn changed() -> Diagnostic {
    let message = "internal error: the formatted text would not mean the same";
    Diagnostic::error(CHANGED, message, Span::at(0))
        .note("nothing was changed")
        .help("this is a bug of Specsmith: please report it with the text")
}
