//! Contents of one body that a caller can choose from.

use super::Notes;
use crate::api::SelectorPart;
use crate::node::Node;
use crate::source::Spanned;

/// One of several contents, apart from the content.
#[derive(Debug, Clone)]
pub(crate) struct ContentVariantEntry {
    /// The name of the variant in Rust.
    pub(crate) name: Spanned<String>,
    /// The part of a request that selects the content; `None` if the media type decides.
    pub(crate) selected_by: Option<SelectorEntry>,
    pub(crate) notes: Notes,
}

/// A value in the request that asks for a content.
#[derive(Debug, Clone)]
pub(crate) struct SelectorEntry {
    pub(crate) part: SelectorPart,
    /// The field of the body, or the parameter.
    pub(crate) name: Spanned<String>,
    pub(crate) value: Node,
}
