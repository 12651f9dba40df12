//! Bodies in XML, of the types that JSON has.
//!
//! A type is read and written as JSON, and this module converts between JSON and XML. Generated code has a table for
//! each type ([`Root`]) that names its elements and attributes.
//!
//! # Reading
//!
//! - Elements and attributes that the table does not name are ignored, or passed on if the type keeps or rejects them.
//! - A name in a namespace is compared with its namespace. A name without one is compared alone, whatever namespace the
//!   element has.
//! - Text of numbers and booleans may have white space around it. `1` and `0` are booleans too (XML Schema).
//! - An element with `xsi:nil="true"` is null.
//! - A document type definition is an error, so there are no entities but the five of XML, and nothing expands.
//!
//! These bound what a body takes: elements are nested at most 64 deep and have at most 1,000 attributes, a body
//! declares at most 256 namespaces, and the size of a body has a limit anyway.
//!
//! # Writing
//!
//! Fields are written in the order of the document, in UTF-8 and without white space between elements. A prefix is
//! declared where it is first used. A null in an element is `xsi:nil="true"`; an attribute that is null is left out.

mod error;
mod read;
mod shape;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use self::error::{InvalidXml, Unwritable};
pub use self::read::to_json;
pub use self::shape::{
    Field, Kind, Name, Object, Place, Root, attribute, element, items, name, text,
};
pub use self::write::from_json;

/// The maximum depth of nested elements.
const MAX_DEPTH: usize = 64;

/// The maximum number of attributes of an element. Each is compared with the attributes before it.
const MAX_ATTRIBUTES: usize = 1000;

/// The maximum number of namespaces that a body declares. Each name is looked up among the namespaces around it.
const MAX_NAMESPACES: usize = 256;

/// The namespace of `xsi:nil`.
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";
