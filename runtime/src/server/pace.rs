//! Bodies of requests that arrive too slowly.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt;
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::codegen::BoxError;

/// How long the server waits for a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// How long the server waits in all, besides the time for what has arrived.
    pub(super) timeout: Duration,
    /// For each second that the server waits longer, so many bytes must have arrived. Zero means no more time.
    pub(super) bytes_per_second: u32,
}

impl Pace {
    /// How long the server waits in all for a body of which this has arrived.
    fn patience(self, received: u64) -> Duration {
        let seconds = received.checked_div(self.bytes_per_second.into());
        self.timeout
            .saturating_add(Duration::from_secs(seconds.unwrap_or_default()))
    }
}

/// A body that ends with an error if its client is too slow. Only waiting for the client counts, not the time that the
/// server takes to read on.
pub(super) struct Paced {
    body: Body,
    /// What [`begin`](Self::begin) has read.
    first: Option<Bytes>,
    /// Whether the body has ended.
    has_ended: bool,
    pace: Option<Pace>,
    received: u64,
    /// How long the server has waited before the current wait.
    waited: Duration,
    /// Since when the server waits.
    since: Option<Instant>,
    /// When the current wait ends. Most bodies are here when they are read, and need none.
    end: Option<Pin<Box<Sleep>>>,
}

impl Paced {
    /// Reads a body at this pace. `None` waits without a limit.
    pub(super) const fn new(body: Body, pace: Option<Pace>) -> Self {
        Self {
            body,
            first: None,
            has_ended: false,
            pace,
            received: 0,
            waited: Duration::ZERO,
            since: None,
            end: None,
        }
    }

    /// Waits for the first bytes, which are then read again. Without any, the body is at its end.
    pub(super) async fn begin(&mut self) -> Result<(), BoxError> {
        while let Some(frame) = self.frame().await {
            // Trailers are skipped.
            let first = frame?.into_data().unwrap_or_default();
            if !first.is_empty() {
                self.first = Some(first);
                break;
            }
        }
        Ok(())
    }

    /// Starts or continues to wait. Whether the time is up.
    ///
    /// # Panics
    /// The runtime of Tokio has no timer.
    fn wait(&mut self, context: &mut Context<'_>) -> bool {
        let Some(pace) = self.pace else {
            return false;
        };
        if self.since.is_none() {
            let now = Instant::now();
            self.since = Some(now);
            let left = pace.patience(self.received).saturating_sub(self.waited);
            let end = now.checked_add(left);
            // Without Tokio, there is no timer.
            match (end, &mut self.end) {
                (Some(end), Some(sleep)) => sleep.as_mut().reset(end),
                (Some(end), None) if Handle::try_current().is_ok() => {
                    self.end = Some(Box::pin(sleep_until(end)));
                }
                (Some(_), None) | (None, _) => self.end = None,
            }
        }
        let end = self.end.as_mut();
        end.is_some_and(|end| end.as_mut().poll(context).is_ready())
    }

    fn stop_waiting(&mut self) {
        if let Some(since) = self.since.take() {
            self.waited = self.waited.saturating_add(since.elapsed());
        }
    }
}

impl HttpBody for Paced {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if polled.is_pending() && self.wait(context) {
            return Poll::Ready(Some(Err(TooSlow.into())));
        }
        let Some(frame) = ready!(polled).transpose()? else {
            self.has_ended = true;
            return Poll::Ready(None);
        };
        self.stop_waiting();
        let length = frame.data_ref().map_or(0, Bytes::len);
        self.received = self.received.saturating_add(length as u64);
        Poll::Ready(Some(Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_none() && (self.has_ended || self.body.is_end_stream())
    }

    fn size_hint(&self) -> SizeHint {
        let first = self.first.as_ref().map_or(0, Bytes::len) as u64;
        let rest = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower().saturating_add(first));
        if let Some(upper) = rest.upper().and_then(|upper| upper.checked_add(first)) {
            hint.set_upper(upper);
        }
        hint
    }
}

/// The client sends the body too slowly.
#[derive(Debug)]
pub(super) struct TooSlow;

impl fmt::Display for TooSlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the client sends the body too slowly")
    }
}

impl Error for TooSlow {}

#[cfg(test)]
mod tests {
    use futures_util::stream;
    use tokio::time::sleep;

    use super::*;

    const PACE: Pace = Pace {
        timeout: Duration::from_secs(10),
        bytes_per_second: 2,
    };

    /// A body whose pieces of ten bytes arrive so many seconds after each other.
    fn body(pauses: &'static [u64], pace: Pace) -> Paced {
        let pieces = stream::iter(pauses);
        let pieces = futures_util::StreamExt::then(pieces, |seconds| async {
            sleep(Duration::from_secs(*seconds)).await;
            Ok::<_, BoxError>(Bytes::from_static(b"0123456789"))
        });
        Paced::new(Body::from_stream(pieces), Some(pace))
    }

    /// Reads such a body. The reader works for a minute after each piece.
    async fn read(pauses: &'static [u64], pace: Pace) -> Result<usize, BoxError> {
        let mut body = body(pauses, pace);
        let mut received = 0;
        while let Some(frame) = body.frame().await {
            received += frame?.data_ref().map_or(0, Bytes::len);
            sleep(Duration::from_secs(60)).await;
        }
        Ok(received)
    }

    #[tokio::test(start_paused = true)]
    async fn each_byte_buys_time() {
        // After ten bytes, the client has five seconds more.
        assert_eq!(read(&[9, 5, 5, 0], PACE).await.unwrap(), 40);
        assert_eq!(read(&[0; 5], PACE).await.unwrap(), 50);
        for pauses in [&[11][..], &[9, 7], &[0, 0, 0, 26]] {
            assert!(read(pauses, PACE).await.unwrap_err().is::<TooSlow>());
        }
    }

    /// As an optional body is read.
    #[tokio::test(start_paused = true)]
    async fn the_wait_for_the_first_bytes_counts() {
        let mut patient = body(&[9, 5], PACE);
        patient.begin().await.unwrap();
        assert!(!patient.is_end_stream());
        assert_eq!(patient.size_hint().lower(), 10);
        let whole = patient.collect().await.unwrap().to_bytes();
        assert_eq!(whole, "01234567890123456789");
        let mut slow = body(&[9, 7], PACE);
        slow.begin().await.unwrap();
        assert!(slow.collect().await.unwrap_err().is::<TooSlow>());
        let mut empty = body(&[], PACE);
        empty.begin().await.unwrap();
        assert!(empty.is_end_stream());
    }

    #[tokio::test(start_paused = true)]
    async fn without_a_rate_the_timeout_is_for_the_whole_body() {
        let pace = Pace {
            bytes_per_second: 0,
            ..PACE
        };
        assert_eq!(read(&[4, 5], pace).await.unwrap(), 20);
        assert!(read(&[4, 4, 4], pace).await.unwrap_err().is::<TooSlow>());
        let patient = Pace {
            timeout: Duration::MAX,
            ..PACE
        };
        assert_eq!(read(&[9_000_000], patient).await.unwrap(), 10);
    }
}
