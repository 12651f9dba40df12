//! Named values: properties, parameters and headers, with their notes, directions and names.

use std::collections::VecDeque;

use super::enums;
use super::kinds::Kinds;
use super::notes::notes;
use super::references::{Files, NodeRef};
use super::schema::{Parts, Property, is_null};
use super::type_places::TypePlace;
use super::types::{JSON, Types};
use super::warnings::Topic;
use super::xml;
use crate::api::{EnumKind, Scalar, Sensitivity};
use crate::document::{Direction, FieldEntry, TypeExpr, TypeExprKind};
use crate::extensions::NAME;
use crate::hash::HashSet;
use crate::naming;
use crate::node::{Node, NodeKind};
use crate::source::Spanned;

impl<'a> Types<'a> {
    /// A property of an object.
    pub(super) fn field(
        &mut self,
        property: &Property<'a>,
        is_required: bool,
        index: usize,
    ) -> FieldEntry {
        let place = TypePlace::property(index, &property.name.value, 0);
        let mut field = self.value(property.name, &property.parts, is_required, &place);
        let mut stated = property.parts.iter().filter_map(|at| xml::read(at.node));
        field.xml = stated.next();
        for span in property.parts.iter().filter_map(|at| xml::lost(at.node)) {
            let what =
                "the namespace of items has no effect in XML: their names are sent without one";
            self.warnings.add(Topic::Dropped, span, what);
        }
        // Constants are elements of their names.
        if field.xml.is_some() && field.constant.take().is_some() {
            field.ty = self.type_of(&property.parts, &place).ty;
        }
        // The direction is replaced by what it means, when it is known where the type is used.
        let direction = self.direction(property);
        field.only_in = direction.map(|direction| Spanned::new(direction, property.name.span));
        field
    }

    /// The direction that a property is in, as its schema says, or what this refers to. If it is `readOnly` and
    /// `writeOnly`, it is in both.
    fn direction(&mut self, property: &Property<'a>) -> Option<Direction> {
        let parts = self
            .files
            .with_targets(&property.parts, Choices::BesideNull);
        let is_marked = |key: &str| parts.iter().any(|at| at.node.is_set(key));
        if is_marked("readOnly") && is_marked("writeOnly") {
            let what = format!(
                "`{}` is `readOnly` and `writeOnly`, which exclude each other, so it is in requests and responses",
                property.name.value
            );
            self.warnings
                .add(Topic::Constraint, property.name.span, &what);
            return None;
        }
        parts.iter().find_map(|at| direction(at.node))
    }

    /// A named value: a property, a parameter, a header.
    pub(super) fn value(
        &mut self,
        name: &Spanned<String>,
        parts: &Parts<'a>,
        is_required: bool,
        place: &TypePlace,
    ) -> FieldEntry {
        let schema_of = |types: &Self| types.files.schema(parts);
        // In the spec language, this is how names of optional fields end, so it has no such required field.
        let ends_in_mark = is_required && name.value.ends_with('?');
        if ends_in_mark {
            let what = "whether a required property is there, if its name ends in `?`,";
            self.files.ignore(what, name.span);
        }
        let is_required = is_required && !ends_in_mark;
        let mut field = FieldEntry::optional(name.clone(), TypeExpr::new(JSON, name.span));
        field.optional = !is_required;
        if is_required && let Some(constant) = self.constant(parts) {
            if let Some([only]) = schema_of(self).values.as_deref()
                && matches!(constant.kind, NodeKind::Text(_))
            {
                enums::warn_of_kind(only, EnumKind::Text, &mut self.warnings);
            }
            field.ty = TypeExpr::new(TypeExprKind::Scalar(scalar_of(&constant)), constant.span);
            field.constant = Some(Box::new(constant));
        } else {
            let typed = self.type_of(parts, place);
            field.ty = typed.ty;
            field.constraints = typed.constraints.into();
        }
        for part in parts {
            set_given_name(&mut field, part.node);
        }
        if matches!(field.ty.kind, TypeExprKind::Scalar(_)) && field.constant.is_none() {
            let schema = schema_of(self);
            if schema.format == Some("password") || schema.secret {
                field.sensitivity = Sensitivity::Secret;
            } else if schema.personal {
                field.sensitivity = Sensitivity::Personal;
            }
        }
        if self.files.is_exported() {
            let own = parts.iter().map(|part| sensitivity(part.node));
            field.sensitivity = own.fold(field.sensitivity, Sensitivity::max);
        }
        add_notes(&mut field, parts);
        if field.default.is_none() && field.constant.is_none() {
            let default = self.files.default_of_targets(parts);
            field.default = default.map(|default| Box::new(default.clone()));
        }
        field
    }

