//! Defaults: they belong to optional fields, and satisfy the type and the constraints.

use super::context::Context;
use super::scope::Scope;
use super::{values, violations};
use crate::api::{JsonKind, Scalar};
use crate::diagnostic::{Cause, Code, Diagnostic};
use crate::document::{FieldEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::source::Span;

const DEFAULT_OF_REQUIRED: Code = Code("E0404");
const DEFAULT_VIOLATES_CONSTRAINT: Code = Code("E0405");
const DEFAULT_TYPE: Code = Code("E0406");

pub(super) fn check(field: &FieldEntry, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    let Some(default) = &field.default else {
        return;
    };
    if !field.optional {
        let message = format!("`{}` is required and has a default", field.name.value);
        let help = format!("write `{}?:`, or remove the default", field.name.value);
        context.report(Diagnostic::error(DEFAULT_OF_REQUIRED, message, default.span).help(help));
    }
    if field.ty.nullable {
        context.report(nullable(field, default.span));
        return;
    }
    let before = context.diagnostics.len();
    values::check_kind(default, &field.ty, context);
    if context.diagnostics.len() > before {
        return;
    }
    if !is_plain(&field.ty, scope) {
        let message = format!("{} cannot have a default", kind_of(&field.ty));
        let diagnostic = Diagnostic::error(DEFAULT_TYPE, message, default.span);
        context.report(diagnostic.because(Cause::NoDefault).help(
            "remove the default: only scalars other than `json`, and enumerations, can have one",
        ));
    } else {
        let code = DEFAULT_VIOLATES_CONSTRAINT;
        let constraints = field.ty.constrained(&field.constraints);
        context
            .diagnostics
            .extend(violations::check(default, &constraints, "default", code));
    }
}

/// Whether a value of this type is a literal in Rust, or a conversion of one that never fails.
pub(super) fn is_literal(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    let is_literal = |scalar: Scalar| scalar.is_text() || scalar.json() != JsonKind::String;
    is_plain(ty, scope) && !matches!(ty.kind, TypeExprKind::Scalar(scalar) if !is_literal(scalar))
}

/// Whether a value of this type can be an expression in Rust.
fn is_plain(ty: &TypeExpr, scope: &Scope<'_>) -> bool {
    match &ty.kind {
        TypeExprKind::Scalar(scalar) => !matches!(scalar, Scalar::Json | Scalar::File),
        // An undeclared name has its own error.
        TypeExprKind::Named(_) => {
            matches!(scope.kind(ty), Some(TypeEntryKind::Enum { .. }) | None)
        }
        TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    }
}

/// The words for a type that cannot have a default.
fn kind_of(ty: &TypeExpr) -> &'static str {
    match ty.kind {
        TypeExprKind::List(_) => "a list",
        TypeExprKind::Map(_) => "a map",
        TypeExprKind::Scalar(_) => "any JSON value",
        TypeExprKind::Named(_) => "this type",
    }
}

fn nullable(field: &FieldEntry, span: Span) -> Diagnostic {
    let message = format!("`{}` has a default and may be null", field.name.value);
    Diagnostic::error(DEFAULT_TYPE, message, span)
        .because(Cause::NoDefault)
        .also(field.ty.span, "the `?` allows null")
        .note("a default replaces an absent value only; null would remain a third case")
        .help("remove the `?` of the type, or remove the default")
}
