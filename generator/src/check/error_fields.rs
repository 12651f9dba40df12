//! The further fields of error responses, and their values.

use super::context::Context;
use super::{defaults, fields, names, values, violations};
use crate::api::Integer;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{
    AuthSection, Document, ErrorBodySection, ErrorEntry, FieldEntry, ValueEntry,
};
use crate::node::NodeKind;
use crate::source::{Span, Spanned};
use crate::words::with_nearest;

const SAME_FIELD: Code = Code("E0606");
const UNKNOWN_FIELD: Code = Code("E0665");
const UNFILLED: Code = Code("E0666");
const WRONG_VALUE: Code = Code("E0667");
const NOT_OF_ERRORS: Code = Code("E0668");
const NO_NAME: Code = Code("E0669");

/// The fields and values of all errors.
pub(super) fn check_body(body: &ErrorBodySection, context: &mut Context<'_, '_>) {
    let roles: Vec<&Spanned<String>> = body.names().collect();
    check_fields(&body.fields, &roles, context);
    check_values(&body.values, &[&body.fields], &roles, context);
    for field in unfilled(&body.fields, &[&body.values]) {
        if field.ty.nullable {
            continue;
        }
        let name = &field.name.value;
        let message = format!("the errors of the router have no `{name}`");
        let diagnostic = Diagnostic::error(UNFILLED, message, field.name.span);
        context.report(
            diagnostic
                .note("the router responds to requests for unknown paths, among others")
                .help(format!(
                    "give all errors a value, `values: {{ {name}: … }}`, or write `{name}?:`"
                )),
        );
    }
}

/// The fields and values of one error.
pub(super) fn check_error(error: &ErrorEntry, context: &mut Context<'_, '_>) {
    let document = context.document();
    let body = document.error_body.as_ref();
    let shared = body.map_or(&[][..], |body| &body.fields);
    let roles: Vec<&Spanned<String>> = body.into_iter().flat_map(ErrorBodySection::names).collect();
    let mut taken = roles.clone();
    taken.extend(shared.iter().map(|field| &field.name));
    check_fields(&error.fields, &taken, context);
    if body.is_none() {
        check_default_names(&error.fields, context.diagnostics);
    }
    let known = [shared, &error.fields];
    check_values(&error.values, &known, &roles, context);
    names::rust::check_error(error, shared, context.diagnostics);
    let status = error.status.value;
    let by_router = error.implied
        || router_statuses(document.auth.as_ref())
            .any(|router_status| status.covers(router_status));
    if !by_router || is_told_apart(error, document) {
        return;
    }
    for field in unfilled(&error.fields, &[&error.values]) {
        let name = &field.name.value;
        let message = format!("the router responds with {status} too, and has no `{name}`");
        let diagnostic = Diagnostic::error(UNFILLED, message, field.name.span);
        context.report(diagnostic.also(error.key.span, "this error").help(format!(
            "give it a value, `values: {{ {name}: … }}`, or write `{name}?:`"
        )));
    }
}

/// Without `error_body`, the fields with roles have these names.
fn check_default_names(fields: &[FieldEntry], diagnostics: &mut Diagnostics) {
    for FieldEntry { name, .. } in fields {
        if ["code", "message", "metadata"].contains(&name.value.as_str()) {
            let message = format!("the name `{}` is used twice", name.value);
            let diagnostic = Diagnostic::error(SAME_FIELD, message, name.span);
            diagnostics.push(diagnostic.help(
                "without `error_body`, errors have the fields `code` (the status), `message` and `metadata`",
            ));
        }
    }
}

/// The statuses of responses that no handler makes.
fn router_statuses(auth: Option<&AuthSection>) -> impl Iterator<Item = u16> {
    let of_auth = auth.into_iter().flat_map(|auth| {
        let responses = [&auth.missing, &auth.unknown, &auth.refused];
        responses
            .into_iter()
            .flatten()
            .map(|response| response.status.value)
    });
    [400, 401, 403, 404, 405, 413, 415, 500]
        .into_iter()
        .chain(of_auth)
}

/// Whether other errors have the same status, and this one differs by its body.
fn is_told_apart(error: &ErrorEntry, document: &Document) -> bool {
    let mut errors = document.errors.iter();
    let is_shared = errors.any(|other| {
        other.status.value == error.status.value && other.key.value != error.key.value
    });
    is_shared && (error.code.is_some() || !error.values.is_empty())
}

