//! The servers of single operations.

/// The server of the operations that are not on the server of the API. The generated crate has a function for each.
///
/// It has no default: an operation on another server would otherwise send its credentials there while the client is
/// used with a server for tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnServer {
    /// Its name in the specification.
    pub(super) name: &'static str,
    /// Its URL, which may have a path.
    pub(super) url: String,
}

impl OwnServer {
    #[doc(hidden)]
    pub fn new(name: &'static str, url: impl Into<String>) -> Self {
        let url = url.into();
        Self { name, url }
    }
}
