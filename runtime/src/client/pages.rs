//! Iterating over the pages of a list.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use super::Error;
use super::call::Pending;
use super::execute::execute;
use super::outcome::{Failure, Outcome};
use super::request::Request;
use crate::parameter::QueryStyle;

/// Reads a page: its items, and the number of items on all pages.
type ReadPage<T, E> =
    Box<dyn Fn(Result<Outcome, Failure>) -> Result<(Vec<T>, i64), Error<E>> + Send + Sync>;

/// The items of a list, page by page. Each page is requested when it is needed.
///
/// The stream ends when it reaches the server's total, at an empty page, and after an error. It is
/// a [`Stream`], and can be used without combinators:
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
    /// The query parameter with the number of items to skip.
    offset: &'static str,
    read: ReadPage<T, E>,
    /// The offset of the next page.
    position: i64,
    page: std::vec::IntoIter<T>,
    pending: Option<Pending>,
    ended: bool,
}

impl<T, E> Items<T, E> {
    pub(super) fn new(
        mut request: Request,
        offset: &'static str,
        default: i64,
        read: ReadPage<T, E>,
    ) -> Self {
        let given = request
            .take_query(offset)
            .and_then(|text| text.parse().ok());
        let position = given.unwrap_or(default);
        Self {
            request,
            offset,
            read,
            position,
            page: Vec::new().into_iter(),
            pending: None,
            ended: false,
        }
    }

    /// The next item; `None` after the last.
    ///
    /// # Errors
    /// Those of requesting one page. The stream ends after an error.
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
    /// Those of requesting one page. The items before it are lost.
    pub async fn try_collect(mut self) -> Result<Vec<T>, Error<E>> {
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
                .get_or_insert_with(|| ask(&self.request, self.offset, self.position));
            let outcome = ready!(pending.as_mut().poll(context));
            self.pending = None;
            match (self.read)(outcome) {
                Ok((items, total)) => self.turn(items, total),
                Err(error) => {
                    self.ended = true;
                    return Poll::Ready(Some(Err(error)));
                }
            }
        }
    }

    /// Starts a new page.
    fn turn(&mut self, items: Vec<T>, total: i64) {
        self.position = self
            .position
            .saturating_add(i64::try_from(items.len()).unwrap_or(i64::MAX));
        self.ended = items.is_empty() || self.position >= total;
        self.page = items.into_iter();
    }
}

/// Requests the page at `position`.
fn ask(request: &Request, parameter: &'static str, position: i64) -> Pending {
    let mut request = request.clone();
    request.add_query(parameter, QueryStyle::REPEATED, &position);
    execute(request)
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
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}
