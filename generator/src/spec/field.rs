//! Fields of objects and parameters of operations: both have a name, a type and constraints.

use super::node::{Node, NodeKind};
use super::notes::Notes;
use super::place::Place;
use super::table::{Table, wrong_kind};
use super::type_expr::TypeExpr;
use crate::api::{Bound, Sensitivity};
use crate::diagnostic::Diagnostics;
use crate::source::Spanned;

/// A field or a parameter as written.
#[derive(Debug, Clone)]
pub(crate) struct FieldEntry {
    /// The wire name, without the `?`.
    pub(crate) name: Spanned<String>,
    /// Whether the name ends with `?`.
    pub(crate) optional: bool,
    pub(crate) ty: TypeExpr,
    pub(crate) notes: Notes,
    pub(crate) sensitivity: Sensitivity,
    pub(crate) constraints: Constraints,
    pub(crate) default: Option<Node>,
    pub(crate) example: Option<Node>,
}

/// The constraints next to a type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Constraints {
    pub(crate) min: Option<Spanned<Bound>>,
    pub(crate) max: Option<Spanned<Bound>>,
    pub(crate) min_length: Option<Spanned<u64>>,
    pub(crate) max_length: Option<Spanned<u64>>,
    pub(crate) pattern: Option<Spanned<String>>,
    pub(crate) min_items: Option<Spanned<u64>>,
    pub(crate) max_items: Option<Spanned<u64>>,
}

impl Constraints {
    pub(super) fn read(table: &mut Table, diagnostics: &mut Diagnostics) -> Self {
        Self {
            min: bound(table, "min", diagnostics),
            max: bound(table, "max", diagnostics),
            min_length: table.length("min_length", diagnostics),
            max_length: table.length("max_length", diagnostics),
            pattern: table.text("pattern", diagnostics),
            min_items: table.length("min_items", diagnostics),
            max_items: table.length("max_items", diagnostics),
        }
    }
}

fn bound(
    table: &mut Table,
    key: &'static str,
    diagnostics: &mut Diagnostics,
) -> Option<Spanned<Bound>> {
    let node = table.node(key)?;
    let bound = match node.kind {
        NodeKind::Integer(value, _) => Bound::Integer(value),
        NodeKind::Number(value, _) if value.is_finite() => Bound::Number(value),
        kind => {
            diagnostics.push(wrong_kind(
                &format!("`{key}`"),
                "a number",
                &kind,
                node.span,
            ));
            return None;
        }
    };
    Some(Spanned::new(bound, node.span))
}

/// Reads `fields`, `path`, `query` or `headers`: a map from names to types. `place` is that of an
/// entry.
pub(super) fn read_fields(
    entries: Table,
    place: Place,
    diagnostics: &mut Diagnostics,
) -> Vec<FieldEntry> {
    entries
        .into_entries()
        .into_iter()
        .filter_map(|(name, node)| read_field(name, node, place, diagnostics))
        .collect()
}

fn read_field(
    name: Spanned<String>,
    node: Node,
    place: Place,
    diagnostics: &mut Diagnostics,
) -> Option<FieldEntry> {
    let (name, optional) = match name.value.strip_suffix('?') {
        Some(stripped) => (Spanned::new(stripped.to_owned(), name.span), true),
        None => (name, false),
    };
    if !matches!(node.kind, NodeKind::Map(_)) {
        let what = format!("the type of `{}`", name.value);
        let ty = TypeExpr::read(node, &what, place, diagnostics)?;
        return Some(FieldEntry {
            name,
            optional,
            ty,
            notes: Notes::default(),
            sensitivity: Sensitivity::Public,
            constraints: Constraints::default(),
            default: None,
            example: None,
        });
    }
    let mut table = Table::open(node, place, diagnostics)?.at(name.span);
    let ty = table
        .type_node()
        .and_then(|node| TypeExpr::read(node, "`type`", place, diagnostics));
    let notes = Notes::read(&mut table, diagnostics);
    let sensitivity = read_sensitivity(&mut table, diagnostics);
    let constraints = Constraints::read(&mut table, diagnostics);
    let default = table.node("default");
    let example = table.node("example");
    table.close(diagnostics);
    Some(FieldEntry {
        name,
        optional,
        ty: ty?,
        notes,
        sensitivity,
        constraints,
        default,
        example,
    })
}

/// Reads `personal: true` and `secret: true`; `secret` wins.
pub(super) fn read_sensitivity(table: &mut Table, diagnostics: &mut Diagnostics) -> Sensitivity {
    let personal = table.flag("personal", diagnostics).unwrap_or(false);
    let secret = table.flag("secret", diagnostics).unwrap_or(false);
    match (secret, personal) {
        (true, _) => Sensitivity::Secret,
        (false, true) => Sensitivity::Personal,
        (false, false) => Sensitivity::Public,
    }
}
