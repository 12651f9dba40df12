//! The forms of types and fields in XML.

use super::{Key, Map, Shape, TEXT, key};
use crate::spec::construct::Construct;

static NAMES: &[Key] = &[
    key("name", TEXT).doc("The name of the element or the attribute."),
    key("namespace", TEXT).doc("The namespace of the name."),
    key("prefix", TEXT).doc("The prefix of the namespace."),
    key("item", TEXT).doc("The name of the elements of a list's items."),
];

/// The form of a type in XML.
pub(crate) static XML: Map = Map::new("xml", Construct::Type)
    .doc("How the type is written in XML.")
    .keys(&[NAMES]);

/// The form of a field in XML.
pub(crate) static XML_OF_FIELD: Map = Map::new("xml_of_field", Construct::Field)
    .doc("How the field is written in XML.")
    .keys(&[
        NAMES,
        &[
            key("wrapped", Shape::Flag)
                .doc("`true`: the items of a list are in an enclosing element."),
            key("attribute", Shape::Flag).doc("`true`: the field is an attribute."),
            key("text", Shape::Flag).doc("`true`: the field is the text of the object's element."),
        ],
    ]);

/// The key of types.
pub(super) static OF_TYPE: Key =
    key("xml", Shape::Map(&XML)).doc("How the type is written in XML, if not in the usual way.");

/// The key of fields.
pub(super) static OF_FIELD: Key = key("xml", Shape::Map(&XML_OF_FIELD))
    .doc("How the field is written in XML, if not as an element of its name.");
