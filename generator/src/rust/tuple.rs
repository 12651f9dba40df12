//! Tuples: the fields of the struct.

use super::boxes::Boxing;
use crate::api;
use crate::naming::{Name, unique_names};

/// A tuple.
pub(crate) struct Tuple<'a> {
    /// The elements, in the order of the specification.
    pub(crate) elements: Vec<Element<'a>>,
    /// Whether the fields of the struct have names.
    pub(crate) is_named: bool,
}

/// An element of a tuple.
pub(crate) struct Element<'a> {
    pub(crate) api: &'a api::Field,
    /// The field of the struct: a name, or its index.
    pub(crate) name: String,
    /// Where its value is boxed.
    pub(crate) boxing: Boxing,
}

/// Plans a tuple.
pub(super) fn tuple<'a>(tuple: &'a api::Tuple, boxings: Vec<Boxing>) -> Tuple<'a> {
    let is_named = tuple.is_named();
    let names = tuple.elements.iter();
    let names = if is_named {
        let names = names.map(|element| Name::snake(element.rust_name.as_deref(), &element.name));
        unique_names(names, &[], "_")
    } else {
        names.map(|element| element.name.clone()).collect()
    };
    // `unique_names` returns one name for each that it gets, and there is one boxing for each value.
    let elements = tuple.elements.iter().zip(names).zip(boxings);
    let elements = elements.map(|((api, name), boxing)| Element { api, name, boxing });
    Tuple {
        elements: elements.collect(),
        is_named,
    }
}
