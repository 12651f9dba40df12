//! Bodies that are written item by item.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use tokio::time::{Instant, Sleep, sleep};

use crate::body::{Body, BodyError};
use crate::codegen::BoxError;

/// Items as text, regardless of their type.
pub(crate) trait PollText: Send {
    /// Appends the next item to `text`. `None` after the last.
    ///
    /// # Errors
    /// The items end here, and the body is incomplete.
    fn poll_text(
        &mut self,
        text: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Position, BoxError>>>;
}

/// Whether further items follow one that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// Perhaps.
    Inner,
    /// No.
    Last,
}

/// The text of items as a body. It is not generic, so it is compiled once.
///
/// Items are taken only as fast as the body is read, so that their number in memory is bounded.
pub(crate) struct TextBody {
    /// `None` after the end.
    items: Option<Box<dyn PollText>>,
    /// What follows the items.
    end: Vec<u8>,
    /// Items that are ready to be sent.
    text: Vec<u8>,
    /// Why the items broke off, to be reported after those before.
    failure: Option<BoxError>,
    keep_alive: Option<KeepAlive>,
}

/// Items that are ready are sent together, up to this number of bytes.
const BATCH: usize = 16 * 1024;

/// The bytes that are sent while there are no items.
struct KeepAlive {
    text: &'static [u8],
    interval: Duration,
    /// Ends when nothing has been sent for this interval.
    silence: Pin<Box<Sleep>>,
}

impl TextBody {
    pub(crate) fn new(items: impl PollText + 'static) -> Self {
        Self {
            items: Some(Box::new(items)),
            end: Vec::new(),
            text: Vec::new(),
            failure: None,
            keep_alive: None,
        }
    }

    /// Sends `end` after the last item.
    pub(crate) fn ending_with(mut self, end: Vec<u8>) -> Self {
        self.end = end;
        self
    }

    /// Sends `text` whenever nothing has been sent for an interval, unless it is zero.
    pub(crate) fn kept_alive(mut self, text: &'static [u8], interval: Duration) -> Self {
        self.keep_alive = (!interval.is_zero()).then(|| KeepAlive {
            text,
            interval,
            silence: Box::pin(sleep(interval)),
        });
        self
    }

    pub(crate) fn into_body(self) -> Body {
        Body::from_chunks(Box::pin(self))
    }

    /// Collects items that are ready.
    fn fill(&mut self, context: &mut Context<'_>) {
        while let Some(items) = &mut self.items
            && self.text.len() < BATCH
        {
            match items.poll_text(&mut self.text, context) {
                Poll::Pending => return,
                Poll::Ready(Some(Ok(Position::Inner))) => {}
                Poll::Ready(Some(Ok(Position::Last)) | None) => {
                    self.items = None;
                    self.text.append(&mut self.end);
                }
                Poll::Ready(Some(Err(error))) => {
                    self.items = None;
                    self.failure = Some(error);
                }
            }
        }
    }
}

impl Stream for TextBody {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.fill(context);
        let Self {
            items,
            text,
            failure,
            keep_alive,
            ..
        } = &mut *self;
        if text.is_empty() {
            if items.is_none() {
                return Poll::Ready(failure.take().map(BodyError::of_source).map(Err));
            }
            let Some(keep_alive) = keep_alive else {
                return Poll::Pending;
            };
            ready!(keep_alive.silence.as_mut().poll(context));
            text.extend_from_slice(keep_alive.text);
        }
        if let Some(keep_alive) = keep_alive
            && let Some(end) = Instant::now().checked_add(keep_alive.interval)
        {
            keep_alive.silence.as_mut().reset(end);
        }
        Poll::Ready(Some(Ok(std::mem::take(text).into())))
    }
}
