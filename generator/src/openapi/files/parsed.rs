//! A file of a document as a tree.

use crate::node::Node;
use std::sync::Arc;

/// A file of a document.
pub(in crate::openapi) struct Parsed {
    /// Its path, relative to the folder of the first file.
    pub(in crate::openapi) name: String,
    pub(in crate::openapi) root: Arc<Node>,
}
