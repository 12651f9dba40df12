//! Which fields are `Boxed` in Rust.
//!
//! A field is boxed in two cases. Both depend on the field's own object and on what the field's
//! value can contain, never on the types that use the object:
//! - The value can contain another object of the type that the field belongs to.
//! - The value is nested more than [`LEVELS`] levels deep.

use crate::api::{Type, TypeDef, TypeKind, TypeRef};
use crate::cycles::{components, finishing_order};

/// How many levels of objects, lists and maps a value may have without a boxed field in between. The
/// compiler gives up after 128 steps, and one level can cost it five. Few APIs nest this deep.
const LEVELS: usize = 12;

/// Chooses the fields that are boxed.
pub(super) fn choose(types: &mut [TypeDef]) {
    box_cycles(types);
    box_deep_fields(types);
}

fn box_cycles(types: &mut [TypeDef]) {
    let components = components(&edges(types));
    for (owner, definition) in types.iter_mut().enumerate() {
        // An edge is part of a cycle exactly if both ends are in one component. A component of one
        // type has an edge inside only if it is an edge to itself.
        box_edges(definition, |(target, _)| {
            components[target] == components[owner]
        });
    }
}

fn box_deep_fields(types: &mut [TypeDef]) {
    let mut heights = vec![0; types.len()];
    // The edges that are left have no cycle, so what a type contains comes before the type.
    for node in finishing_order(&edges(types)) {
        let levels = |(target, containers): (usize, usize)| heights[target] + containers + 1;
        box_edges(&mut types[node], |edge| levels(edge) > LEVELS);
        heights[node] = open_edges(&types[node]).map(levels).max().unwrap_or(0);
    }
}

/// The types that each type contains other than in a boxed field.
fn edges(types: &[TypeDef]) -> Vec<Vec<usize>> {
    let of = |definition| open_edges(definition).map(|(target, _)| target).collect();
    types.iter().map(of).collect()
}

/// The named types in the fields that are not boxed, each with the number of lists and maps around
/// it.
fn open_edges(definition: &TypeDef) -> impl Iterator<Item = (usize, usize)> {
    let object = match &definition.kind {
        TypeKind::Object(object) => Some(object),
        TypeKind::Enum(_) | TypeKind::Newtype(_) => None,
    };
    object.into_iter().flat_map(|object| {
        let fields = object.fields.iter().filter(|field| !field.boxed);
        let others = object.others.iter().filter(|_| !object.boxes_others);
        let types = fields.map(|field| &field.ty).chain(others);
        types.filter_map(edge)
    })
}

/// Boxes the fields with an edge for which `is_boxed` holds.
fn box_edges(definition: &mut TypeDef, is_boxed: impl Fn((usize, usize)) -> bool) {
    let TypeKind::Object(object) = &mut definition.kind else {
        return;
    };
    let is_boxed = |ty: &TypeRef| edge(ty).is_some_and(&is_boxed);
    for field in &mut object.fields {
        field.boxed |= is_boxed(&field.ty);
    }
    object.boxes_others |= object.others.as_ref().is_some_and(is_boxed);
}

/// The named type in a type, and the number of lists and maps around it.
fn edge(ty: &TypeRef) -> Option<(usize, usize)> {
    match &ty.ty {
        Type::Scalar(_) => None,
        Type::Named(id) => Some((id.0, 0)),
        Type::List(inner) | Type::Map(inner) => {
            let (target, containers) = edge(inner)?;
            Some((target, containers + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::api::{Api, TypeKind};
    use crate::source::SourceFile;

    /// The boxed fields of a specification with these types, as `Type.field`.
    fn boxed(types: &str) -> Vec<String> {
        let text =
            format!("specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\ntypes:\n{types}");
        let api: Api = crate::read(&SourceFile::new("spec.yaml", text)).unwrap();
        let mut found = Vec::new();
        for definition in &api.types {
            let TypeKind::Object(object) = &definition.kind else {
                continue;
            };
            let fields = object.fields.iter().filter(|field| field.boxed);
            let fields = fields.map(|field| field.name.as_str());
            let others = object.boxes_others.then_some("others");
            let fields = fields.chain(others);
            found.extend(fields.map(|field| format!("{}.{field}", definition.name)));
        }
        found
    }

    #[test]
    fn a_field_whose_value_can_contain_its_own_type_is_boxed() {
        let types = "
  Tree: { fields: { children: list<Tree>, label: Label, by_name?: map<list<Tree?>> } }
  Label: { fields: { text: string } }
  Left: { fields: { right?: Right, label: Label } }
  Right: { fields: { left?: Left, tree: Tree } }
  Bag: { fields: { label: Label }, others: Bag }
  Outside: { fields: { left: Left, bags: list<Bag> } }
";
        let expected = [
            "Tree.children",
            "Tree.by_name",
            "Left.right",
            "Right.left",
            "Bag.others",
        ];
        assert_eq!(boxed(types), expected);
    }

    fn chain(length: usize, usage: &str) -> String {
        let link = |index: usize| {
            let next = usage.replace('@', &format!("T{}", index + 1));
            format!("  T{index}: {{ fields: {{ next: {next} }} }}\n")
        };
        let links: String = (0..length - 1).map(link).collect();
        links + &format!("  T{}: {{ fields: {{}} }}\n", length - 1)
    }

    #[test]
    fn a_long_chain_is_boxed_now_and_then() {
        assert_eq!(boxed(&chain(13, "@")), [""; 0]);
        assert_eq!(boxed(&chain(30, "@")), ["T3.next", "T16.next"]);
        assert_eq!(boxed(&chain(9, "list<@>")), ["T1.next"]);
    }

    #[test]
    fn a_type_that_uses_a_chain_does_not_change_the_chain() {
        let types = chain(20, "@");
        let user = "  User: { fields: { top: T0, users: list<User> } }\n";
        let mut expected = boxed(&types);
        expected.push("User.users".to_owned());
        assert_eq!(boxed(&(types + user)), expected);
    }
}
