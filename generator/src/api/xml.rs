//! How types and fields are written in XML, if not by the default rules.

/// What a type or a field states about XML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Xml {
    /// The name of the element or the attribute. By default, it is the name of the field or the type.
    pub name: Option<String>,
    /// The namespace of the name.
    pub namespace: Option<String>,
    /// The prefix of the namespace; without one, it is the default namespace.
    pub prefix: Option<String>,
    /// The name of the elements of a list's items.
    pub item: Option<String>,
    /// Whether an element encloses the elements of a list. Otherwise, they are beside the other fields of the object.
    pub wrapped: bool,
    /// Whether the field is an attribute.
    pub attribute: bool,
    /// Whether the field is the text of the object's element.
    pub text: bool,
}
