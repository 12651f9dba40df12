//! Examples of whole bodies, from those of the types.

use super::Members;
use crate::api::{Api, Pagination, SuccessContent, Type, TypeRef, Value};

/// A value of a type, where the specification has one.
pub(super) fn value(api: &Api, ty: &TypeRef) -> Option<Value> {
    match &ty.ty {
        Type::Named(id) => api.type_def(*id).example.clone(),
        Type::List(item) => value(api, item).map(|item| vec![item].into()),
        Type::Scalar(_) | Type::Map(_) => None,
    }
}

/// The body of a successful answer, as far as the types have examples.
pub(super) fn success(api: &Api, content: &SuccessContent) -> Option<Value> {
    match content {
        SuccessContent::Empty => None,
        SuccessContent::Value { envelope, ty } => {
            let value = value(api, ty)?;
            Some(match envelope {
                Some(name) => Members::new().with(name, value).into(),
                None => value,
            })
        }
        SuccessContent::Page(item) => {
            let item = api.type_def(*item).example.clone()?;
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
