//! Which fields are `Boxed` in Rust.
//!
//! A field is boxed in two cases. Both depend on the field's own object and on what the field's
//! value can contain, never on the types that use the object:
//! - The value can contain another object of the type that the field belongs to.
//! - The value is nested more than [`LEVELS`] levels deep.
//!
//! Fields that are not boxed, but contain boxed fields, are marked too, because they are read
//! differently.

use crate::api::{Boxing, Object, Type, TypeDef, TypeKind, TypeRef};
use crate::cycles::{components, finishing_order};

/// How many levels of objects, lists and maps a value may have without a boxed field in between. The
/// compiler gives up after 128 steps, and one level can cost it five. Few APIs nest this deep.
const LEVELS: usize = 12;

/// Chooses the fields that are boxed.
pub(super) fn choose(types: &mut [TypeDef]) {
    box_cycles(types);
    // The edges that are left have no cycle, so what a type contains comes before the type. Boxing more
    // fields only removes edges, so the order stays valid.
    let order = finishing_order(&edges(types));
    box_deep_fields(types, &order);
    mark_fields_around_boxed_ones(types, &order);
}

fn box_cycles(types: &mut [TypeDef]) {
    let components = components(&edges(types));
    for (owner, definition) in types.iter_mut().enumerate() {
        // An edge is part of a cycle exactly if both ends are in one component. A component of one
        // type has an edge inside only if it is an edge to itself.
        mark_edges(definition, Boxing::Whole, |(target, _)| {
            components[target] == components[owner]
        });
    }
}

fn box_deep_fields(types: &mut [TypeDef], order: &[usize]) {
    let mut heights = vec![0; types.len()];
    for &node in order {
        let levels = |(target, containers): (usize, usize)| heights[target] + containers + 1;
        mark_edges(&mut types[node], Boxing::Whole, |edge| {
            levels(edge) > LEVELS
        });
        heights[node] = open_edges(&types[node]).map(levels).max().unwrap_or(0);
    }
}

fn mark_fields_around_boxed_ones(types: &mut [TypeDef], order: &[usize]) {
    let mut contains_boxed = vec![false; types.len()];
    for &node in order {
        mark_edges(&mut types[node], Boxing::Inside, |(target, _)| {
            contains_boxed[target]
        });
        let object = object(&types[node]);
        contains_boxed[node] = object.is_some_and(|object| {
            let mut boxings = values(object).map(|(_, boxing)| boxing);
            boxings.any(|boxing| boxing != Boxing::None)
        });
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
    let values = object(definition).into_iter().flat_map(values);
    let open = values.filter(|(_, boxing)| *boxing != Boxing::Whole);
    open.filter_map(|(ty, _)| edge(ty))
}

fn object(definition: &TypeDef) -> Option<&Object> {
    match &definition.kind {
        TypeKind::Object(object) => Some(object),
        TypeKind::Enum(_) | TypeKind::Newtype(_) => None,
    }
}

/// The types of the fields of an object, and where their values are boxed.
fn values(object: &Object) -> impl Iterator<Item = (&TypeRef, Boxing)> {
    let fields = object.fields.iter().map(|field| (&field.ty, field.boxing));
    let others = object.others.iter().map(|ty| (ty, object.others_boxing));
    fields.chain(others)
}

/// Marks the fields that are not boxed yet and have an edge for which `is_marked` holds.
fn mark_edges(definition: &mut TypeDef, mark: Boxing, is_marked: impl Fn((usize, usize)) -> bool) {
    let TypeKind::Object(object) = &mut definition.kind else {
        return;
    };
    let update = |ty: &TypeRef, boxing: &mut Boxing| {
        if *boxing != Boxing::Whole && edge(ty).is_some_and(&is_marked) {
            *boxing = mark;
        }
    };
    for field in &mut object.fields {
        update(&field.ty, &mut field.boxing);
    }
    if let Some(ty) = &object.others {
        update(ty, &mut object.others_boxing);
    }
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

    use super::{Boxing, values};
    use crate::api::{Api, TypeKind};
    use crate::source::SourceFile;

    /// The boxed fields of a specification with these types, as `Type.field`.
    fn boxed(types: &str) -> Vec<String> {
        marked(types, Boxing::Whole)
    }

    /// The fields of a specification with these types that are boxed in this way.
    fn marked(types: &str, mark: Boxing) -> Vec<String> {
        let text =
            format!("specsmith: 1\napi: {{ name: A, title: A, version: 1.0.0 }}\ntypes:\n{types}");
        let api: Api = crate::read(&SourceFile::new("spec.yaml", text)).unwrap();
        let mut found = Vec::new();
        for definition in &api.types {
            let TypeKind::Object(object) = &definition.kind else {
                continue;
            };
            let names = object.fields.iter().map(|field| field.name.as_str());
            let names = names.chain(["others"]).zip(values(object));
            let names = names.filter(|(_, (_, boxing))| *boxing == mark);
            found.extend(names.map(|(field, _)| format!("{}.{field}", definition.name)));
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

    #[test]
    fn fields_around_boxed_ones_are_marked() {
        let types = "
  Page: { fields: { forest: Forest, label: Label } }
  Forest: { fields: { name: string, trees: list<Tree?> }, others: map<Tree> }
  Tree: { fields: { children: list<Tree>, label: Label } }
  Label: { fields: { text: string } }
";
        assert_eq!(boxed(types), ["Tree.children"]);
        assert_eq!(
            marked(types, Boxing::Inside),
            ["Page.forest", "Forest.trees", "Forest.others"]
        );
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
