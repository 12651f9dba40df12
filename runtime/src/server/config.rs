//! Configuration of a server.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use tower::{Layer, Service};

/// Puts a layer around the routes of an operation.
type AddLayer = Arc<dyn Fn(MethodRouter) -> MethodRouter + Send + Sync>;

/// Settings of a server beyond the API that it serves.
///
/// ```
/// use specsmith_runtime::server::ServerConfig;
///
/// let config = ServerConfig::new().body_limit(64 * 1024);
/// ```
#[derive(Clone)]
pub struct ServerConfig {
    body_limit: usize,
    layers: Vec<AddLayer>,
}

impl ServerConfig {
    /// A body limit of 1 MiB, and no layers.
    pub const fn new() -> Self {
        Self {
            body_limit: 1024 * 1024,
            layers: Vec::new(),
        }
    }

    /// The maximum size of a request body in bytes. A larger one gets 413.
    #[must_use]
    pub const fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    /// Adds a layer between the router and the handlers. It sees the matched operation in the
    /// extensions of the request, and is not called if no operation matches. The layer added last
    /// is the outermost.
    #[must_use]
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.layers
            .push(Arc::new(move |routes| routes.route_layer(layer.clone())));
        self
    }

    pub(super) const fn max_body_bytes(&self) -> usize {
        self.body_limit
    }

    pub(super) fn has_layers(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Puts every layer around `routes`.
    pub(super) fn add_layers(&self, routes: MethodRouter) -> MethodRouter {
        self.layers.iter().fold(routes, |routes, add| add(routes))
    }
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ServerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerConfig")
            .field("body_limit", &self.body_limit)
            .field("layers", &self.layers.len())
            .finish()
    }
}
