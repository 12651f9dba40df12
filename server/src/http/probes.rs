//! What operators and their machines ask: `/healthz`, `/readyz`, `/metrics`.

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

/// How long the store has to say that it is ready. Whoever asks waits little longer than that.
const PATIENCE: Duration = Duration::from_secs(2);

/// Operators' machines ask seldom and briefly.
const LIMITS: Limits = Limits {
    connections: 64,
    header_timeout: Duration::from_secs(10),
    write_timeout: Duration::from_secs(10),
    header_bytes: 16 * 1024,
};

type Response = Pin<Box<dyn Future<Output = Result<(), Cause>> + Send>>;

/// Why the store is not ready.
type Cause = Box<dyn Error + Send + Sync>;

/// How many connections to the database there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatabaseConnections {
    /// Those that wait for work.
    pub idle: usize,
    /// Those that are at work.
    pub used: usize,
}

/// What the operations listener asks the store.
pub struct Probes {
    ready: Box<dyn Fn() -> Response + Send + Sync>,
    database: Option<Box<dyn Fn() -> DatabaseConnections + Send + Sync>>,
    shutting_down: AtomicBool,
}

impl Probes {
    /// `/readyz` asks `ready`, and shows operators the error where there is one. What lies behind
    /// the error is in the log.
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
            shutting_down: AtomicBool::new(false),
        }
    }

    /// `/metrics` asks `connections` how much of the pool is in use.
    #[must_use]
    pub fn database(
        mut self,
        connections: impl Fn() -> DatabaseConnections + Send + Sync + 'static,
    ) -> Self {
        self.database = Some(Box::new(connections));
        self
    }

    /// From now on this server is not ready, so that no more requests are sent to it.
    pub(super) fn shut_down(&self) {
        self.shutting_down.store(true, Ordering::Relaxed);
    }

    /// Why no requests should be sent here, if so.
    async fn unready(&self) -> Option<Cause> {
        if self.shutting_down.load(Ordering::Relaxed) {
            return Some("shutting down".into());
        }
        match timeout(PATIENCE, (self.ready)()).await {
            Ok(Ok(())) => None,
            Ok(Err(cause)) => Some(cause),
            Err(_) => Some(format!("the store did not response within {PATIENCE:?}").into()),
        }
    }
}

/// Responses operators for ever.
pub(super) async fn serve(listener: TcpListener, probes: Arc<Probes>, front: Arc<Front>) {
    let router = routes(probes, Arc::clone(&front));
    let response = move |request: hyper::Request<hyper::body::Incoming>| {
        router.clone().call(request.map(Body::new))
    };
    let never = Connections::new(listener, LIMITS)
        .accept(&front, response)
        .await;
    match never {}
}

/// An error and all that lies behind it.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

fn routes(probes: Arc<Probes>, front: Arc<Front>) -> Router {
    let ready = {
        let probes = Arc::clone(&probes);
        async move || match probes.unready().await {
            None => (StatusCode::OK, "ready\n".to_owned()),
            Some(cause) => {
                tracing::warn!(cause = chain(&*cause), "not ready");
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
        let text = front.metrics.render(database);
        ([(header::CONTENT_TYPE, media_type)], text).into_response()
    };
    Router::new()
        .route("/healthz", get(async || "alive\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::chain;
    use crate::store::{ErrorKind, StoreError};

    #[test]
    fn the_log_says_what_lies_behind_a_failure_of_the_store() {
        let refused = io::Error::new(io::ErrorKind::ConnectionRefused, "refused");
        let error = StoreError::new(ErrorKind::Unreachable, sqlx::Error::Io(refused));
        let text = chain(&error);
        assert!(
            text.starts_with("the database cannot be reached: "),
            "{text}"
        );
        assert!(text.contains("refused"), "{text}");
    }
}
