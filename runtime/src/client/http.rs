//! What all calls of a client share.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;

#[cfg(feature = "trace-context")]
use super::HttpRequest;
use super::budget::Tokens;
use super::transport::Sender;
use super::{CallService, Credentials, OwnServer, Retry, Service, Signer, Try};
use crate::deviation::LoggedPlaces;

/// A configured connection to an API. Clones share it.
#[derive(Clone)]
pub struct Http(pub(super) Arc<Settings>);

/// A callback for tries.
pub(super) type OnTry = Arc<dyn Fn(&Try<'_>) + Send + Sync>;

/// The settings of a client.
pub(super) struct Settings {
    pub(super) service: &'static Service,
    pub(super) sender: Sender,
    /// Runs calls, if there are layers around them.
    pub(super) calls: Option<CallService>,
    /// Whether code of the application can add secrets to requests: a layer, a transport or a client of `reqwest`.
    pub(super) has_unknown_secrets: bool,
    /// Whether all servers of the API are the base URL.
    pub(super) has_one_server: bool,
    /// Whether the client may follow redirects, so that one try can send several requests.
    pub(super) may_redirect: bool,
    /// The base URL without a slash at the end. Empty if each call has its own URL.
    pub(super) base: String,
    /// The servers of single operations, with URLs like `base`.
    pub(super) servers: Vec<OwnServer>,
    /// The headers of every request, including credentials.
    pub(super) headers: HeaderMap,
    /// The credentials, one for each scheme.
    pub(super) credentials: Vec<Credentials>,
    /// What signs webhooks.
    pub(super) signer: Option<Arc<dyn Signer>>,
    pub(super) limits: Limits,
    pub(super) retry_tokens: Tokens,
    pub(super) max_response_bytes: usize,
    /// The places of responses that were logged as deviations. `None` if the client is strict.
    pub(super) logged_places: Option<Arc<LoggedPlaces>>,
    #[cfg(feature = "streams")]
    pub(super) streams: StreamLimits,
    pub(super) on_try: Option<OnTry>,
    /// Returns the trace that requests belong to.
    #[cfg(feature = "trace-context")]
    pub(super) trace_context: FindTrace,
}

/// A function that returns the trace of a request.
#[cfg(feature = "trace-context")]
pub(super) type FindTrace = Arc<dyn Fn() -> Option<crate::TraceContext> + Send + Sync>;

#[cfg(feature = "trace-context")]
impl Http {
    /// Adds the trace that a request belongs to.
    pub(super) fn continue_trace(&self, mut request: HttpRequest) -> HttpRequest {
        if let Some(context) = (self.0.trace_context)() {
            context.add_to(request.headers_mut());
        }
        request
    }
}

/// Time limits and retries of a call.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    pub(super) try_timeout: Duration,
    pub(super) total_timeout: Duration,
    pub(super) retry: Retry,
}

/// The limits of a streamed response.
#[cfg(feature = "streams")]
#[derive(Clone, Copy)]
pub(super) struct StreamLimits {
    pub(super) max_item_bytes: usize,
    pub(super) idle_timeout: Duration,
}

#[cfg(feature = "streams")]
impl StreamLimits {
    pub(super) const DEFAULT: Self = Self {
        max_item_bytes: 1 << 20,
        idle_timeout: Duration::from_secs(300),
    };
}

/// Omits the headers, because one of them is the key.
impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("service", &self.0.service.name)
            .field("base_url", &self.0.base)
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}
