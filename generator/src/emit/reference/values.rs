//! Example values: those of the specification, or generated ones.

use std::cell::Cell;

use crate::api::{
    Api, Bound, Field, Parameter, Presence, Rules, Scalar, Type, TypeDef, TypeId, TypeKind,
    TypeRef, Value,
};

/// The maximum number of values in a generated example. Types that refer to each other twice on each level
/// would make it huge.
const MOST: usize = 500;

/// The maximum number of bytes that a generated example copies from examples of the specification. They are
/// repeated wherever a type is used, so without a limit a small specification could produce a huge page.
const LONGEST: usize = 4 * 1024;

/// The maximum nesting of types in a generated example. Every type of a long chain has its own example, so the page would grow with the square of the chain's length.
const DEEPEST: usize = 16;

/// The maximum length of a generated list.
const MOST_ITEMS: u64 = 10;

/// The state while an example is generated.
struct Generator<'a> {
    api: &'a Api,
    /// The number of values that may still be generated.
    left: Cell<usize>,
    /// The number of bytes that may still be copied.
    bytes: Cell<usize>,
}

/// A value of a type; `None` if it is infinite, too deep or too large, or if its constraints cannot be met without
/// knowing the API.
pub(super) fn of_type(api: &Api, ty: &TypeRef) -> Option<Value> {
    Generator::new(api).value(ty, &Rules::default(), &mut Vec::new())
}

/// A value of a parameter; `None` as for a type.
pub(super) fn of_parameter(api: &Api, parameter: &Parameter) -> Option<Value> {
    let generator = Generator::new(api);
    if let Some(example) = &parameter.example {
        return generator.copy(example);
    }
    match (&parameter.presence, &parameter.ty.ty) {
        (Presence::Default(value), _) => generator.copy(value),
        // The name is a better example than any constant.
        (Presence::Required | Presence::Optional, Type::Scalar(Scalar::String)) => {
            fitting(&parameter.name, &parameter.rules).map(Value::Text)
        }
        (
            Presence::Required | Presence::Optional,
            Type::Scalar(_) | Type::Named(_) | Type::List(_) | Type::Map(_),
        ) => generator.value(&parameter.ty, &parameter.rules, &mut Vec::new()),
    }
}

/// Whether the specification has an example of a parameter, its type or its items.
pub(super) fn is_given(api: &Api, parameter: &Parameter) -> bool {
    let given = |id: TypeId| api.type_def(id).example.is_some();
    parameter.example.is_some()
        || match &parameter.ty.ty {
            Type::Named(id) => given(*id),
            Type::List(inner) => matches!(inner.ty, Type::Named(id) if given(id)),
            Type::Scalar(_) | Type::Map(_) => false,
        }
}

impl<'a> Generator<'a> {
    fn new(api: &'a Api) -> Self {
        Self {
            api,
            left: Cell::new(MOST),
            bytes: Cell::new(LONGEST),
        }
    }

    /// A value of the specification, if it is not too large.
    fn copy(&self, value: &Value) -> Option<Value> {
        self.bytes.set(value.fit(self.bytes.get())?);
        Some(value.clone())
    }

    fn value(&self, ty: &TypeRef, rules: &Rules, open: &mut Vec<TypeId>) -> Option<Value> {
        self.left.set(self.left.get().checked_sub(1)?);
        let value = match &ty.ty {
            Type::Scalar(scalar) => of_scalar(*scalar, rules),
            Type::Named(id) => self.named(*id, open),
            Type::List(inner) => self.list(inner, rules, open),
            Type::Map(inner) => {
                let value = self.value(inner, &Rules::default(), open);
                let field = value.map(|value| ("name".to_owned(), value));
                Some(Value::Object(field.into_iter().collect()))
            }
        };
        value.or_else(|| ty.nullable.then_some(Value::Null))
    }

    fn list(&self, inner: &TypeRef, rules: &Rules, open: &mut Vec<TypeId>) -> Option<Value> {
        let least = rules.min_items.unwrap_or(0);
        let most = rules.max_items.unwrap_or(MOST_ITEMS).min(MOST_ITEMS);
        let items = match self.value(inner, &Rules::default(), open) {
            Some(item) => vec![item; usize::try_from(least.max(1).min(most)).ok()?],
            None => Vec::new(),
        };
        (items.len() as u64 >= least).then_some(Value::List(items))
    }

    fn named(&self, id: TypeId, open: &mut Vec<TypeId>) -> Option<Value> {
        let definition = self.api.type_def(id);
        if let Some(example) = &definition.example {
            return self.copy(example);
        }
        if open.len() == DEEPEST || open.contains(&id) {
            return None;
        }
        open.push(id);
        let value = self.generated(definition, open);
        open.pop();
        value
    }

    fn generated(&self, definition: &TypeDef, open: &mut Vec<TypeId>) -> Option<Value> {
        match &definition.kind {
            TypeKind::Newtype(newtype) => of_scalar(newtype.scalar, &newtype.rules),
            TypeKind::Enum(values) => values
                .values
                .first()
                .and_then(|value| self.copy(&Value::Text(value.value.clone()))),
            TypeKind::Object(object) => {
                let mut fields = Vec::new();
                for field in &object.fields {
                    match (self.field(field, open), &field.presence) {
                        (Some(value), _) => fields.push((field.name.clone(), value)),
                        (None, Presence::Required) => return None,
                        (None, Presence::Optional | Presence::Default(_)) => {}
                    }
                }
                Some(Value::Object(fields))
            }
        }
    }

    fn field(&self, field: &Field, open: &mut Vec<TypeId>) -> Option<Value> {
        match (&field.example, &field.presence) {
            (Some(example), _) => self.copy(example),
            (None, Presence::Default(default)) => self.copy(default),
            (None, Presence::Required | Presence::Optional) => {
                self.value(&field.ty, &field.rules, open)
            }
        }
    }
}

fn of_scalar(scalar: Scalar, rules: &Rules) -> Option<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    Some(match scalar {
        Scalar::String => Value::Text(fitting("text", rules)?),
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
    })
}

fn whole(bound: Bound) -> i64 {
    match bound {
        Bound::Integer(value) => value,
        Bound::Number(value) => value as i64,
    }
}

/// The maximum length of a generated text.
const MOST_CHARACTERS: u64 = 100;

/// A text, shortened or repeated to an allowed length; `None` if it would be too long or has to match a
/// pattern.
fn fitting(text: &str, rules: &Rules) -> Option<String> {
    let least = rules.min_length.unwrap_or(0);
    if rules.pattern.is_some() || least > MOST_CHARACTERS {
        return None;
    }
    let most = rules.max_length.unwrap_or(MOST_CHARACTERS);
    let length = (text.chars().count() as u64).max(least);
    let length = length.min(most).min(MOST_CHARACTERS);
    Some(text.chars().cycle().take(length as usize).collect())
}
