//! Schemas become types. A schema that something refers to has a name in the document. One that is written in place
//! becomes an expression, or a type that is named in the end, when all of them are known.

use super::kinds::Kinds;
use super::placeholders::placeholder;
use super::references::{Key, NodeRef};
use super::schema::Schema;
use super::type_places::{PlaceKind, TypePlace};
use super::types::{BuiltName, JSON, OpenType, SchemaType, Typed, Types, type_entry};
use super::warnings::Topic;
use crate::api::Scalar;
use crate::document::{Constraints, TypeEntry, TypeEntryKind, TypeExpr, TypeExprKind};
use crate::extensions::{NAME, TYPE};
use crate::node::Node;
use crate::source::{Span, Spanned};

/// How deep objects that are merged from several schemas nest before they are what one of these refers to. Each level
/// has its own copies of those below it.
const MOST_MERGED: usize = 3;

/// How deep merged types of any kind nest before that.
const MOST_OPEN: usize = 5;

impl<'a> Types<'a> {
    /// The type of a schema. `place` is where it is written.
    pub(super) fn type_of(&mut self, parts: &[NodeRef<'a>], place: &TypePlace) -> Typed {
        let Some(first) = parts.first() else {
            return Typed::plain(TypeExpr::new(JSON, Span::default()));
        };
        let span = first.node.span;
        if let Some(reference) = self.files.reference(parts) {
            let nullable = reference.nullable || self.files.is_nullable(reference.target);
            let name = self.named(reference.target, reference.text);
            let mut ty = TypeExpr::new(TypeExprKind::Named(name), span);
            ty.nullable = nullable;
            return Typed::plain(ty);
        }
        if let Some(reference) = first.node.get("$ref").filter(|_| parts.len() == 1)
            && reference
                .as_text()
                .is_none_or(|text| self.files.resolve(first.file, text).is_none())
        {
            self.warn_broken(first.file, reference, "this is any JSON value");
            return Typed::plain(TypeExpr::new(JSON, span));
        }
        let schema = self.files.schema(parts);
        let refers = |at: &NodeRef<'_>| at.node.get("allOf").or(at.node.get("$ref")).is_some();
        if parts.len() == 1 && !refers(first) {
            return self.in_place(&schema, parts, place, span);
        }
        // A schema that is merged with others may be inside of itself.
        let key: Vec<Key> = parts.iter().map(|at| at.key()).collect();
        let same = self.open.iter().find(|open| open.schemas == key);
        let again = same.map(|open| open.index);
        // A choice may turn out to be one of its members, which has another type.
        let is_object = schema.kinds == Kinds::OBJECT
            && !schema.properties.is_empty()
            && schema.choices.is_empty();
        let outer_objects = self.open.iter().filter(|open| open.is_object).count();
        let is_deep = is_object && outer_objects >= MOST_MERGED || self.open.len() >= MOST_OPEN;
        if let Some(index) = again.filter(|_| is_object) {
            self.recursive.insert(index);
            let name = placeholder(index);
            return Typed::plain(TypeExpr::new(TypeExprKind::Named(name), span));
        }
        if again.is_some() || is_deep {
            let target = self.first_reference(parts);
            let kind = target
                .map(|(target, text)| TypeExprKind::Named(self.named(target, text)))
                .or(again.is_some().then_some(JSON));
            if let Some(kind) = kind {
                return Typed::plain(TypeExpr::new(kind, span));
            }
        }
        self.open.push(OpenType {
            schemas: key,
            index: self.built.len(),
            is_object,
        });
        let typed = self.in_place(&schema, parts, place, span);
        self.open.pop();
        typed
    }

    /// The type of what is inside another type: an item, a value of a map, a variant. It has no constraints beside it,
    /// so these make it a separate type.
    pub(super) fn inner(&mut self, parts: &[NodeRef<'a>], place: &TypePlace) -> TypeExpr {
        let typed = self.type_of(parts, place);
        self.constrained(typed, place)
    }

    /// The first schema that one of several refers to.
    pub(super) fn first_reference(&self, parts: &[NodeRef<'a>]) -> Option<(NodeRef<'a>, &'a str)> {
        parts.iter().find_map(|at| {
            let members = at.node.items_at("allOf");
            let mut nodes = std::iter::once(at.node).chain(members);
            let text = nodes.find_map(|node| node.text_at("$ref"))?;
            Some((self.files.resolve(at.file, text)?, text))
        })
    }

    /// The type of a schema that is written in place.
    pub(super) fn in_place(
        &mut self,
        schema: &Schema<'a>,
        parts: &[NodeRef<'a>],
        place: &TypePlace,
        span: Span,
    ) -> Typed {
        let enumeration = schema.ms_enum.filter(|_| schema.values.is_some());
        let enumeration_name = enumeration.and_then(|enumeration| enumeration.text_at("name"));
        // In a property or a parameter, the extension names the field.
        let is_field = matches!(place.kind, PlaceKind::Name(_)) && place.depth == 0;
        let owner = parts.first().filter(|_| !is_field);
        let given_name = owner.and_then(|at| at.node.text_at(NAME));
        let name = given_name.or(enumeration_name);
        let named = name.map(|name| TypePlace::named(name, place.depth));
        let place = named.as_ref().unwrap_or(place);
        // The type gets its index before those inside of it, whose names depend on it.
        let index = self.reserve(BuiltName::Places(vec![place.clone()]));
        let mut nullable = schema.nullable;
        let shape = self.schema_type(schema, parts, index, place.depth, &mut nullable);
        let (kind, constraints) = match shape {
            SchemaType::Expr(kind, constraints) => (kind, *constraints),
            SchemaType::Type(kind) => (
                self.finish(index, kind, false, schema, place, span),
                Constraints::default(),
            ),
            SchemaType::Closed(kind) => (
                self.finish(index, kind, true, schema, place, span),
                Constraints::default(),
            ),
        };
        let mut ty = TypeExpr::new(placed(kind, span), span);
        ty.nullable = nullable && !matches!(ty.kind, TypeExprKind::Scalar(Scalar::Json));
        Typed { ty, constraints }
    }

    /// The type at a place, whose shape `make` returns. `span` is where the document has it, if something may be
    /// reported about it.
    pub(super) fn in_place_of(
        &mut self,
        span: Span,
        schema: &Schema<'a>,
        place: &TypePlace,
        make: &mut dyn FnMut(&mut Self, usize) -> SchemaType,
    ) -> TypeExpr {
        let index = self.reserve(BuiltName::Places(vec![place.clone()]));
        let kind = match make(self, index) {
            SchemaType::Expr(kind, _) => kind,
            SchemaType::Type(kind) => self.finish(index, kind, false, schema, place, span),
            SchemaType::Closed(kind) => self.finish(index, kind, true, schema, place, span),
        };
        TypeExpr::new(kind, span)
    }

    /// Builds everything that was referred to, and what that refers to.
    pub(super) fn build(&mut self) {
        while let Some((index, at)) = self.waiting.pop_front() {
            let schema = self.files.schema(&[at]);
            let mut nullable = false;
            let shape = self.schema_type(&schema, &[at], index, 0, &mut nullable);
            let name = Spanned::new(placeholder(index), at.node.span);
            let (kind, is_closed) = match shape {
                SchemaType::Type(kind) => (kind, false),
                SchemaType::Closed(kind) => (kind, true),
                SchemaType::Expr(kind, constraints) => {
                    let target = TypeExpr::new(placed(kind, at.node.span), at.node.span);
                    (
                        TypeEntryKind::Alias {
                            target,
                            constraints,
                        },
                        false,
                    )
                }
            };
            let mut entry = type_entry(name, kind, &schema);
            self.set_own_type(at.node, &mut entry);
            self.put(index, entry, is_closed);
        }
    }
}

impl Types<'_> {
    /// Gives a schema its type of the user, which makes it a newtype. Only scalars have one.
    fn set_own_type(&mut self, node: &Node, entry: &mut TypeEntry) {
        let Some((key, value)) = node.entry(TYPE) else {
            return;
        };
        let kind = match (value.spanned_text(), &entry.kind) {
            (
                Some(path),
                TypeEntryKind::Alias {
                    target,
                    constraints,
                },
            ) if matches!(target.kind, TypeExprKind::Scalar(scalar) if scalar != Scalar::Json) => {
                entry.rust = Some(path);
                TypeEntryKind::Newtype {
                    inner: target.clone(),
                    constraints: constraints.clone(),
                }
            }
            _ => {
                let what = format!("`{TYPE}` is the path of a type, at a schema of single values");
                self.warnings.add(Topic::WrongExtension, key.span, &what);
                return;
            }
        };
        entry.kind = kind;
    }
}

/// Items and values that nothing describes are at the place of the list or map.
fn placed(mut kind: TypeExprKind, span: Span) -> TypeExprKind {
    if let TypeExprKind::List(inner) | TypeExprKind::Map(inner) = &mut kind
        && inner.span == Span::default()
    {
        inner.span = span;
    }
    kind
}
