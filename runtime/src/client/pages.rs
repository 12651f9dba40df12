//! Iterating over the pages of a list.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::future::poll_fn;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use http::HeaderMap;
use serde_core::Serialize;

use super::Error;
use super::call::Pending;
use super::execute::execute;
use super::outcome::{Failure, Outcome, Received};
use super::request::Request;
use crate::decode::{Decode, InvalidJson, from_json};
use crate::list_page::{self, ListPage, NextPage};
use crate::parameter::{HeaderStyle, ParameterText, ParameterValue, QueryStyle};
use crate::text::{Text, header_text};
use crate::{Json, ValidationError};

/// Reads a page.
type ReadPage<T, E> =
    Box<dyn Fn(Result<Outcome, Failure>) -> Result<ReceivedPage<T>, Error<E>> + Send + Sync>;

/// How a client gets from one page to the next: which part of a request has the position of the page.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct PageStrategy {
    position: Position,
    part: RequestPart,
}

/// The position of a page in a request.
#[derive(Debug, Clone, Copy)]
enum Position {
    /// The number of items to skip.
    Offset(Counted),
    /// The number of the page.
    Number(Counted),
    /// A value from the page before, in the parameter with this name.
    Cursor(&'static str),
    /// The whole query of the URL in the page before.
    Query,
}

/// A parameter with a number.
#[derive(Debug, Clone, Copy)]
struct Counted {
    name: &'static str,
    /// The number of the first page, which is also the default of the parameter.
    first: i64,
}

/// The part of a request that has the position of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestPart {
    Query,
    Header,
    /// A field of the JSON body.
    Body,
}

impl PageStrategy {
    const fn in_query(position: Position) -> Self {
        Self {
            position,
            part: RequestPart::Query,
        }
    }

    /// A query parameter has the number of items to skip. A request without the parameter skips `first`.
    pub const fn offset(name: &'static str, first: i64) -> Self {
        Self::in_query(Position::Offset(Counted { name, first }))
    }

    /// A query parameter has the number of the page. A request without the parameter asks for the page `first`.
    pub const fn number(name: &'static str, first: i64) -> Self {
        Self::in_query(Position::Number(Counted { name, first }))
    }

    /// A query parameter has a value from the page before.
    pub const fn cursor(name: &'static str) -> Self {
        Self::in_query(Position::Cursor(name))
    }

    /// The whole query comes from the URL in the page before.
    pub const fn query() -> Self {
        Self::in_query(Position::Query)
    }

    /// The position is in a field of the JSON body instead of a query parameter.
    #[must_use]
    pub const fn in_body(self) -> Self {
        Self {
            part: RequestPart::Body,
            ..self
        }
    }

    /// The position is in a header instead of a query parameter.
    #[must_use]
    pub const fn in_header(self) -> Self {
        Self {
            part: RequestPart::Header,
            ..self
        }
    }

    /// Whether the URL of the next page has the whole query.
    pub(super) const fn is_query(self) -> bool {
        matches!(self.position, Position::Query)
    }

    /// The name of the parameter, header or field; empty if there is none.
    pub(super) const fn parameter(self) -> &'static str {
        match self.position {
            Position::Offset(counted) | Position::Number(counted) => counted.name,
            Position::Cursor(name) => name,
            Position::Query => "",
        }
    }
}

/// A page: its items, and what it says about the list.
#[doc(hidden)]
#[derive(Debug)]
pub struct ReceivedPage<T> {
    items: Vec<T>,
    total: Option<i64>,
    pages: Option<i64>,
    more: Option<bool>,
    next: Option<String>,
    /// Why the position of the next page cannot be read.
    problem: Option<String>,
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
        T: Serialize,
    {
        let last_item = self.items.last();
        let last_value = last_item.and_then(|item| serde_json::to_value(item).ok());
        self.next = last_value.and_then(|value| position(value.get(field)?));
        self
    }
}

