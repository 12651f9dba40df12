//! Descriptions and extensions made from notes.

use super::{JsonObject, LONGEST_REPEATED};
use crate::api::{Notes, See, Sensitivity};
use crate::emit::markdown;

/// The description of something: the one of the specification or else a fallback, and the reason of its
/// deprecation. Assumptions are in `x-assumed` only, see [`extensions`].
pub(super) fn description(notes: &Notes, fallback: Option<&str>) -> Option<String> {
    let doc = notes.doc.as_deref().filter(|doc| !doc.trim().is_empty());
    let deprecated = notes.deprecation.as_ref();
    let deprecated = deprecated.map(|deprecation| match &deprecation.reason {
        Some(reason) => markdown::description(&format!("Deprecated: {reason}")),
        None => "Deprecated.".to_owned(),
    });
    let see = notes.see.as_deref();
    let see = see.map(|see| markdown::description(&see.sentence()));
    let paragraphs = [doc.or(fallback).map(markdown::description), see, deprecated];
    join(paragraphs)
}

/// The description of a type, if it is short enough to be repeated wherever the type is used.
pub(super) fn repeated(notes: &Notes) -> Option<&str> {
    let doc = notes.doc.as_deref();
    doc.filter(|doc| doc.len() <= LONGEST_REPEATED)
}

/// A page to read, for tools.
pub(super) fn external(see: &See) -> JsonObject {
    JsonObject::new()
        .with("url", see.url.as_str())
        .with_option("description", see.title.as_deref())
}

/// Paragraphs as one text; `None` if there are none.
pub(super) fn join(paragraphs: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let paragraphs: Vec<String> = paragraphs.into_iter().flatten().collect();
    (!paragraphs.is_empty()).then(|| paragraphs.join("\n\n"))
}

/// The first sentence of a string, without the period.
pub(super) fn summary(text: &str) -> String {
    let sentence = markdown::first_sentence(text);
    sentence.trim_end_matches('.').to_owned()
}

/// Deprecation and assumptions, for tools.
pub(super) fn flags(notes: &Notes) -> JsonObject {
    JsonObject::new()
        .with_flag("deprecated", notes.deprecation.is_some())
        .and(assumption(notes))
}

/// The same for objects that OpenAPI has no field `deprecated` for.
pub(super) fn extensions(notes: &Notes) -> JsonObject {
    JsonObject::new()
        .with_flag("x-deprecated", notes.deprecation.is_some())
        .and(assumption(notes))
}

fn assumption(notes: &Notes) -> JsonObject {
    assumed(notes.assumed.as_deref())
}

/// The assumptions about something.
pub(super) fn assumed<'a>(texts: impl IntoIterator<Item = &'a str>) -> JsonObject {
    let texts = texts.into_iter().map(|text| Some(text.trim().to_owned()));
    JsonObject::new().with_option("x-assumed", join(texts))
}

/// Whether a value may be logged and displayed.
pub(super) fn sensitivity(sensitivity: Sensitivity) -> JsonObject {
    match sensitivity {
        Sensitivity::Public => JsonObject::new(),
        Sensitivity::Personal => JsonObject::new().with("x-personal", true),
        Sensitivity::Secret => JsonObject::new().with("x-secret", true),
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
