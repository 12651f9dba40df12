//! The media types of contents.

use super::text_forms;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ContentEntry, ContentExprKind};
use crate::source::Spanned;

const MALFORMED_MEDIA: Code = Code("E0551");
const WRONG_MEDIA: Code = Code("E0552");

/// The media types that a content may have.
enum Allowed {
    /// All, and ranges of them.
    Any,
    /// One without ranges. The words are for the content, and the help for a range.
    Exact(&'static str, &'static str),
    /// Media types of JSON. The help is for a range.
    Json(&'static str),
    /// Media types of multipart bodies.
    Multipart,
}

/// Checks the media types of a content.
pub(super) fn check(content: &ContentEntry, diagnostics: &mut Diagnostics) {
    let allowed = match &content.expr.kind {
        // Reported as a key that belongs to other contents.
        ContentExprKind::None
        | ContentExprKind::Page { .. }
        | ContentExprKind::Form(_)
        | ContentExprKind::Events(_)
        | ContentExprKind::Binary => Allowed::Any,
        ContentExprKind::Json(_) => Allowed::Json(MANY),
        ContentExprKind::Multipart(_) => Allowed::Multipart,
        ContentExprKind::Text | ContentExprKind::Lines(_) => {
            Allowed::Exact(content.expr.words(), MANY)
        }
    };
    let allowed = match content.is_xml() {
        true => Allowed::Exact("XML", "a type in XML has one media type"),
        false => allowed,
    };
    check_each(&content.media, &allowed, diagnostics);
    let one = match &content.expr.kind {
        _ if content.is_xml() => "XML has one media type",
        ContentExprKind::Text => "text has one media type",
        ContentExprKind::Multipart(_) => "a multipart form has one media type",
        ContentExprKind::None
        | ContentExprKind::Page { .. }
        | ContentExprKind::Form(_)
        | ContentExprKind::Events(_)
        | ContentExprKind::Binary
        | ContentExprKind::Json(_)
        | ContentExprKind::Lines(_) => return,
    };
    if let [_, second, ..] = content.media.as_slice() {
        let diagnostic = Diagnostic::error(WRONG_MEDIA, one, second.span);
        diagnostics.push(diagnostic.help(MANY));
    }
}

/// Checks the media types that a file may have: any, and ranges of them.
pub(super) fn check_of_file(media: &[Spanned<String>], diagnostics: &mut Diagnostics) {
    check_each(media, &Allowed::Any, diagnostics);
}

/// Checks the media type of an error. `other` is what it is, if not JSON.
pub(super) fn check_of_error(
    media: &Spanned<String>,
    other: Option<&'static str>,
    diagnostics: &mut Diagnostics,
) {
    let allowed = match other {
        Some(words) => Allowed::Exact(words, ONE),
        None => Allowed::Json(ONE),
    };
    check_each(std::slice::from_ref(media), &allowed, diagnostics);
}

const MANY: &str = "`binary` has any number of media types and ranges: its sender chooses one";
const MULTIPART: &str = "without `media`, it is `multipart/form-data`; others are `multipart/related` and `multipart/mixed`";
const ONE: &str = "an error has one media type: write a type and a subtype, such as `text/html`";

fn check_each(all: &[Spanned<String>], allowed: &Allowed, diagnostics: &mut Diagnostics) {
    for (index, media) in all.iter().enumerate() {
        diagnostics.extend(error(allowed, media));
        let mut before = all[..index].iter();
        if let Some(first) = before.find(|other| other.value.eq_ignore_ascii_case(&media.value)) {
            let message = format!("the media type `{}` is listed twice", media.value);
            let diagnostic = Diagnostic::error(WRONG_MEDIA, message, media.span);
            diagnostics.push(diagnostic.also(first.span, "the first one"));
        }
    }
}

/// The error of a media type that is malformed, or not one of the allowed.
fn error(allowed: &Allowed, media: &Spanned<String>) -> Option<Diagnostic> {
    let written = media.value.as_str();
    let malformed = |message: String, help: &str| {
        Some(Diagnostic::error(MALFORMED_MEDIA, message, media.span).help(help))
    };
    let wrong = |message: String, help: &str| {
        Some(Diagnostic::error(WRONG_MEDIA, message, media.span).help(help))
    };
    let Some((kind, subtype)) = written.split_once('/') else {
        let message = format!("`{written}` is not a media type");
        let help = "write its type and subtype, such as `application/pdf`";
        return malformed(message, help);
    };
    if written.contains(';') {
        let message = format!("the media type `{written}` has parameters");
        let help = "write the type and the subtype alone; text is in UTF-8";
        return malformed(message, help);
    }
    let is_range = subtype == "*";
    if !(is_token(kind) || kind == "*" && is_range) || !(is_token(subtype) || is_range) {
        let message = format!("`{written}` is not a media type");
        let help =
            "write a type and a subtype, such as `application/pdf`, or a range, such as `audio/*`";
        return malformed(message, help);
    }
    let (words, help) = match allowed {
        Allowed::Any => return None,
        Allowed::Exact(words, help) => (*words, *help),
        Allowed::Json(help) => ("JSON", *help),
        Allowed::Multipart => ("a multipart form", MULTIPART),
    };
    if is_range {
        let message = format!("`{written}` is a range of media types, and this is {words}");
        return wrong(message, help);
    }
    match allowed {
        Allowed::Json(_) if !is_json(subtype) => {
            let message = format!("`{written}` is not a media type of JSON");
            let help = "media types of JSON end in `json`, such as `application/json` and `application/hal+json`; use `text` or `binary` for others";
            wrong(message, help)
        }
        Allowed::Multipart if !kind.eq_ignore_ascii_case("multipart") => {
            let message = format!("`{written}` is not a media type of multipart forms");
            wrong(message, MULTIPART)
        }
        Allowed::Json(_) | Allowed::Exact(..) | Allowed::Any | Allowed::Multipart => None,
    }
}

/// Whether a subtype names JSON: the registered `json` and `…+json`, and others such as `x-json`.
fn is_json(subtype: &str) -> bool {
    subtype.to_ascii_lowercase().ends_with("json")
}

/// Whether a string is a token of HTTP, apart from tokens with `*`, which is for ranges.
fn is_token(text: &str) -> bool {
    text_forms::is_token(text) && !text.contains('*')
}
