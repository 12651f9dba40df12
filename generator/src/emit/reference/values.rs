//! A value of every type: the example that the document gives, or else one that is made up.

use std::cell::Cell;

use crate::api::{
    Api, Bound, Field, Parameter, Presence, Rules, Scalar, Type, TypeDef, TypeId, TypeKind,
    TypeRef, Value,
};

/// The most values that one made-up example holds: types that hold each other twice, level by level,
/// would make it huge.
const MOST: usize = 500;

/// The least items of a list that are still shown all.
const MOST_ITEMS: u64 = 5;

/// Where an example is made up.
struct Making<'a> {
    api: &'a Api,
    /// How many values may still be made.
    left: Cell<usize>,
}

/// A value of a type; `None` where it would have to hold itself, or too much.
pub(super) fn of_type(api: &Api, ty: &TypeRef) -> Option<Value> {
    let making = Making {
        api,
        left: Cell::new(MOST),
    };
    making.value(ty, &Rules::default(), &mut Vec::new())
}

/// A value of a parameter.
pub(super) fn of_parameter(api: &Api, parameter: &Parameter) -> Option<Value> {
    if let Some(example) = &parameter.example {
        return Some(example.clone());
    }
    match (&parameter.presence, &parameter.ty.ty) {
        (Presence::Default(value), _) => Some(value.clone()),
        // Its own name says more than any word.
        (_, Type::Scalar(Scalar::String)) => {
            Some(Value::Text(fitting(&parameter.name, &parameter.rules)))
        }
        _ => {
            let making = Making {
                api,
                left: Cell::new(MOST),
            };
            making.value(&parameter.ty, &parameter.rules, &mut Vec::new())
        }
    }
}

/// Whether somebody gave an example for a parameter, its type or its items.
pub(super) fn is_given(api: &Api, parameter: &Parameter) -> bool {
    let given = |id: TypeId| api.type_def(id).example.is_some();
    parameter.example.is_some()
        || match &parameter.ty.ty {
            Type::Named(id) => given(*id),
            Type::List(inner) => matches!(inner.ty, Type::Named(id) if given(id)),
            Type::Scalar(_) | Type::Map(_) => false,
        }
}

impl Making<'_> {
    fn value(&self, ty: &TypeRef, rules: &Rules, open: &mut Vec<TypeId>) -> Option<Value> {
        self.left.set(self.left.get().checked_sub(1)?);
        let value = match &ty.ty {
            Type::Scalar(scalar) => Some(of_scalar(*scalar, rules)),
            Type::Named(id) => self.named(*id, open),
            Type::List(inner) => {
                let item = self.value(inner, &Rules::default(), open);
                let count = rules.min_items.unwrap_or(1).clamp(1, MOST_ITEMS);
                let items = item
                    .into_iter()
                    .flat_map(|item| (0..count).map(move |_| item.clone()));
                Some(Value::List(items.collect()))
            }
            Type::Map(inner) => {
                let value = self.value(inner, &Rules::default(), open);
                let members = value.map(|value| ("name".to_owned(), value));
                Some(Value::Object(members.into_iter().collect()))
            }
        };
        value.or_else(|| ty.nullable.then_some(Value::Null))
    }

    fn named(&self, id: TypeId, open: &mut Vec<TypeId>) -> Option<Value> {
        let definition = self.api.type_def(id);
        if let Some(example) = &definition.example {
            return Some(example.clone());
        }
        if open.contains(&id) {
            return None;
        }
        open.push(id);
        let value = self.made(definition, open);
        open.pop();
        value
    }

    fn made(&self, definition: &TypeDef, open: &mut Vec<TypeId>) -> Option<Value> {
        match &definition.kind {
            TypeKind::Newtype(newtype) => Some(of_scalar(newtype.scalar, &newtype.rules)),
            TypeKind::Enum(values) => values
                .values
                .first()
                .map(|value| Value::Text(value.value.clone())),
            TypeKind::Object(object) => {
                let mut members = Vec::new();
                for field in &object.fields {
                    match (self.field(field, open), &field.presence) {
                        (Some(value), _) => members.push((field.name.clone(), value)),
                        (None, Presence::Required) => return None,
                        (None, Presence::Optional | Presence::Default(_)) => {}
                    }
                }
                Some(Value::Object(members))
            }
        }
    }

    fn field(&self, field: &Field, open: &mut Vec<TypeId>) -> Option<Value> {
        match (&field.example, &field.presence) {
            (Some(example), _) => Some(example.clone()),
            (None, Presence::Default(default)) => Some(default.clone()),
            (None, Presence::Required | Presence::Optional) => {
                self.value(&field.ty, &field.rules, open)
            }
        }
    }
}

fn of_scalar(scalar: Scalar, rules: &Rules) -> Value {
    let text = |text: &str| Value::Text(text.to_owned());
    match scalar {
        Scalar::String => Value::Text(fitting("text", rules)),
        Scalar::Integer => {
            let (min, max) = (rules.min.map(whole), rules.max.map(whole));
            Value::Integer(1.max(min.unwrap_or(i64::MIN)).min(max.unwrap_or(i64::MAX)))
        }
        Scalar::Number => {
            let (min, max) = (rules.min.map(Bound::as_f64), rules.max.map(Bound::as_f64));
            Value::Number(
                1.0_f64
                    .max(min.unwrap_or(f64::MIN))
                    .min(max.unwrap_or(f64::MAX)),
            )
        }
        Scalar::Boolean => Value::Bool(true),
        Scalar::Timestamp => text("2026-01-31T12:00:00Z"),
        Scalar::Date => text("2026-01-31"),
        Scalar::Uuid => text("123e4567-e89b-42d3-a456-426614174000"),
        Scalar::Decimal => text("1.50"),
        Scalar::Bytes => text("aGVsbG8="),
        Scalar::Json => Value::Object(Vec::new()),
    }
}

fn whole(bound: Bound) -> i64 {
    match bound {
        Bound::Integer(value) => value,
        Bound::Number(value) => value as i64,
    }
}

/// The most characters that a made-up text is drawn out to.
const LONGEST: u64 = 100;

/// A text cut or drawn out to the length that it may have.
fn fitting(text: &str, rules: &Rules) -> String {
    let least = rules.min_length.unwrap_or(0).min(LONGEST) as usize;
    let most = rules.max_length.unwrap_or(LONGEST).min(LONGEST) as usize;
    let length = text.chars().count().max(least).min(most);
    text.chars().cycle().take(length).collect()
}
