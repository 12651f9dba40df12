//! Example values: from the specification, or generated.

use std::cell::Cell;

use super::scalars::{file_name, fitting, of_scalar};
use crate::api::{
    AdditionalFields, Api, Field, Parameter, Presence, Rules, Scalar, Tagging, Type, TypeDef,
    TypeId, TypeKind, TypeRef, Union, UnionVariant, Value,
};

/// The maximum number of values in a generated example. Types that refer to each other twice on each level
/// would make it huge.
const MOST: usize = 500;

/// The maximum number of bytes that a generated example copies from examples of the specification. They are
/// repeated wherever a type is used, so without a limit a small specification could produce a huge page.
const LONGEST: usize = 4 * 1024;

/// The maximum nesting of types in a generated example. Every type of a long chain has its own example, so the page
/// would grow with the square of the chain's length.
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
pub(in crate::emit) fn of_type(api: &Api, ty: &TypeRef) -> Option<Value> {
    Generator::new(api).value(ty, &Rules::default(), &mut Vec::new())
}

/// A value of each variant of a union, or the value of another type. Empty if there is none.
pub(in crate::emit) fn of_variants(api: &Api, ty: &TypeRef) -> Vec<Value> {
    if let Type::Named(id) = ty.ty
        && let TypeKind::Union(union) = &api.type_def(id).kind
    {
        let variants = union.variants.iter();
        let values = variants
            .filter_map(|variant| Generator::new(api).variant(union, variant, &mut vec![id]));
        return values.collect();
    }
    of_type(api, ty).into_iter().collect()
}

/// A value of a field; `None` as for a type.
pub(in crate::emit) fn of_field(api: &Api, field: &Field) -> Option<Value> {
    let generator = Generator::new(api);
    match &field.example {
        Some(example) => generator.copy(example),
        None => generator.value(&field.ty, &field.rules, &mut Vec::new()),
    }
}

