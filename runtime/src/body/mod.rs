//! Bodies as bytes that arrive or are sent piece by piece.

mod error;
#[cfg(feature = "files")]
mod file;
mod media;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use http_body::{Frame, SizeHint};
use sync_wrapper::SyncWrapper;

pub use self::error::{BodyError, BodyErrorKind};
pub use self::media::Media;
use crate::codegen::BoxError;

/// The bytes of a request or a response.
///
/// It is made from bytes, text, a file or any stream of chunks, and read as a stream of chunks. So a body of any size
/// passes through without being in memory. [`collect`](Self::collect) reads a small one whole.
///
/// ```
/// use specsmith_runtime::Body;
///
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let mut body = Body::from("some text");
/// assert_eq!(body.length(), Some(9));
/// while let Some(chunk) = body.next().await {
///     println!("{} bytes", chunk?.len());
/// }
/// # Ok::<(), specsmith_runtime::BodyError>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A body that is dropped before its end stops the sender: the connection is closed.
pub struct Body {
    source: BodySource,
    /// The number of bytes that are left, if it is known.
    length: Option<u64>,
    /// What `collect` reads at most.
    limit: u64,
}

/// Where the chunks come from.
enum BodySource {
    Whole(Bytes),
    /// One body after the other.
    Chain(VecDeque<Body>),
    /// The streams of users are often not `Sync`, and are only reached through `&mut`.
    Stream(SyncWrapper<Chunks>),
}

/// Any stream of chunks.
pub(crate) type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes, BodyError>> + Send>>;

impl Body {
    /// A body without bytes.
    pub const fn empty() -> Self {
        Self {
            source: BodySource::Whole(Bytes::new()),
            length: Some(0),
            limit: u64::MAX,
        }
    }

    /// A body made of the chunks of a stream. Its length is unknown, see [`with_length`](Self::with_length).
    ///
    /// If the stream fails, the body ends with an error, and its receiver learns that it is incomplete.
    pub fn from_stream<S, B, E>(stream: S) -> Self
    where
        S: Stream<Item = Result<B, E>> + Send + 'static,
        B: Into<Bytes>,
        E: Into<BoxError>,
    {
        Self::from_chunks(Box::pin(Converted(Box::pin(stream))))
    }

    /// Announces the length of a body made from a stream, so that its receiver can show progress.
    ///
    /// A stream that turns out to be shorter or longer is an error at its end.
    #[must_use]
    pub fn with_length(mut self, bytes: u64) -> Self {
        self.length = Some(bytes);
        self
    }

    pub(crate) fn from_chunks(chunks: Chunks) -> Self {
        Self {
            source: BodySource::Stream(SyncWrapper::new(chunks)),
            length: None,
            limit: u64::MAX,
        }
    }

    /// Several bodies as one. Its length is known if all lengths are.
    pub fn concat(bodies: impl IntoIterator<Item = Self>) -> Self {
        let bodies: VecDeque<Self> = bodies.into_iter().collect();
        let lengths = bodies.iter().map(|body| body.length);
        let length = lengths
            .reduce(|sum, length| sum?.checked_add(length?))
            .unwrap_or(Some(0));
        Self {
            source: BodySource::Chain(bodies),
            length,
            limit: u64::MAX,
        }
    }

    /// Limits what [`collect`](Self::collect) reads.
    #[cfg(any(test, feature = "client"))]
    #[must_use]
    pub(crate) fn collecting_at_most(mut self, bytes: u64) -> Self {
        self.limit = bytes;
        self
    }

    /// The number of bytes that are left, if it is known.
    pub const fn length(&self) -> Option<u64> {
        self.length
    }

    /// The same body again, if all of it is in memory. It shares the bytes.
    pub fn try_clone(&self) -> Option<Self> {
        let source = match &self.source {
            BodySource::Whole(bytes) => BodySource::Whole(bytes.clone()),
            BodySource::Chain(bodies) => {
                BodySource::Chain(bodies.iter().map(Self::try_clone).collect::<Option<_>>()?)
            }
            BodySource::Stream(_) => return None,
        };
        Some(Self { source, ..*self })
    }

