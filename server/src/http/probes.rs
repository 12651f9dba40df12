//! The endpoints for operators: `/healthz`, `/readyz`, `/metrics`.

use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower::Service;

use super::connection::{Connections, Limits};
use super::front::Front;
use crate::causes::with_causes;
use crate::store;

/// How long the check of the store may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Probes are few and brief.
const LIMITS: Limits = Limits {
    connections: 64,
    header_timeout: Duration::from_secs(10),
    write_timeout: Duration::from_secs(10),
    header_bytes: 16 * 1024,
};

type Response = Pin<Box<dyn Future<Output = Result<(), Cause>> + Send>>;

/// Why the store is not ready.
type Cause = Box<dyn Error + Send + Sync>;

/// What the operations listener reports.
pub struct Probes {
    ready: Box<dyn Fn() -> Response + Send + Sync>,
    database: Option<Box<dyn Fn() -> store::Connections + Send + Sync>>,
    dropped_lines: Box<dyn Fn() -> usize + Send + Sync>,
    shutting_down: AtomicBool,
}

impl Probes {
    /// `/readyz` asks `ready`, and shows its error. The causes of the error are in the log.
    pub fn new<F, A, E>(ready: F) -> Self
    where
        F: Fn() -> A + Send + Sync + 'static,
        A: Future<Output = Result<(), E>> + Send + 'static,
        E: Into<Cause>,
    {
        let ready = move || {
            let response = ready();
            Box::pin(async { response.await.map_err(Into::into) }) as Response
        };
        Self {
            ready: Box::new(ready),
            database: None,
            dropped_lines: Box::new(|| 0),
            shutting_down: AtomicBool::new(false),
        }
    }

    /// `/metrics` reports how much of the connection pool is in use.
    #[must_use]
    pub fn database(
        mut self,
        connections: impl Fn() -> store::Connections + Send + Sync + 'static,
    ) -> Self {
        self.database = Some(Box::new(connections));
        self
    }

    /// `/metrics` reports how many lines of the log were dropped.
    #[must_use]
    pub fn dropped_log_lines(
        mut self,
        dropped_lines: impl Fn() -> usize + Send + Sync + 'static,
    ) -> Self {
        self.dropped_lines = Box::new(dropped_lines);
        self
    }

    /// From now on this server is not ready, so that no more requests are sent to it.
    pub(super) fn shut_down(&self) {
        self.shutting_down.store(true, Ordering::Relaxed);
    }

    /// Why no requests should be sent here, if that is so.
    async fn unready(&self) -> Option<Cause> {
        if self.shutting_down.load(Ordering::Relaxed) {
            return Some("shutting down".into());
        }
        match timeout(PATIENCE, (self.ready)()).await {
            Ok(Ok(())) => None,
            Ok(Err(cause)) => Some(cause),
            Err(_) => Some(format!("the store did not respond within {PATIENCE:?}").into()),
        }
    }
}

/// Serves operators for ever.
pub(super) async fn serve(listener: TcpListener, probes: Arc<Probes>, front: Arc<Front>) {
    let router = routes(probes, front);
    let response = move |_, request: hyper::Request<hyper::body::Incoming>| {
        router.clone().call(request.map(Body::new))
    };
    let never = Connections::new(listener, LIMITS)
        .accept(None, response)
        .await;
    match never {}
}

fn routes(probes: Arc<Probes>, front: Arc<Front>) -> Router {
    let ready = {
        let probes = Arc::clone(&probes);
        async move || match probes.unready().await {
            None => (StatusCode::OK, "ready\n".to_owned()),
            Some(cause) => {
                tracing::warn!(cause = with_causes(&*cause), "not ready");
                (
                    StatusCode::SERVICE_UNAVAILABLE,
                    format!("not ready: {cause}\n"),
                )
            }
        }
    };
    let metrics = async move || {
        let database = probes.database.as_ref().map(|ask| ask());
        let media_type = "text/plain; version=0.0.4; charset=utf-8";
        let text = front
            .observer
            .metrics
            .render(database, (probes.dropped_lines)());
        ([(header::CONTENT_TYPE, media_type)], text).into_response()
    };
    Router::new()
        .route("/healthz", get(async || "alive\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}
