//! Reading values from forms and queries. Only servers do.

use serde_json::Map;

use super::style::FieldStyles;
use super::tree::{self, Wanted};
use crate::decode::{Context, Decode};
use crate::{Json, ValidationError};

/// Reads a value from a form. `styles` are the fields that have their own style.
///
/// # Errors
/// All validation errors.
pub(crate) fn from_form<T: Decode>(
    form: &[u8],
    styles: FieldStyles,
    context: Context,
) -> Result<T, Vec<ValidationError>> {
    let mut context = context.collecting().reading_text();
    let tree = tree::of_form(form, styles, &mut context);
    let value = tree.and_then(|tree| T::decode(&tree, &mut context).ok());
    value.ok_or_else(|| problems(context))
}

/// The parameters of a query that are wanted, as a tree.
///
/// # Errors
/// All validation errors, at the first parts of the names.
pub(crate) fn tree_of_query(
    query: &str,
    wanted: &Wanted<'_>,
) -> Result<Map<String, Json>, Vec<ValidationError>> {
    let mut context = Context::for_requests().collecting();
    tree::of_query(query, wanted, &mut context).ok_or_else(|| problems(context))
}

/// Reads a value from a part of the tree of a query. The `context` has no errors yet.
///
/// # Errors
/// All validation errors, with their places in the value.
pub(crate) fn from_tree<T: Decode>(
    tree: &Json,
    context: Context,
) -> Result<T, Vec<ValidationError>> {
    let mut context = context.collecting().reading_text();
    T::decode(tree, &mut context).map_err(|_| problems(context))
}

/// The validation error of a form.
#[cold]
fn problems(context: Context) -> Vec<ValidationError> {
    let mut problems = context.into_validation_errors();
    if problems.is_empty() {
        problems.push(ValidationError::of_body("does not match the specification"));
    }
    problems
}