/// A value of a parameter; `None` as for a type.
pub(in crate::emit) fn of_parameter(api: &Api, parameter: &Parameter) -> Option<Value> {
    let generator = Generator::new(api);
    if let Some(constant) = &parameter.constant {
        return Some(constant.clone());
    }
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
pub(in crate::emit) fn is_given(api: &Api, parameter: &Parameter) -> bool {
    let given = |id: TypeId| api.type_def(id).example.is_some();
    parameter.constant.is_some()
        || parameter.example.is_some()
        || match &parameter.ty.ty {
            Type::Named(id) => given(*id),
            Type::List(inner) => matches!(inner.ty, Type::Named(id) if given(id)),
            Type::Scalar(_) | Type::Map(_) => false,
        }
}

/// The number of items of a generated list or map.
fn count(rules: &Rules, most: u64) -> usize {
    let most = rules.max_items.unwrap_or(most).min(most);
    let least = rules.min_items.unwrap_or(0).max(1);
    // It is at most `MOST_ITEMS`.
    least.min(most) as usize
}

/// The same files with a name that fits their media type.
fn named_file(value: Value, media: &[String]) -> Value {
    match value {
        Value::List(items) => {
            let items = items.into_iter();
            Value::List(items.map(|item| named_file(item, media)).collect())
        }
        _ => Value::Text(file_name(media).to_owned()),
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
        let rules = match ty.alias.map(|alias| &self.api.type_def(alias).kind) {
            Some(TypeKind::Alias(alias)) if rules.is_empty() => &alias.rules,
            _ => rules,
        };
        let value = match &ty.ty {
            Type::Scalar(scalar) => of_scalar(*scalar, rules),
            Type::Named(id) => self.named(*id, open),
            Type::List(inner) => self.list(inner, rules, open),
            Type::Map(inner) => self.map(inner, rules, open),
        };
        value.or_else(|| ty.nullable.then_some(Value::Null))
    }

    fn list(&self, inner: &TypeRef, rules: &Rules, open: &mut Vec<TypeId>) -> Option<Value> {
        // Different items cannot be generated.
        let most = if rules.unique_items { 1 } else { MOST_ITEMS };
        let items = match self.value(inner, &rules.of_each(), open) {
            Some(item) => vec![item; count(rules, most)],
            None => Vec::new(),
        };
        let least = rules.min_items.unwrap_or(0);
        (items.len() as u64 >= least).then_some(Value::List(items))
    }

    fn map(&self, inner: &TypeRef, rules: &Rules, open: &mut Vec<TypeId>) -> Option<Value> {
        let fields = match self.value(inner, &rules.of_each(), open) {
            Some(value) => {
                let names = (1..=count(rules, MOST_ITEMS)).map(|number| match number {
                    1 => "name".to_owned(),
                    _ => format!("name_{number}"),
                });
                names.map(|name| (name, value.clone())).collect()
            }
            None => Vec::new(),
        };
        let least = rules.min_items.unwrap_or(0);
        (fields.len() as u64 >= least).then_some(Value::Object(fields))
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
            TypeKind::Enum(values) => {
                let usual = values
                    .values
                    .iter()
                    .find(|value| value.notes.deprecation.is_none());
                let usual = usual.and_then(|value| values.kind.value(&value.value));
                let first = usual.or_else(|| values.on_the_wire().next());
                first.and_then(|value| self.copy(&value))
            }
            TypeKind::Alias(alias) => self.value(&alias.ty, &alias.rules, open),
            TypeKind::Union(union) => self.union(union, open),
            TypeKind::Tuple(tuple) => {
                let elements = tuple
                    .elements
                    .iter()
                    .map(|element| self.field(element, open));
                elements.collect::<Option<_>>().map(Value::List)
            }
            TypeKind::Object(object) => {
                let constants = object.constants.iter();
                let constants =
                    constants.map(|constant| (constant.name.clone(), constant.value.clone()));
                let mut fields: Vec<_> = constants.collect();
                let is_shown = |field: &&Field| {
                    let is_required = field.presence == Presence::Required;
                    is_required || field.notes.deprecation.is_none()
                };
                for field in object.fields.iter().filter(is_shown) {
                    match (self.field(field, open), &field.presence) {
                        (Some(value), _) => fields.push((field.name.clone(), value)),
                        (None, Presence::Required) => return None,
                        (None, Presence::Optional | Presence::Default(_)) => {}
                    }
                }
                if let AdditionalFields::Union(ty) = &object.others {
                    match self.value(ty, &Rules::default(), open)? {
                        Value::Object(parts) => fields.extend(parts),
                        _ => return None,
                    }
                }
                Some(Value::Object(fields))
            }
        }
    }

    /// A value of the first variant that has one.
    fn union(&self, union: &Union, open: &mut Vec<TypeId>) -> Option<Value> {
        let mut variants = union.variants.iter();
        variants.find_map(|variant| self.variant(union, variant, open))
    }

    fn variant(
        &self,
        union: &Union,
        variant: &UnionVariant,
        open: &mut Vec<TypeId>,
    ) -> Option<Value> {
        let content = match &variant.ty {
            Some(ty) => Some(self.value(ty, &variant.rules, open)?),
            None => None,
        };
        let tag = |kind| union.tag_value(variant, kind);
        match (&union.tagging, content) {
            (Tagging::None, content) => content,
            (Tagging::Name, content) => {
                let content = content.unwrap_or(Value::Object(Vec::new()));
                Some(Value::Object(vec![(variant.tag.clone(), content)]))
            }
            (
                Tagging::Beside {
                    tag: name,
                    value,
                    kind,
                    ..
                },
                content,
            ) => {
                let content = content.map(|content| (value.clone(), content));
                let fields = std::iter::once((name.clone(), tag(*kind)));
                Some(Value::Object(fields.chain(content).collect()))
            }
            (Tagging::Field { path, kind, .. }, content) => match (path.as_slice(), content) {
                ([name], Some(Value::Object(fields))) if !variant.declares_tag => {
                    let own = std::iter::once((name.clone(), tag(*kind)));
                    Some(Value::Object(own.chain(fields).collect()))
                }
                ([name], None) => Some(Value::Object(vec![(name.clone(), tag(*kind))])),
                (_, content) => content,
            },
        }
    }

    fn field(&self, field: &Field, open: &mut Vec<TypeId>) -> Option<Value> {
        match (&field.example, &field.presence) {
            (Some(example), _) => self.copy(example),
            (None, Presence::Default(default)) => self.copy(default),
            (None, Presence::Required | Presence::Optional) => {
                let value = self.value(&field.ty, &field.rules, open)?;
                Some(match field.ty.scalar() {
                    Some(Scalar::File) => named_file(value, &field.media),
                    _ => value,
                })
            }
        }
    }
}
