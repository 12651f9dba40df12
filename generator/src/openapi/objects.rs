//! Objects: their fields and what is beside these, and maps.

use super::kinds::Kinds;
use super::schema::{Additional, Schema};
use super::type_places::TypePlace;
use super::types::{JSON, SchemaType, Types};
use super::warnings::Topic;
use crate::document::{
    AdditionalFieldsEntry, FieldEntry, MAX_DEPTH, TypeEntryKind, TypeExpr, TypeExprKind,
};
use crate::hash::HashSet;
use crate::naming;
use crate::source::{Span, Spanned};

impl<'a> Types<'a> {
    pub(super) fn object(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> SchemaType {
        let undeclared = undeclared(schema);
        let is_closed = matches!(schema.additional, Some(Additional::Forbidden));
        let is_empty = is_closed && schema.patterns.is_empty();
        let is_map = !is_empty && !schema.is_object;
        if schema.properties.is_empty() && undeclared.is_empty() && is_map {
            return self.map(schema, index, depth);
        }
        let mut fields: Vec<FieldEntry> = Vec::with_capacity(schema.properties.len());
        for property in &schema.properties {
            if property.name.value.is_empty() {
                self.warnings.add(Topic::EmptyName, property.name.span, "");
                continue;
            }
            let is_required = schema.required.contains_key(property.name.value.as_str());
            fields.push(self.field(property, is_required, index));
        }
        fields.extend(self.undeclared_fields(schema, &undeclared, index));
        self.ignore_beside_properties(schema);
        spell_symbols(&mut fields);
        let others = self.others(schema, index);
        let rules = schema.additional_rules.first();
        SchemaType::Type(TypeEntryKind::Object {
            fields,
            others,
            others_at: rules.map(|rule| rule.span),
            bases: Vec::new(),
            ignored: Vec::new(),
            is_closed: false,
            counts: schema.limits.fields(),
        })
    }

    /// What becomes of the properties that an object does not declare. Those whose names match a pattern are kept.
    fn others(&mut self, schema: &Schema<'a>, index: usize) -> AdditionalFieldsEntry {
        let json = || TypeExpr::new(JSON, Span::default());
        if !schema.patterns.is_empty() {
            return AdditionalFieldsEntry::Kept(json());
        }
        match &schema.additional {
            Some(Additional::Of(parts)) => {
                let place = TypePlace::property(index, "other", 0);
                AdditionalFieldsEntry::Kept(self.inner(parts, &place))
            }
            Some(Additional::Any) => AdditionalFieldsEntry::Kept(json()),
            Some(Additional::Forbidden) => AdditionalFieldsEntry::Rejected,
            None => AdditionalFieldsEntry::Ignored,
        }
    }

    /// The required fields that no property describes, which have the type of all other fields. A name that is close to a
    /// property is misspelled.
    fn undeclared_fields(
        &mut self,
        schema: &Schema<'a>,
        undeclared: &[(&'a str, Span)],
        index: usize,
    ) -> Vec<FieldEntry> {
        let properties = schema
            .properties
            .iter()
            .map(|property| property.name.value.as_str());
        let takes_others = matches!(schema.additional, Some(Additional::Any | Additional::Of(_)))
            || !schema.patterns.is_empty();
        let is_forbidden = matches!(schema.additional, Some(Additional::Forbidden));
        for (name, span) in undeclared.iter().filter(|_| is_forbidden && !takes_others) {
            let what = format!(
                "`{name}` is required, but there is no such property and others are forbidden; it is a field with any value"
            );
            self.warnings.add(Topic::Constraint, *span, &what);
        }
        if !takes_others {
            let mut misspelled = self.files.misspelled.borrow_mut();
            for (name, span) in undeclared {
                misspelled.property(name, *span, properties.clone());
            }
        }
        let of_others = match &schema.additional {
            Some(Additional::Of(parts)) if schema.patterns.is_empty() => Some(parts),
            _ => None,
        };
        let fields = undeclared.iter().map(|(name, span)| {
            let ty = match of_others {
                Some(parts) => self.inner(parts, &TypePlace::property(index, name, 0)),
                None => TypeExpr::new(JSON, *span),
            };
            let name = Spanned::new((*name).to_owned(), *span);
            FieldEntry::required(name, ty)
        });
        fields.collect()
    }

    /// Notes what no object with declared fields expresses.
    pub(super) fn ignore_beside_properties(&self, schema: &Schema<'a>) {
        let ignore = |what, span| self.files.ignore(what, span);
        for (pattern, _) in &schema.patterns {
            ignore("`patternProperties` beside `properties`", pattern.span);
        }
        // An object has its required properties anyway.
        if let Some(limit) = schema.limits.min_properties
            && limit.value > schema.required.len() as u64
        {
            ignore("`minProperties` beside `properties`", limit.span);
        }
        if let Some(limit) = schema.limits.max_properties {
            ignore("`maxProperties` beside `properties`", limit.span);
        }
    }

    /// An object without declared properties.
    pub(super) fn map(&mut self, schema: &Schema<'a>, index: usize, depth: usize) -> SchemaType {
        let values = match (&schema.additional, schema.patterns.as_slice()) {
            (Some(Additional::Of(parts)), []) => Some(parts.clone()),
            (Some(Additional::Forbidden), [(pattern, value)]) => {
                self.files
                    .ignore_of_name("the pattern of `patternProperties`", pattern.span);
                Some(vec![*value])
            }
            (_, []) => None,
            (_, patterns) => {
                for (pattern, _) in patterns {
                    self.files
                        .ignore("`patternProperties` beside other properties", pattern.span);
                }
                None
            }
        };
        let value = match values {
            Some(parts) if depth < MAX_DEPTH - 1 => {
                self.inner(&parts, &TypePlace::value(index, depth))
            }
            Some(parts) => self.too_deep(&parts),
            None => TypeExpr::new(JSON, Span::default()),
        };
        let limits = schema.limits.of_kind(Kinds::OBJECT);
        SchemaType::Expr(TypeExprKind::Map(Box::new(value)), Box::new(limits))
    }
}

/// The required names that no property describes, in order, with their places.
fn undeclared<'a>(schema: &Schema<'a>) -> Vec<(&'a str, Span)> {
    let required = schema
        .required
        .iter()
        .filter(|(name, _)| !name.is_empty() && schema.property(name).is_none());
    let mut undeclared: Vec<(&str, Span)> = required.map(|(name, span)| (*name, *span)).collect();
    undeclared.sort_unstable();
    undeclared
}

/// Spells out the symbol that `@id` begins with, if there is an `id` too.
fn spell_symbols(fields: &mut [FieldEntry]) {
    let plain: HashSet<String> = fields
        .iter()
        .filter(|field| field.name.value.starts_with(naming::is_letter))
        .map(|field| naming::snake(&field.name.value))
        .collect();
    for field in fields {
        let symbol = match field.name.value.chars().next() {
            Some('@') => "at",
            Some('$') => "dollar",
            Some('#') => "hash",
            Some('*') => "star",
            Some('_') => "underscore",
            _ => continue,
        };
        let snake = naming::plain_snake(&field.name.value);
        let spelled = naming::plain_snake(&format!("{symbol}_{snake}"));
        let is_taken = plain.contains(&naming::snake(&field.name.value));
        if is_taken && field.rust_name.is_none() && !plain.contains(&spelled) {
            field.rust_name = Some(Spanned::new(spelled, field.name.span));
        }
    }
}
