//! The files of a document, as trees of nodes.

use crate::diagnostic::Diagnostics;
use crate::node::Node;
use crate::source::{SourceFile, Span};
use crate::yaml;

/// A file of a document.
pub(crate) struct Parsed {
    /// Its path, relative to the folder of the first file.
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) root: Node,
}

/// Reads all files. The first is the document itself.
pub(crate) fn parse(source: &SourceFile) -> Result<Vec<Parsed>, Diagnostics> {
    let mut parsed = Vec::new();
    for (name, span) in source.files() {
        let root = yaml::parse(source.slice(span), span.start)?;
        parsed.push(Parsed {
            name: name.to_owned(),
            span,
            root,
        });
    }
    Ok(parsed)
}

/// The path of a file that another one refers to.
pub(crate) fn resolve_path(_from: &str, reference: &str) -> String {
    reference.to_owned()
}
