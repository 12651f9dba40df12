//! Bodies of requests that the server stops accepting.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use tokio::time::{Instant, sleep, sleep_until};

use crate::body::{Body, BodyError, BodyErrorKind};

/// The most bytes that are handed over at once. The connection asks for more when the server has accepted enough of
/// them, so a large chunk in one piece would look like a server that accepts nothing.
const MAX_PIECE: usize = 64 << 10;

/// Since when a server has accepted nothing. It is not known while the body has nothing to send, nor after its end.
#[derive(Clone, Default)]
pub(super) struct Progress(Arc<Mutex<Option<Instant>>>);

impl Progress {
    fn set(&self, since: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    fn since(&self) -> Option<Instant> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the server has accepted nothing for this time.
    pub(super) async fn stall(&self, timeout: Duration) -> BodyError {
        loop {
            // A piece that is handed over from now on is not late before this time has passed.
            let Some(since) = self.since() else {
                sleep(timeout).await;
                continue;
            };
            match since.checked_add(timeout) {
                Some(end) if end <= Instant::now() => {
                    return BodyError::new(BodyErrorKind::Stalled(timeout));
                }
                Some(end) => sleep_until(end).await,
                None => sleep(timeout).await,
            }
        }
    }
}

/// A body that records how the server accepts it.
pub(super) struct Upload {
    body: Body,
    /// What is left of the last chunk.
    rest: Bytes,
    progress: Progress,
}

impl Upload {
    pub(super) fn new(body: Body, progress: Progress) -> Self {
        Self {
            body,
            rest: Bytes::new(),
            progress,
        }
    }

    fn has_ended(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }
}

impl http_body::Body for Upload {
    type Data = Bytes;
    type Error = BodyError;

    /// The connection asks for the next piece, so the server has accepted earlier ones.
    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        let mut chunk = std::mem::take(&mut self.rest);
        if chunk.is_empty() {
            self.progress.set(None);
            match self.body.poll_chunk(context) {
                Poll::Ready(Some(Ok(next))) => chunk = next,
                Poll::Ready(other) => return Poll::Ready(other.map(|next| next.map(Frame::data))),
                Poll::Pending => return Poll::Pending,
            }
        }
        self.rest = chunk.split_off(chunk.len().min(MAX_PIECE));
        let since = (!self.has_ended()).then(Instant::now);
        self.progress.set(since);
        Poll::Ready(Some(Ok(Frame::data(chunk))))
    }

    fn is_end_stream(&self) -> bool {
        self.has_ended()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        self.body.length().map_or_else(SizeHint::default, |length| {
            SizeHint::with_exact(length.saturating_add(rest))
        })
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        self.progress.set(None);
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use futures_util::stream;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    fn upload(body: Body) -> (Upload, Progress) {
        let progress = Progress::default();
        (Upload::new(body, progress.clone()), progress)
    }

    async fn next(upload: &mut Upload) -> Option<usize> {
        let mut upload = Pin::new(upload);
        let frame = poll_fn(|context| upload.as_mut().poll_frame(context)).await?;
        Some(frame.unwrap().into_data().unwrap().len())
    }

    /// How long it takes until the upload counts as stalled, up to ten minutes.
    async fn stalls_after(progress: &Progress) -> Option<Duration> {
        let began = Instant::now();
        let limit = Duration::from_secs(600);
        let stall = tokio::time::timeout(limit, progress.stall(TIMEOUT)).await;
        stall.ok().map(|_| began.elapsed())
    }

    #[tokio::test(start_paused = true)]
    async fn a_chunk_is_handed_over_in_pieces() {
        let (mut upload, _) = upload(Body::from(vec![0; 2 * MAX_PIECE + 1]));
        assert_eq!(upload.size_hint().exact(), Some(2 * MAX_PIECE as u64 + 1));
        assert_eq!(next(&mut upload).await, Some(MAX_PIECE));
        assert_eq!(upload.size_hint().exact(), Some(MAX_PIECE as u64 + 1));
        assert!(!upload.is_end_stream());
        assert_eq!(next(&mut upload).await, Some(MAX_PIECE));
        assert_eq!(next(&mut upload).await, Some(1));
        assert!(upload.is_end_stream());
        assert_eq!(next(&mut upload).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn an_upload_stalls_if_nobody_asks_for_the_next_piece() {
        let (mut upload, progress) = upload(Body::from(vec![0; 3 * MAX_PIECE]));
        assert_eq!(stalls_after(&progress).await, None);
        next(&mut upload).await;
        sleep(TIMEOUT / 2).await;
        next(&mut upload).await;
        assert_eq!(stalls_after(&progress).await, Some(TIMEOUT));
        // Whether the server accepts the last piece shows in its response.
        next(&mut upload).await;
        assert_eq!(stalls_after(&progress).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_source_that_has_nothing_to_send_is_not_a_stall() {
        let chunks = stream::iter([Ok::<_, BodyError>("a")]);
        let chunks = futures_util::StreamExt::chain(chunks, stream::pending());
        let (mut upload, progress) = upload(Body::from_stream(chunks));
        next(&mut upload).await;
        let pending = tokio::time::timeout(Duration::from_secs(1), next(&mut upload)).await;
        assert!(pending.is_err());
        assert_eq!(stalls_after(&progress).await, None);
    }
}
