//! How lists are paged, as the key `pages` of the spec language says it. OpenAPI has no word for it.

use super::JsonObject;
use crate::api::{NextPage, PageParameter, Paging, PositionPlace, Value};

/// The value of `x-specsmith-pages`. Paths begin at the body.
pub(super) fn value(paging: &Paging) -> JsonObject {
    let position = paging.position.as_ref();
    let key = position.map(|position| match position.role {
        PageParameter::Offset => "offset",
        PageParameter::Number => "page_number",
        PageParameter::Cursor | PageParameter::Limit => "cursor",
    });
    let mut object = JsonObject::new();
    if let (Some(position), Some(key)) = (position, key) {
        let name = position.parameter.as_str();
        object = match position.place {
            PositionPlace::Query => object.with(key, name),
            PositionPlace::Header => object.with(key, JsonObject::new().with("header", name)),
            PositionPlace::Body => object.with(key, JsonObject::new().with("body", name)),
        };
        let counts = position.role != PageParameter::Cursor && paging.next == NextPage::Counted;
        object = object.with_option("first", counts.then_some(position.first));
    }
    object
        .with_option("items", path(&paging.items))
        .with_option("next", next(&paging.next))
        .with_option("total", path(&paging.total))
        .with_option("pages", path(&paging.pages))
        .with_option("more", path(&paging.more))
}

fn next(next: &NextPage) -> Option<Value> {
    let object = JsonObject::new();
    let object = match next {
        NextPage::Counted => return None,
        NextPage::Field(names) => return path(names),
        NextPage::Url(names) => object.with_option("url", path(names)),
        NextPage::Item(name) => object.with("item", name.as_str()),
        NextPage::Header(name) => object.with("header", name.as_str()),
        NextPage::Link => object.with("link", "next"),
    };
    Some(object.into())
}

/// The name of a field, or the names that lead to it.
fn path(names: &[String]) -> Option<Value> {
    let text = |name: &String| Value::from(name.as_str());
    match names {
        [] => None,
        [only] => Some(text(only)),
        names => Some(Value::List(names.iter().map(text).collect())),
    }
}
