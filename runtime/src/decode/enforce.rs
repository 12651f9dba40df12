//! Decoding JSON as a server does: constraints are checked, and all validation errors are found.

use serde_core::de::IgnoredAny;
use serde_json::error::Category;

#[cfg(feature = "server")]
use super::json::read_in;
use super::{Context, Decode, read_whole, without_mark};
use crate::rules::Rules;
use crate::{Json, ValidationError};

/// Decodes a body, or returns all of its validation errors.
///
/// A valid body is read in one pass, directly from its bytes. An invalid one is read again from a
/// tree, where reading can continue after a validation error. The `context` has no errors yet.
pub(crate) fn decode_enforcing<T: Decode>(
    bytes: &[u8],
    context: Context,
) -> Result<T, Vec<ValidationError>> {
    decode_enforcing_at(bytes, context, invalid)
}

/// As [`decode_enforcing`]. `broken` describes the place where the text stops being JSON. It does not repeat the text.
pub(crate) fn decode_enforcing_at<T: Decode>(
    bytes: &[u8],
    mut context: Context,
    broken: fn(&serde_json::Error) -> String,
) -> Result<T, Vec<ValidationError>> {
    read_whole(bytes, |deserializer| T::decode(deserializer, &mut context)).map_err(|error| {
        // The value does not matter: the first pass has failed.
        let decode = |tree: &_, all: &mut _| drop(T::decode(tree, all));
        collect(bytes, error, context, &decode, broken)
    })
}

/// As [`decode_enforcing`], for a value with these rules that is the field `envelope` of an object.
#[cfg(feature = "server")]
pub(crate) fn decode_enforcing_in<T: Decode>(
    envelope: &'static str,
    rules: &Rules,
    bytes: &[u8],
    mut context: Context,
) -> Result<T, Vec<ValidationError>> {
    let value = read_whole(bytes, |deserializer| {
        read_in(envelope, rules, deserializer, &mut context)
    });
    value.map_err(|error| {
        let decode = |tree: &_, all: &mut _| drop(read_in::<T, _>(envelope, rules, tree, all));
        collect(bytes, error, context, &decode, invalid)
    })
}

/// The place where a string stops being JSON.
fn invalid(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    format!("is not valid JSON: line {line}, column {column}")
}

/// Checks a value that was read against rules beyond the rules of its type, and returns it, or all violations.
pub(crate) fn satisfying<T: Decode>(value: T, rules: &Rules) -> Result<T, Vec<ValidationError>> {
    let mut context = Context::for_requests().collecting();
    match value.check(rules, &mut context) {
        Ok(()) => Ok(value),
        Err(_) => Err(context.into_validation_errors()),
    }
}

/// All validation errors of a body that could not be read. `first` has the errors of the first pass. `decode` reads the
/// body from a tree, and `broken` describes the place where it stops being JSON.
#[cold]
fn collect(
    bytes: &[u8],
    error: serde_json::Error,
    first: Context,
    decode: &dyn Fn(&Json, &mut Context),
    broken: fn(&serde_json::Error) -> String,
) -> Vec<ValidationError> {
    let tree = match tree(bytes, error) {
        Ok(tree) => tree,
        Err(error) => return vec![ValidationError::of_body(broken(&error))],
    };
    let mut all = Context::for_requests()
        .keeping_unknown(first.keeps_unknown())
        .collecting();
    if let Some(tree) = tree {
        decode(&tree, &mut all);
    }
    // Only the first pass sees a repeated field, because a tree holds it once.
    all.merge(first);
    let mut validation_errors = all.into_validation_errors();
    if validation_errors.is_empty() {
        let problem = "is not what this operation takes";
        validation_errors.push(ValidationError::of_body(problem));
    }
    validation_errors
}

/// The body as a tree. `None` if it is JSON that no tree holds, such as the number `1e400` in an
/// unknown field, which the first pass skips.
///
/// # Errors
/// The body is not JSON.
fn tree(bytes: &[u8], error: serde_json::Error) -> Result<Option<Json>, serde_json::Error> {
    let bytes = without_mark(bytes);
    match error.classify() {
        Category::Data => match serde_json::from_slice(bytes) {
            Ok(tree) => Ok(Some(tree)),
            Err(_) if serde_json::from_slice::<IgnoredAny>(bytes).is_ok() => Ok(None),
            Err(error) => Err(error),
        },
        Category::Syntax | Category::Eof | Category::Io => Err(error),
    }
}
