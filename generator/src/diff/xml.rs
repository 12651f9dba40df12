//! How values are written in XML: names that follow from the names of fields and types, or that the document states.

use super::Rule;
use super::site::Site;
use super::walk::{Context, Walk};
use super::words::Quoted;
use crate::api::{Api, ContentKind, Field, TypeId, TypeRef, XmlName, XmlPlace};
use crate::hash::HashSet;

/// The types of an API that are in bodies in XML.
#[derive(Debug, Default)]
pub(super) struct XmlTypes(HashSet<TypeId>);

impl XmlTypes {
    pub(super) fn of(api: &Api) -> Self {
        let mut waiting: Vec<&TypeRef> = Vec::new();
        for content in api.contents() {
            if let ContentKind::Xml { ty } = &content.kind {
                waiting.push(ty);
            }
        }
        let mut found = HashSet::default();
        while let Some(ty) = waiting.pop() {
            for id in [ty.mentioned(), ty.named()].into_iter().flatten() {
                if found.insert(id) {
                    waiting.extend(api.type_def(id).contents());
                }
            }
        }
        Self(found)
    }

    pub(super) fn has(&self, id: TypeId) -> bool {
        self.0.contains(&id)
    }
}

impl<'a> Walk<'a> {
    /// Compares the elements of two bodies.
    pub(super) fn xml_roots(
        &mut self,
        old: &TypeRef,
        new: &TypeRef,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let forms = (root(self.old, old), root(self.new, new));
        self.xml_forms(forms, context, site);
    }

    /// Compares how two fields are written.
    pub(super) fn xml_fields(
        &mut self,
        old: &Field,
        new: &Field,
        context: Context,
        site: &Site<'_, 'a>,
    ) {
        let forms = (field(self.old, old), field(self.new, new));
        self.xml_forms(forms, context, site);
    }

    fn xml_forms(&mut self, (old, new): (String, String), context: Context, site: &Site<'_, 'a>) {
        if old != new {
            let message = format!("in XML, it was {old}, and is {new}");
            self.change(Rule::XmlChanged, context, site, message);
        }
    }
}

/// The element of a body, and those of the items if it is a list.
fn root(api: &Api, ty: &TypeRef) -> String {
    let Some(definition) = ty.mentioned().map(|id| api.type_def(id)) else {
        return element(XmlName::plain(""));
    };
    let root = element(api.xml_name(definition));
    match api.xml_items(definition) {
        Some(items) => format!("{root} of {}", element(items)),
        None => root,
    }
}

/// A field of an object: the text, an attribute, an element, or the elements of the items of a list.
fn field(api: &Api, field: &Field) -> String {
    match api.xml_place(field) {
        XmlPlace::Text => "the text".to_owned(),
        XmlPlace::Attribute(name) => format!("the attribute {}", Quoted(&shown(name))),
        XmlPlace::Element(name, None) => element(name),
        XmlPlace::Element(name, Some(items)) => format!("{} of {}", element(name), element(items)),
        XmlPlace::Items(items, _) => element(items),
    }
}

fn element(name: XmlName<'_>) -> String {
    format!("the element {}", Quoted(&shown(name)))
}

/// A name in its namespace. The text of its prefix does not matter, but a namespace without a prefix is also that of
/// what is in the element.
fn shown(name: XmlName<'_>) -> String {
    let local = name.local;
    match name.namespace {
        Some(namespace) => match namespace.prefix {
            Some(_) => format!("{{{}}}{local}", namespace.url),
            None => format!("{local} xmlns={}", namespace.url),
        },
        None => local.to_owned(),
    }
}
