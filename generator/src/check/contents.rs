//! Contents of requests and responses.

use super::Scope;
use super::references::undeclared;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    ContentEntry, ContentExprKind, Document, PagerEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::source::Spanned;

const UNKNOWN_PAGER: Code = Code("E0511");
const PAGE_OF_NO_OBJECT: Code = Code("E0513");
const NOT_OF_THIS_CONTENT: Code = Code("E0520");

/// Checks a content. `pagers` are those that it may name.
pub(super) fn check(
    content: &ContentEntry,
    document: &Document,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let other = match &content.expr.kind {
        ContentExprKind::None => Some("`none`"),
        ContentExprKind::Json(_) => None,
        ContentExprKind::Page { .. } => Some("a page"),
    };
    let envelope = content
        .envelope
        .as_ref()
        .map(|name| ("envelope", name.span));
    let media = content.media.first().map(|media| ("media", media.span));
    for (key, span) in envelope.into_iter().chain(media) {
        if let Some(other) = other {
            let message = format!("`{key}` belongs to JSON; this is {other}");
            let diagnostic = Diagnostic::error(NOT_OF_THIS_CONTENT, message, span);
            diagnostics.push(diagnostic.help(format!("remove `{key}`")));
        }
    }
    match &content.expr.kind {
        ContentExprKind::None => {}
        ContentExprKind::Json(ty) => scope.resolve(ty, diagnostics),
        ContentExprKind::Page { pager, item } => {
            let name = Spanned::new(pager.clone(), content.expr.span);
            check_pager(&name, document, diagnostics);
            scope.resolve(item, diagnostics);
            check_item(item, scope, diagnostics);
        }
    }
}

/// The pager of this name.
pub(super) fn pager<'d>(document: &'d Document, name: &str) -> Option<&'d PagerEntry> {
    let mut pagers = document.pagers.iter();
    pagers.find(|pager| pager.name.value == name)
}

fn check_pager(name: &Spanned<String>, document: &Document, diagnostics: &mut Diagnostics) {
    if pager(document, &name.value).is_some() {
        return;
    }
    let known = document.pagers.iter();
    let known = known.map(|pager| pager.name.value.as_str());
    if document.pagers.is_empty() {
        let message = format!("there is no pager `{}`", name.value);
        let diagnostic = Diagnostic::error(UNKNOWN_PAGER, message, name.span);
        diagnostics.push(diagnostic.label("not declared").help(format!(
            "declare it in a section `pagers`: `pagers: {{ {}: {{ … }} }}`",
            name.value
        )));
    } else {
        diagnostics.push(undeclared(UNKNOWN_PAGER, "pager", "pagers", name, known));
    }
}

fn check_item(item: &TypeExpr, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    if !is_object(item, scope) {
        let message = "the items of a page must be objects";
        diagnostics.push(
            Diagnostic::error(PAGE_OF_NO_OBJECT, message, item.span)
                .help("write the name of an object declared under `types`"),
        );
    }
}

fn is_object(item: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &item.kind {
        TypeExprKind::Named(name) => {
            // An undeclared name has its own error.
            let kind = scope.get(name).map(|entry| &entry.kind);
            !item.nullable && matches!(kind, Some(TypeEntryKind::Object { .. }) | None)
        }
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}
