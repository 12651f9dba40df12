//! Event streams.

use super::context::Context;
use super::references::{self, undeclared_field};
use super::scope::Scope;
use crate::api::{EndEvent, Method, Scalar, TagKind};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AdditionalFieldsEntry, ContentEntry, ErrorEventEntry, FieldEntry, OperationEntry,
    TypeEntryKind, TypeExpr, TypeExprKind, UnionEntry, VariantEntry,
};
use crate::source::{Span, Spanned};

const WRONG_ERROR_EVENT: Code = Code("E0555");
const UNKNOWN_FIELD: Code = Code("E0556");
const NO_TAG: Code = Code("E0557");
const NO_TEXT: Code = Code("E0561");
const NOT_RESUMABLE: Code = Code("E0558");
const WRONG_NAME: Code = Code("E0559");

/// Checks an event stream. `ty` is the type of its data; `None` for text.
pub(super) fn check(content: &ContentEntry, ty: Option<&TypeExpr>, context: &mut Context<'_, '_>) {
    let keys = &content.events;
    let end = keys.end.as_ref().and_then(|end| match &end.value {
        EndEvent::Named(name) => Some(Spanned::new(name.clone(), end.span)),
        EndEvent::Data(_) => None,
    });
    if let Some(error) = &keys.error {
        check_error(error, ty, context);
        if let (Some(event), Some(end)) = (&error.event, &end)
            && event.value == end.value
        {
            let message = format!(
                "the event `{}` cannot be an error and the end as well",
                end.value
            );
            let diagnostic = Diagnostic::error(WRONG_ERROR_EVENT, message, event.span);
            let diagnostic = diagnostic.also(end.span, "the event that ends the stream");
            context.report(diagnostic.help("name another event here, or remove one of the two"));
        }
    }
    let event = keys.error.as_ref().and_then(|error| error.event.as_ref());
    for name in event.into_iter().chain(&end) {
        check_name(name, context.diagnostics);
        check_variant_of_name(name, ty, context);
    }
    if let Some(span) = keys.event_names {
        check_event_names(span, ty, context);
    }
}

/// Whether a type is a union by the name of the event.
pub(super) fn is_event(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    !ty.nullable
        && scope
            .union(ty)
            .is_some_and(|union| union.by_event.is_some())
}

/// Reports a name that no event can have.
pub(super) fn check_name(name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    let problem = match name.value.as_str() {
        "" => "the name of an event is empty",
        text if text.contains(['\r', '\n']) => "the name of an event has a line break",
        _ => return,
    };
    let diagnostic = Diagnostic::error(WRONG_NAME, problem, name.span);
    diagnostics.push(diagnostic.help("events without a name are named `message`"));
}

/// Reports a variant of `union` with `text: true` that is not a string, or not an event.
pub(super) fn check_text(
    variant: &VariantEntry,
    union: &UnionEntry,
    diagnostics: &mut Diagnostics,
) {
    let Some(span) = variant.text else { return };
    let ty = variant.ty.as_ref().map(|ty| &ty.kind);
    if union.by_event.is_none() {
        let message = "only the data of an event is text or JSON";
        let help = "remove `text`, or add `by_event: true` to the union";
        diagnostics.push(Diagnostic::error(NO_TEXT, message, span).help(help));
    } else if !matches!(ty, Some(TypeExprKind::Scalar(Scalar::String))) {
        let message = format!("the data of `{}` is not a string", variant.name.value);
        let help = "write `type: string`, or remove `text`";
        diagnostics.push(Diagnostic::error(NO_TEXT, message, span).help(help));
    }
}

/// Reports an event that is the end or an error, and a variant as well.
fn check_variant_of_name(
    name: &Spanned<String>,
    ty: Option<&TypeExpr>,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    let union = ty.and_then(|ty| scope.union(ty));
    let Some(union) = union.filter(|union| union.by_event.is_some()) else {
        return;
    };
    let mut variants = union.variants.iter();
    if let Some(variant) = variants.find(|variant| variant.name.value == name.value) {
        let message = format!("the event `{}` is a variant as well", name.value);
        context.report(
            Diagnostic::error(WRONG_ERROR_EVENT, message, name.span)
                .also(variant.name.span, "the variant is here")
                .help("remove the variant: no value of the stream can be this event"),
        );
    }
}

/// Checks what depends on the operation.
pub(super) fn check_operation(
    content: &ContentEntry,
    operation: &OperationEntry,
    diagnostics: &mut Diagnostics,
) {
    let Some(span) = content.events.resumable else {
        return;
    };
    if operation.route.method != Method::Get {
        let message = "only a GET request can continue a stream";
        let diagnostic = Diagnostic::error(NOT_RESUMABLE, message, span);
        diagnostics.push(
            diagnostic
                .note("the client sends it again when the connection breaks")
                .help("remove `resumable`"),
        );
    }
    let mut headers = operation.headers.iter();
    let own = headers.find(|own| own.name.value.eq_ignore_ascii_case("Last-Event-ID"));
    if let Some(own) = own {
        let message = format!("the header `{}` is declared twice", own.name.value);
        diagnostics.push(
            Diagnostic::error(NOT_RESUMABLE, message, own.name.span)
                .also(span, "it belongs to a resumable stream")
                .help("remove it from `headers`: the handler gets it as `last_event_id`"),
        );
    }
}

