//! The contents of requests and responses: in words, and as examples.

use super::html::{Html, pager_anchor, type_words};
use super::values;
use crate::api::{Api, Body, Content, ContentKind, Field, Operation, Value};
use crate::naming::spaced;

/// A content in words.
pub(super) fn words(api: &Api, content: &Content) -> Html {
    let mut html = Html::default();
    match &content.kind {
        ContentKind::Empty => html.push_trusted("No content."),
        ContentKind::Json { envelope, ty } => {
            html.push(&type_words(api, ty));
            html.push_trusted(if ty.nullable { " or null" } else { "" });
            if let Some(envelope) = envelope {
                html.push_trusted(" in the field ");
                html.push(&Html::code(envelope));
            }
        }
        ContentKind::Page { pager, item } => {
            let name = spaced(&api.pager(*pager).name);
            html.push(&Html::link(&pager_anchor(api, *pager), &name));
            html.push_trusted(" of ");
            html.push(&type_words(api, item));
        }
    }
    html
}

/// An example of a request body.
pub(super) fn request(api: &Api, body: &Body) -> Option<Value> {
    values::of_type(api, body.content.json()?)
}

/// An example of the response to a request with this body.
pub(super) fn response(
    api: &Api,
    operation: &Operation,
    content: &Content,
    body: Option<&Value>,
) -> Option<Value> {
    match &content.kind {
        ContentKind::Empty => None,
        ContentKind::Json { envelope, ty } => {
            let value = api.after(operation, body, values::of_type(api, ty)?);
            Some(match envelope {
                Some(name) => Value::Object(vec![(name.clone(), value)]),
                None => value,
            })
        }
        ContentKind::Page { pager, item } => {
            let item = values::of_type(api, item)?;
            let other = |field: &Field| values::of_field(api, field);
            api.pager(*pager).example(item, other)
        }
    }
}
