//! The pages about the API, generated from the specification.

/// The reference, one page of HTML.
pub(crate) const REFERENCE: &str = include_str!("../../docs/api/index.html");

/// The OpenAPI document, as JSON.
pub(crate) const OPENAPI: &str = include_str!("../../docs/api/openapi.json");