fn check_error(error: &ErrorEventEntry, ty: Option<&TypeExpr>, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let mut report = |message: &str, span, help: &str| {
        context.report(Diagnostic::error(WRONG_ERROR_EVENT, message, span).help(help));
    };
    match (&error.event, error.field.first()) {
        (Some(_), None) | (None, Some(_)) => {}
        (Some(_), Some(field)) => report(
            "an error has `event` or `field`, not both",
            field.span,
            "choose one way to tell errors from other events",
        ),
        (None, None) => report(
            "nothing tells errors from other events",
            error.span,
            "write `error: { event: error }` or `error: { field: finish_reason, is: error }`",
        ),
    }
    if let (Some(is), None) = (&error.is, error.field.first()) {
        report(
            "`is` needs a `field`",
            is.span,
            "remove `is`, or write the field that has this value",
        );
    }
    if error.event.is_some() && error.ty.is_none() && ty.is_some_and(|ty| is_event(ty, scope)) {
        report(
            "the data of these errors has no type",
            error.span,
            "write `error: { event: error, type: Failure }`: the other events have no variant for it",
        );
    }
    match (ty, error.field.first()) {
        (None, Some(field)) => report(
            "the data of these events is text, which has no fields",
            field.span,
            "write `error: { event: error }`",
        ),
        (Some(ty), Some(_)) => check_field(error, ty, context),
        (_, None) => {}
    }
    match (ty, &error.ty) {
        (None, Some(of_error)) => {
            let message = "the data of all events of this stream is text";
            let diagnostic = Diagnostic::error(WRONG_ERROR_EVENT, message, of_error.span);
            context.report(diagnostic.help("remove `type`"));
        }
        (Some(_), Some(of_error)) => {
            references::check(of_error, context);
            check_field_of_error(error, of_error, context);
        }
        (_, None) => {}
    }
}

/// Reports a field that the data does not have.
fn check_field(error: &ErrorEventEntry, ty: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let Some((name, fields)) = missing(&error.field, ty, scope) else {
        return;
    };
    context.report(match fields {
        Some(fields) => undeclared_field(UNKNOWN_FIELD, name, fields),
        None => {
            let message = format!("`{}` is not in an object", name.value);
            let diagnostic = Diagnostic::error(UNKNOWN_FIELD, message, name.span);
            diagnostic.help(
                "only objects have fields: name another field, or tell errors by the name of the event: \
                 `error: { event: error }`",
            )
        }
    });
}

/// Reports an error that does not have the field by which callers recognize it.
fn check_field_of_error(error: &ErrorEventEntry, ty: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let Some((name, _)) = missing(&error.field, ty, scope) else {
        return;
    };
    let message = format!(
        "an error has no field `{}`, so callers would not recognize it",
        name.value
    );
    context.report(
        Diagnostic::error(UNKNOWN_FIELD, message, ty.span)
            .also(name.span, "they look for this field")
            .help("declare it in this type, for example as a `const`"),
    );
}

/// The first name of a path that a value of the type does not have, and the fields that are in its place; `None` for
/// those if it is not an object. A list on the way stands for each of its items.
fn missing<'p, 's>(
    path: &'p [Spanned<String>],
    ty: &'s TypeExpr,
    scope: &Scope<'s>,
) -> Option<(&'p Spanned<String>, Option<&'s [FieldEntry]>)> {
    let mut ty = ty;
    for name in path {
        while let TypeExprKind::List(item) = &ty.kind {
            ty = item;
        }
        // The fields of unions and maps depend on the value.
        let Some(TypeEntryKind::Object { fields, others, .. }) = scope.kind(ty) else {
            return match ty.kind {
                TypeExprKind::Scalar(_) => Some((name, None)),
                TypeExprKind::Named(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
            };
        };
        match (FieldEntry::find(fields, &name.value), others) {
            (Some(field), _) => ty = &field.ty,
            (None, AdditionalFieldsEntry::Kept(_) | AdditionalFieldsEntry::Union(_)) => {
                return None;
            }
            (None, AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected) => {
                return Some((name, Some(fields)));
            }
        }
    }
    None
}

/// Reports events that are to be named by a tag which they do not have, or which is not a name.
fn check_event_names(span: Span, ty: Option<&TypeExpr>, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let union = ty.and_then(|ty| scope.union(ty));
    let has_tag = |union: &UnionEntry| {
        let kind = union.tag_kind.as_ref().map(|kind| kind.value);
        !union.tag.is_empty() && kind.is_none_or(|kind| kind == TagKind::Text)
    };
    match union {
        Some(union) if has_tag(union) => {
            let names = union.variants.iter();
            for name in names.flat_map(VariantEntry::tags) {
                check_name(name, context.diagnostics);
            }
        }
        // An undeclared name has its own error.
        None if ty.is_some_and(|ty| ty.named().is_some() && scope.target(ty).is_none()) => {}
        _ => {
            let message = "events are named by the tag of their data, and this data has none";
            let diagnostic = Diagnostic::error(NO_TAG, message, span);
            context.report(
                diagnostic.help("use a union with a `tag` of text, or remove `event_names`"),
            );
        }
    }
}
