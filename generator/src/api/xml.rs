//! How types and fields are written in XML, where it is not the usual way.

/// What a type or a field states about XML.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Xml {
    /// The name of the element or the attribute. The usual one is that of the field or the type.
    pub name: Option<String>,
    /// The namespace of the name.
    pub namespace: Option<String>,
    /// The prefix of the namespace; without one, it is the default namespace.
    pub prefix: Option<String>,
    /// The name of the elements of a list's items.
    pub item: Option<String>,
    /// Whether the elements of a list are in an element of their own. In a field, they are beside other fields otherwise.
    pub wrapped: bool,
    /// Whether the field is an attribute.
    pub attribute: bool,
    /// Whether the field is the text of the object's element.
    pub text: bool,
}
