//! The types of schemas: expressions, or types that need names.

use super::enums;
use super::kinds::Kinds;
use super::notes::notes;
use super::references::NodeRef;
use super::scalars;
use super::schema::Schema;
use super::type_places::TypePlace;
use super::types::{JSON, SchemaType, Types, is_json};
use super::unions;
use super::validation_schemas::is_about_others;
use super::warnings::Topic;
use crate::api::{Bound, Integer, JsonKind, Scalar};
use crate::check::violated;
use crate::diagnostic::Lost;
use crate::document::{
    Constraints, FieldEntry, MAX_DEPTH, Notes, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::node::Node;
use crate::source::{Span, Spanned};

impl<'a> Types<'a> {
    /// What a schema becomes. `index` is the index of the type, for the names of types inside of it.
    pub(super) fn schema_type(
        &mut self,
        schema: &Schema<'a>,
        parts: &[NodeRef<'a>],
        index: usize,
        depth: usize,
        nullable: &mut bool,
    ) -> SchemaType {
        if let Some(span) = schema.never {
            self.files.ignore("a schema that is `false`", span);
            return SchemaType::json();
        }
        if let Some(values) = &schema.values {
            self.note_limited_values(values, schema);
            return enums::schema_type(values, schema, &mut self.warnings);
        }
        if let Some(shape) = unions::schema_type(self, schema, parts, index, depth, nullable) {
            return shape;
        }
        if !schema.prefix.is_empty() && schema.kinds.has(Kinds::LIST) {
            return self.tuple(schema, index, depth);
        }
        match schema.kinds.count() {
            0 => {
                if let Some(span) = schema.only_null {
                    self.files.ignore("`type: null`", span);
                }
                SchemaType::json()
            }
            1 => {
                self.note_other_kinds(schema.kinds, parts);
                self.single(schema.kinds, schema, index, depth)
            }
            _ => unions::by_kind(self, schema, index, depth),
        }
    }

    /// The type of a schema of one kind.
    pub(super) fn single(
        &mut self,
        kind: Kinds,
        schema: &Schema<'a>,
        index: usize,
        depth: usize,
    ) -> SchemaType {
        match kind {
            Kinds::OBJECT => self.object(schema, index, depth),
            Kinds::LIST => {
                let place = TypePlace::item(index, depth);
                let mut item = match &schema.items {
                    Some(parts) if depth < MAX_DEPTH - 1 => self.inner(parts, &place),
                    Some(parts) => self.too_deep(parts),
                    None => TypeExpr::new(JSON, Span::default()),
                };
                if is_json(&item) {
                    item.nullable = false;
                }
                SchemaType::Expr(
                    TypeExprKind::List(Box::new(item)),
                    Box::new(list_constraints(schema)),
                )
            }
            _ => {
                let scalar = scalars::scalar(kind, schema);
                if schema.format == Some("uuid") && scalar == Scalar::String {
                    self.warn_of_uuid(schema);
                }
                let limits = self.limits_of_scalar(scalar, &schema.limits.of_kind(kind));
                SchemaType::Expr(TypeExprKind::Scalar(scalar), Box::new(limits))
            }
        }
    }

    /// Notes what schemas say about objects and lists, if their type is another one. It may be a mistake.
    fn note_other_kinds(&self, kind: Kinds, parts: &[NodeRef<'a>]) {
        let entries = parts
            .iter()
            .flat_map(|part| part.node.entries().iter().map(|entry| (part.node, entry)));
        for (schema, (key, value)) in entries {
            let what = match key.value.as_str() {
                "properties" if kind != Kinds::OBJECT => {
                    "`properties` of a type other than `object`"
                }
                "required" if kind != Kinds::OBJECT && !value.items().is_empty() => {
                    "`required` of a type other than `object`"
                }
                "items" if kind != Kinds::LIST => "`items` of a type other than `array`",
                "prefixItems" if kind != Kinds::LIST => {
                    "`prefixItems` of a type other than `array`"
                }
                _ => continue,
            };
            // Whoever describes properties may mean objects.
            let is_of_objects = matches!(key.value.as_str(), "properties" | "required");
            match is_about_others(schema, &key.value) && !is_of_objects {
                true => self.files.note_void(what, key.span),
                false => self.files.leave_out(what, "it has no effect", key.span),
            }
        }
    }

    /// Warns of strings that are called UUIDs, but have other lengths.
    fn warn_of_uuid(&mut self, schema: &Schema<'a>) {
        let limits = &schema.limits.of_values;
        let limit = [limits.min_length, limits.max_length].into_iter().flatten();
        if let Some(limit) = limit.last() {
            let what = "`format: uuid` is left out, because UUIDs have other lengths: any string of this length is accepted";
            self.warnings.add(Topic::Constraint, limit.span, what);
        }
    }

    /// The limits that a scalar can have. The others are noted, unless all values of the scalar have them.
    fn limits_of_scalar(&mut self, scalar: Scalar, limits: &Constraints) -> Constraints {
        let mut ignored = self.files.ignored.borrow_mut();
        match scalar {
            Scalar::Integer(integer @ (Integer::Int64 | Integer::Uint64)) => {
                let (limits, beyond) = scalars::within(integer, limits);
                for span in beyond {
                    ignored.add("a limit beyond the integers of 64 bits", span);
                }
                limits
            }
            Scalar::Integer(integer) => {
                let (limits, beyond) = scalars::within_short(integer, limits);
                for keyword in beyond {
                    let name = scalar.name();
                    let what = format!(
                        "`{}` is beyond the values of `{name}`, whose range stays the limit",
                        keyword.value
                    );
                    self.warnings.add(Topic::Constraint, keyword.span, &what);
                }
                limits
            }
            Scalar::Float => {
                let mut limits = limits.clone();
                let is_end =
                    |limit: &mut Spanned<Bound>| limit.value.as_f64().abs() == Bound::LARGEST_FLOAT;
                limits.min.take_if(is_end);
                limits.max.take_if(is_end);
                limits
            }
            scalar if scalar.is_text() || scalar.json() == JsonKind::Number => limits.clone(),
            scalar => {
                let (least, most) = scalar.lengths();
                let is_short = limits.min_length.filter(|length| length.value > least);
                let is_long = limits.max_length.filter(|length| length.value < most);
                for limit in [is_short, is_long].into_iter().flatten() {
                    let what = "the length of a string whose format has a type";
                    ignored.add(what, limit.span);
                }
                let implied = scalar.pattern();
                let pattern = limits.pattern.as_ref();
                if let Some(pattern) = pattern.filter(|own| Some(&*own.value) != implied) {
                    let what = "the `pattern` of a string whose format has a type";
                    ignored.add(what, pattern.span);
                }
                Constraints::default()
            }
        }
    }

    /// Notes that values of an enumeration do not have the type beside it, or are not within the limits.
    fn note_limited_values(&self, values: &[&Node], schema: &Schema<'a>) {
        let mut kinds = values.iter().filter_map(|value| Kinds::of(value));
        if let Some(span) = schema.type_span
            && kinds.any(|kind| schema.kinds.excludes(kind))
        {
            let what = "a type that not all values of an `enum` have";
            self.files.lose(what, Lost::Rule, span);
        }
        for value in values {
            let Some(kind) = Kinds::of(value) else {
                continue;
            };
            if let Some(limit) = violated(&value.kind, &schema.limits.of_kind(kind)) {
                let what = "a limit of an `enum` that not all of its values are within";
                self.files.ignore(what, limit);
            }
        }
    }

    /// The type of items in lists and maps that nest too deep: any JSON value.
    pub(super) fn too_deep(&self, parts: &[NodeRef<'a>]) -> TypeExpr {
        if let Some(at) = parts.first() {
            self.files.ignore(
                "what is in lists and maps of more than eight levels",
                at.node.span,
            );
        }
        TypeExpr::new(JSON, Span::default())
    }

    pub(super) fn tuple(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> SchemaType {
        if !schema.is_tuple() {
            return self.list_of_any(schema);
        }
        if let Some(span) = schema.limits.of_values.unique_items {
            self.files.ignore(
                "`uniqueItems` of a list whose items have different types",
                span,
            );
        }
        let elements = schema
            .prefix
            .iter()
            .enumerate()
            .map(|(at, parts)| {
                let place = TypePlace::property(index, "item", depth);
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
            })
            .collect();
        SchemaType::Type(TypeEntryKind::Tuple(elements))
    }

    /// A list whose first items have other schemas, but which has no fixed number of them.
    fn list_of_any(&self, schema: &Schema<'a>) -> SchemaType {
        let is_any = |parts: &Vec<NodeRef<'a>>| {
            let schema = self.files.schema(parts);
            schema.is_anything() && schema.never.is_none()
        };
        if !schema.prefix.iter().all(is_any) {
            let what = "`prefixItems` of a list without a fixed number of items";
            for first in schema.prefix.iter().take(1).flatten() {
                self.files.ignore_in_list(what, first.node.span);
            }
        }
        for items in schema.items.iter().flatten() {
            self.files
                .ignore("`items` beside `prefixItems`", items.node.span);
        }
        let item = TypeExpr::new(JSON, Span::default());
        SchemaType::Expr(
            TypeExprKind::List(Box::new(item)),
            Box::new(list_constraints(schema)),
        )
    }
}

/// The limits of a list. If nothing may follow its first items, it has no more than these.
fn list_constraints(schema: &Schema<'_>) -> Constraints {
    let mut limits = schema.limits.of_kind(Kinds::LIST);
    let count = u64::try_from(schema.prefix.len()).unwrap_or(u64::MAX);
    if let Some(span) = schema.only_prefix
        && limits.max_items.is_none_or(|most| most.value > count)
    {
        limits.max_items = Some(Spanned::new(count, span));
    }
    limits
}
