//! Types: references exist, and every type has finite values.

use super::references::unknown_scalar;
use super::{Scope, constraints, defaults, is_single_value, values};
use crate::api::{Scalar, Sensitivity};
use crate::cycles::components;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::Spanned;
use crate::spec::{
    Document, EnumValueEntry, FieldEntry, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use std::collections::HashMap;

const INFINITE: Code = Code("E0302");
const WRONG_NEWTYPE: Code = Code("E0303");
const NO_VALUES: Code = Code("E0304");
const SENSITIVE_TYPE: Code = Code("E0305");
const NULLABLE_OTHERS: Code = Code("E0306");
const MANY_FIELDS: Code = Code("E0307");

/// The greatest number of fields of an object. Without optimizations, the stack that reading needs grows
/// with the square of this number: 1 MB for 300 fields, half the stack of a thread of tokio, and 16 MB for
/// 1,500.
const MAX_FIELDS: usize = 300;

pub(super) fn check(document: &Document, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    check_finite(document, diagnostics);
    for entry in &document.types {
        match &entry.kind {
            TypeEntryKind::Object { fields, others } => {
                check_object(entry, fields, others.as_ref(), scope, diagnostics);
            }
            TypeEntryKind::Enum { values, .. } => check_enum(entry, values, diagnostics),
            TypeEntryKind::Newtype { inner, constraints } => {
                check_newtype(entry, inner, scope, diagnostics);
                constraints::check(constraints, inner, scope, diagnostics);
            }
        }
        if let Some(example) = &entry.example {
            values::check_named(example, entry, scope, diagnostics);
        }
    }
}

fn check_object(
    entry: &TypeEntry,
    fields: &[FieldEntry],
    others: Option<&TypeExpr>,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    let help = "mark its fields, or the fields that contain it";
    check_insensitive(entry, "an object", help, diagnostics);
    if fields.len() > MAX_FIELDS {
        let message = format!("an object has at most {MAX_FIELDS} fields");
        let diagnostic = Diagnostic::error(MANY_FIELDS, message, entry.name.span);
        let help = "move some of the fields to an object of their own, or use a `map`";
        diagnostics.push(diagnostic.help(help));
    }
    for field in fields {
        check_field(field, scope, diagnostics);
    }
    if let Some(others) = others {
        scope.resolve(others, diagnostics);
        if others.nullable {
            let diagnostic = Diagnostic::error(
                NULLABLE_OTHERS,
                "the type of `others` cannot be nullable",
                others.span,
            )
            .help("remove the `?`, or use `json`, which includes null");
            diagnostics.push(diagnostic);
        }
    }
}

fn check_enum(entry: &TypeEntry, values: &[EnumValueEntry], diagnostics: &mut Diagnostics) {
    let help = "mark the fields, parameters and headers that have this type";
    check_insensitive(entry, "an enumeration", help, diagnostics);
    if values.is_empty() {
        let message = format!("the enumeration `{}` has no values", entry.name.value);
        let diagnostic = Diagnostic::error(NO_VALUES, message, entry.name.span);
        diagnostics.push(diagnostic.help("list at least one value"));
    }
}

/// Reports `personal` or `secret` on a type; `what` names its kind.
fn check_insensitive(entry: &TypeEntry, what: &str, help: &str, diagnostics: &mut Diagnostics) {
    if entry.sensitivity != Sensitivity::Public {
        let message = format!("{what} cannot be `personal` or `secret`");
        diagnostics.push(Diagnostic::error(SENSITIVE_TYPE, message, entry.name.span).help(help));
    }
}

/// A field or parameter: its type, its constraints, its default and its example.
pub(super) fn check_field(field: &FieldEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    scope.resolve(&field.ty, diagnostics);
    constraints::check(&field.constraints, &field.ty, scope, diagnostics);
    defaults::check(field, scope, diagnostics);
    if let Some(example) = &field.example {
        values::check_field(example, field, scope, diagnostics);
    }
}

fn check_newtype(
    entry: &TypeEntry,
    inner: &TypeExpr,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) {
    if let TypeExprKind::Named(name) = &inner.kind
        && scope.get(name).is_none()
    {
        diagnostics.push(unknown_scalar(Spanned::new(name, inner.span)));
        return;
    }
    let allowed = match &inner.kind {
        TypeExprKind::Scalar(scalar) => *scalar != Scalar::Json && !inner.nullable,
        TypeExprKind::Named(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => false,
    };
    if !allowed {
        let message = format!("the newtype `{}` must hold a scalar", entry.name.value);
        let diagnostic = Diagnostic::error(WRONG_NEWTYPE, message, inner.span).help(
            "use a scalar other than `json`, without `?`; write `?` where the newtype is used",
        );
        diagnostics.push(diagnostic);
    }
}

/// Reports objects that would have to contain themselves.
fn check_finite(document: &Document, diagnostics: &mut Diagnostics) {
    let index: HashMap<&str, usize> = document
        .types
        .iter()
        .enumerate()
        .map(|(index, entry)| (entry.name.value.as_str(), index))
        .collect();
    let edges: Vec<Vec<usize>> = document
        .types
        .iter()
        .map(|entry| always_contained(entry, &index))
        .collect();
    let components = components(&edges);
    for (owner, entry) in document.types.iter().enumerate() {
        if edges[owner]
            .iter()
            .any(|&target| components[target] == components[owner])
        {
            let message = format!(
                "a value of `{}` would have to contain itself",
                entry.name.value
            );
            let diagnostic = Diagnostic::error(INFINITE, message, entry.name.span).help(
                "make a field of the cycle optional (`name?:`), nullable (`T?`), a list or a map",
            );
            diagnostics.push(diagnostic);
        }
    }
}

/// The types of fields that are required and not nullable.
fn always_contained(entry: &TypeEntry, index: &HashMap<&str, usize>) -> Vec<usize> {
    let TypeEntryKind::Object { fields, .. } = &entry.kind else {
        return Vec::new();
    };
    let always = fields
        .iter()
        .filter(|field| !field.optional && !field.ty.nullable);
    always
        .filter_map(|field| match &field.ty.kind {
            TypeExprKind::Named(name) => index.get(name.as_str()).copied(),
            TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        })
        .collect()
}

/// Whether a type is allowed in a path, a query or a header.
pub(super) fn is_parameter_type(expr: &TypeExpr, lists: bool, scope: &Scope<'_>) -> bool {
    match &expr.kind {
        TypeExprKind::Scalar(scalar) => !expr.nullable && *scalar != Scalar::Json,
        TypeExprKind::Named(_) => !expr.nullable && is_single_value(expr, scope),
        TypeExprKind::List(inner) => {
            lists && !expr.nullable && is_parameter_type(inner, false, scope)
        }
        TypeExprKind::Map(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::MAX_FIELDS;
    use crate::source::SourceFile;

    /// The diagnostics of an API with one object of this many fields.
    fn diagnostics(fields: usize) -> String {
        let fields: String = (0..fields)
            .map(|index| format!("f{index}: string, "))
            .collect();
        let text = format!(
            "specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\n\
             types: {{ Large: {{ fields: {{ {fields} }} }} }}\n"
        );
        let api = crate::read(&SourceFile::new("spec.yaml", text));
        api.err()
            .map_or_else(String::new, |errors| format!("{errors:?}"))
    }

    #[test]
    fn an_object_has_only_as_many_fields_as_compile() {
        assert_eq!(diagnostics(MAX_FIELDS), "");
        assert!(diagnostics(MAX_FIELDS + 1).contains("an object has at most 300 fields"));
    }
}
