//! The body of a request while it arrives: within a time, and without a slot.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::slots::{Refusal, Ticket};

/// A body that gives the slots of its request back when it has to wait for the client, and takes them again once it is
/// complete. A body that takes too long is the client's error.
pub(super) struct ArrivingBody {
    body: Incoming,
    ticket: Arc<Ticket>,
    limit: Duration,
    /// When it has to be there in any case.
    until: Instant,
    /// Runs from the first time that there was nothing to read.
    timer: Option<Pin<Box<Sleep>>>,
    has_left: bool,
    end: Option<End>,
}

/// The end of a body whose request waits for its slots again.
struct End {
    item: Item,
    returning: Pin<Box<dyn Future<Output = ()> + Send>>,
}

/// What a body yields: a part of it, an error, or its end.
type Item = Option<Result<Frame<Bytes>, hyper::Error>>;

impl ArrivingBody {
    /// The body of the request with this ticket. It may take this long to arrive, and has to be there at `until`.
    pub(super) fn of_request(
        body: Incoming,
        ticket: &Arc<Ticket>,
        limit: Duration,
        until: Instant,
    ) -> Body {
        if body.is_end_stream() {
            return Body::empty();
        }
        Body::new(Self {
            body,
            ticket: Arc::clone(ticket),
            limit,
            until,
            timer: None,
            has_left: false,
            end: None,
        })
    }
}

impl ArrivingBody {
    /// Waits for the client, without a slot and within the time.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<Item> {
        if !self.has_left {
            self.ticket.leave();
            self.has_left = true;
        }
        let (limit, until) = (self.limit, self.until);
        let timer = self
            .timer
            .get_or_insert_with(|| Box::pin(sleep_until(until.min(Instant::now() + limit))));
        ready!(timer.as_mut().poll(cx));
        // The server responds, and drops the handler that waits here.
        self.ticket.refuse(Refusal::SlowBody);
        Poll::Pending
    }
}

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Item> {
        let this = &mut *self;
        if this.end.is_none() {
            let item = match Pin::new(&mut this.body).poll_frame(cx) {
                Poll::Ready(item) => item,
                Poll::Pending => return this.wait(cx),
            };
            // Parts are passed on without a slot: they are only collected.
            if !this.has_left || matches!(item, Some(Ok(_))) {
                return Poll::Ready(item);
            }
            let returning = Arc::clone(&this.ticket).return_to_slots();
            let returning = Box::pin(returning);
            this.end = Some(End { item, returning });
        }
        if let Some(end) = &mut this.end {
            ready!(end.returning.as_mut().poll(cx));
        }
        this.has_left = false;
        Poll::Ready(this.end.take().and_then(|end| end.item))
    }

    fn is_end_stream(&self) -> bool {
        !self.has_left && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
