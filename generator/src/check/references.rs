//! References to types: each name is declared, and files and events are in their places.

use super::context::Context;
use super::names::rules::is_camel;
use crate::api::Scalar;
use crate::diagnostic::{Cause, Code, Diagnostic, UnionCause};
use crate::document::{FieldEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::naming::plain_camel;
use crate::source::{Span, Spanned};
use crate::words::{closest, listed, type_help, with_nearest};

const UNKNOWN_TYPE: Code = Code("E0301");
const MISPLACED_EVENT: Code = Code("E0329");
const MISPLACED_FILE: Code = Code("E0570");
const MISPLACED_FORM: Code = Code("E0571");

/// The maximum number of errors with a suggestion. Each suggestion compares a name with all types, and only the
/// first errors are shown.
const SUGGESTIONS: usize = 100;

/// Reports a name that is not declared, and files and events in a wrong place.
pub(super) fn check(expr: &TypeExpr, context: &mut Context<'_, '_>) {
    check_place(expr, context);
    if let Some(name) = expr.named() {
        check_name(name, context);
    }
}

/// Reports a name that is not declared.
pub(super) fn check_name(name: Spanned<&str>, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    if scope.get(name.value).is_some() || scope.is_left_out(name.value) {
        return;
    }
    if scope.pager(name.value).is_some() {
        context.report(pager_alone(name));
        return;
    }
    let most = match context.diagnostics.len() < SUGGESTIONS {
        true => usize::MAX,
        false => 0,
    };
    let document = scope.document();
    let declared = document.types.iter().map(|entry| entry.name.value.as_str());
    let declared = declared.chain(document.left_out.types()).take(most);
    // The error is about the name of the declared type.
    let mut misnamed = declared.clone();
    if misnamed.any(|found| !is_camel(found) && plain_camel(found) == name.value) {
        return;
    }
    context.report(unknown_type(name, declared));
}

/// Reports files, and forms with files, that are not in a multipart form, and a union by the name of the event that
/// is not in an event stream.
fn check_place(expr: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    match &expr.kind {
        TypeExprKind::List(inner) | TypeExprKind::Map(inner) => {
            check_place(inner, context);
        }
        TypeExprKind::Scalar(Scalar::File) => context.report(
            Diagnostic::error(
                MISPLACED_FILE,
                "`binary` is allowed only in fields of multipart forms and as a whole body",
                expr.span,
            )
            .note("such fields are `file: binary` and `files: list<binary>`")
            .help("for bytes in JSON, write `bytes`"),
        ),
        TypeExprKind::Scalar(_) => {}
        TypeExprKind::Named(name) => match scope.get(name) {
            Some(entry) if entry.has_files() => {
                context.report(misplaced_form(entry, expr.span));
            }
            Some(TypeEntry {
                kind: TypeEntryKind::Union(union),
                ..
            }) => {
                let events = union
                    .by_event
                    .map(|by| misplaced_event(name, by, expr.span));
                context.diagnostics.extend(events);
            }
            Some(_) | None => {}
        },
    }
}

fn misplaced_form(entry: &TypeEntry, span: Span) -> Diagnostic {
    let name = &entry.name.value;
    let message = format!("`{name}` has files, so it can only be a multipart form");
    Diagnostic::error(MISPLACED_FORM, message, span)
        .also(entry.name.span, "this object has files")
        .help(format!(
            "write `multipart<{name}>` in a request body, or change its fields from `binary` to `bytes` (Base64 in JSON)"
        ))
}

fn misplaced_event(name: &str, by_event: Span, span: Span) -> Diagnostic {
    let message = format!("the values of `{name}` are events, so they are only in event streams");
    Diagnostic::error(MISPLACED_EVENT, message, span)
        .because(Cause::Union(UnionCause::Rule))
        .also(by_event, "the name of the event tells the variants apart")
        .help(format!(
            "write `returns: events<{name}>`, or give the union a `tag`"
        ))
}

/// A type that is neither declared nor a scalar.
fn unknown_type<'k>(
    name: Spanned<&'k str>,
    declared: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let message = format!("there is no type `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span).label("not declared");
    if let Some(near) = closest(name.value, declared.clone()) {
        return diagnostic.did_you_mean(name.value, near);
    }
    if let Some(help) = type_help(name.value) {
        return diagnostic.help(help);
    }
    if let Some(longer) = abbreviated(name.value, declared) {
        return diagnostic.did_you_mean(name.value, longer);
    }
    let scalars = Scalar::ALL.iter().map(|scalar| scalar.name());
    let help = "declare it under `types`, or use a scalar: `string`, `integer`, …";
    with_nearest(diagnostic, name.value, scalars, help)
}

/// A pager where a type belongs.
fn pager_alone(name: Spanned<&str>) -> Diagnostic {
    let message = format!("`{}` is a pager, not a type", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span);
    diagnostic.help(format!(
        "an operation returns a page of a type: `returns: {}<…>`",
        name.value
    ))
}

/// The shortest declared name that begins with the given one, or else the shortest one that ends with it, and the first
/// of these: `Language` for `Lang`, `BookStatus` for `Status`.
fn abbreviated<'k>(name: &str, declared: impl Iterator<Item = &'k str>) -> Option<&'k str> {
    const SHORTEST: usize = 3;
    declared
        .filter(|_| name.len() >= SHORTEST)
        .filter(|longer| longer.starts_with(name) || longer.ends_with(name))
        .min_by_key(|longer| (!longer.starts_with(name), longer.len(), *longer))
}

/// A newtype of an unknown name.
pub(super) fn unknown_scalar(name: Spanned<&String>) -> Diagnostic {
    let scalars = Scalar::ALL.iter();
    let scalars = scalars.filter(|scalar| **scalar != Scalar::Json);
    let message = format!("there is no scalar `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_TYPE, message, name.span);
    let near = closest(name.value, scalars.map(|scalar| scalar.name()));
    let allowed = "a newtype holds a scalar other than `json`, such as `string` or `integer`";
    match (near, type_help(name.value)) {
        (Some(near), _) => diagnostic.did_you_mean(name.value, near),
        (None, Some(help)) => diagnostic.note(allowed).help(help),
        (None, None) => diagnostic.help(allowed),
    }
}

/// A name that is not declared, with the nearest declared one.
pub(super) fn undeclared<'k>(
    code: Code,
    what: &str,
    section: &str,
    name: &Spanned<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    let message = format!("there is no {what} `{}`", name.value);
    let diagnostic = Diagnostic::error(code, message, name.span).label("not declared");
    let help = format!("`{section}` declares {}", listed(known.clone()));
    with_nearest(diagnostic, &name.value, known, help)
}

/// A field that an object does not have, with the nearest field.
pub(super) fn undeclared_field(
    code: Code,
    name: &Spanned<String>,
    fields: &[FieldEntry],
) -> Diagnostic {
    undeclared(code, "field", "fields", name, FieldEntry::names(fields))
}
