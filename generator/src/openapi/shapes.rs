//! What schemas become: expressions, or types that need names.

use super::enums;
use super::fields::notes;
use super::kinds::Kinds;
use super::names::Place;
use super::references::At;
use super::scalars;
use super::schema::Schema;
use super::types::{JSON, Types, is_json};
use super::unions;
use crate::api::Scalar;
use crate::document::{
    Constraints, FieldEntry, MAX_DEPTH, Notes, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::source::{Span, Spanned};

/// What a schema becomes.
pub(super) enum Shape {
    /// An expression.
    Expr(TypeExprKind, Box<Constraints>),
    /// A type that needs a name.
    Type(TypeEntryKind),
    /// An enumeration or a union that is never open.
    Closed(TypeEntryKind),
}

impl Shape {
    pub(super) fn json() -> Self {
        Self::Expr(JSON, Box::default())
    }

    pub(super) fn scalar(scalar: Scalar) -> Self {
        Self::Expr(TypeExprKind::Scalar(scalar), Box::default())
    }
}

impl<'a> Types<'a> {
    /// What a schema becomes. `index` is that of the type, for the names of those inside of it.
    pub(super) fn shape(
        &mut self,
        schema: &Schema<'a>,
        parts: &[At<'a>],
        index: usize,
        depth: usize,
        nullable: &mut bool,
    ) -> Shape {
        if let Some(values) = &schema.values {
            return enums::shape(values, schema, &mut self.warnings);
        }
        if let Some(shape) = unions::shape(self, schema, parts, index, depth, nullable) {
            return shape;
        }
        if !schema.prefix.is_empty() {
            return self.tuple(schema, index, depth);
        }
        match schema.kinds.count() {
            0 => Shape::json(),
            1 => self.single(schema.kinds, schema, index, depth),
            _ => unions::by_kind(self, schema, index, depth),
        }
    }

    /// What a schema of one kind becomes.
    pub(super) fn single(
        &mut self,
        kind: Kinds,
        schema: &Schema<'a>,
        index: usize,
        depth: usize,
    ) -> Shape {
        match kind {
            Kinds::OBJECT => self.object(schema, index, depth),
            Kinds::LIST => {
                let place = Place::item(index, depth);
                let mut item = match &schema.items {
                    Some(parts) if depth < MAX_DEPTH - 1 => self.inner(parts, &place),
                    Some(_) | None => TypeExpr::new(JSON, Span::default()),
                };
                if is_json(&item) {
                    item.nullable = false;
                }
                Shape::Expr(
                    TypeExprKind::List(Box::new(item)),
                    Box::new(schema.limits.of_kind(kind)),
                )
            }
            _ => {
                let scalar = scalars::scalar(kind, schema);
                let limits = match scalar {
                    Scalar::String
                    | Scalar::Uri
                    | Scalar::Email
                    | Scalar::Integer(_)
                    | Scalar::Number
                    | Scalar::Float => schema.limits.of_kind(kind),
                    _ => Constraints::default(),
                };
                Shape::Expr(TypeExprKind::Scalar(scalar), Box::new(limits))
            }
        }
    }

    pub(super) fn tuple(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> Shape {
        const MOST: usize = 16;
        let length = u64::try_from(schema.prefix.len()).unwrap_or(u64::MAX);
        let limits = &schema.limits.of_values;
        let has_all = limits.min_items.is_some_and(|least| least.value >= length);
        let has_more = limits.max_items.is_none_or(|most| most.value > length);
        let is_exact = has_all && (schema.only_prefix || !has_more);
        if !is_exact || schema.prefix.len() > MOST {
            let item = TypeExpr::new(JSON, Span::default());
            return Shape::Expr(TypeExprKind::List(Box::new(item)), Box::default());
        }
        let elements = schema.prefix.iter().enumerate().map(|(at, parts)| {
            let place = Place::property(index, "item", depth);
            let typed = self.type_of(parts, &place);
            let span = typed.ty.span;
            let name = Spanned::new(at.to_string(), span);
            FieldEntry {
                constraints: typed.constraints.into(),
                notes: parts
                    .first()
                    .map_or_else(Notes::default, |at| notes(at.node)),
                ..FieldEntry::required(name, typed.ty)
            }
        });
        let elements = elements.collect();
        Shape::Type(TypeEntryKind::Tuple(elements))
    }
}
