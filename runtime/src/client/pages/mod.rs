//! Iterating over the pages of a list.

mod received;
mod strategy;

use std::collections::HashSet;
use std::fmt;
use std::future::poll_fn;
use std::hash::{BuildHasher, RandomState};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

pub(super) use self::received::position;
#[doc(hidden)]
pub use self::received::{ReceivedPage, receive_page};
#[doc(hidden)]
pub use self::strategy::PageStrategy;
use self::strategy::{Counted, Position};
use super::Error;
use super::call::Pending;
use super::execute::execute;
use super::outcome::{Failure, Outcome};
use super::request::Request;
use crate::Json;

/// Reads a page.
type ReadPage<T, E> =
    Box<dyn Fn(Result<Outcome, Failure>) -> Result<ReceivedPage<T>, Error<E>> + Send + Sync>;

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
        let first = strategy.first_position(&mut request);
        if let Some(first) = first {
            strategy.set_position(&mut request, &first.into());
        }
        Self {
            request,
            strategy,
            read,
            position: first.unwrap_or(0),
            received: 0,
            pages: 0,
            max_pages: first.map(|_| MAX_PAGES),
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
        self.strategy.set_position(&mut self.request, &position);
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
                items.request.prepare(None).is_err()
            };
            assert!((1..MAX_PAGES).all(|_| !fails()), "{strategy:?}");
            assert_eq!(fails(), is_limited, "{strategy:?}");
        }
    }
}
