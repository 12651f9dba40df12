//! The socket of a connection, with limits on how long a client can hold it up.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// How long to go on reading after the last response of a connection.
const LINGER: Duration = Duration::from_secs(1);

/// A socket that gives up on a client that does not read, and that reads what is still in transit
/// before it closes.
///
/// Closing while a client still sends makes the kernel reset the connection, and the client may
/// lose the response (say, 413) that tells it to stop (RFC 9112, 9.6).
pub(super) struct Socket {
    stream: TcpStream,
    write_timeout: Duration,
    /// Runs while a write makes no progress.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Runs while the rest is read.
    lingering: Option<Pin<Box<Sleep>>>,
}

impl Socket {
    pub(super) fn new(stream: TcpStream, write_timeout: Duration) -> Self {
        Self {
            stream,
            write_timeout,
            stalled: None,
            lingering: None,
        }
    }

    /// Returns the result of a write, or an error if there was no progress for too long.
    fn bounded(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let timeout = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(stalled.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.bounded(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.bounded(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingering.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
        }
        let this = &mut *self;
        let lingering = this
            .lingering
            .get_or_insert_with(|| Box::pin(sleep(LINGER)));
        // The time is checked first: reading may use up the task's budget, and the timer would then not be
        // polled any more.
        if lingering.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut scrap = [0; 4096];
        loop {
            let mut scrap = ReadBuf::new(&mut scrap);
            match Pin::new(&mut this.stream).poll_read(cx, &mut scrap) {
                Poll::Ready(Ok(())) if !scrap.filled().is_empty() => {}
                Poll::Ready(_) => return Poll::Ready(Ok(())),
                Poll::Pending => return Poll::Pending,
            }
        }
    }
}
