//! Descriptions: what the document says in words.

use super::{LONGEST_REPEATED, Members};
use crate::api::{Notes, Sensitivity};
use crate::emit::docs;

/// Somebody's Markdown, made harmless as it is in doc comments.
pub(super) fn markdown(text: &str) -> String {
    docs::markdown(text).join("\n")
}

/// The description of something: the one of the specification or else a fallback, and the reason of its
/// deprecation. Assumptions are in `x-assumed` only, see [`extensions`].
pub(super) fn description(notes: &Notes, fallback: Option<&str>) -> Option<String> {
    let doc = notes.doc.as_deref().filter(|doc| !doc.trim().is_empty());
    let deprecated = notes.deprecation.as_ref();
    let deprecated = deprecated.map(|deprecation| match &deprecation.reason {
        Some(reason) => markdown(&format!("Deprecated: {reason}")),
        None => "Deprecated.".to_owned(),
    });
    let paragraphs = [doc.or(fallback).map(markdown), deprecated];
    join(paragraphs)
}

/// What is said of a type, where that is short enough to stand wherever the type is used.
pub(super) fn repeated(notes: &Notes) -> Option<&str> {
    let doc = notes.doc.as_deref();
    doc.filter(|doc| doc.len() <= LONGEST_REPEATED)
}

/// Paragraphs as one text; `None` where there are none.
pub(super) fn join(paragraphs: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let paragraphs: Vec<String> = paragraphs.into_iter().flatten().collect();
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
}

/// The first sentence of a text, without its full stop.
pub(super) fn summary(text: &str) -> String {
    let sentence = docs::first_sentence(text);
    sentence.trim_end_matches('.').to_owned()
}

/// What tools read of the notes: that something is deprecated, and what was assumed.
pub(super) fn flags(notes: &Notes) -> Members {
    Members::new()
        .flag("deprecated", notes.deprecation.is_some())
        .and(decision(notes))
}

/// The same where OpenAPI itself knows no deprecation.
pub(super) fn extensions(notes: &Notes) -> Members {
    Members::new()
        .flag("x-deprecated", notes.deprecation.is_some())
        .and(decision(notes))
}

fn decision(notes: &Notes) -> Members {
    assumed(notes.assumed.as_deref())
}

/// What was assumed about something, for tools and for those who read the document itself.
pub(super) fn assumed<'a>(texts: impl IntoIterator<Item = &'a str>) -> Members {
    let texts = texts.into_iter().map(|text| Some(text.trim().to_owned()));
    Members::new().unless_none("x-assumed", join(texts))
}

/// Whether a value may be shown.
pub(super) fn sensitivity(sensitivity: Sensitivity) -> Members {
    match sensitivity {
        Sensitivity::Public => Members::new(),
        Sensitivity::Personal => Members::new().with("x-personal", true),
        Sensitivity::Secret => Members::new().with("x-secret", true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_the_first_sentence_on_one_line() {
        for (text, first) in [
            ("Lists books.", "Lists books"),
            ("Lists\nbooks. Newest first.", "Lists books"),
            (
                "Lists books of version 1.2\n\nAll of them.",
                "Lists books of version 1.2",
            ),
            (
                "Puts a thing, e.g. a book. More.",
                "Puts a thing, e.g. a book",
            ),
            ("", ""),
        ] {
            assert_eq!(summary(text), first, "{text:?}");
        }
    }
}
