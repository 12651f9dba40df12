//! Successful responses.

use super::{ContentEntry, ContentVariantEntry, FieldEntry, Notes};
use crate::api::Status;
use crate::source::Spanned;

/// A successful response, or one of several contents of it: these are next to each other, with the same status.
#[derive(Debug, Clone)]
pub(crate) struct ResponseEntry {
    /// The status. If it is not written, its span is the span of the response.
    pub(crate) status: Spanned<Status>,
    /// The name of its variant in Rust, if there are several responses.
    pub(crate) rust_name: Option<Spanned<String>>,
    /// `None` if there is no content.
    pub(crate) content: Option<ContentEntry>,
    /// The name of the content, if it is one of several.
    pub(crate) choice: Option<ContentVariantEntry>,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) notes: Notes,
}
