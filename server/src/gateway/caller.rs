//! Who calls.

use crate::store::{ApiKey, StoreError};

/// Who calls: the key that was sent, or why it could not be looked up.
///
/// A key that cannot be looked up is neither valid nor wrong. So it is let through to the handler,
/// which has to ask for it with [`Caller::key`] and responses what its operation has for such a
/// failure: 502, 524 or 529 where those are documented, 500 everywhere else.
#[derive(Debug)]
pub struct Caller(Result<ApiKey, StoreError>);

impl Caller {
    pub(super) const fn verified(key: ApiKey) -> Self {
        Self(Ok(key))
    }

    pub(super) const fn unverified(error: StoreError) -> Self {
        Self(Err(error))
    }

    /// The key that was sent.
    ///
    /// # Errors
    ///
    /// It could not be looked up.
    pub fn key(self) -> Result<ApiKey, StoreError> {
        self.0
    }

    /// False for an ordinary key. A key that could not be looked up is not refused for that.
    pub(super) fn may_manage(&self) -> bool {
        self.0.as_ref().map_or(true, |key| key.is_management)
    }
}
