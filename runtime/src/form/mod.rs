//! Forms (`application/x-www-form-urlencoded`), and values of several parts in a query.
//!
//! Clients write them, and servers read them. A form is a list of pairs of texts. Values of any shape are written with
//! names in brackets:
//!
//! | value | form, before percent-encoding |
//! |---|---|
//! | `{"a": {"b": 1, "c": true}}` | `a[b]=1&a[c]=true` |
//! | `{"a": ["x", "y"]}` | `a=x&a=y`, `a[]=x&a[]=y` or `a[0]=x&a[1]=y`, see [`Lists`] |
//! | `{"a": [{"b": 1}, {"b": 2}]}` | `a[0][b]=1&a[1][b]=2` |
//! | `{"a": null}`, `{"a": ""}`, `{"a": []}`, `{"a": {}}` | `a=` |
//!
//! # Reading
//!
//! A value is text, and is read like the text of a parameter: `1e2` is an integer, `1` is not a boolean.
//!
//! - An empty value is null if the type allows null. Otherwise it is an empty string, list, map or object,
//!   depending on the type.
//! - All three forms of lists are read. Indexes may be in any order, and must count up from 0.
//! - A name that is repeated has a list. A scalar must be a single value.
//! - Names and values are percent-encoded UTF-8, and `+` is a space. A pair without `=` has an empty value.
//!   Empty pairs (`a=1&&b=2`) are ignored.
//! - Fields that the specification does not name are ignored, as in JSON.
//!
//! These are validation errors, also in fields that the specification does not name. They are placed at the
//! first part of the name, before its brackets:
//!
//! - a `%` without two hexadecimal digits after it, or text that is not UTF-8
//! - brackets that do not match, such as `a[b=1`, or with nothing before them
//! - a value that also has parts, such as `a=1&a[b]=2` or `a[]=1&a[b]=2`
//! - brackets after empty ones, such as `a[][b]=1`: a list of objects needs indexes
//! - a name with more than 32 parts, or a form with more than 20,000 values, lists and objects
//!
//! The limits bound the memory that a form takes: reading stops at the first value too many. An index takes
//! as much memory as any other name.
//!
//! A map may have keys that count up from 0. An object with such fields in the specification cannot be read,
//! because it looks like a list.
//!
//! # Writing
//!
//! Some values have no form and are an error: a scalar or list as a whole, a list of lists or objects without
//! indexes, a number that is not finite, and names that are empty or contain brackets. So is a list of one
//! empty value in the form of [`Lists::Repeated`], which would be read as an empty list.
//!
//! Absent fields are not written. A nullable string, list or map should not be empty, because it is read as
//! null.

#[cfg(feature = "server")]
mod read;
mod style;
#[cfg(feature = "server")]
mod tree;
mod write;

use serde_core::Serialize;

#[cfg(feature = "server")]
pub(crate) use self::read::{from_form, from_tree, tree_of_query};
pub use self::style::FieldStyle;
pub(crate) use self::style::FieldStyles;
#[cfg(feature = "server")]
pub(crate) use self::tree::Wanted;
pub(crate) use self::write::FormError;

/// How a list is written in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lists {
    /// The name is repeated: `a=1&a=2`.
    #[default]
    Repeated,
    /// The name is repeated, with brackets after it: `a[]=1&a[]=2`.
    Brackets,
    /// Items are numbered: `a[0]=1&a[1]=2`. Only this form holds lists of objects and lists of lists.
    Indexed,
}

/// The media type of a form.
#[cfg(any(feature = "client", feature = "server"))]
pub(crate) const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

/// The maximum number of parts of a name.
const MAX_DEPTH: usize = 32;

/// The most values, lists and objects in a form.
#[cfg(feature = "server")]
const MAX_VALUES: usize = 20_000;

/// Writes an object as a form. `styles` are the fields that have their own style.
///
/// ```
/// use std::collections::BTreeMap;
/// use specsmith_runtime::codegen::{FieldStyle, Lists, to_form};
///
/// let tags = BTreeMap::from([("tags", vec!["a b", "c"])]);
/// let form = to_form(&tags, Lists::Brackets, &[]).ok();
/// assert_eq!(form.as_deref(), Some("tags%5B%5D=a%20b&tags%5B%5D=c"));
/// let form = to_form(&tags, Lists::Repeated, &[("tags", FieldStyle::COMMA)]).ok();
/// assert_eq!(form.as_deref(), Some("tags=a%20b,c"));
/// ```
///
/// # Errors
/// If the value has no form, as the module describes, or an item of a list contains the separator. Several items
/// may contain commas.
pub fn to_form<T: Serialize + ?Sized>(
    value: &T,
    lists: Lists,
    styles: FieldStyles,
) -> Result<String, FormError> {
    write::write(None, value, lists, styles)
}

/// Writes an object of single values as a form. A field that is a list or an object is an error, even if it is empty.
pub(crate) fn to_flat_form<T: Serialize + ?Sized>(value: &T) -> Result<String, FormError> {
    write::write_flat(value)
}

/// Writes a value of any kind as the parts of a query parameter.
#[cfg(feature = "client")]
pub(crate) fn to_parameter<T: Serialize + ?Sized>(
    name: &str,
    value: &T,
    lists: Lists,
) -> Result<String, FormError> {
    write::write(Some(name), value, lists, &[])
}

#[cfg(all(test, feature = "server"))]
mod tests;
