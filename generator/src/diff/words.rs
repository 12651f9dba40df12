//! Text of documents in messages.

use std::fmt;

/// Text as code: between backticks, and between more of them than it has (CommonMark 0.31, section 6.1).
pub(crate) struct Quoted<'t>(pub(crate) &'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        let runs = text.split(|c| c != '`').map(str::len);
        match runs.max().unwrap_or_default() {
            0 => write!(f, "`{text}`"),
            longest => {
                let fence = "`".repeat(longest + 1);
                write!(f, "{fence} {text} {fence}")
            }
        }
    }
}
