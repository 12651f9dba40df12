//! Fields, parameters and headers: each has a type, and its constraints, its default and its example fit the type.

use super::context::Context;
use super::{constraints, defaults, references, values, xml};
use crate::document::FieldEntry;

/// A field or parameter: its type, its constraints, its default and its example.
pub(super) fn check(field: &FieldEntry, context: &mut Context<'_, '_>) {
    references::check(&field.ty, context);
    xml::check_field(field, context);
    check_value(field, context);
}

/// Everything but the type.
pub(super) fn check_value(field: &FieldEntry, context: &mut Context<'_, '_>) {
    constraints::check(&field.constraints, &field.ty, context);
    defaults::check(field, context);
    if let Some(example) = &field.example {
        values::check_field(example, field, context);
    }
}
