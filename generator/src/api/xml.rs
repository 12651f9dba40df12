//! How types and fields are written in XML: what the document states about it, and the names that follow.

use super::{Api, Field, Type, TypeDef, TypeKind, TypeRef};

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

/// A name in XML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct XmlName<'a> {
    /// The name without a prefix.
    pub(crate) local: &'a str,
    /// Its namespace, if it is in one.
    pub(crate) namespace: Option<XmlNamespace<'a>>,
}

/// The namespace of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct XmlNamespace<'a> {
    pub(crate) url: &'a str,
    /// Its prefix; without one, it is the default namespace.
    pub(crate) prefix: Option<&'a str>,
}

impl<'a> XmlName<'a> {
    /// A name that is in no namespace.
    pub(crate) const fn plain(local: &'a str) -> Self {
        Self {
            local,
            namespace: None,
        }
    }

    /// The name that a type or a field states, or else `default`.
    fn stated(xml: Option<&'a Xml>, default: &'a str) -> Self {
        let local = xml.and_then(|xml| xml.name.as_deref());
        Self {
            local: local.unwrap_or(default),
            namespace: xml.and_then(|xml| {
                Some(XmlNamespace {
                    url: xml.namespace.as_deref()?,
                    prefix: xml.prefix.as_deref(),
                })
            }),
        }
    }
}

/// Where the value of a field is in the element of its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum XmlPlace<'a> {
    /// It is the text of the object's element.
    Text,
    /// It is an attribute.
    Attribute(XmlName<'a>),
    /// It is an element. The elements of a list's items, which have the second name, are in it.
    Element(XmlName<'a>, Option<XmlName<'a>>),
    /// Its items, which have this type, are elements beside the other fields.
    Items(XmlName<'a>, &'a TypeRef),
}

impl Api {
    /// The name of the element of a type. The form of the type in requests has the same name.
    pub(crate) fn xml_name<'a>(&'a self, definition: &'a TypeDef) -> XmlName<'a> {
        let named = definition
            .input_of
            .map_or(definition, |id| self.type_def(id));
        XmlName::stated(definition.xml.as_deref(), &named.name)
    }

    /// The name of the elements of the items, if a type is a list.
    pub(crate) fn xml_items<'a>(&'a self, definition: &'a TypeDef) -> Option<XmlName<'a>> {
        let TypeKind::Alias(alias) = &definition.kind else {
            return None;
        };
        let Type::List(item) = &alias.ty.ty else {
            return None;
        };
        let own = definition.xml.as_deref();
        let stated = own.and_then(|xml| xml.item.as_deref());
        Some(match (stated, item.mentioned()) {
            // The items of a list that is a body are named as their type.
            (None, Some(id)) => self.xml_name(self.type_def(id)),
            (stated, _) => {
                let list = own.and_then(|xml| xml.name.as_deref());
                self.xml_item(item, stated, list.unwrap_or(&definition.name))
            }
        })
    }

    /// Where the value of a field is in the element of its object.
    pub(crate) fn xml_place<'a>(&'a self, field: &'a Field) -> XmlPlace<'a> {
        let xml = field.xml.as_deref();
        let of_type = self.xml_of_type(&field.ty);
        let states = |flag: fn(&Xml) -> bool| xml.is_some_and(flag);
        if states(|xml| xml.text) {
            return XmlPlace::Text;
        }
        // A field is named as its type if only that has a name.
        let named = match states(|xml| xml.name.is_some() || xml.namespace.is_some()) {
            true => xml,
            false => of_type,
        };
        let name = XmlName::stated(named, &field.name);
        if states(|xml| xml.attribute) {
            return XmlPlace::Attribute(name);
        }
        let Type::List(item) = &field.ty.ty else {
            return XmlPlace::Element(name, None);
        };
        // The field and the alias of its type may state something about the items.
        let part = |part: fn(&Xml) -> Option<&str>| {
            let of_field = xml.and_then(part);
            of_field.or_else(|| of_type.and_then(part))
        };
        let list = part(|xml| xml.name.as_deref()).unwrap_or(&field.name);
        let items = self.xml_item(item, part(|xml| xml.item.as_deref()), list);
        match states(|xml| xml.wrapped) {
            true => XmlPlace::Element(name, Some(items)),
            false => XmlPlace::Items(items, item),
        }
    }

    /// The name of the elements of a list's items: the name that is stated for them, the name that their type states, or
    /// else the name of the list.
    pub(crate) fn xml_item<'a>(
        &'a self,
        item: &'a TypeRef,
        stated: Option<&'a str>,
        list: &'a str,
    ) -> XmlName<'a> {
        match stated {
            Some(name) => XmlName::plain(name),
            None => XmlName::stated(self.xml_of_type(item), list),
        }
    }

    /// What the type of a value states about its element.
    fn xml_of_type(&self, ty: &TypeRef) -> Option<&Xml> {
        let id = ty.alias.or(match &ty.ty {
            Type::Named(id) => Some(*id),
            Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
        })?;
        self.type_def(id).xml.as_deref()
    }
}
