//! The pages about the API, generated from the specification.

use crate::http::Texts;

/// All of them.
pub(crate) const TEXTS: Texts = Texts {
    html: include_str!("../../docs/api/index.html"),
    openapi: include_str!("../../docs/api/openapi.json"),
    markdown: include_str!("../../docs/api/reference.md"),
    llms: include_str!("../../docs/api/llms.txt"),
};
