//! A file of a document as a tree.

use std::sync::Arc;

use crate::node::Node;

/// A file of a document.
#[derive(Clone)]
pub(in crate::openapi) struct Parsed {
    /// Its path, relative to the folder of the first file.
    pub(in crate::openapi) name: String,
    pub(in crate::openapi) root: Arc<Node>,
}