/// Required fields without a value.
fn unfilled<'d>(
    fields: &'d [FieldEntry],
    values: &'d [&[ValueEntry]],
) -> impl Iterator<Item = &'d FieldEntry> {
    let has_value = |field: &FieldEntry| {
        let mut values = values.iter().copied().flatten();
        values.any(|(name, _)| name.value == field.name.value)
    };
    fields
        .iter()
        .filter(|field| field.constant.is_none() && !field.name.value.is_empty())
        .filter(move |field| !field.optional && !has_value(field))
}

/// Fields of bodies. `taken` lists the names of others.
fn check_fields(fields: &[FieldEntry], taken: &[&Spanned<String>], context: &mut Context<'_, '_>) {
    for (index, field) in fields.iter().enumerate() {
        let name = &field.name;
        let before = fields[..index].iter().map(|field| &field.name);
        let mut others = taken.iter().copied().chain(before);
        if name.value.is_empty() {
            context.report(Diagnostic::error(NO_NAME, "a field has no name", name.span));
        } else if let Some(first) = others.find(|other| other.value == name.value) {
            let message = format!("the name `{}` is used twice", name.value);
            let diagnostic = Diagnostic::error(SAME_FIELD, message, name.span);
            context.report(diagnostic.also(first.span, "first used here"));
        }
        if let Some(span) = field.default.as_ref().or(field.constant.as_ref()) {
            context.report(without_value(field, span.span));
            continue;
        }
        fields::check(field, context);
    }
}

fn without_value(field: &FieldEntry, span: Span) -> Diagnostic {
    let key = if field.default.is_some() {
        "default"
    } else {
        "const"
    };
    let name = &field.name.value;
    let message = format!("a field of an error has no `{key}`");
    Diagnostic::error(NOT_OF_ERRORS, message, span).help(format!(
        "write its value beside `fields`: `values: {{ {name}: … }}`"
    ))
}

fn check_values(
    given: &[ValueEntry],
    fields: &[&[FieldEntry]],
    roles: &[&Spanned<String>],
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    for (name, node) in given {
        let mut known = fields.iter().copied().flatten();
        let Some(field) = known.find(|field| field.name.value == name.value) else {
            let names = fields.iter().copied().flatten();
            let names = names.map(|field| field.name.value.as_str());
            context.report(unknown(name, names, roles));
            continue;
        };
        let is_scalar = match &node.kind {
            NodeKind::Text(_) | NodeKind::Bool(_) => true,
            NodeKind::Integer(value, _) => Integer::Int64.contains(**value),
            NodeKind::Null | NodeKind::Number(..) | NodeKind::List(_) | NodeKind::Map(_) => false,
        };
        if !is_scalar {
            let message = "a value must be text, an integer, `true` or `false`";
            let diagnostic = Diagnostic::error(WRONG_VALUE, message, node.span);
            context.report(diagnostic.label(format!("this is {}", node.kind.describe())));
            continue;
        }
        let before = context.diagnostics.len();
        values::check_kind(node, &field.ty, context);
        if context.diagnostics.len() > before {
            continue;
        }
        if !defaults::is_literal(&field.ty, scope) {
            let message = "a field of this type cannot have a value";
            context.report(
                Diagnostic::error(WRONG_VALUE, message, node.span)
                    .also(field.ty.span, "the type")
                    .help(
                        "only texts (`string`, `uri`, `email`), numbers, `boolean` and enumerations \
                         can have one",
                    ),
            );
            continue;
        }
        context.diagnostics.extend(violations::check(
            node,
            &field.ty.constrained(&field.constraints),
            "value",
            WRONG_VALUE,
        ));
    }
}

fn unknown<'n>(
    name: &Spanned<String>,
    fields: impl Iterator<Item = &'n str>,
    roles: &[&Spanned<String>],
) -> Diagnostic {
    let message = format!("errors have no field `{}`", name.value);
    let diagnostic = Diagnostic::error(UNKNOWN_FIELD, message, name.span);
    if let Some(role) = roles.iter().find(|role| role.value == name.value) {
        return diagnostic
            .also(role.span, "its value depends on its role")
            .help("an error's own `code` and `message` are keys beside `values`");
    }
    let help = format!("declare it: `fields: {{ {}: string }}`", name.value);
    with_nearest(diagnostic, &name.value, fields, help)
}

/// The fields that tell an error apart from others of its status: its code and its own values.
pub(super) fn marks(error: &ErrorEntry) -> (Option<&str>, Vec<(&str, String)>) {
    let code = error.code.as_ref().map(|code| code.value.as_str());
    let values = error.values.iter();
    let values = values.map(|(name, node)| {
        let kind = node.kind.describe();
        (
            name.value.as_str(),
            format!("{kind} {}", node.scalar_text().unwrap_or_default()),
        )
    });
    let mut values: Vec<(&str, String)> = values.collect();
    values.sort();
    (code, values)
}
