//! Values in the document: each has its type, and examples satisfy the constraints.

mod scalars;
mod variants;

use super::scope::Scope;
use super::violations;
use crate::api::Scalar;
use crate::check::context::Context;
use crate::check::library_types::{Unusable, unusable};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{
    AdditionalFieldsEntry, Constraints, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr,
    TypeExprKind, UnionEntry,
};
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};
use crate::words::with_nearest;
use scalars::{WRONG_VALUE, check_closed_enum, check_open_enum, check_scalar, wrong};

const MISSING_FIELD: Code = Code("E0702");
const UNKNOWN_FIELD: Code = Code("E0703");
const VIOLATED_CONSTRAINT: Code = Code("E0704");

/// Reports an example that does not match its field or parameter.
pub(super) fn check_field(node: &Node, field: &FieldEntry, context: &mut Context<'_, '_>) {
    if let Some(constant) = &field.constant
        && !constant.is_same(node)
    {
        let wanted = format!("`{}`", constant.scalar_text().unwrap_or_default());
        let diagnostic = wrong(node, &wanted).label("");
        context.report(diagnostic.also(constant.span, "the constant"));
        return;
    }
    check_constrained(node, &field.ty, &field.constraints, context);
}

/// Reports a value that does not match its type or constraints.
fn check_constrained(
    node: &Node,
    expr: &TypeExpr,
    constraints: &Constraints,
    context: &mut Context<'_, '_>,
) {
    if !context.scope.is_complete(expr) {
        return;
    }
    let before = context.diagnostics.len();
    check_kind(node, expr, context);
    if context.diagnostics.len() == before {
        let constraints = expr.constrained(constraints);
        context.diagnostics.extend(violations::check(
            node,
            &constraints,
            "example",
            VIOLATED_CONSTRAINT,
        ));
    }
}

/// Reports a value that does not match a type expression, or the constraints of an alias in it.
pub(super) fn check(node: &Node, expr: &TypeExpr, context: &mut Context<'_, '_>) {
    check_constrained(node, expr, &Constraints::default(), context);
}

/// Reports a value that does not match a type expression, without the constraints of the whole value.
pub(super) fn check_kind(node: &Node, expr: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    if matches!(node.kind, NodeKind::Null) {
        let any = matches!(expr.kind, TypeExprKind::Scalar(Scalar::Json));
        if !expr.nullable && !any {
            let diagnostic = wrong(node, "a value that is not null");
            context.report(diagnostic.help("a type that allows null ends in `?`"));
        }
        return;
    }
    match (&expr.kind, &node.kind) {
        (TypeExprKind::Scalar(scalar), kind) => {
            let before = context.diagnostics.len();
            check_scalar(node, *scalar, context.diagnostics);
            let library_type = context.document().rust.library_type(*scalar);
            if context.diagnostics.len() == before
                && let (Some(ty), NodeKind::Text(text)) = (library_type, kind)
                && let Some(unusable) = unusable(ty, text)
            {
                context.report(not_usable(node, unusable));
            }
        }
        (TypeExprKind::Named(name), _) => {
            if let Some(entry) = scope.get(name) {
                check_named(node, entry, context);
            }
        }
        (TypeExprKind::List(inner), NodeKind::List(items)) => {
            items.iter().for_each(|item| check(item, inner, context));
        }
        (TypeExprKind::Map(inner), NodeKind::Map(entries)) => {
            entries
                .iter()
                .for_each(|(_, value)| check(value, inner, context));
        }
        (TypeExprKind::List(_), _) => context.report(wrong(node, "a list")),
        (TypeExprKind::Map(_), _) => context.report(wrong(node, "a map")),
    }
}

/// Text of a scalar that the type of another crate cannot have.
fn not_usable(node: &Node, unusable: Unusable) -> Diagnostic {
    match unusable {
        Unusable::NoValue(wanted) => wrong(node, wanted).label(""),
        Unusable::UnknownUrl => {
            Diagnostic::error(WRONG_VALUE, "this URL cannot be checked", node.span)
                .note(
                    "only `http` and `https` URLs whose host is a name in lower-case ASCII are checked without the \
                     feature `url`",
                )
                .help(
                    "enable the feature `url` of `specsmith` in `[build-dependencies]` or `[dev-dependencies]`",
                )
        }
    }
}