/// A value of a response as a position: text, or a number.
pub(super) fn position(value: &Json) -> Option<String> {
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

/// The most pages of a list, by default.
const MAX_PAGES: u32 = 10_000;

/// The items of a list, page by page. Each page is requested when it is needed.
///
/// The stream ends where the server says that the list ends, and after an error. If pages are counted, it also ends at
/// an empty page; if they have cursors, a cursor that comes again is an error. A server that never ends its list could
/// fill the memory of the client, so [`try_collect`](Self::try_collect) and streams of counted pages also end with an
/// error after 10,000 pages. [`max_pages`](Self::max_pages) sets another limit. It is a [`Stream`], and can be used
/// without combinators:
///
/// ```ignore
/// let mut members = gateway.list_organization_members().stream();
/// while let Some(member) = members.next().await {
///     println!("{}", member?.id);
/// }
/// ```
#[must_use = "items are asked for when they are needed"]
pub struct Items<T, E> {
    request: Request,
    strategy: PageStrategy,
    read: ReadPage<T, E>,
    /// The offset or number of the next page.
    position: i64,
    /// The number of items that have arrived.
    received: i64,
    /// The number of pages that have arrived, and the limit.
    pages: u32,
    max_pages: Option<u32>,
    /// The hashes of the cursors that the server has returned.
    cursors: HashSet<u64>,
    hasher: RandomState,
    page: std::vec::IntoIter<T>,
    pending: Option<Pending>,
    ended: bool,
}

impl<T, E> Items<T, E> {
    pub(super) fn new(mut request: Request, strategy: PageStrategy, read: ReadPage<T, E>) -> Self {
        let counted = match strategy.position {
            Position::Offset(counted) | Position::Number(counted) => Some(counted),
            Position::Cursor(_) | Position::Query => None,
        };
        let position = counted.map_or(0, |counted| {
            first_position(&mut request, strategy.part, counted)
        });
        if counted.is_some() {
            set_position(&mut request, strategy, &position.into());
        }
        Self {
            request,
            strategy,
            read,
            position,
            received: 0,
            pages: 0,
            max_pages: counted.map(|_| MAX_PAGES),
            cursors: HashSet::new(),
            hasher: RandomState::new(),
            page: Vec::new().into_iter(),
            pending: None,
            ended: false,
        }
    }

    /// The most pages to request. If the list has more, an error follows the items of the last one. By default, it is
    /// 10,000 for counted pages and for [`try_collect`](Self::try_collect). Other streams have no limit.
    pub const fn max_pages(mut self, pages: u32) -> Self {
        self.max_pages = Some(pages);
        self
    }

    /// The next item; `None` after the last.
    ///
    /// # Errors
    /// The errors of requesting one page. The stream ends after an error.
    #[allow(
        clippy::should_implement_trait,
        reason = "it waits, which an iterator's `next` cannot"
    )]
    pub async fn next(&mut self) -> Option<Result<T, Error<E>>> {
        poll_fn(|context| self.poll_item(context)).await
    }

    /// All remaining items.
    ///
    /// # Errors
    /// The errors of requesting one page, and an error if the list has more than 10,000 pages, unless
    /// [`max_pages`](Self::max_pages) sets another limit. The items before it are lost.
    pub async fn try_collect(mut self) -> Result<Vec<T>, Error<E>> {
        self.max_pages.get_or_insert(MAX_PAGES);
        let mut items = Vec::new();
        while let Some(item) = self.next().await {
            items.push(item?);
            // The rest of the page has already arrived.
            items.extend(self.page.by_ref());
        }
        Ok(items)
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error<E>>>> {
        loop {
            if let Some(item) = self.page.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            if self.ended {
                return Poll::Ready(None);
            }
            let pending = self
                .pending
                .get_or_insert_with(|| execute(self.request.clone()));
            let outcome = ready!(pending.as_mut().poll(context));
            self.pending = None;
            match (self.read)(outcome) {
                Ok(page) => {
                    self.turn(page);
                    self.count_page();
                }
                Err(error) => {
                    self.ended = true;
                    return Poll::Ready(Some(Err(error)));
                }
            }
        }
    }

    /// Starts a new page, and prepares the request for the one after it.
    fn turn(&mut self, page: ReceivedPage<T>) {
        let count = i64::try_from(page.items.len()).unwrap_or(i64::MAX);
        self.received = self.received.saturating_add(count);
        self.page = page.items.into_iter();
        let (step, passed, end) = match self.strategy.position {
            // The position belongs to the next item, so it counts the items before the first page too.
            Position::Offset(Counted { first, .. }) => {
                let before = self.position.saturating_sub(first);
                (count, before.saturating_add(count), page.total)
            }
            // The size of a page is the server's choice, so it does not tell how many items are before the first.
            Position::Number(Counted { first, .. }) => match page.pages {
                Some(pages) => (
                    1,
                    self.position.saturating_sub(first).saturating_add(1),
                    Some(pages),
                ),
                None => (1, self.received, page.total),
            },
            Position::Cursor(_) | Position::Query => {
                if let Some(problem) = page.problem.filter(|_| page.more != Some(false)) {
                    return self.request.fail(problem);
                }
                match page.next.filter(|cursor| !cursor.is_empty()) {
                    Some(cursor) if page.more != Some(false) => self.continue_at(&cursor),
                    None if page.more == Some(true) && count > 0 => {
                        let problem = "the server has more items, but returned no position of them";
                        self.request.fail(problem.to_owned());
                    }
                    Some(_) | None => self.ended = true,
                }
                return;
            }
        };
        self.ended = count == 0 || page.more == Some(false) || end.is_some_and(|end| passed >= end);
        self.position = self.position.saturating_add(step);
        self.set_position(self.position.into());
    }

    /// With a server that never ends its list, the request after the limit fails.
    fn count_page(&mut self) {
        self.pages = self.pages.saturating_add(1);
        if let Some(max) = self.max_pages.filter(|max| self.pages >= *max) {
            let problem = format!("the list has more than {max} pages, the limit of `max_pages`");
            self.request.fail(problem);
        }
    }

    /// With a server that returns a cursor again, the list would never end, so the next request fails instead.
    fn continue_at(&mut self, cursor: &str) {
        match self.strategy.position {
            Position::Query => self.request.set_query_of(cursor),
            Position::Offset(_) | Position::Number(_) | Position::Cursor(_) => {
                self.set_position(cursor.into());
            }
        }
        if !self.cursors.insert(self.hasher.hash_one(cursor)) {
            let problem = "the server returned the position of an earlier page again";
            self.request.fail(problem.to_owned());
        }
    }

    fn set_position(&mut self, position: Json) {
        set_position(&mut self.request, self.strategy, &position);
    }
}

