//! Schemas that may be variants of a union, and their tags.

use crate::node::Node;
use crate::openapi::schema::Schema;
use crate::source::{Span, Spanned};

/// A schema that may be a variant.
pub(super) struct Candidate<'m, 'a> {
    pub(super) schema: &'m Schema<'a>,
    /// The node of the component, or of the schema.
    pub(super) id: usize,
    /// The key of the component in the document.
    pub(super) name: Option<&'m str>,
    /// `x-ms-discriminator-value`.
    pub(super) given: Option<Spanned<String>>,
    pub(super) span: Span,
    /// Whether it is the base that the other candidates extend.
    pub(super) is_base: bool,
}

/// The tags of a candidate.
#[derive(Clone)]
pub(super) struct Tags {
    pub(super) values: Vec<Spanned<String>>,
    pub(super) source: Source,
}

impl Tags {
    pub(super) fn stated(values: Vec<Spanned<String>>) -> Self {
        Self {
            values,
            source: Source::Stated,
        }
    }
}

/// The tags of candidates that have some, by the nodes of their components or schemas.
pub(super) fn tags_by_id<'t>(
    candidates: &[Candidate<'_, '_>],
    tags: &'t [Tags],
) -> Vec<(usize, &'t [Spanned<String>])> {
    let pairs = candidates
        .iter()
        .zip(tags)
        .map(|(candidate, tags)| (candidate.id, tags.values.as_slice()));
    pairs.filter(|(_, tags)| !tags.is_empty()).collect()
}

/// The source of the tags of a candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The document states them for this schema.
    Stated,
    /// The schema lists them, beside values that others list as well.
    Listed,
    /// It is the name of the schema.
    Name,
    /// It is the name of the schema, although the field lists other values.
    NameOnly,
}

impl Source {
    pub(super) fn is_name(self) -> bool {
        match self {
            Self::Name | Self::NameOnly => true,
            Self::Stated | Self::Listed => false,
        }
    }
}

/// The tag that `x-ms-discriminator-value` gives a schema.
pub(super) fn given_tag(schema: &Node) -> Option<Spanned<String>> {
    let value = schema.get("x-ms-discriminator-value")?;
    Some(Spanned::new(value.scalar_text()?, value.span))
}
