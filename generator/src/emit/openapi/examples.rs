//! Examples of bodies, built from the examples of types.

use super::LONGEST_REPEATED;
use crate::api::{
    Api, BodyField, Content, Field, Operation, Presence, Type, TypeId, TypeRef, Value,
};

/// The example of a type, if the specification has one that is not too long.
pub(super) fn value(api: &Api, ty: &TypeRef) -> Option<Value> {
    match &ty.ty {
        Type::Named(id) => named(api, *id),
        Type::List(item) => value(api, item).map(|item| vec![item].into()),
        Type::Scalar(_) | Type::Map(_) => None,
    }
}

/// The further fields of an example of an error: those with values or examples. `None` if a required one has
/// neither.
pub(super) fn fields(api: &Api, fields: &[BodyField]) -> Option<Vec<(String, Value)>> {
    let mut shown = Vec::new();
    for body_field in fields {
        let field = &body_field.field;
        let value = body_field.value.clone().or_else(|| field.example.clone());
        let null = field.ty.nullable.then_some(Value::Null);
        match value.or_else(|| value_of(api, field)).or(null) {
            Some(value) => shown.push((field.name.clone(), value)),
            None if field.presence == Presence::Required => return None,
            None => {}
        }
    }
    Some(shown)
}

fn value_of(api: &Api, field: &Field) -> Option<Value> {
    (field.presence == Presence::Required)
        .then(|| value(api, &field.ty))
        .flatten()
}

/// A long example is only in the schema of its type: every body would repeat it.
fn named(api: &Api, id: TypeId) -> Option<Value> {
    let example = api.type_def(id).example.as_ref()?;
    example.fit(LONGEST_REPEATED)?;
    Some(example.clone())
}

/// The body of a successful response, if its type has an example.
pub(super) fn response(api: &Api, operation: &Operation, content: &Content) -> Option<Value> {
    let body = operation.body.as_ref();
    let body = body.and_then(|body| value(api, body.content.value()?));
    let of_type = |ty: &TypeRef| value(api, ty);
    let of_field = |field: &Field| field.example.clone();
    api.response_example(operation, content, body.as_ref(), of_type, of_field)
}