/// The position of the first page: the one that the caller has set, or else the default.
fn first_position(request: &mut Request, part: RequestPart, counted: Counted) -> i64 {
    let given = match part {
        RequestPart::Query => {
            let text = request.take_query(counted.name);
            text.and_then(|text| text.parse().ok())
        }
        RequestPart::Header => {
            let text = request.header(counted.name);
            text.and_then(|text| text.parse().ok())
        }
        RequestPart::Body => {
            let value = request.body_field(counted.name);
            value.and_then(|value| value.as_i64())
        }
    };
    given.unwrap_or(counted.first)
}

/// Sets the position in a request.
fn set_position(request: &mut Request, strategy: PageStrategy, position: &Json) {
    let name = strategy.parameter();
    let text = match position {
        Json::String(text) => text.clone(),
        number => number.to_string(),
    };
    match strategy.part {
        RequestPart::Query => {
            request.take_query(name);
            request.add_query(name, QueryStyle::REPEATED, &text);
        }
        RequestPart::Header => request.set_header_value(name, HeaderStyle::COMMA, &text),
        RequestPart::Body => request.set_body_field(name, position),
    }
}

// Nothing in it is pinned.
impl<T, E> Unpin for Items<T, E> {}

impl<T, E> Stream for Items<T, E> {
    type Item = Result<T, Error<E>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_item(context)
    }
}

impl<T, E> fmt::Debug for Items<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("operation", &self.request.operation.name)
            .field("received", &self.received)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::client::request::tests::{LIST_TOOLS, http};

    #[test]
    fn counted_pages_have_a_limit_by_default() {
        for (strategy, is_limited) in [
            (PageStrategy::offset("offset", 0), true),
            (PageStrategy::number("page", 1).in_body(), true),
            (PageStrategy::cursor("cursor"), false),
        ] {
            let request = Request::new(&http(), &LIST_TOOLS, &[]);
            let read: ReadPage<u8, Infallible> = Box::new(|_| Ok(ReceivedPage::new(Vec::new())));
            let mut items = Items::new(request, strategy, read);
            let mut fails = || {
                items.count_page();
                let timeout = std::time::Duration::from_secs(1);
                items.request.prepare(timeout, None).is_err()
            };
            assert!((1..MAX_PAGES).all(|_| !fails()), "{strategy:?}");
            assert_eq!(fails(), is_limited, "{strategy:?}");
        }
    }
}
