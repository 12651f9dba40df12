//! Pages of responses, and the positions of the pages after them.

use std::borrow::Cow;

use http::HeaderMap;

use crate::client::outcome::Received;
use crate::decode::{Decode, InvalidJson, from_json};
use crate::encode::Encoded;
use crate::list_page::{self, ListPage, NextPage};
use crate::parameter::{ParameterText, ParameterValue};
use crate::text::{Text, header_text};
use crate::{Json, ValidationError};

/// A page: its items, and what it says about the list.
#[doc(hidden)]
#[derive(Debug)]
pub struct ReceivedPage<T> {
    pub(super) items: Vec<T>,
    pub(super) total: Option<i64>,
    pub(super) pages: Option<i64>,
    pub(super) more: Option<bool>,
    pub(super) next: Option<String>,
    /// Why the position of the next page cannot be read.
    pub(super) problem: Option<String>,
}

impl<T> ReceivedPage<T> {
    /// A page that says nothing about the list.
    pub const fn new(items: Vec<T>) -> Self {
        Self {
            items,
            total: None,
            pages: None,
            more: None,
            next: None,
            problem: None,
        }
    }

    /// The number of items on all pages.
    pub fn total(mut self, total: impl Into<Option<i64>>) -> Self {
        self.total = total.into();
        self
    }

    /// The number of pages.
    pub fn pages(mut self, pages: impl Into<Option<i64>>) -> Self {
        self.pages = pages.into();
        self
    }

    /// Whether there are more items.
    pub fn more(mut self, more: impl Into<Option<bool>>) -> Self {
        self.more = more.into();
        self
    }

    /// The cursor of the next page.
    pub fn next<V: ParameterValue>(mut self, cursor: Option<V>) -> Self {
        self.next = cursor.and_then(|cursor| match cursor.parameter() {
            Ok(ParameterText::One(text)) => Some(text.into_owned()),
            Ok(ParameterText::List(_) | ParameterText::Parts(..) | ParameterText::Json(_))
            | Err(_) => None,
        });
        self
    }

    /// The cursor of the next page is this query parameter of its URL. Only the cursor is read, so no server can send
    /// the client elsewhere.
    pub fn next_url(mut self, url: impl Into<Option<String>>, parameter: &str) -> Self {
        if let Some(url) = url.into().filter(|url| !url.is_empty()) {
            self.next = list_page::parameter(&url, parameter).map(Cow::into_owned);
            if self.next.is_none() {
                self.problem = Some(format!(
                    "the server returned a URL of a next page without `{parameter}`"
                ));
            }
        }
        self
    }

    /// The cursor of the next page is this field of the last item.
    pub fn next_item(mut self, field: &str) -> Self
    where
        T: Decode,
    {
        let last_item = self.items.last();
        let last_value = last_item.and_then(|item| serde_json::to_value(Encoded(item)).ok());
        self.next = last_value.and_then(|value| position(value.get(field)?));
        self
    }
}

/// A value of a response as a position: text, or a number.
pub(in crate::client) fn position(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
    }
}

/// Reads a page whose body is only the list.
///
/// # Errors
/// The body is not such a list, or its header has no position.
#[doc(hidden)]
pub fn receive_page<P: ListPage<Item: Decode>>(response: &mut Received) -> Result<P, InvalidJson> {
    let items = from_json(&response.body)?;
    let next = next_position(P::NEXT, &response.headers)?;
    Ok(P::from_parts(items, next))
}

/// The position of the next page; `None` on the last one. If it cannot be read, the list must not end there.
fn next_position<V: Text>(next: NextPage, headers: &HeaderMap) -> Result<Option<V>, InvalidJson> {
    let invalid = |problem: String| {
        Err(InvalidJson::ValidationError(ValidationError::of_body(
            problem,
        )))
    };
    let text = match next {
        NextPage::Header(name) => match header_text(headers, name) {
            None if headers.contains_key(name) => {
                return invalid(format!("has a header `{name}` that is not text in UTF-8"));
            }
            text => text.map(Cow::Borrowed),
        },
        NextPage::Link(name) => match list_page::next_link(headers) {
            None => None,
            Some(target) => match list_page::parameter(&target, name) {
                Some(text) => Some(Cow::Owned(text.into_owned())),
                None => {
                    return invalid(format!("comes with a link to a next page without `{name}`"));
                }
            },
        },
    };
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => match V::from_text(&text) {
            Ok(position) => Ok(Some(position)),
            Err(expected) => invalid(format!(
                "comes with the position of a next page that is wrong: {expected}"
            )),
        },
    }
}
