//! Descriptions and extensions made from notes.

use super::{JsonObject, LONGEST_REPEATED};
use crate::api::{Notes, See, Sensitivity, Stability};
use crate::emit::markdown;
use crate::extensions::{
    ADDED, ASSUMED, DEPRECATED_MESSAGE, DEPRECATED_SINCE, SEE, STABILITY, SUNSET,
};

/// The description of something, see [`described`], as text.
pub(super) fn description(notes: &Notes, fallback: Option<&str>) -> Option<String> {
    join([
        doc(notes).or(fallback.map(markdown::description)),
        links(notes),
    ])
}

/// The description of something: the one of the specification or else a fallback, where to read more, the reason of its
/// deprecation, and further paragraphs. Assumptions are in `x-assumed` only, see [`extensions`].
pub(super) fn described(
    notes: &Notes,
    fallback: Option<&str>,
    further: impl IntoIterator<Item = Option<String>>,
) -> JsonObject {
    let own = doc(notes);
    let fallback = fallback
        .filter(|_| own.is_none())
        .map(markdown::description);
    let added = join([fallback, links(notes)].into_iter().chain(further));
    let paragraphs = added.as_deref().map(paragraphs);
    JsonObject::new()
        .with_option("description", join([own, added]))
        .with_option(ADDED, paragraphs)
}

/// The number of paragraphs of a text.
fn paragraphs(text: &str) -> i64 {
    let paragraphs = text.split("\n\n").count();
    i64::try_from(paragraphs).unwrap_or(i64::MAX)
}

/// The description in the specification.
fn doc(notes: &Notes) -> Option<String> {
    let doc = notes.doc.as_deref();
    let doc = doc.filter(|doc| !doc.trim().is_empty());
    doc.map(markdown::description)
}

/// Where to read more, and the deprecation.
fn links(notes: &Notes) -> Option<String> {
    let deprecated = notes.deprecation.as_ref();
    let deprecated = deprecated.map(|deprecation| markdown::description(&deprecation.sentence()));
    let see = notes.see.as_deref();
    let see = see.map(|see| markdown::description(&see.sentence()));
    join([see, notes.stability_warning(), deprecated])
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

/// Deprecation, assumptions and where to read more, for tools.
pub(super) fn flags(notes: &Notes) -> JsonObject {
    JsonObject::new()
        .with_flag("deprecated", notes.deprecation.is_some())
        .and(further(notes))
        .with_option("externalDocs", notes.see.as_deref().map(external))
}

/// The same for parameters and headers, which OpenAPI has no field `externalDocs` for.
pub(super) fn flags_of_parameter(notes: &Notes) -> JsonObject {
    JsonObject::new()
        .with_flag("deprecated", notes.deprecation.is_some())
        .and(further(notes))
        .with_option(SEE, notes.see.as_deref().map(external))
}

/// The same for objects that OpenAPI has no field `deprecated` for.
pub(super) fn extensions(notes: &Notes) -> JsonObject {
    JsonObject::new()
        .with_flag("x-deprecated", notes.deprecation.is_some())
        .and(further(notes))
        .with_option(SEE, notes.see.as_deref().map(external))
}

/// The reason and the dates of a deprecation, the stability, and assumptions.
fn further(notes: &Notes) -> JsonObject {
    let deprecation = notes.deprecation.as_ref();
    let reason = deprecation.and_then(|deprecation| deprecation.reason.as_deref());
    let since = deprecation.and_then(|deprecation| deprecation.since);
    let sunset = deprecation.and_then(|deprecation| deprecation.sunset);
    JsonObject::new()
        .with_option(DEPRECATED_MESSAGE, reason)
        .with_option(DEPRECATED_SINCE, since.map(|date| date.to_string()))
        .with_option(SUNSET, sunset.map(|date| date.to_string()))
        .with_option(STABILITY, notes.stability.map(level))
        .and(assumed(notes.assumed.as_deref()))
}

/// The level of oasdiff: it lets `alpha` change in any way.
const fn level(stability: Stability) -> &'static str {
    match stability {
        Stability::Unstable => "alpha",
        Stability::Stable => "stable",
    }
}

/// The assumptions about something.
pub(super) fn assumed<'a>(texts: impl IntoIterator<Item = &'a str>) -> JsonObject {
    let texts = texts.into_iter().map(|text| Some(text.trim().to_owned()));
    JsonObject::new().with_option(ASSUMED, join(texts))
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
