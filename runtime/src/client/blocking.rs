//! Calls in programs that have no async runtime.

use std::fmt;
use std::future::{IntoFuture, poll_fn};
use std::io;
use std::pin::Pin;

use futures_core::Stream;
use tokio::runtime::{Builder, Runtime};
use tokio::task::yield_now;

/// Waits for calls in a program that has no async runtime, such as a command-line program.
///
/// It drives calls on the thread that waits, and starts no other threads, except to resolve host names and to read
/// files. It waits for everything that can be awaited: calls, `send()` and `send_raw()` of them, pieces of bodies, and
/// files. Lists and streams become iterators.
///
/// ```ignore
/// let api = Blocking::new()?;
/// let credits = api.wait(gateway.get_credits())?;
/// for member in api.iterate(gateway.list_organization_members().stream()) {
///     println!("{}", member?.id);
/// }
/// ```
///
/// Use one for the whole program. Connections stay open between calls, but nothing happens on them while no call is
/// waited for, so use an async runtime to do several things at once.
pub struct Blocking {
    runtime: Runtime,
}

impl Blocking {
    /// Prepares to wait for calls.
    ///
    /// # Errors
    /// The system has no more resources, such as file descriptors.
    pub fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Self { runtime })
    }

    /// Sends a call, and returns its result.
    ///
    /// # Panics
    /// If the current thread runs async code, where waiting would block everything else. Await the call there.
    pub fn wait<C: IntoFuture>(&self, call: C) -> C::Output {
        // A call may start timers before it is polled.
        let _entered = self.runtime.enter();
        let call = call.into_future();
        self.runtime.block_on(async {
            notice_closed_connections().await;
            call.await
        })
    }

    /// The items of a list, or the pieces, lines or events of a body, one after the other.
    ///
    /// # Panics
    /// As [`wait`](Self::wait), when an item is requested.
    pub const fn iterate<S: Stream + Unpin>(&self, stream: S) -> BlockingItems<'_, S> {
        BlockingItems {
            blocking: self,
            stream,
        }
    }
}

/// Ends the tasks of connections that the server has closed since the last call: nothing drove them meanwhile, and a
/// call that is not idempotent must not be sent on one of them. In a turn, the runtime runs tasks and then asks the
/// system what has happened, so the second one runs the tasks that the first one woke.
async fn notice_closed_connections() {
    yield_now().await;
    yield_now().await;
}

impl fmt::Debug for Blocking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Blocking").finish_non_exhaustive()
    }
}

/// The items of a stream, each of which is waited for.
#[must_use = "items are requested when they are needed"]
pub struct BlockingItems<'b, S> {
    blocking: &'b Blocking,
    stream: S,
}

impl<S> BlockingItems<'_, S> {
    /// The stream that the items come from.
    pub const fn stream(&self) -> &S {
        &self.stream
    }
}

impl<S: Stream + Unpin> Iterator for BlockingItems<'_, S> {
    type Item = S::Item;

    fn next(&mut self) -> Option<S::Item> {
        let mut stream = Pin::new(&mut self.stream);
        self.blocking
            .wait(poll_fn(|context| stream.as_mut().poll_next(context)))
    }
}

impl<S: fmt::Debug> fmt::Debug for BlockingItems<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BlockingItems").field(&self.stream).finish()
    }
}
