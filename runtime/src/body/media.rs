//! Contents whose media type is chosen when they are sent.

/// A content and its media type, for bodies that may have one of several types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media<T> {
    /// The media type, such as `audio/mpeg`.
    pub media: String,
    /// The content.
    pub content: T,
}

impl<T> Media<T> {
    /// A content of this media type.
    pub fn new(media: impl Into<String>, content: impl Into<T>) -> Self {
        Self {
            media: media.into(),
            content: content.into(),
        }
    }
}
