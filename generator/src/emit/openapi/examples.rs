//! Examples of whole bodies, from those of the types.

use super::{LONGEST_REPEATED, Members};
use crate::api::{Api, Operation, Pagination, SuccessContent, Type, TypeId, TypeRef, Value};

/// A value of a type, where the specification has one that is not long.
pub(super) fn value(api: &Api, ty: &TypeRef) -> Option<Value> {
    match &ty.ty {
        Type::Named(id) => named(api, *id),
        Type::List(item) => value(api, item).map(|item| vec![item].into()),
        Type::Scalar(_) | Type::Map(_) => None,
    }
}

/// Every body repeats the example, so a long one stands only in the schema of its type.
fn named(api: &Api, id: TypeId) -> Option<Value> {
    let example = api.type_def(id).example.as_ref()?;
    example.fit(LONGEST_REPEATED)?;
    Some(example.clone())
}

/// The body of a successful response, as far as the types have examples.
pub(super) fn success(api: &Api, operation: &Operation, content: &SuccessContent) -> Option<Value> {
    match content {
        SuccessContent::Empty => None,
        SuccessContent::Value { envelope, ty } => {
            let body = operation.body.as_ref();
            let body = body.and_then(|body| value(api, &body.ty));
            let value = api.after(operation, body.as_ref(), value(api, ty)?);
            Some(match envelope {
                Some(name) => Members::new().with(name, value).into(),
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
    Members::new()
        .with(&pagination.items, vec![item])
        .with(&pagination.total, 1)
        .into()
}
