//! Successful responses.

use super::{ContentEntry, FieldEntry, Notes};
use crate::api::Status;
use crate::source::Spanned;

/// A successful response.
#[derive(Debug, Clone)]
pub(crate) struct ResponseEntry {
    /// The status. If it is not written, its place is that of the response.
    pub(crate) status: Spanned<Status>,
    /// The name of its variant in Rust, if there are several responses.
    pub(crate) rust_name: Option<Spanned<String>>,
    /// `None` if there is no content.
    pub(crate) content: Option<ContentEntry>,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) notes: Notes,
}
