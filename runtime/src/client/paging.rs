//! Pages that are values of any type: where their items are, and where the next page begins.

use std::borrow::Cow;

use super::outcome::{Received, finish_with};
use super::pages::position;
use super::{Call, Items, PageStrategy, ReceivedPage};
use crate::decode::{At, Decode, InvalidJson, Path, from_json, read_at};
use crate::error::OperationError;
use crate::list_page;
use crate::text::header_text;

/// How a client pages a list whose responses are of any type.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Paging {
    strategy: PageStrategy,
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
    pub const fn new(strategy: PageStrategy, items: Path) -> Self {
        Self {
            strategy,
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
        Items::new(call.request, self.strategy, Box::new(read))
    }

    /// Reads a page.
    ///
    /// # Errors
    /// The items are not of their type, or the body is not what they are in.
    fn page<T: Decode>(&self, response: &Received) -> Result<ReceivedPage<T>, InvalidJson> {
        let next_path = match self.next {
            Some(Next::Field(path) | Next::Url(path)) => Some(path),
            Some(Next::Item(_) | Next::Header(_) | Next::Link) | None => None,
        };
        let paths = [next_path, self.total, self.pages, self.more];
        let wanted: Vec<Path> = paths.into_iter().flatten().collect();
        let body = response.body.as_ref();
        let At { value, others } = match self.items {
            // Nothing was found.
            _ if body.is_empty() => At {
                value: None,
                others: Vec::new(),
            },
            [] => At {
                value: Some(from_json(body)?),
                others: Vec::new(),
            },
            items => read_at(body, items, &wanted)?,
        };
        let mut others = others.into_iter();
        let mut found = |path: Option<Path>| path.and_then(|_| others.next().flatten());
        let next_value = found(next_path);
        let total = found(self.total).and_then(|total| total.as_i64());
        let pages = found(self.pages).and_then(|pages| pages.as_i64());
        let more = found(self.more).and_then(|more| more.as_bool());
        let page = ReceivedPage::new(value.unwrap_or_default())
            .total(total)
            .pages(pages)
            .more(more);
        let next = next_value.as_ref().and_then(position);
        Ok(match self.next {
            None => page,
            Some(Next::Item(field)) => page.next_item(field),
            Some(Next::Header(name)) => {
                page.next(header_text(&response.headers, name).map(str::to_owned))
            }
            Some(Next::Field(_)) => page.next(next.map(|text| self.in_url(text))),
            Some(Next::Url(_)) => self.at_url(page, next),
            Some(Next::Link) => self.at_url(page, list_page::next_link(&response.headers)),
        })
    }

    /// The position in a string, which is the URL of the next page with some services.
    fn in_url(&self, text: String) -> String {
        let parameter = list_page::parameter(&text, self.strategy.parameter());
        parameter.map(Cow::into_owned).unwrap_or(text)
    }

    /// Only the position is read from a URL, so that no server can send the client elsewhere.
    fn at_url<T>(&self, page: ReceivedPage<T>, url: Option<String>) -> ReceivedPage<T> {
        match self.strategy.is_query() {
            true => page.next(url),
            false => page.next_url(url, self.strategy.parameter()),
        }
    }
}
