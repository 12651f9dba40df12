//! Sample code: calls of an operation in several languages, and the values in them.

pub(super) mod curl;
pub(super) mod javascript;
pub(super) mod literals;
mod patterns;
pub(super) mod python;
pub(super) mod request;
mod request_body;
pub(super) mod rust_call;
mod rust_value;
mod scalars;
pub(super) mod values;
mod written;

pub(super) use request_body::media_of;
pub(super) use rust_call::{known_call, statements};
pub(super) use rust_value::ValueExpressions;

use crate::api::{Api, Body, Content, Field, Operation, TypeRef, Value};
use crate::rust::{self, Crate};

/// An example of the value of the first response to the example request; `None` if it is not one value of a type.
pub(super) fn example_value(plan: &Crate<'_>, planned: &rust::Operation<'_>) -> Option<Value> {
    let body = example_body(plan, planned);
    let ty = planned.api.response().content.value()?;
    let value = values::of_type(plan.api, ty)?;
    Some(plan.api.after(planned.api, body.as_ref(), value))
}

/// An example of the body of a request.
pub(super) fn example_body(plan: &Crate<'_>, planned: &rust::Operation<'_>) -> Option<Value> {
    let body = planned.api.body.as_ref()?;
    request_value(plan.api, body)
}

/// An example of a request body.
pub(super) fn request_value(api: &Api, body: &Body) -> Option<Value> {
    values::of_type(api, body.content.value()?)
}

/// An example of the response to a request with this body.
pub(super) fn response_value(
    api: &Api,
    operation: &Operation,
    content: &Content,
    body: Option<&Value>,
) -> Option<Value> {
    let of_type = |ty: &TypeRef| values::of_type(api, ty);
    let of_field = |field: &Field| values::of_field(api, field);
    api.response_example(operation, content, body, of_type, of_field)
}