    /// The value that a schema always has: text, an integer or a boolean.
    pub(super) fn constant(&self, parts: &[NodeRef<'a>]) -> Option<Node> {
        let schema = self.files.schema(parts);
        if schema.nullable || schema.has_more_values() || !schema.choices.is_empty() {
            return None;
        }
        match schema.values.as_deref() {
            Some([only]) => constant_of(only, schema.kinds),
            _ => None,
        }
    }
}

impl<'a> Files<'a> {
    /// The default of what schemas refer to. A nearer one replaces it.
    fn default_of_targets(&self, parts: &[NodeRef<'a>]) -> Option<&'a Node> {
        let targets = self.with_targets(parts, Choices::None);
        let default = targets.iter().find_map(|at| at.node.get("default"));
        default.filter(|default| !default.is_null())
    }

    /// Schemas, and all that they refer to by `$ref`, `allOf`, or some choices, the nearer ones first.
    fn with_targets(&self, parts: &[NodeRef<'a>], choices: Choices) -> Vec<NodeRef<'a>> {
        let mut found = Vec::new();
        let mut seen: HashSet<usize> = HashSet::default();
        let mut waiting: VecDeque<NodeRef<'a>> = parts.iter().copied().collect();
        while let Some(at) = waiting.pop_front() {
            if !seen.insert(at.id()) {
                continue;
            }
            found.push(at);
            let reference = at.node.text_at("$ref");
            waiting.extend(reference.and_then(|text| self.resolve(at.file, text)));
            waiting.extend(at.get("allOf").into_iter().flat_map(NodeRef::items));
            let keys: &[&str] = match choices {
                Choices::None => &[],
                Choices::BesideNull => &["oneOf", "anyOf"],
            };
            let choices = keys.iter().filter_map(|key| at.get(key));
            waiting.extend(choices.filter_map(only_member));
        }
        found
    }
}

/// The choices that lead from a schema to another one.
#[derive(Clone, Copy)]
enum Choices {
    None,
    /// Those of one schema, or of null.
    BesideNull,
}

/// The only schema of a choice, apart from null.
fn only_member(choice: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut members = choice.items().filter(|member| !is_null(*member));
    let first = members.next();
    first.filter(|_| members.next().is_none())
}

/// Adds the notes, the default and the example of a value. Keywords beside a reference are in a member of `allOf`,
/// because OpenAPI 3.0 ignores them elsewhere.
fn add_notes(field: &mut FieldEntry, parts: &Parts<'_>) {
    let beside = parts.iter().flat_map(|part| {
        let members = part
            .node
            .items_at("allOf")
            .iter()
            .filter(|node| node.get("$ref").is_none());
        members.chain([part.node])
    });
    for node in beside {
        add_own_notes(field, node);
        if field.constant.is_none() {
            let default = node.get("default").cloned().map(Box::new);
            field.default = default.or(field.default.take());
            let example = node
                .get("example")
                .or_else(|| {
                    let examples = node.items_at("examples");
                    examples.first()
                })
                .cloned()
                .map(Box::new);
            field.example = example.or(field.example.take());
        }
    }
    // Null says nothing.
    for value in [&mut field.default, &mut field.example] {
        *value = value.take().filter(|value| !value.is_null());
    }
}

/// Whether a value may be logged, as a node says beside its type.
pub(super) fn sensitivity(node: &Node) -> Sensitivity {
    match (node.is_set("x-secret"), node.is_set("x-personal")) {
        (true, _) => Sensitivity::Secret,
        (false, true) => Sensitivity::Personal,
        (false, false) => Sensitivity::Public,
    }
}

/// Adds the notes of a node. They replace the notes of what it refers to.
pub(super) fn add_own_notes(field: &mut FieldEntry, node: &Node) {
    let own = notes(node);
    field.notes.doc = own.doc.or(field.notes.doc.take());
    field.notes.assumed = own.assumed.or(field.notes.assumed.take());
    field.notes.see = own.see.or(field.notes.see.take());
    field.notes.deprecation = own.deprecation.or(field.notes.deprecation.take());
    field.notes.stability = own.stability.or(field.notes.stability);
    field.notes.allow = own.allow.union(field.notes.allow);
    field.notes.accepted.extend(own.accepted);
}

/// A value as it is in a document of its kind.
fn constant_of(value: &Node, kinds: Kinds) -> Option<Node> {
    let kind = match &value.kind {
        NodeKind::Text(text) => NodeKind::Text(text.clone()),
        NodeKind::Integer(..) | NodeKind::Bool(_) if kinds == Kinds::STRING => {
            NodeKind::Text(value.scalar_text()?)
        }
        NodeKind::Integer(number, text) if i64::try_from(**number).is_ok() => {
            NodeKind::Integer(number.clone(), text.clone())
        }
        NodeKind::Bool(value) => NodeKind::Bool(*value),
        _ => return None,
    };
    Some(Node {
        span: value.span,
        kind,
    })
}

fn scalar_of(constant: &Node) -> Scalar {
    match constant.kind {
        NodeKind::Bool(_) => Scalar::Boolean,
        NodeKind::Integer(..) => Scalar::Integer(crate::api::Integer::Int64),
        _ => Scalar::String,
    }
}

/// The direction that a property is in, if it is not in both.
fn direction(node: &Node) -> Option<Direction> {
    let is_set = |key: &str| node.is_set(key);
    if is_set("readOnly") || is_set("x-read-only") {
        return Some(Direction::Response);
    }
    if is_set("writeOnly") {
        return Some(Direction::Request);
    }
    let mutability = node.get("x-ms-mutability")?.items();
    let is_read = |node: &Node| node.as_text() == Some("read");
    match (mutability.iter().any(is_read), mutability.len()) {
        (true, 1) => Some(Direction::Response),
        (false, 1..) => Some(Direction::Request),
        _ => None,
    }
}

/// Sets the name in Rust that a node gives to a value. Names for other languages are changed to the case of Rust.
pub(super) fn set_given_name(field: &mut FieldEntry, node: &Node) {
    if field.constant.is_some() {
        return;
    }
    if let Some(given) = node.get(NAME).and_then(Node::spanned_text) {
        field.rust_name = Some(given);
    } else if let Some(given) = node.get("x-ms-client-name").and_then(Node::spanned_text) {
        let name = naming::plain_snake(&given.value);
        let is_name = name.starts_with(naming::is_start);
        if is_name && name != naming::plain_snake(&field.name.value) {
            field.rust_name = Some(Spanned::new(name, given.span));
        }
    }
}
