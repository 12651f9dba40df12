//! The tables that say how types are written in XML. Generated code has a static for each type.

use std::fmt;

/// The element of a body.
///
/// It refers to tables that may refer to each other in a circle, so it is compared by its address, and `Debug` shows
/// its name.
pub struct Root {
    /// The name of the element.
    pub name: Name,
    /// The content.
    pub kind: Kind,
}

impl PartialEq for Root {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Root {}

impl fmt::Debug for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Root").field(&self.name.local).finish()
    }
}

/// The name of an element or an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// The name without a prefix.
    pub local: &'static str,
    /// The namespace and its prefix, which is empty for the default namespace.
    pub namespace: Option<(&'static str, &'static str)>,
}

/// A name without a namespace.
pub const fn name(local: &'static str) -> Name {
    Name {
        local,
        namespace: None,
    }
}

impl Name {
    /// The name in a namespace.
    #[must_use]
    pub const fn in_namespace(self, namespace: &'static str, prefix: &'static str) -> Self {
        Self {
            namespace: Some((namespace, prefix)),
            ..self
        }
    }
}

/// The content of an element or an attribute.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Text.
    Text,
    /// Text that is a number in JSON.
    Number,
    /// Text that is `true` or `false` in JSON.
    Boolean,
    /// An object.
    Object(&'static Object),
    /// A list, with an element of this name for each item.
    List(&'static Name, &'static Self),
    /// A map, with an element for each entry that has the name of its key.
    Map(&'static Self),
    /// The same as in the element of a type.
    Same(&'static Root),
}

/// An object.
pub struct Object {
    /// Its fields, in their order.
    pub fields: &'static [Field],
    /// The content of elements that are not fields, if the type keeps or rejects them.
    pub additional: Option<Kind>,
}

/// A field of an object.
pub struct Field {
    /// Its name in JSON.
    pub json: &'static str,
    /// Its name in XML.
    pub name: Name,
    /// The place of the field.
    pub place: Place,
    /// The content.
    pub kind: Kind,
}

/// Where a field is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In a separate element.
    Element,
    /// In an attribute.
    Attribute,
    /// In the text of the element of the object.
    Text,
    /// In several elements of its name, one for each item of a list. `true`: without any, the list is empty and not
    /// absent.
    Items(bool),
}

/// A field in an element.
pub const fn element(json: &'static str, name: Name, kind: Kind) -> Field {
    Field {
        json,
        name,
        place: Place::Element,
        kind,
    }
}

/// A field in an attribute.
pub const fn attribute(json: &'static str, name: Name, kind: Kind) -> Field {
    Field {
        json,
        name,
        place: Place::Attribute,
        kind,
    }
}

/// A field that is the text of the element.
pub const fn text(json: &'static str, kind: Kind) -> Field {
    Field {
        json,
        name: name(""),
        place: Place::Text,
        kind,
    }
}

/// A list whose items are elements of this name, beside the elements of other fields.
pub const fn items(json: &'static str, name: Name, kind: Kind, required: bool) -> Field {
    Field {
        json,
        name,
        place: Place::Items(required),
        kind,
    }
}
