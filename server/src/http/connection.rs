//! From a listener to connections, and from connections to requests.

use std::convert::Infallible;
use std::io;
use std::net::IpAddr;
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
use super::metrics::Metrics;
use super::options::Options;
use super::socket::Socket;

/// How long to wait after a failure to accept that lasts, such as too many open files. Without a pause
/// the loop would spin.
const PAUSE: Duration = Duration::from_millis(200);

/// The limits of connections.
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
        /// Enough for hyper, and plenty for bodies.
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

/// A listener and its connections.
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

    /// Accepts connections for ever, and responds to their requests with `response`. Connections are
    /// measured, and limited for each address, if `front` is given.
    ///
    /// hyper rejects what it cannot parse by itself: it writes the head of a 400, 414 or 431 without a
    /// body, in `on_parse_error` of its `proto::h1::Conn`, and offers no hook to fill it. So these
    /// responses do not have the shape of the API's errors. They are only counted.
    pub(super) async fn accept<F, A>(
        &mut self,
        front: Option<&Arc<Front>>,
        response: F,
    ) -> Infallible
    where
        F: Fn(IpAddr, Request<Incoming>) -> A + Clone + Send + 'static,
        A: Future<Output = Result<Response, Infallible>> + Send + 'static,
    {
        loop {
            // While there is no permit, clients wait in the kernel's queue. The semaphore is never
            // closed, so this does not fail.
            let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else {
                std::future::pending().await
            };
            let (stream, peer) = self.next().await;
            while self.tasks.try_join_next().is_some() {}
            let connected = front.map(|front| front.addresses.connect(peer));
            let has_too_many = matches!(connected, Some(None));
            if has_too_many {
                // Without a response, because that would be more work for nothing.
                tracing::debug!(
                    "an address has too many connections: see --max-connections-per-address"
                );
                continue;
            }
            let socket = Socket::new(stream, self.limits.write_timeout);
            let response = response.clone();
            let service = service_fn(move |request| response(peer, request));
            let connection = self.builder.serve_connection(TokioIo::new(socket), service);
            let connection = self.graceful.watch(connection);
            let front = front.cloned();
            self.tasks.spawn(async move {
                let metrics = front.as_deref().map(|front| &front.observer.metrics);
                let _open = metrics.map(Metrics::connection);
                if let Err(error) = connection.await {
                    if let Some(metrics) = metrics.filter(|_| error.is_parse()) {
                        metrics.malformed();
                    }
                    let cause = error.to_string();
                    tracing::debug!(cause, "a connection ended early");
                }
                drop((permit, connected));
            });
        }
    }

    async fn next(&self) -> (TcpStream, IpAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    // Without this, a small response may wait for the client's acknowledgement.
                    if let Err(error) = stream.set_nodelay(true) {
                        let cause = error.to_string();
                        tracing::debug!(cause, "TCP_NODELAY could not be set");
                    }
                    return (stream, peer.ip());
                }
                Err(error) if concerns_one_connection(&error) => {}
                Err(error) => {
                    let cause = error.to_string();
                    tracing::error!(cause, "no connection could be accepted");
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Stops accepting, lets requests in flight finish until `enough` completes, and cuts off the rest.
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
        let cut = front.observer.metrics.in_flight();
        front.observer.cut();
        tasks.shutdown().await;
        cut
    }
}

/// Whether the client went away before its connection was accepted.
fn concerns_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}
