//! Examples of bodies, built from the examples of types.

use super::{JsonObject, LONGEST_REPEATED};
use crate::api::{Api, Operation, Pagination, SuccessContent, Type, TypeId, TypeRef, Value};

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
pub(super) fn success(api: &Api, operation: &Operation, content: &SuccessContent) -> Option<Value> {
    match content {
        SuccessContent::Empty => None,
        SuccessContent::Value { envelope, ty } => {
            let body = operation.body.as_ref();
            let body = body.and_then(|body| value(api, &body.ty));
            let value = api.after(operation, body.as_ref(), value(api, ty)?);
            Some(match envelope {
                Some(name) => JsonObject::new().with(name, value).into(),
                None => value,
            })
        }
        SuccessContent::Page(item) => {
            let item = named(api, *item)?;
            api.pagination
                .as_ref()
                .map(|pagination| page(pagination, item))
        }
    }
}

fn page(pagination: &Pagination, item: Value) -> Value {
    JsonObject::new()
        .with(&pagination.items, vec![item])
        .with(&pagination.total, 1)
        .into()
}
