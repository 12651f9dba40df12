//! Types as JSON Schemas: what values of a body have in common, whatever schema is beside their type.

use crate::api::{
    AdditionalFields, Api, EnumKind, JsonKind, Object, Openness, Scalar, Tagging, Tuple, TypeKind,
    Union, Value,
};
use crate::diff::objects::members;
use crate::diff::values::{Shape, Use, resolve};

use super::ANYTHING;

/// How many types a schema has, at most. What is in the others may be anything.
const MOST_TYPES: usize = 2_000;

/// How deep types are in each other, at most.
const DEEPEST: usize = 16;

/// A schema that all values of a request body have which are of a type.
pub(in crate::diff) fn typed(api: &Api, value: Use<'_>) -> Value {
    Types {
        api,
        left: MOST_TYPES,
    }
    .schema(value, 0)
}

struct Types<'a> {
    api: &'a Api,
    /// How many types may still be added.
    left: usize,
}

type Entries = Vec<(String, Value)>;

impl<'a> Types<'a> {
    fn schema(&mut self, value: Use<'a>, depth: usize) -> Value {
        if self.left == 0 || depth > DEEPEST {
            return ANYTHING.clone();
        }
        self.left -= 1;
        let (shape, is_null, limits) = resolve(self.api, value);
        let depth = depth + 1;
        let (ty, mut entries) = match shape {
            Shape::Scalar(scalar) => match scalar_type(scalar) {
                Some(ty) => (ty, Vec::new()),
                None => return ANYTHING.clone(),
            },
            Shape::Constant(value) => return listed(vec![value.clone()], is_null),
            Shape::List(item, rules) => {
                let items = self.schema(Use::Of(item, rules), depth);
                ("array", vec![("items".to_owned(), items)])
            }
            Shape::Map(value, rules) => {
                let values = self.schema(Use::Of(value, rules), depth);
                ("object", vec![("additionalProperties".to_owned(), values)])
            }
            Shape::Named(_, TypeKind::Enum(values)) => match values.open {
                Openness::Closed | Openness::Responses => {
                    return listed(values.on_the_wire().collect(), is_null);
                }
                Openness::Open => match values.kind {
                    EnumKind::Text => ("string", Vec::new()),
                    EnumKind::Integer => ("integer", Vec::new()),
                    EnumKind::Number => ("number", Vec::new()),
                    EnumKind::Boolean => ("boolean", Vec::new()),
                },
            },
            Shape::Named(_, TypeKind::Tuple(tuple)) => ("array", self.tuple(tuple, depth)),
            Shape::Named(_, TypeKind::Object(object)) => ("object", self.object(object, depth)),
            Shape::Named(_, TypeKind::Union(union)) => match union.tagging {
                Tagging::None => return self.union(union, is_null, depth),
                Tagging::Field { .. } | Tagging::Beside { .. } | Tagging::Name => {
                    ("object", Vec::new())
                }
            },
            Shape::Named(_, TypeKind::Newtype(_) | TypeKind::Alias(_)) => return ANYTHING.clone(),
        };
        entries.extend(limits.keywords(ty));
        let ty = match is_null {
            true => Value::List(vec![text(ty), text("null")]),
            false => text(ty),
        };
        entries.push(("type".to_owned(), ty));
        Value::Object(entries)
    }

    /// The variants of a union that nothing tells apart.
    fn union(&mut self, union: &'a Union, is_null: bool, depth: usize) -> Value {
        if union.open == Openness::Open {
            return ANYTHING.clone();
        }
        let variants = union.variants.iter().map(|variant| match &variant.ty {
            Some(ty) => self.schema(Use::Of(ty, &variant.rules), depth),
            None => ANYTHING.clone(),
        });
        let mut members: Vec<Value> = variants.collect();
        members.extend(is_null.then(|| Value::Object(vec![("type".to_owned(), text("null"))])));
        Value::Object(vec![("anyOf".to_owned(), Value::List(members))])
    }

    fn tuple(&mut self, tuple: &'a Tuple, depth: usize) -> Entries {
        let elements = tuple.elements.iter();
        let elements =
            elements.map(|element| self.schema(Use::Of(&element.ty, &element.rules), depth));
        let elements: Vec<Value> = elements.collect();
        let count = Value::Integer(elements.len() as i128);
        vec![
            ("minItems".to_owned(), count.clone()),
            ("maxItems".to_owned(), count),
            ("prefixItems".to_owned(), Value::List(elements)),
        ]
    }

    /// The fields of an object. Those that only one direction has may be missing, and have any value that is ignored.
    fn object(&mut self, object: &'a Object, depth: usize) -> Entries {
        let one_way = members(object).filter(|field| !field.is_of_both());
        let names = one_way.map(|field| field.name);
        let names = names.chain(object.ignored.iter().map(|field| field.name.as_str()));
        let mut properties: Entries = names
            .map(|name| (name.to_owned(), ANYTHING.clone()))
            .collect();
        let mut required = Vec::new();
        for field in members(object).filter(|field| field.is_of_both()) {
            let schema = self.schema(field.value, depth);
            properties.push((field.name.to_owned(), schema));
            if field.presence.is_required() {
                required.push(text(field.name));
            }
        }
        let mut entries = vec![("properties".to_owned(), Value::Object(properties))];
        if !required.is_empty() {
            entries.push(("required".to_owned(), Value::List(required)));
        }
        if let AdditionalFields::Kept(ty, rules) = &object.others {
            let others = self.schema(Use::Of(ty, rules), depth);
            entries.push(("additionalProperties".to_owned(), others));
        }
        entries
    }
}

fn scalar_type(scalar: Scalar) -> Option<&'static str> {
    match scalar.json() {
        JsonKind::String => Some("string"),
        JsonKind::Integer => Some("integer"),
        JsonKind::Number => Some("number"),
        JsonKind::Boolean => Some("boolean"),
        JsonKind::Any => None,
    }
}

fn listed(mut values: Vec<Value>, is_null: bool) -> Value {
    values.extend(is_null.then_some(Value::Null));
    Value::Object(vec![("enum".to_owned(), Value::List(values))])
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}