/// Reports a value that does not match a named type.
pub(super) fn check_named(node: &Node, entry: &TypeEntry, context: &mut Context<'_, '_>) {
    match &entry.kind {
        TypeEntryKind::Newtype { inner, constraints } => {
            check_constrained(node, inner, constraints, context);
        }
        TypeEntryKind::Enum {
            values,
            open,
            value_kind,
        } => {
            if open.is_open_in_requests() {
                check_open_enum(node, values, *value_kind, context.diagnostics);
            } else {
                check_closed_enum(node, values, *value_kind, context.diagnostics);
            }
        }
        TypeEntryKind::Alias {
            target,
            constraints,
        } => check_constrained(node, target, constraints, context),
        TypeEntryKind::Union(union) => check_union(node, union, context),
        TypeEntryKind::Tuple(elements) => check_tuple(node, elements, entry, context),
        TypeEntryKind::Object { fields, others, .. } => {
            let NodeKind::Map(entries) = &node.kind else {
                let wanted = format!("an object of type `{}`", entry.name.value);
                context.report(wrong(node, &wanted));
                return;
            };
            check_fields(entries, fields, others, context);
            if let AdditionalFieldsEntry::Union(union) = others {
                check_parts(node, union, context);
            }
            let is_given = |name: &str| entries.iter().any(|(given, _)| given.value == name);
            for field in fields.iter().filter(|field| !field.optional) {
                if !is_given(&field.name.value) {
                    context.report(missing(&field.name.value, entry, node.span));
                }
            }
        }
    }
}

fn check_tuple(
    node: &Node,
    elements: &[FieldEntry],
    entry: &TypeEntry,
    context: &mut Context<'_, '_>,
) {
    match &node.kind {
        NodeKind::List(items) if items.len() == elements.len() => {
            for (item, element) in items.iter().zip(elements) {
                check_field(item, element, context);
            }
        }
        _ => {
            let count = elements.len();
            let items = if count == 1 { "item" } else { "items" };
            let wanted = format!("a list with exactly {count} {items}");
            let declared = format!("`{}` is declared here", entry.name.value);
            context.report(wrong(node, &wanted).also(entry.name.span, declared));
        }
    }
}

fn check_union(node: &Node, union: &UnionEntry, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    match variants::content(node, union, scope) {
        Ok(Some((content, ty))) => check(&content, ty, context),
        Ok(None) => {}
        Err(diagnostic) => context.report(*diagnostic),
    }
}

/// Whether a field of a value is the tag or the content of a union beside the fields.
fn is_part(name: &str, union: &TypeExpr, scope: &Scope<'_>) -> bool {
    let union = scope.union(union);
    union.is_some_and(|union| union.parts().any(|part| part.value == name))
}

/// Checks the tag and the content of a union beside the fields.
fn check_parts(node: &Node, union: &TypeExpr, context: &mut Context<'_, '_>) {
    let scope = context.scope;
    if let NodeKind::Map(entries) = &node.kind {
        let parts = entries
            .iter()
            .filter(|(name, _)| is_part(&name.value, union, scope));
        let value = Node {
            span: node.span,
            kind: NodeKind::Map(parts.cloned().collect()),
        };
        check(&value, union, context);
    }
}

fn check_fields(
    entries: &[(Spanned<String>, Node)],
    fields: &[FieldEntry],
    others: &AdditionalFieldsEntry,
    context: &mut Context<'_, '_>,
) {
    let scope = context.scope;
    for (name, value) in entries {
        match (FieldEntry::find(fields, &name.value), others) {
            (Some(field), _) => check_field(value, field, context),
            (None, AdditionalFieldsEntry::Kept(others)) => check(value, others, context),
            (None, AdditionalFieldsEntry::Union(union)) if is_part(&name.value, union, scope) => {}
            (
                None,
                AdditionalFieldsEntry::Ignored
                | AdditionalFieldsEntry::Rejected
                | AdditionalFieldsEntry::Union(_),
            ) => {
                let message = format!("the type has no field `{}`", name.value);
                let diagnostic =
                    Diagnostic::error(UNKNOWN_FIELD, message, name.span).label("unknown field");
                let known = FieldEntry::names(fields);
                let help = "declare the field, or remove it from the example";
                context.report(with_nearest(diagnostic, &name.value, known, help));
            }
        }
    }
}

fn missing(field: &str, entry: &TypeEntry, span: Span) -> Diagnostic {
    let message = format!("the example has no `{field}`");
    Diagnostic::error(MISSING_FIELD, message, span)
        .label("this example")
        .also(
            entry.name.span,
            format!("the field is required in `{}`", entry.name.value),
        )
        .help(format!(
            "add `{field}:`, or declare the field as `{field}?:`"
        ))
}
