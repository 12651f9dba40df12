//! Pages that are values of any type: where their items are, and where the next page begins.

use std::collections::BTreeMap;

use http::header::LINK;
use serde_json::value::RawValue;

use super::outcome::{Received, finish_with};
use super::{Call, Items, ReceivedPage, Turn};
use crate::decode::{Decode, InvalidJson, from_json, place_of_key};
use crate::error::OperationError;
use crate::list_page;
use crate::text::header_text;
use crate::{Json, ValidationError};

/// The names of the fields that lead to a value in the body of a response.
type Path = &'static [&'static str];

/// How a client pages a list whose responses are of any type.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Paging {
    turn: Turn,
    items: Path,
    next: Option<Next>,
    total: Option<Path>,
    pages: Option<Path>,
    more: Option<Path>,
}

/// Where the position of the next page is.
#[derive(Debug, Clone, Copy)]
enum Next {
    Field(Path),
    Url(Path),
    Item(&'static str),
    Header(&'static str),
    Link,
}

impl Paging {
    /// Pages with their items in this field. Without names, the body is the list.
    pub const fn new(turn: Turn, items: Path) -> Self {
        Self {
            turn,
            items,
            next: None,
            total: None,
            pages: None,
            more: None,
        }
    }

    /// A field has the position of the next page.
    pub const fn next(mut self, field: Path) -> Self {
        self.next = Some(Next::Field(field));
        self
    }

    /// A field has the URL of the next page.
    pub const fn next_url(mut self, field: Path) -> Self {
        self.next = Some(Next::Url(field));
        self
    }

    /// This field of the last item is the position of the next page.
    pub const fn next_item(mut self, field: &'static str) -> Self {
        self.next = Some(Next::Item(field));
        self
    }

    /// A header, whose name is in lowercase, has the position of the next page.
    pub const fn next_header(mut self, name: &'static str) -> Self {
        self.next = Some(Next::Header(name));
        self
    }

    /// A link with the relation `next` (RFC 8288) leads to the next page.
    pub const fn next_link(mut self) -> Self {
        self.next = Some(Next::Link);
        self
    }

    /// A field has the number of items on all pages.
    pub const fn total(mut self, field: Path) -> Self {
        self.total = Some(field);
        self
    }

    /// A field has the number of pages.
    pub const fn pages(mut self, field: Path) -> Self {
        self.pages = Some(field);
        self
    }

    /// A field says whether there are more items.
    pub const fn more(mut self, field: Path) -> Self {
        self.more = Some(field);
        self
    }

    /// The items of all pages, beginning with the page that the call returns.
    pub fn stream<T, I: Decode, E: OperationError>(self, call: Call<T, E>) -> Items<I, E> {
        let read = move |outcome| {
            let page = finish_with(outcome, |response| self.page(response));
            page.map(|response| response.value)
        };
        Items::new(call.request, self.turn, Box::new(read))
    }

    /// Reads a page.
    ///
    /// # Errors
    /// The items are not of their type, or the body is not what they are in.
    fn page<T: Decode>(&self, response: &Received) -> Result<ReceivedPage<T>, InvalidJson> {
        let body = Body::read(&response.body, self.items)?;
        let items = match body.at(self.items) {
            None => Vec::new(),
            Some(text) => from_json(text.as_bytes()).map_err(|error| within(self.items, error))?,
        };
        let integer = |path: Option<Path>| body.value(path?)?.as_i64();
        let more = self.more.and_then(|path| body.value(path)?.as_bool());
        let page = ReceivedPage::new(items)
            .total(integer(self.total))
            .pages(integer(self.pages))
            .more(more);
        let header = |name: &str| header_text(&response.headers, name);
        Ok(match self.next {
            None => page,
            Some(Next::Item(field)) => page.next_item(field),
            Some(Next::Header(name)) => page.next(header(name).map(str::to_owned)),
            Some(Next::Field(path)) => page.next(body.position(path).map(|text| {
                // Some services return the whole URL of the next page under the name of a cursor.
                let of_url = list_page::parameter(&text, self.turn.parameter());
                of_url.map_or(text.clone(), Into::into)
            })),
            Some(Next::Url(path)) => self.at_url(page, body.position(path)),
            Some(Next::Link) => {
                let links = response.headers.get_all(LINK).iter();
                let links = links.map(|link| String::from_utf8_lossy(link.as_bytes()));
                let target = links
                    .filter_map(|link| list_page::target(&link, "next").map(str::to_owned))
                    .next();
                self.at_url(page, target)
            }
        })
    }

    /// Only the position is read from a URL, so that no server can send the client elsewhere.
    fn at_url<T>(&self, page: ReceivedPage<T>, url: Option<String>) -> ReceivedPage<T> {
        match self.turn {
            Turn::Query => page.next(url),
            turn => page.next_url(url, turn.parameter()),
        }
    }
}

/// The body of a response, as far as it is looked at.
enum Body<'b> {
    /// The whole body.
    Whole(Option<&'b str>),
    /// The fields of the object that it is.
    Fields(BTreeMap<String, &'b RawValue>),
}

impl<'b> Body<'b> {
    /// Reads the body of a page with its items in this field.
    fn read(text: &'b [u8], items: Path) -> Result<Self, InvalidJson> {
        // Nothing was found.
        if text.is_empty() {
            return Ok(Self::Whole(None));
        }
        if !items.is_empty()
            && let Ok(fields) = serde_json::from_slice(text)
        {
            return Ok(Self::Fields(fields));
        }
        // It says where the text is not JSON.
        let () = from_json(text)?;
        match items {
            [] => Ok(Self::Whole(str::from_utf8(text).ok())),
            _ => Err(InvalidJson::ValidationError(ValidationError::of_body(
                "expected an object",
            ))),
        }
    }

    /// The text of a value; `None` if it is absent or null.
    fn at(&self, path: Path) -> Option<&'b str> {
        let (fields, (first, rest)) = match self {
            Self::Whole(text) => return text.filter(|_| path.is_empty()),
            Self::Fields(fields) => (fields, path.split_first()?),
        };
        let mut text = fields.get(*first)?.get();
        for name in rest {
            let fields: BTreeMap<String, &RawValue> = serde_json::from_str(text).ok()?;
            text = fields.get(*name)?.get();
        }
        (text != "null").then_some(text)
    }

    /// A single value.
    fn value(&self, path: Path) -> Option<Json> {
        serde_json::from_str(self.at(path)?).ok()
    }

    /// A position as text.
    fn position(&self, path: Path) -> Option<String> {
        match self.value(path)? {
            Json::String(text) => Some(text),
            Json::Number(number) => Some(number.to_string()),
            Json::Null | Json::Bool(_) | Json::Array(_) | Json::Object(_) => None,
        }
    }
}

/// An error in a value, with the place of the value in the body.
fn within(path: Path, error: InvalidJson) -> InvalidJson {
    let InvalidJson::ValidationError(mut error) = error else {
        return error;
    };
    for name in path.iter().rev() {
        let is_joined = error.name.is_empty() || error.name.starts_with('[');
        let separator = if is_joined { "" } else { "." };
        error.name = format!("{}{separator}{}", place_of_key(name), error.name);
    }
    InvalidJson::ValidationError(error)
}
