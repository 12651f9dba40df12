//! The kinds of limits that values have, and which limits of two values can be compared.

use super::shapes::{Resolved, Shape, Use, resolve};
use crate::api::{Api, EnumKind, JsonKind, Openness, Scalar, TypeKind, Value};
use crate::diff::limits::Limits;
use crate::diff::scalars::Relation;
use crate::diff::walk::Walk;

impl<'a> Walk<'a> {
    /// Whether both values are numbers, or both are text.
    pub(in crate::diff) fn are_of_one_class(&self, old: Use<'a>, new: Use<'a>) -> bool {
        let classes = (
            class(&resolve(self.old, old).0),
            class(&resolve(self.new, new).0),
        );
        matches!(
            classes,
            (Some(Class::Number), Some(Class::Number)) | (Some(Class::Text), Some(Class::Text))
        )
    }
}

/// Whether a wider type has limits that cannot be compared with those of the narrower one: not every number is text that
/// matches a pattern.
pub(super) fn has_other_limits(wide: &Resolved<'_>, narrow: &Resolved<'_>) -> bool {
    let (class_of_wide, limits) = beside(wide, narrow);
    let (class_of_narrow, narrow_limits) = beside(narrow, wide);
    let limits = limits.without_what_others_have(&narrow_limits);
    let is_item = match narrow.shape {
        Shape::List(..) | Shape::Map(..) | Shape::Named(_, TypeKind::Tuple(_)) => false,
        Shape::Constant(_) | Shape::Scalar(_) | Shape::Named(..) => true,
    };
    // A value that is no list is the only item of one.
    let limits = match wide.shape {
        Shape::List(..) if is_item => {
            limits.without_what_others_have(&Limits::default().with_count(1))
        }
        _ => limits,
    };
    class_of_wide != class_of_narrow && !limits.are_none()
}

/// The class and the limits of a value beside another one: an object with fields has as many as a map.
fn beside(value: &Resolved<'_>, other: &Resolved<'_>) -> (Option<Class>, Limits) {
    match (&value.shape, &other.shape) {
        (Shape::Named(_, TypeKind::Object(object)), Shape::Map(..)) => {
            let (limits, _) = Limits::of_object_and_map(object, &other.limits);
            (Some(Class::Many), limits)
        }
        (Shape::Map(..), Shape::Named(_, TypeKind::Object(object))) => {
            let (_, limits) = Limits::of_object_and_map(object, &value.limits);
            (Some(Class::Many), limits)
        }
        (shape, _) => (class(shape), value.limits.clone()),
    }
}

/// The limits of two values that are compared apart from how their types relate, if there are such.
pub(super) fn limits_to_compare(
    old: Resolved<'_>,
    new: Resolved<'_>,
    relation: Relation,
) -> Option<(Limits, Limits)> {
    // Limits of text mean nothing for a list.
    let (old_class, old_limits) = beside(&old, &new);
    let (new_class, new_limits) = beside(&new, &old);
    if old_class? != new_class? {
        return None;
    }
    // The ranges of different types are what their change is about.
    let (old_limits, new_limits) = match relation {
        Relation::Same => (
            old_limits.with_range_as_limits(),
            new_limits.with_range_as_limits(),
        ),
        Relation::Wider | Relation::Narrower | Relation::Different => (
            old_limits.clone().without_what_others_have(&new_limits),
            new_limits.without_what_others_have(&old_limits),
        ),
    };
    // The limits that all documented values keep mean nothing for these.
    let kept = |limits: Limits, other: &Shape<'_>| match documented(other) {
        Some(values) => limits.without_what_all_keep(&values),
        None => limits,
    };
    let (old_limits, new_limits) = (kept(old_limits, &new.shape), kept(new_limits, &old.shape));
    let in_path = |value, limits: Limits| match value {
        Use::InPath(..) => limits.never_empty(),
        Use::Of(..) | Use::ListOf(_) | Use::Constant(_) => limits,
    };
    Some((
        in_path(old.value, old_limits),
        in_path(new.value, new_limits),
    ))
}

/// Whether generated clients that read values of one shape read those of another one: they take any text for strings
/// whose form only servers check, and keep values that an open enumeration does not list.
pub(super) fn reads_all(api: &Api, reader: &Shape<'_>, sent: &Shape<'_>, is_text: bool) -> bool {
    let reads_any_text = match reader {
        Shape::Scalar(Scalar::String) => true,
        Shape::Scalar(scalar @ (Scalar::Uri | Scalar::Email)) => {
            api.package.library_type(*scalar).is_none()
        }
        Shape::Named(_, TypeKind::Enum(values)) => {
            values.kind == EnumKind::Text && values.open != Openness::Closed
        }
        Shape::Scalar(_) | Shape::Constant(_) | Shape::List(..) | Shape::Map(..) => false,
        Shape::Named(..) => false,
    };
    let is_text = match sent {
        Shape::Scalar(Scalar::File | Scalar::Json) => false,
        Shape::Scalar(_) | Shape::Constant(_) | Shape::Named(_, TypeKind::Enum(_)) if is_text => {
            true
        }
        sent => class(sent) == Some(Class::Text),
    };
    reads_any_text && is_text
}

/// The values of a shape that the document lists, if it does. Responses may have others, about which it says nothing.
fn documented(shape: &Shape<'_>) -> Option<Vec<Value>> {
    match shape {
        Shape::Named(_, TypeKind::Enum(values)) if values.open == Openness::Responses => {
            Some(values.on_the_wire().collect())
        }
        shape => listed(shape),
    }
}

/// All values of a shape, if the document lists them.
pub(in crate::diff) fn listed(shape: &Shape<'_>) -> Option<Vec<Value>> {
    match shape {
        Shape::Constant(value) => Some(vec![(*value).clone()]),
        Shape::Named(_, TypeKind::Enum(values)) if values.open == Openness::Closed => {
            Some(values.on_the_wire().collect())
        }
        _ => None,
    }
}

/// The kind of limits that a shape has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::diff) enum Class {
    Text,
    Number,
    Many,
}

pub(in crate::diff) fn class(shape: &Shape<'_>) -> Option<Class> {
    match shape {
        Shape::Scalar(scalar) => match scalar.json() {
            JsonKind::String => Some(Class::Text),
            JsonKind::Integer | JsonKind::Number => Some(Class::Number),
            JsonKind::Boolean | JsonKind::Any => None,
        },
        Shape::List(..) | Shape::Map(..) => Some(Class::Many),
        Shape::Named(_, TypeKind::Enum(values)) => match values.kind {
            EnumKind::Text => Some(Class::Text),
            EnumKind::Integer | EnumKind::Number => Some(Class::Number),
            EnumKind::Boolean => None,
        },
        Shape::Constant(Value::Text(_)) => Some(Class::Text),
        Shape::Constant(Value::Integer(_) | Value::Number(_)) => Some(Class::Number),
        Shape::Constant(_) | Shape::Named(..) => None,
    }
}
