//! The media types of contents.

use super::headers;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ContentEntry, ContentExpr, ContentExprKind};
use crate::source::Spanned;

const MALFORMED_MEDIA: Code = Code("E0551");
const WRONG_MEDIA: Code = Code("E0552");

/// Checks the media types of a content.
pub(super) fn check(content: &ContentEntry, diagnostics: &mut Diagnostics) {
    check_each(&content.media, Some(&content.expr), diagnostics);
    if let (ContentExprKind::Text, [_, second, ..]) = (&content.expr.kind, content.media.as_slice())
    {
        let message = "text has one media type";
        let diagnostic = Diagnostic::error(WRONG_MEDIA, message, second.span);
        diagnostics.push(diagnostic.help(MANY));
    }
}

/// Checks the media types that a file may have: any, and ranges of them.
pub(super) fn check_of_file(media: &[Spanned<String>], diagnostics: &mut Diagnostics) {
    check_each(media, None, diagnostics);
}

fn check_each(
    all: &[Spanned<String>],
    content: Option<&ContentExpr>,
    diagnostics: &mut Diagnostics,
) {
    for (index, media) in all.iter().enumerate() {
        if let Some((code, message, help)) = problem(content, media) {
            diagnostics.push(Diagnostic::error(code, message, media.span).help(help));
        }
        let mut before = all[..index].iter();
        if let Some(first) = before.find(|other| other.value.eq_ignore_ascii_case(&media.value)) {
            let message = format!("the media type `{}` is listed twice", media.value);
            let diagnostic = Diagnostic::error(WRONG_MEDIA, message, media.span);
            diagnostics.push(diagnostic.also(first.span, "the first one"));
        }
    }
}

const MANY: &str = "`binary` has any number of media types and ranges: its sender chooses one";

/// What is wrong with a media type, and what to write.
fn problem(
    content: Option<&ContentExpr>,
    media: &Spanned<String>,
) -> Option<(Code, String, String)> {
    let written = media.value.as_str();
    let Some((kind, subtype)) = written.split_once('/') else {
        let message = format!("`{written}` is not a media type");
        let help = "write its type and subtype, such as `application/pdf`".to_owned();
        return Some((MALFORMED_MEDIA, message, help));
    };
    if written.contains(';') {
        let message = format!("the media type `{written}` has parameters");
        let help = "write the type and the subtype alone; text is in UTF-8".to_owned();
        return Some((MALFORMED_MEDIA, message, help));
    }
    let is_range = subtype == "*";
    if !(is_token(kind) || kind == "*" && is_range) || !(is_token(subtype) || is_range) {
        let message = format!("`{written}` is not a media type");
        let help =
            "write a type and a subtype, such as `application/pdf`, or a range, such as `audio/*`";
        return Some((MALFORMED_MEDIA, message, help.to_owned()));
    }
    // A file has any media types.
    let content = content?;
    match &content.kind {
        // Reported as a key that belongs to other contents.
        ContentExprKind::None
        | ContentExprKind::Page { .. }
        | ContentExprKind::Form(_)
        | ContentExprKind::Multipart(_)
        | ContentExprKind::Events(_) => None,
        ContentExprKind::Binary => None,
        ContentExprKind::Json(_) | ContentExprKind::Text | ContentExprKind::Lines(_)
            if is_range =>
        {
            let message = format!(
                "`{written}` is a range of media types, and this is {}",
                content.words()
            );
            Some((WRONG_MEDIA, message, MANY.to_owned()))
        }
        ContentExprKind::Json(_) if !is_json(kind, subtype) => {
            let message = format!("`{written}` is not a media type of JSON");
            let help = "those are `application/json` and `application/…+json`; use `text` or `binary` for others";
            Some((WRONG_MEDIA, message, help.to_owned()))
        }
        ContentExprKind::Json(_) | ContentExprKind::Text | ContentExprKind::Lines(_) => None,
    }
}

/// Whether servers take such a body for JSON.
fn is_json(kind: &str, subtype: &str) -> bool {
    let subtype = subtype.to_ascii_lowercase();
    kind.eq_ignore_ascii_case("application") && (subtype == "json" || subtype.ends_with("+json"))
}

/// Whether a text is a type and a subtype, without parameters.
pub(super) fn is_media_type(text: &str) -> bool {
    let parts = text.split_once('/');
    parts.is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

/// Whether a text is a token of HTTP, apart from those with `*`, which is for ranges.
fn is_token(text: &str) -> bool {
    headers::is_token(text) && !text.contains('*')
}
