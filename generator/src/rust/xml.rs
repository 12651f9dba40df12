//! The elements of bodies in XML: a static for each type that is one, or is in one.

use crate::api::{Api, ContentKind, Type, TypeId, TypeKind, TypeRef};
use crate::naming::{shouty, unique};

/// The types that have an element, with the names of their statics.
pub(crate) struct Xml {
    statics: Vec<(TypeId, String)>,
}

impl Xml {
    /// Whether no body is XML.
    pub(crate) fn is_empty(&self) -> bool {
        self.statics.is_empty()
    }

    /// The types and the names of their statics.
    pub(crate) fn statics(&self) -> impl Iterator<Item = (TypeId, &str)> {
        self.statics.iter().map(|(id, name)| (*id, name.as_str()))
    }

    /// The static of a type that is a body, or an object in one.
    pub(crate) fn static_of(&self, ty: &TypeRef) -> Option<&str> {
        self.of_type(ty.mentioned()?)
    }

    /// The static of a type.
    pub(crate) fn of_type(&self, id: TypeId) -> Option<&str> {
        let mut statics = self.statics();
        statics
            .find(|(type_id, _)| *type_id == id)
            .map(|(_, name)| name)
    }
}

/// Plans the elements.
pub(super) fn xml(api: &Api) -> Xml {
    let mut found: Vec<TypeId> = Vec::new();
    for content in api.contents() {
        if let ContentKind::Xml { ty } = &content.kind
            && let Some(id) = ty.mentioned()
        {
            add(&mut found, id);
        }
    }
    let mut next = 0;
    while let Some(id) = found.get(next).copied() {
        next += 1;
        for ty in api.type_def(id).contents() {
            add_objects(api, ty, &mut found);
        }
    }
    found.sort_unstable();
    let names = found.iter().map(|id| shouty(&api.type_def(*id).name));
    let names = unique(names, &[], "_");
    Xml {
        statics: found.into_iter().zip(names).collect(),
    }
}

/// Adds the object at the bottom of a type.
fn add_objects(api: &Api, ty: &TypeRef, found: &mut Vec<TypeId>) {
    match &ty.ty {
        Type::Scalar(_) => {}
        Type::Named(id) => {
            if matches!(api.type_def(*id).kind, TypeKind::Object(_)) {
                add(found, *id);
            }
        }
        Type::List(inner) | Type::Map(inner) => add_objects(api, inner, found),
    }
}

fn add(found: &mut Vec<TypeId>, id: TypeId) {
    if !found.contains(&id) {
        found.push(id);
    }
}
