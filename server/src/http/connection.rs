//! From a listener to connections, and from connections to requests.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::response::Response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::front::Front;
use super::options::Options;
use super::socket::Socket;

/// How long to wait after a failure to accept that will not pass by itself, such as too many open
/// files. Without a pause the loop would do nothing else.
const PAUSE: Duration = Duration::from_millis(200);

/// What a connection may take.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) connections: usize,
    pub(super) header_timeout: Duration,
    pub(super) write_timeout: Duration,
    pub(super) header_bytes: usize,
}

impl From<&Options> for Limits {
    fn from(options: &Options) -> Self {
        Self {
            connections: options.max_connections,
            header_timeout: options.header_timeout,
            write_timeout: options.write_timeout,
            header_bytes: options.max_header_bytes,
        }
    }
}

impl Limits {
    fn builder(self) -> http1::Builder {
        /// What hyper needs at least, and what is plenty for bodies.
        const BUFFER: usize = 64 * 1024;
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(self.header_timeout)
            .max_header_size(self.header_bytes)
            .max_buf_size(BUFFER.max(self.header_bytes));
        builder
    }
}

/// A listener and the connections that it brought.
pub(super) struct Connections {
    listener: TcpListener,
    limits: Limits,
    builder: http1::Builder,
    permits: Arc<Semaphore>,
    graceful: GracefulShutdown,
    tasks: JoinSet<()>,
}

impl Connections {
    pub(super) fn new(listener: TcpListener, limits: Limits) -> Self {
        Self {
            listener,
            limits,
            builder: limits.builder(),
            permits: Arc::new(Semaphore::new(limits.connections)),
            graceful: GracefulShutdown::new(),
            tasks: JoinSet::new(),
        }
    }

    /// Accepts connections for ever, and responses their requests with `response`.
    pub(super) async fn accept<F, A>(&mut self, front: &Arc<Front>, response: F) -> Infallible
    where
        F: Fn(Request<Incoming>) -> A + Clone + Send + 'static,
        A: Future<Output = Result<Response, Infallible>> + Send + 'static,
    {
        loop {
            // While there is no permit, clients wait in the kernel's queue. Nobody closes the
            // semaphore, so there is always one in the end.
            let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else {
                std::future::pending().await
            };
            let stream = self.next().await;
            while self.tasks.try_join_next().is_some() {}
            let socket = Socket::new(stream, self.limits.write_timeout);
            let service = service_fn(response.clone());
            let connection = self.builder.serve_connection(TokioIo::new(socket), service);
            let connection = self.graceful.watch(connection);
            let front = Arc::clone(front);
            self.tasks.spawn(async move {
                let _open = front.metrics.connection();
                if let Err(error) = connection.await {
                    if error.is_parse() {
                        front.metrics.malformed();
                    }
                    tracing::debug!(cause = %error, "a connection ended early");
                }
                drop(permit);
            });
        }
    }

    async fn next(&self) -> TcpStream {
        loop {
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    // Without this, a small response may wait for the client's acknowledgement.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(cause = %error, "TCP_NODELAY could not be set");
                    }
                    return stream;
                }
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) => {
                    tracing::error!(cause = %error, "no connection could be accepted");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Stops accepting, lets requests under way finish until `enough` is, and cuts off the rest.
    pub(super) async fn drain(self, front: &Front, enough: impl Future<Output = ()>) -> usize {
        let Self {
            listener,
            graceful,
            mut tasks,
            ..
        } = self;
        drop(listener);
        tokio::select! {
            biased;
            () = graceful.shutdown() => return 0,
            () = enough => {}
        }
        let cut = front.metrics.in_flight();
        front.cut();
        tasks.shutdown().await;
        cut
    }
}

/// Whether the failure is about a client that went away before it was accepted.
fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}
