//! The traits that types derive because the specification asks for them.

use std::collections::BTreeSet;

use super::reach::Reach;
use crate::api::{
    Api, Component, Derive, EnumKind, Scalar, Trait, TypeDef, TypeId, TypeKind, TypeRef,
};

/// For each type, the traits that it derives, by their paths.
pub(super) fn derives(api: &Api, reach: &mut Reach) -> Vec<Vec<String>> {
    let mut all = vec![BTreeSet::new(); api.types.len()];
    for derive in &api.package.derives {
        for id in derived_by(api, derive, reach) {
            let derived = api.type_def(id);
            all[id.index()].extend(paths(derive, derived));
        }
    }
    let all = all.into_iter().map(|paths| paths.into_iter().collect());
    all.collect()
}

/// The types that derive a trait.
fn derived_by(api: &Api, derive: &Derive, reach: &mut Reach) -> Vec<TypeId> {
    let able = able(api, derive, reach);
    let ids = (0..api.types.len()).map(TypeId);
    match &derive.types {
        None => ids.filter(|id| able[id.index()]).collect(),
        Some(types) => {
            let forms_in_requests = ids.filter(|id| {
                let output = api.type_def(*id).input_of;
                output.is_some_and(|output| types.contains(&output))
            });
            let starts = types.iter().copied().chain(forms_in_requests);
            let reached = reach.from(starts).into_iter();
            // `check` rejects types in the list that are not able.
            reached.filter(|id| able[id.index()]).collect()
        }
    }
}

/// Whether each type can derive a trait: all values in it have the trait.
fn able(api: &Api, derive: &Derive, reach: &Reach) -> Vec<bool> {
    let ids = (0..api.types.len()).map(TypeId);
    let unable = ids.filter(|id| !is_able(api, api.type_def(*id), derive, *id));
    let leads_to_unable = reach.to(unable).into_iter();
    leads_to_unable.map(|leads| !leads).collect()
}

/// Whether the components of a type have a trait. A type of the user has it if the list says so.
fn is_able(api: &Api, definition: &TypeDef, derive: &Derive, id: TypeId) -> bool {
    let is_listed = || derive.types.as_ref().is_some_and(|ids| ids.contains(&id));
    let mut components = components(api, definition).into_iter();
    components.all(|component| {
        component.has(&derive.derived) || matches!(component, Component::UserType(_)) && is_listed()
    })
}

/// What a type consists of, apart from the types that it mentions. (`check` finds the same in the document, with places.)
fn components<'a>(api: &Api, definition: &'a TypeDef) -> Vec<Component<'a>> {
    let of_scalar = |scalar| Component::of_scalar(scalar, api.package.library_type(scalar));
    match &definition.kind {
        TypeKind::Enum(values) if values.open.keeps_others() => {
            vec![Component::UnknownValues(values.kind)]
        }
        TypeKind::Enum(_) => Vec::new(),
        TypeKind::Newtype(newtype) => match &newtype.rust {
            Some(path) => vec![Component::UserType(path)],
            None => vec![of_scalar(newtype.scalar)],
        },
        TypeKind::Union(_) | TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Alias(_) => {
            let contents = definition.contents().into_iter();
            let scalars = contents.filter_map(TypeRef::scalar).map(of_scalar);
            let unknown =
                matches!(&definition.kind, TypeKind::Union(union) if union.open.keeps_others());
            scalars
                .chain(unknown.then_some(Component::UnknownVariants))
                .collect()
        }
    }
}

/// A trait and the traits that it needs, without those that the type has anyway.
fn paths(derive: &Derive, definition: &TypeDef) -> impl Iterator<Item = String> {
    let all: &[Trait] = match derive.derived {
        Trait::Ord => &[Trait::Eq, Trait::Ord, Trait::PartialOrd],
        // Keys of maps have both.
        Trait::Hash => &[Trait::Eq, Trait::Hash],
        Trait::Eq | Trait::PartialOrd | Trait::Arbitrary | Trait::Other(_) => {
            std::slice::from_ref(&derive.derived)
        }
    };
    let has = of_macro(&definition.kind);
    let missing = all
        .iter()
        .map(Trait::path)
        .filter(|path| !has.contains(path));
    let missing: Vec<String> = missing.map(str::to_owned).collect();
    missing.into_iter()
}

/// The standard traits that the runtime's macro gives to a type.
pub(super) fn of_macro(kind: &TypeKind) -> &'static [&'static str] {
    const ALL: &[&str] = &["Eq", "Hash", "Ord", "PartialOrd"];
    match kind {
        TypeKind::Newtype(newtype)
            if newtype.scalar == Scalar::String && newtype.rust.is_none() =>
        {
            ALL
        }
        TypeKind::Enum(values) => match (values.open.keeps_others(), values.kind) {
            (false, _) => ALL,
            (true, EnumKind::Text) => &["Eq", "Hash"],
            (true, EnumKind::Integer | EnumKind::Number | EnumKind::Boolean) => &[],
        },
        TypeKind::Object(_)
        | TypeKind::Tuple(_)
        | TypeKind::Newtype(_)
        | TypeKind::Alias(_)
        | TypeKind::Union(_) => &[],
    }
}
