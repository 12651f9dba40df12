//! Fields, parameters and headers: each has a type, and its constraints, its default and its example fit the type.

use super::scope::Scope;
use super::{constraints, defaults, references, values, xml};
use crate::diagnostic::Diagnostics;
use crate::document::FieldEntry;

/// A field or parameter: its type, its constraints, its default and its example.
pub(super) fn check(field: &FieldEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    references::check(&field.ty, scope, diagnostics);
    xml::check_field(field, scope, diagnostics);
    check_value(field, scope, diagnostics);
}

/// Everything but the type.
pub(super) fn check_value(field: &FieldEntry, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    constraints::check(&field.constraints, &field.ty, scope, diagnostics);
    defaults::check(field, scope, diagnostics);
    if let Some(example) = &field.example {
        values::check_field(example, field, scope, diagnostics);
    }
}
