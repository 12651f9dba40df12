//! Examples of bodies, built from the examples of types.

use super::{JsonObject, LONGEST_REPEATED};
use crate::api::{Api, Content, ContentKind, Field, Operation, Type, TypeId, TypeRef, Value};

/// The example of a type, if the specification has one that is not too long.
pub(super) fn value(api: &Api, ty: &TypeRef) -> Option<Value> {
    match &ty.ty {
        Type::Named(id) => named(api, *id),
        Type::List(item) => value(api, item).map(|item| vec![item].into()),
        Type::Scalar(_) | Type::Map(_) => None,
    }
}

/// A long example is only in the schema of its type: every body would repeat it.
fn named(api: &Api, id: TypeId) -> Option<Value> {
    let example = api.type_def(id).example.as_ref()?;
    example.fit(LONGEST_REPEATED)?;
    Some(example.clone())
}

/// The body of a successful response, if its type has an example.
pub(super) fn response(api: &Api, operation: &Operation, content: &Content) -> Option<Value> {
    match &content.kind {
        ContentKind::Empty
        | ContentKind::Form { .. }
        | ContentKind::Text
        | ContentKind::Binary
        | ContentKind::Lines { .. }
        | ContentKind::Events(_) => None,
        ContentKind::Json { envelope, ty } => {
            let body = operation.body.as_ref();
            let body = body.and_then(|body| value(api, body.content.value()?));
            let value = api.after(operation, body.as_ref(), value(api, ty)?);
            Some(match envelope {
                Some(name) => JsonObject::new().with(name, value).into(),
                None => value,
            })
        }
        ContentKind::Page { pager, item } => {
            let item = value(api, item)?;
            let other = |field: &Field| field.example.clone();
            api.pager(*pager).example(item, other)
        }
    }
}
