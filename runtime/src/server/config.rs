//! Configuration of a server.

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;

use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use tower::{Layer, Service};

use super::pace::Pace;
use crate::contract::BODY_LIMIT;

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
    settings: Settings,
    layers: Vec<AddLayer>,
    owns_unknown: bool,
    sends_dates: bool,
}

/// What every operation of a server needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Settings {
    pub(super) body_limit: usize,
    /// Whether unknown values are kept that only responses may have.
    pub(super) keeps_unknown: bool,
    /// How long the server waits for a body.
    pub(super) pace: Pace,
    /// Whether this also concerns bodies that handlers read.
    #[cfg(feature = "streams")]
    pub(super) paces_streams: bool,
    #[cfg(feature = "streams")]
    pub(super) max_item_bytes: usize,
    #[cfg(feature = "streams")]
    pub(super) keep_alive: std::time::Duration,
}

impl ServerConfig {
    /// A body limit of 1 MiB, and no layers.
    pub const fn new() -> Self {
        let settings = Settings {
            body_limit: BODY_LIMIT,
            keeps_unknown: false,
            pace: Pace {
                timeout: std::time::Duration::from_secs(30),
                bytes_per_second: 500,
            },
            #[cfg(feature = "streams")]
            paces_streams: false,
            #[cfg(feature = "streams")]
            max_item_bytes: 1024 * 1024,
            #[cfg(feature = "streams")]
            keep_alive: std::time::Duration::from_secs(15),
        };
        Self {
            settings,
            layers: Vec::new(),
            owns_unknown: true,
            sends_dates: false,
        }
    }

    /// The maximum size of a request body in bytes, for operations without their own limit. A larger one gets
    /// 413.
    #[must_use]
    pub const fn body_limit(mut self, bytes: usize) -> Self {
        self.settings.body_limit = bytes;
        self
    }

    /// How long the server waits for the body of a request in all. For each second that it waits longer,
    /// `bytes_per_second` bytes must have arrived; with zero, it does not wait longer. A client that is slower gets 408.
    ///
    /// By default, these are 30 seconds and 500 bytes for bodies that the router reads, and bodies that handlers read have
    /// no limit, because a client may send them while things happen. A limit that you set is for these too: a handler
    /// gets an error, for which the client gets 408 if the handler returns it. Only waiting for the client counts.
    ///
    /// A runtime of Tokio must have timers (`enable_all` or `enable_time`): without them, a request whose body does not
    /// arrive at once gets 500, and the log says why. Without Tokio, nothing is limited.
    #[must_use]
    pub const fn body_timeout(
        mut self,
        timeout: std::time::Duration,
        bytes_per_second: u32,
    ) -> Self {
        self.settings.pace = Pace {
            timeout,
            bytes_per_second,
        };
        #[cfg(feature = "streams")]
        {
            self.settings.paces_streams = true;
        }
        self
    }

    /// The maximum size of a line of JSON lines in a request, in bytes. 1 MiB by default.
    #[cfg(feature = "streams")]
    #[must_use]
    pub const fn max_item_bytes(mut self, bytes: usize) -> Self {
        self.settings.max_item_bytes = bytes;
        self
    }

    /// How long an event stream may send nothing. After this time, the server sends a comment, so that clients and
    /// proxies do not give up. 15 seconds by default; zero stands for no comments.
    #[cfg(feature = "streams")]
    #[must_use]
    pub const fn keep_alive(mut self, interval: std::time::Duration) -> Self {
        self.settings.keep_alive = interval;
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

    /// Whether requests for unknown paths below the base path of the API get its 404, even if the router is merged with
    /// others, or nested. True by default. If the API has no base path, these are all paths that no other route has.
    ///
    /// With `false`, the fallback of the application gets these requests, and the router has no routes of its own
    /// besides those of operations. The application needs this if a route of its own has a parameter directly below the
    /// base path, such as `/v1/{page}`.
    #[must_use]
    pub const fn owns_unknown_paths(mut self, owns: bool) -> Self {
        self.owns_unknown = owns;
        self
    }

    /// Whether the responses of operations that are deprecated with dates have the headers `Deprecation` (RFC 9745) and
    /// `Sunset` (RFC 8594), errors included. False by default. A handler or a layer that sets such a header itself keeps
    /// its value.
    #[must_use]
    pub const fn deprecation_headers(mut self, sends: bool) -> Self {
        self.sends_dates = sends;
        self
    }

    /// For a receiver of webhooks, which an API sends as it sends responses.
    pub(super) const fn receiving(mut self) -> Self {
        self.settings.keeps_unknown = true;
        self
    }

    pub(super) const fn settings(&self) -> Settings {
        self.settings
    }

    pub(super) const fn owns_unknown(&self) -> bool {
        self.owns_unknown
    }

    pub(super) const fn sends_dates(&self) -> bool {
        self.sends_dates
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
            .field("settings", &self.settings)
            .field("layers", &self.layers.len())
            .finish()
    }
}
