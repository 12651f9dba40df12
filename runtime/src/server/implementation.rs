//! Where the implementation of an API comes from.

use std::sync::Arc;

use super::{Input, RequestHead};

/// The implementation of an API.
pub(super) enum Implementation<A> {
    /// All requests share it.
    Shared(Arc<A>),
    /// Each request has its own, which is made from its head.
    PerRequest(Arc<dyn Fn(RequestHead<'_>) -> A + Send + Sync>),
}

impl<A> Implementation<A> {
    /// Whether the application needs the extensions of requests.
    pub(super) const fn reads_head(&self) -> bool {
        match self {
            Self::Shared(_) => false,
            Self::PerRequest(_) => true,
        }
    }

    /// The implementation that handles a request.
    pub(super) fn of(self, input: &Input) -> Arc<A> {
        match self {
            Self::Shared(api) => api,
            Self::PerRequest(make) => Arc::new(make(input.head())),
        }
    }
}

// A derived implementation would need `A: Clone`.
impl<A> Clone for Implementation<A> {
    fn clone(&self) -> Self {
        match self {
            Self::Shared(api) => Self::Shared(Arc::clone(api)),
            Self::PerRequest(make) => Self::PerRequest(Arc::clone(make)),
        }
    }
}
