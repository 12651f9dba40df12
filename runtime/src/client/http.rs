//! What all calls of a client share.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::HeaderMap;

use super::{Retry, Service, Try};

/// The connection to an API: a client of `reqwest` with all that was set for it. A clone
/// is the same connection.
#[derive(Clone)]
pub struct Http(pub(super) Arc<Settings>);

/// Whoever watches the tries.
pub(super) type OnTry = Arc<dyn Fn(&Try<'_>) + Send + Sync>;

/// What is set for a client.
pub(super) struct Settings {
    pub(super) service: &'static Service,
    pub(super) client: reqwest::Client,
    /// Whether the client may follow redirects, so that one try can send several requests.
    pub(super) may_redirect: bool,
    /// The base URL without a slash at the end.
    pub(super) base: String,
    /// What every request has, the credentials too.
    pub(super) headers: HeaderMap,
    pub(super) limits: Limits,
    pub(super) max_response_bytes: usize,
    pub(super) on_try: Option<OnTry>,
}

/// How long a call may take, and how often it is tried.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) try_timeout: Duration,
    pub(super) total_timeout: Duration,
    pub(super) retry: Retry,
}

/// The headers are left out, since one of them holds the key.
impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("service", &self.0.service.name)
            .field("base_url", &self.0.base)
            .field("limits", &self.0.limits)
            .finish_non_exhaustive()
    }
}
