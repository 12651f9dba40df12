//! Values without a trait, inside of types that are to derive it.

use std::collections::VecDeque;

use crate::api::{Component, EnumKind, Trait};
use crate::document::{
    AdditionalFieldsEntry, Document, RustSection, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::{HashMap, HashSet};
use crate::source::{Span, Spanned};

/// How many parts the place of a value has, before the rest is omitted.
const LONGEST_PLACE: usize = 8;

/// A value without a trait, inside of a type.
pub(super) struct Obstacle {
    /// Where it is in the type: `chapters[].width`.
    pub(super) place: String,
    /// What it is and does not have, between its place and the trait.
    pub(super) what: String,
    pub(super) span: Span,
    /// The newtype that it is, if its type in Rust may have the trait.
    pub(super) unknown: Option<String>,
}

/// For each type, the nearest value in it that does not have a trait. One search finds all of them, because types may
/// contain each other in long cycles.
pub(super) struct Obstacles<'d> {
    types: &'d [TypeEntry],
    indexes: HashMap<&'d str, usize>,
    derives: Derives<'d>,
    steps: Vec<Option<Step>>,
}

/// The trait, and the types that a list names for it.
struct Derives<'d> {
    derived: &'d Trait,
    listed: HashSet<&'d str>,
    rust: &'d RustSection,
}

/// The way from a type to the nearest value without the trait.
struct Step {
    /// How many types are on the way.
    distance: usize,
    /// The content that leads to the value, and its type. `None` if the type has the value itself.
    next: Option<(String, usize)>,
    /// The type that has the value itself.
    end: usize,
}

impl<'d> Obstacles<'d> {
    pub(super) fn new(
        listed: &'d [Spanned<String>],
        derived: &'d Trait,
        document: &'d Document,
    ) -> Self {
        let (types, rust) = (&document.types, &document.rust);
        let listed = listed.iter().map(|name| name.value.as_str()).collect();
        let derives = Derives {
            derived,
            listed,
            rust,
        };
        let indexes = TypeEntry::indexes(types);
        let named = |(name, expr): (&str, &TypeExpr)| {
            let (place, expr) = inside(name.to_owned(), expr);
            match &expr.kind {
                TypeExprKind::Named(name) => Some((place, *indexes.get(name.as_str())?)),
                TypeExprKind::Scalar(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
            }
        };
        let edges = types
            .iter()
            .map(|ty| contents(ty).into_iter().filter_map(named).collect());
        let edges: Vec<Vec<(String, usize)>> = edges.collect();
        let ends = types.iter().enumerate();
        let ends = ends.filter(|(_, ty)| derives.obstacle(ty).is_some());
        let steps = steps(ends.map(|(index, _)| index).collect(), edges);
        Self {
            types,
            indexes,
            derives,
            steps,
        }
    }

    /// The value in a type that is nearest to it.
    pub(super) fn nearest(&self, name: &str) -> Option<Obstacle> {
        let step = |index: usize| self.steps.get(index)?.as_ref();
        let first = step(*self.indexes.get(name)?)?;
        let end = self.derives.obstacle(self.types.get(first.end)?)?;
        let mut place = String::new();
        let mut next = first.next.as_ref();
        for _ in 0..LONGEST_PLACE {
            let Some((name, index)) = next else { break };
            place = joined(&place, name);
            next = step(*index)?.next.as_ref();
        }
        if next.is_some() {
            place = joined(&place, "…");
        }
        Some(Obstacle {
            place: joined(&place, &end.place),
            ..end
        })
    }
}

/// The way from each type to the nearest of the types that have a value without the trait themselves.
fn steps(ends: Vec<usize>, mut edges: Vec<Vec<(String, usize)>>) -> Vec<Option<Step>> {
    let mut containers = vec![Vec::new(); edges.len()];
    for (container, edges) in edges.iter().enumerate() {
        for (_, index) in edges {
            containers[*index].push(container);
        }
    }
    let mut steps: Vec<Option<Step>> = edges.iter().map(|_| None).collect();
    for &end in &ends {
        let (distance, next) = (0, None);
        steps[end] = Some(Step {
            distance,
            next,
            end,
        });
    }
    let mut open = VecDeque::from(ends);
    while let Some(index) = open.pop_front() {
        for container in std::mem::take(&mut containers[index]) {
            if steps[container].is_some() {
                continue;
            }
            // All types that are as near as this one are known by now, so the first field of them leads on.
            let near = steps[index].as_ref().map(|step| step.distance);
            let is_near = |(_, index): &(String, usize)| {
                near.is_some() && steps[*index].as_ref().map(|step| step.distance) == near
            };
            let mut fields = std::mem::take(&mut edges[container]).into_iter();
            if let Some(next) = fields.find(is_near)
                && let Some(Step { distance, end, .. }) = &steps[next.1]
            {
                steps[container] = Some(Step {
                    distance: distance + 1,
                    end: *end,
                    next: Some(next),
                });
                open.push_back(container);
            }
        }
    }
    steps
}

impl Derives<'_> {
    /// The first component of the type that lacks the trait. A newtype whose type belongs to the user has the trait if the
    /// user lists it.
    fn obstacle(&self, ty: &TypeEntry) -> Option<Obstacle> {
        let name = ty.name.value.as_str();
        if ty.rust.is_some() && self.listed.contains(name) {
            return None;
        }
        let mut components = components(ty, self.rust).into_iter();
        let found = components.find(|found| !found.component.has(self.derived))?;
        Some(Obstacle {
            place: found.place,
            what: description(found.component),
            span: found.span,
            unknown: ty.rust.is_some().then(|| name.to_owned()),
        })
    }
}

