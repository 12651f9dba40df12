//! Bodies from files.

use std::future::Future;
use std::io;
use std::path::Path;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncSeekExt};

use super::{Body, BodyError};

/// The size of the chunks that are read.
const CHUNK: usize = 64 * 1024;

impl Body {
    /// Opens a file. Its chunks are read when they are sent.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub async fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::from_file(File::open(path).await?).await
    }

    /// The rest of an open file. The length is known if it is a regular file. A file that grows afterwards is sent up
    /// to this length; one that shrinks is an error.
    ///
    /// # Errors
    /// The size of the file cannot be read.
    pub async fn from_file(mut file: File) -> io::Result<Self> {
        let about = file.metadata().await?;
        if !about.is_file() {
            return Ok(Self::from_reader(file));
        }
        let length = about.len().saturating_sub(file.stream_position().await?);
        Ok(Self::from_reader(file.take(length)).with_length(length))
    }

    /// Everything that a reader returns. The length is unknown, see [`with_length`](Self::with_length).
    pub fn from_reader(reader: impl AsyncRead + Send + 'static) -> Self {
        Self::from_chunks(Box::pin(Reading {
            reader: Box::pin(reader),
            buffer: BytesMut::new(),
        }))
    }
}

/// A reader as a stream of chunks.
struct Reading<R> {
    reader: Pin<Box<R>>,
    buffer: BytesMut,
}

impl<R: AsyncRead> Stream for Reading<R> {
    type Item = Result<Bytes, BodyError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { reader, buffer } = &mut *self;
        buffer.reserve(CHUNK);
        // The future has no state: the next call continues with the same reader.
        let read = ready!(pin!(reader.read_buf(buffer)).poll(context));
        Poll::Ready(match read {
            Ok(0) => None,
            Ok(_) => Some(Ok(buffer.split().freeze())),
            Err(error) => Some(Err(BodyError::of_source(error))),
        })
    }
}
