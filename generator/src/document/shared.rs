//! Parts of operations that several of them have.

use super::{ConditionalEntry, ErrorKey, FieldEntry, IdempotencyEntry};
use crate::source::Spanned;

/// A named part of operations: each that uses it has these parameters, headers and errors.
#[derive(Debug, Clone)]
pub(crate) struct SharedEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) path: Vec<FieldEntry>,
    pub(crate) query: Vec<FieldEntry>,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) cookies: Vec<FieldEntry>,
    /// The headers of each successful response.
    pub(crate) response_headers: Vec<FieldEntry>,
    pub(crate) conditional: Option<ConditionalEntry>,
    pub(crate) idempotency: Option<IdempotencyEntry>,
    pub(crate) errors: Vec<Spanned<ErrorKey>>,
}
