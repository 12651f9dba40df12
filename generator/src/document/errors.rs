//! Error statuses, and the shape of their responses.

use super::{FieldEntry, Notes};
use crate::source::Spanned;

/// An error status as written.
#[derive(Debug, Clone)]
pub(crate) struct ErrorEntry {
    pub(crate) status: Spanned<u16>,
    pub(crate) name: Spanned<String>,
    pub(crate) message: Spanned<String>,
    pub(crate) when: Option<String>,
    pub(crate) retry: bool,
    pub(crate) implied: bool,
    pub(crate) headers: Vec<FieldEntry>,
    pub(crate) notes: Notes,
}

/// The `error_body` section: the wire names of the fields of an error response.
#[derive(Debug, Clone)]
pub(crate) struct ErrorBodySection {
    pub(crate) envelope: Option<Spanned<String>>,
    pub(crate) code: Option<Spanned<String>>,
    pub(crate) message: Option<Spanned<String>>,
    pub(crate) metadata: Option<Spanned<String>>,
    pub(crate) notes: Notes,
}