    /// The next chunk; `None` after the last.
    ///
    /// # Errors
    /// The body is too large, incomplete, or its source failed. It ends after an error.
    #[allow(
        clippy::should_implement_trait,
        reason = "it waits, which an iterator's `next` cannot"
    )]
    pub async fn next(&mut self) -> Option<Result<Bytes, BodyError>> {
        poll_fn(|context| self.poll_chunk(context)).await
    }

    /// Reads the whole body.
    ///
    /// A server reads at most what the operation accepts, and a client at most its
    /// `max_response_bytes`. Bodies that you create have no limit.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub async fn collect(self) -> Result<Bytes, BodyError> {
        let limit = self.limit;
        self.collect_up_to(limit).await
    }

    /// Reads the whole body if it has at most `limit` bytes.
    ///
    /// # Errors
    /// As [`next`](Self::next).
    pub async fn collect_up_to(mut self, limit: u64) -> Result<Bytes, BodyError> {
        let announced = self.length.unwrap_or_default();
        if announced > limit {
            return Err(BodyError::new(BodyErrorKind::TooLarge { limit }));
        }
        // Most bodies arrive in one piece, which is not copied.
        let first = self.next().await.transpose()?.unwrap_or_default();
        let mut whole = BytesMut::new();
        while first.len() as u64 <= limit
            && let Some(chunk) = self.next().await.transpose()?
        {
            if whole.is_empty() {
                let capacity = usize::try_from(announced).unwrap_or_default();
                whole.reserve(capacity.max(first.len() + chunk.len()));
                whole.extend_from_slice(&first);
            }
            whole.extend_from_slice(&chunk);
            if whole.len() as u64 > limit {
                break;
            }
        }
        let whole = if whole.is_empty() {
            first
        } else {
            whole.freeze()
        };
        if whole.len() as u64 > limit {
            return Err(BodyError::new(BodyErrorKind::TooLarge { limit }));
        }
        Ok(whole)
    }

    pub(crate) fn poll_chunk(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, BodyError>>> {
        loop {
            let chunk = match &mut self.source {
                BodySource::Whole(bytes) if bytes.is_empty() => None,
                BodySource::Whole(bytes) => Some(Ok(std::mem::take(bytes))),
                BodySource::Chain(bodies) => ready!(poll_chain(bodies, context)),
                BodySource::Stream(chunks) => ready!(chunks.get_mut().as_mut().poll_next(context)),
            };
            let chunk = chunk.map(|chunk| chunk.and_then(|chunk| self.count(chunk)));
            match chunk {
                Some(Ok(chunk)) if chunk.is_empty() => {}
                Some(Ok(chunk)) => return Poll::Ready(Some(Ok(chunk))),
                Some(Err(error)) => return Poll::Ready(Some(self.end(Err(error)))),
                None if self.length.unwrap_or_default() > 0 => {
                    let error = BodyError::new(BodyErrorKind::WrongLength);
                    return Poll::Ready(Some(self.end(Err(error))));
                }
                None => return Poll::Ready(self.end(None)),
            }
        }
    }

    /// Takes a chunk from the number of bytes that are left.
    fn count(&mut self, chunk: Bytes) -> Result<Bytes, BodyError> {
        if let Some(length) = &mut self.length {
            *length = length
                .checked_sub(chunk.len() as u64)
                .ok_or_else(|| BodyError::new(BodyErrorKind::WrongLength))?;
        }
        Ok(chunk)
    }

    /// Nothing comes after the end, not even of a stream that would go on.
    fn end<T>(&mut self, last: T) -> T {
        *self = Self::empty();
        last
    }
}

fn poll_chain(
    bodies: &mut VecDeque<Body>,
    context: &mut Context<'_>,
) -> Poll<Option<Result<Bytes, BodyError>>> {
    while let Some(body) = bodies.front_mut() {
        match ready!(body.poll_chunk(context)) {
            Some(chunk) => return Poll::Ready(Some(chunk)),
            None => bodies.pop_front(),
        };
    }
    Poll::Ready(None)
}

/// A stream of someone else's chunks and errors.
struct Converted<S>(Pin<Box<S>>);

impl<S, B, E> Stream for Converted<S>
where
    S: Stream<Item = Result<B, E>>,
    B: Into<Bytes>,
    E: Into<BoxError>,
{
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let chunk = ready!(self.0.as_mut().poll_next(context));
        Poll::Ready(chunk.map(|chunk| chunk.map(Into::into).map_err(BodyError::of_source)))
    }
}

impl Default for Body {
    fn default() -> Self {
        Self::empty()
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self {
            length: Some(bytes.len() as u64),
            source: BodySource::Whole(bytes),
            limit: u64::MAX,
        }
    }
}

/// Types that become bytes without being copied.
macro_rules! from_bytes {
    ($($type:ty),+) => {$(
        impl From<$type> for Body {
            fn from(bytes: $type) -> Self {
                Bytes::from(bytes).into()
            }
        }
    )+};
}

from_bytes!(Vec<u8>, String, &'static [u8], &'static str, Box<[u8]>);

impl<const N: usize> From<&'static [u8; N]> for Body {
    fn from(bytes: &'static [u8; N]) -> Self {
        bytes.as_slice().into()
    }
}

impl Stream for Body {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_chunk(context)
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        self.poll_chunk(context)
            .map(|chunk| chunk.map(|chunk| chunk.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        matches!(&self.source, BodySource::Whole(bytes) if bytes.is_empty())
    }

    fn size_hint(&self) -> SizeHint {
        self.length
            .map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}

/// Shows the length, never the bytes.
impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Body")
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}
