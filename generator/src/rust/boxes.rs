//! Which fields are `Boxed`.
//!
//! A field is boxed in two cases. Both depend on the field's own object and on what the field's
//! value can contain, never on the types that use the object:
//! - The value can contain another object of the type that the field belongs to.
//! - The value is nested more than [`LEVELS`] levels deep.
//!
//! Fields that are not boxed, but contain boxed fields, are marked too, because they are read
//! differently.

use crate::api::{AdditionalFields, Type, TypeDef, TypeKind, TypeRef};
use crate::cycles::{components, finishing_order};

/// How many levels of objects, lists and maps a value may have without a boxed field in between. The
/// compiler gives up after 128 steps, and one level can cost it five. Few APIs nest this deep.
const LEVELS: usize = 12;

/// Where a value is `Boxed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Boxing {
    /// Nowhere.
    #[default]
    None,
    /// Not as a whole, but fields of the objects in it are.
    Inside,
    /// As a whole.
    Whole,
}

/// Chooses the values that are boxed: for every type, among its
/// [`contents`](TypeDef::contents), in their order.
pub(super) fn choose(types: &[TypeDef]) -> Vec<Vec<Boxing>> {
    let value = |ty: &TypeRef| Value {
        edge: edge(ty, 0),
        boxing: Boxing::None,
        is_inline: false,
    };
    let types = types.iter();
    let mut nodes: Vec<Node> = types
        .clone()
        .map(|ty| {
            let mut node: Node = ty.contents().into_iter().map(value).collect();
            if let (TypeKind::Object(ty), Some(last)) = (&ty.kind, node.last_mut()) {
                last.is_inline = matches!(ty.others, AdditionalFields::Union(_));
            }
            node
        })
        .collect();
    // Fields of objects and tuples first: most cycles lead through one, and the variants of a union stay as they are.
    let is_object: Vec<bool> = types
        .map(|ty| matches!(ty.kind, TypeKind::Object(_) | TypeKind::Tuple(_)))
        .collect();
    box_cycles(&mut nodes, |owner| is_object[owner]);
    box_cycles(&mut nodes, |_| true);
    // The edges that are left have no cycle, so what a type contains comes before the type. Boxing more
    // fields only removes edges, so the order stays valid.
    let order = finishing_order(&edges(&nodes));
    box_deep_fields(&mut nodes, &order);
    mark_fields_around_boxed_ones(&mut nodes, &order);
    let boxings = |node: Node| node.into_iter().map(|value| value.boxing).collect();
    nodes.into_iter().map(boxings).collect()
}

/// A type: the values in it.
type Node = Vec<Value>;

/// A value in an object.
struct Value {
    edge: Option<Edge>,
    boxing: Boxing,
    /// Whether its parts are among the fields of the object, so that only values in it can be boxed.
    is_inline: bool,
}

/// The named type in a value.
#[derive(Clone, Copy)]
struct Edge {
    target: usize,
    /// The number of lists and maps around it.
    containers: usize,
}

fn edge(ty: &TypeRef, containers: usize) -> Option<Edge> {
    match &ty.ty {
        Type::Scalar(_) => None,
        Type::Named(id) => Some(Edge {
            target: id.index(),
            containers,
        }),
        Type::List(inner) | Type::Map(inner) => edge(inner, containers + 1),
    }
}

/// Boxes the values of these types that are part of a cycle.
fn box_cycles(nodes: &mut [Node], is_chosen: impl Fn(usize) -> bool) {
    let components = components(&edges(nodes));
    let chosen = nodes.iter_mut().enumerate();
    for (owner, node) in chosen.filter(|(owner, _)| is_chosen(*owner)) {
        // An edge is part of a cycle exactly if both ends are in one component. A component of one
        // type has an edge inside only if it is an edge to itself.
        mark(node, Boxing::Whole, |edge| {
            components[edge.target] == components[owner]
        });
    }
}

fn box_deep_fields(nodes: &mut [Node], order: &[usize]) {
    let mut heights = vec![0; nodes.len()];
    for &index in order {
        let levels = |edge: Edge| heights[edge.target] + edge.containers + 1;
        mark(&mut nodes[index], Boxing::Whole, |edge| {
            levels(edge) > LEVELS
        });
        heights[index] = open_edges(&nodes[index]).map(levels).max().unwrap_or(0);
    }
}

fn mark_fields_around_boxed_ones(nodes: &mut [Node], order: &[usize]) {
    let mut contains_boxed = vec![false; nodes.len()];
    for &index in order {
        let node = &mut nodes[index];
        mark(node, Boxing::Inside, |edge| contains_boxed[edge.target]);
        contains_boxed[index] = node.iter().any(|value| value.boxing != Boxing::None);
    }
}

/// The types that each type contains other than in a boxed field.
fn edges(nodes: &[Node]) -> Vec<Vec<usize>> {
    let targets = |node: &Node| open_edges(node).map(|edge| edge.target).collect();
    nodes.iter().map(targets).collect()
}

/// The named types in the values that are not boxed.
fn open_edges(node: &Node) -> impl Iterator<Item = Edge> {
    let open = node.iter().filter(|value| value.boxing != Boxing::Whole);
    open.filter_map(|value| value.edge)
}

/// Marks the values that are not boxed yet and have an edge for which `is_marked` holds.
fn mark(node: &mut Node, mark: Boxing, is_marked: impl Fn(Edge) -> bool) {
    let open = node
        .iter_mut()
        .filter(|value| value.boxing != Boxing::Whole);
    for value in open {
        let may_be_marked = mark != Boxing::Whole || !value.is_inline;
        if may_be_marked && value.edge.is_some_and(&is_marked) {
            value.boxing = mark;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Boxing, choose};
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
        for (definition, boxings) in api.types.iter().zip(choose(&api.types)) {
            let TypeKind::Object(object) = &definition.kind else {
                continue;
            };
            let names = object.fields.iter().map(|field| field.name.as_str());
            let names = names.chain(["others"]).zip(boxings);
            let names = names.filter(|(_, boxing)| *boxing == mark);
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