/// A component, and where it is in its type.
struct Placed<'d> {
    place: String,
    component: Component<'d>,
    span: Span,
}

/// What a type consists of, apart from the types that it mentions.
fn components<'d>(ty: &'d TypeEntry, rust: &RustSection) -> Vec<Placed<'d>> {
    let whole = |component, span| Placed {
        place: String::new(),
        component,
        span,
    };
    if let Some(path) = &ty.rust {
        return vec![whole(Component::UserType(&path.value), path.span)];
    }
    let unknown = unknown_values(ty).map(|component| whole(component, ty.name.span));
    let scalars = contents(ty).into_iter().filter_map(|(name, expr)| {
        let (place, expr) = inside(name.to_owned(), expr);
        match &expr.kind {
            TypeExprKind::Scalar(scalar) => Some(Placed {
                place,
                component: Component::of_scalar(*scalar, rust.library_type(*scalar)),
                span: expr.span,
            }),
            TypeExprKind::Named(_) | TypeExprKind::List(_) | TypeExprKind::Map(_) => None,
        }
    });
    unknown.into_iter().chain(scalars).collect()
}

/// The unknown values that an open type keeps.
fn unknown_values(ty: &TypeEntry) -> Option<Component<'_>> {
    match &ty.kind {
        TypeEntryKind::Enum {
            open, value_kind, ..
        } => open
            .keeps_others()
            .then_some(Component::UnknownValues(*value_kind)),
        TypeEntryKind::Union(union) => {
            let keeps_others = union.open.keeps_others();
            keeps_others.then_some(Component::UnknownVariants)
        }
        TypeEntryKind::Object { .. }
        | TypeEntryKind::Tuple(_)
        | TypeEntryKind::Newtype { .. }
        | TypeEntryKind::Alias { .. } => None,
    }
}

/// What a component without the trait is: the words between its place and the name of the trait.
fn description(component: Component<'_>) -> String {
    match component {
        Component::Scalar(scalar) => format!("is `{}`, which has", scalar.name()),
        Component::LibraryType(ty) => format!("is `{}`, which has", ty.path()),
        Component::UnknownValues(EnumKind::Number) => {
            "keeps unknown numbers, which have".to_owned()
        }
        Component::UnknownValues(EnumKind::Text | EnumKind::Integer | EnumKind::Boolean) => {
            "keeps unknown values, which have".to_owned()
        }
        Component::UnknownVariants => "keeps unknown variants as JSON, which has".to_owned(),
        Component::UserType(path) => format!("is `{path}`, which may have"),
    }
}

/// The types inside of a type, with their names.
fn contents(ty: &TypeEntry) -> Vec<(&str, &TypeExpr)> {
    match &ty.kind {
        TypeEntryKind::Object { fields, others, .. } => {
            let fields = fields.iter().filter(|field| field.constant.is_none());
            let fields = fields.map(|field| (field.name.value.as_str(), &field.ty));
            let others = match others {
                AdditionalFieldsEntry::Kept(ty) | AdditionalFieldsEntry::Union(ty) => Some(ty),
                AdditionalFieldsEntry::Ignored | AdditionalFieldsEntry::Rejected => None,
            };
            fields.chain(others.map(|ty| ("others", ty))).collect()
        }
        TypeEntryKind::Tuple(elements) => elements
            .iter()
            .map(|element| (element.name.value.as_str(), &element.ty))
            .collect(),
        TypeEntryKind::Newtype { inner, .. } => vec![("", inner)],
        TypeEntryKind::Alias { target, .. } => vec![("", target)],
        TypeEntryKind::Union(union) => {
            let variants = union.variants.iter();
            let variants = variants
                .filter_map(|variant| Some((variant.name.value.as_str(), variant.ty.as_ref()?)));
            variants.collect()
        }
        TypeEntryKind::Enum { .. } => Vec::new(),
    }
}

fn joined(place: &str, name: &str) -> String {
    match (place, name) {
        ("", name) => name.to_owned(),
        (place, "") => place.to_owned(),
        (place, name) => format!("{place}.{name}"),
    }
}

/// The type in lists and maps, with its place.
fn inside(mut place: String, mut expr: &TypeExpr) -> (String, &TypeExpr) {
    while let TypeExprKind::List(inner) | TypeExprKind::Map(inner) = &expr.kind {
        place.push_str("[]");
        expr = inner;
    }
    (place, expr)
}
