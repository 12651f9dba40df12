//! How values are written in XML: names that follow from the names of fields and types, or that the document states.

use super::Rule;
use super::site::Site;
use super::walk::{Context, Walk};
use crate::api::{Api, ContentKind, Field, Type, TypeDef, TypeId, TypeKind, TypeRef, Xml};
use crate::hash::HashSet;

/// The types of an API that are in bodies in XML.
#[derive(Debug, Default)]
pub(super) struct XmlTypes(HashSet<TypeId>);

impl XmlTypes {
    pub(super) fn of(api: &Api) -> Self {
        let contents = api.requests().flat_map(|request| {
            let bodies = request.body.iter().flat_map(|body| body.contents());
            let bodies = bodies.map(|(_, content, _)| content);
            bodies.chain(request.responses.iter().map(|response| &response.content))
        });
        let roots = contents.filter_map(|content| match &content.kind {
            ContentKind::Xml { ty } => Some(ty),
            _ => None,
        });
        let mut waiting: Vec<&TypeRef> = roots.collect();
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

/// The element of a body.
fn root(api: &Api, ty: &TypeRef) -> String {
    let Some(definition) = ty.mentioned().map(|id| api.type_def(id)) else {
        return element(&name(None, ""));
    };
    let own = definition.xml.as_deref();
    let root = element(&type_name(api, definition));
    let TypeKind::Alias(alias) = &definition.kind else {
        return root;
    };
    let Type::List(item) = &alias.ty.ty else {
        return root;
    };
    let named = item.mentioned().map(|id| api.type_def(id));
    let item = match (own.and_then(|xml| xml.item.as_ref()), named) {
        // The items of a list that is a body are named as their type.
        (None, Some(named)) => type_name(api, named),
        _ => item_name(api, item, own, &definition.name),
    };
    format!("{root} of {}", element(&item))
}

/// A field of an object: the text, an attribute, an element, or the elements of the items of a list.
fn field(api: &Api, field: &Field) -> String {
    let xml = field.xml.as_deref();
    let own = own_xml(api, &field.ty);
    let states = |flag: fn(&Xml) -> bool| xml.is_some_and(flag);
    if states(|xml| xml.text) {
        return "the text".to_owned();
    }
    let named = match xml.is_some_and(|xml| xml.name.is_some() || xml.namespace.is_some()) {
        true => xml,
        false => own,
    };
    let named = name(named, &field.name);
    if states(|xml| xml.attribute) {
        return format!("the attribute `{named}`");
    }
    let part =
        |part: fn(&Xml) -> Option<&String>| xml.and_then(part).or_else(|| own.and_then(part));
    let of_items = Xml {
        name: part(|xml| xml.name.as_ref()).cloned(),
        item: part(|xml| xml.item.as_ref()).cloned(),
        ..Xml::default()
    };
    match (&field.ty.ty, states(|xml| xml.wrapped)) {
        (Type::List(item), is_wrapped) => {
            let items = element(&item_name(api, item, Some(&of_items), &field.name));
            match is_wrapped {
                true => format!("{} of {items}", element(&named)),
                false => items,
            }
        }
        (Type::Scalar(_) | Type::Named(_) | Type::Map(_), _) => element(&named),
    }
}

fn element(name: &str) -> String {
    format!("the element `{name}`")
}

/// The name of the element of a type. Its form in requests has the same one.
fn type_name(api: &Api, definition: &TypeDef) -> String {
    let named = definition
        .input_of
        .map_or(definition, |id| api.type_def(id));
    name(definition.xml.as_deref(), &named.name)
}

/// A name in its namespace. Which prefix stands for the namespace does not matter, but without one, it is the namespace of
/// what is in the element, too.
fn name(xml: Option<&Xml>, default: &str) -> String {
    let local = xml.and_then(|xml| xml.name.as_deref()).unwrap_or(default);
    match xml.and_then(|xml| Some((xml.namespace.as_deref()?, xml.prefix.is_some()))) {
        Some((namespace, true)) => format!("{{{namespace}}}{local}"),
        Some((namespace, false)) => format!("{local} xmlns={namespace}"),
        None => local.to_owned(),
    }
}

/// The name of the elements of the items of a list.
fn item_name(api: &Api, item: &TypeRef, xml: Option<&Xml>, default: &str) -> String {
    if let Some(item) = xml.and_then(|xml| xml.item.as_deref()) {
        return item.to_owned();
    }
    let own = own_xml(api, item);
    if own.is_some_and(|own| own.name.is_some()) {
        return name(own, default);
    }
    let local = xml.and_then(|xml| xml.name.as_deref()).unwrap_or(default);
    name(own, local)
}

/// What the type of a value states about its element.
fn own_xml<'a>(api: &'a Api, ty: &TypeRef) -> Option<&'a Xml> {
    let id = ty.alias.or(match &ty.ty {
        Type::Named(id) => Some(*id),
        Type::Scalar(_) | Type::List(_) | Type::Map(_) => None,
    })?;
    api.type_def(id).xml.as_deref()
}
