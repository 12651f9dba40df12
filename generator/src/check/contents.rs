//! Contents of requests and responses.

use super::context::Context;
use super::references::{self, undeclared};
use super::scope::Scope;
use super::{events, forms, media, multipart, xml};
use crate::api::Lists;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{ContentEntry, ContentExprKind, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::source::Spanned;

const UNKNOWN_PAGER: Code = Code("E0511");
const NULLABLE_ITEM: Code = Code("E0513");
const NOT_OF_THIS_CONTENT: Code = Code("E0520");
const NO_FORM: Code = Code("E0550");

/// Checks a content.
pub(super) fn check<'d>(content: &'d ContentEntry, context: &mut Context<'_, 'd>) {
    let scope = context.scope;
    check_keys(content, context.diagnostics);
    media::check(content, context.diagnostics);
    match &content.expr.kind {
        ContentExprKind::None | ContentExprKind::Text | ContentExprKind::Binary => {}
        ContentExprKind::Json(ty) if content.is_xml() => {
            references::check(ty, context);
            xml::check_content(content, ty, context);
        }
        ContentExprKind::Json(ty) | ContentExprKind::Lines(ty) => references::check(ty, context),
        ContentExprKind::Events(ty) => {
            if let Some(ty) = ty.as_ref().filter(|ty| !events::is_event(ty, scope)) {
                references::check(ty, context);
            }
            events::check(content, ty.as_ref(), context);
        }
        ContentExprKind::Form(ty) => {
            references::check(ty, context);
            check_form(content, ty, context);
        }
        ContentExprKind::Multipart(ty) => multipart::check_form(ty, context),
        ContentExprKind::Page { pager, item } => {
            let name = Spanned::new(pager.clone(), content.expr.span);
            check_pager(&name, context);
            references::check(item, context);
            if item.nullable {
                let message = "the items of a page cannot be null";
                let diagnostic = Diagnostic::error(NULLABLE_ITEM, message, item.span);
                context.report(diagnostic.help("remove the `?`"));
            }
        }
    }
}

/// Reports keys that belong to other contents.
fn check_keys(content: &ContentEntry, diagnostics: &mut Diagnostics) {
    let kind = &content.expr.kind;
    let is_json = matches!(kind, ContentExprKind::Json(_));
    let is_form = matches!(kind, ContentExprKind::Form(_));
    let has_media = match kind {
        ContentExprKind::None
        | ContentExprKind::Page { .. }
        | ContentExprKind::Form(_)
        | ContentExprKind::Events(_) => false,
        ContentExprKind::Json(_)
        | ContentExprKind::Multipart(_)
        | ContentExprKind::Text
        | ContentExprKind::Binary
        | ContentExprKind::Lines(_) => true,
    };
    let envelope = content.envelope.as_ref().map(|name| name.span);
    let media = content.media.first().map(|media| media.span);
    let lists = content.lists.as_ref().map(|lists| lists.span);
    let styles = content.styles.first().map(|(name, _)| name.span);
    let is_events = matches!(kind, ContentExprKind::Events(_));
    let events = &content.events;
    let end = events.end.as_ref().map(|end| end.span);
    let error = events.error.as_ref().map(|error| error.span);
    let keys = [
        ("envelope", envelope, is_json, "JSON"),
        (
            "media",
            media,
            has_media,
            "JSON, text, bytes, JSON lines and multipart forms",
        ),
        ("lists", lists, is_form, "forms"),
        ("styles", styles, is_form, "forms"),
        ("end", end, is_events, "`events<T>`"),
        ("error", error, is_events, "`events<T>`"),
        ("event_names", events.event_names, is_events, "`events<T>`"),
        ("resumable", events.resumable, is_events, "`events<T>`"),
    ];
    for (key, span, applies, owner) in keys {
        if let Some(span) = span.filter(|_| !applies) {
            let message = format!(
                "`{key}` belongs to {owner}; this is {}",
                content.expr.words()
            );
            let diagnostic = Diagnostic::error(NOT_OF_THIS_CONTENT, message, span);
            diagnostics.push(diagnostic.help(format!("remove `{key}`")));
        }
    }
}

/// The parts of a form have names.
fn check_form<'d>(content: &ContentEntry, ty: &'d TypeExpr, context: &mut Context<'_, 'd>) {
    let scope = context.scope;
    if ty.nullable || !has_names(ty, scope) {
        let message = "the value of a form is an object, a map or a union with a tag";
        let diagnostic = Diagnostic::error(NO_FORM, message, ty.span);
        context.report(diagnostic.help("the parts of a form have names: declare an object"));
        return;
    }
    let lists = content.lists.as_ref();
    let lists = lists.map_or(Lists::default(), |lists| lists.value);
    let style = forms::FormStyle {
        lists,
        fields: &content.styles,
    };
    forms::check_except(ty, style, content.expr.span, context);
}

/// Whether the parts of a value have names.
fn has_names(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeExprKind::Map(_) => true,
        TypeExprKind::Scalar(_) | TypeExprKind::List(_) => false,
        TypeExprKind::Named(_) => match scope.kind(ty) {
            // An undeclared name has its own error.
            Some(TypeEntryKind::Object { .. }) | None => true,
            Some(TypeEntryKind::Union(union)) => !union.tag.is_empty() || union.wrapped.is_some(),
            Some(
                TypeEntryKind::Tuple(_)
                | TypeEntryKind::Enum { .. }
                | TypeEntryKind::Newtype { .. }
                | TypeEntryKind::Alias { .. },
            ) => false,
        },
    }
}

fn check_pager(name: &Spanned<String>, context: &mut Context<'_, '_>) {
    if context.scope.pager(&name.value).is_some() {
        return;
    }
    let document = context.document();
    let left_out = document.left_out.named.pagers.iter().map(String::as_str);
    let known = document.pagers.iter();
    let known = known.map(|pager| pager.name.value.as_str()).chain(left_out);
    if known.clone().next().is_none() {
        let message = format!("there is no pager `{}`", name.value);
        let diagnostic = Diagnostic::error(UNKNOWN_PAGER, message, name.span);
        context.report(diagnostic.label("not declared").help(format!(
            "declare it in a section `pagers`: `pagers: {{ {}: {{ … }} }}`",
            name.value
        )));
    } else {
        context.report(undeclared(UNKNOWN_PAGER, "pager", "pagers", name, known));
    }
}
