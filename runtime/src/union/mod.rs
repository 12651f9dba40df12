//! Unions: values of one of several types.

mod define;
mod matcher;
mod read;
mod rest;
#[cfg(test)]
mod tests;
mod write;

use crate::Json;
use crate::decode::{AnyValue, Context, Failed};

pub use self::matcher::{VariantMatcher, other_variant, variant_from_request, variant_text};
pub use self::read::{ReadVariant, checked, content, decode, from_token, nothing, read};
pub use self::write::{tag_of, write};

/// A value of one of several types, its variants. [`union!`](crate::union!) implements it.
pub trait Union: Sized {
    /// Whether a server rejects values of no variant, which clients [keep](Self::other).
    const ONLY_IN_RESPONSES: bool = false;

    /// How variants are told apart.
    fn shape() -> &'static Shape;

    /// Reads the content of the variant with this tag, one of [`Shape::tags`].
    ///
    /// # Errors
    /// If the content cannot be read or does not match the specification.
    fn read(
        tag: &str,
        content: &mut dyn AnyValue<'_>,
        context: &mut Context,
    ) -> Result<Self, Failed>;

    /// [`shape`](Self::shape), for a value at hand.
    fn shape_of(&self) -> &'static Shape {
        Self::shape()
    }

    /// Keeps a value of no variant. `None` if the union is closed.
    fn other(value: Json) -> Option<Self> {
        let _ = value;
        None
    }
}

/// How the variants of a union are told apart.
#[derive(Debug)]
pub struct Shape {
    /// Where the tag is.
    pub tagging: Tagging,
    /// The tags of all variants, each as text.
    pub tags: &'static [&'static str],
    /// What tags are on the wire.
    pub kind: TagKind,
    /// The tags of variants that declare the tag among their own fields.
    pub declared: &'static [&'static str],
    /// The variant of an object without a tag.
    pub default: Option<&'static str>,
    /// How the variants of a union without tags are recognized, each with its tag in `tags`.
    pub matchers: &'static [(&'static str, VariantMatcher)],
}

/// Where the tag is.
#[derive(Debug)]
pub enum Tagging {
    /// A field among the fields of the content: `{"type": "card", "brand": "visa"}`. If there are several names,
    /// they lead to the tag, which variants declare themselves.
    Field(&'static [&'static str]),
    /// A field next to the one with the content: `{"type": "card", "data": {"brand": "visa"}}`.
    Beside(&'static str, &'static str),
    /// The name of the only field: `{"card": {"brand": "visa"}}`.
    Name,
    /// Nowhere: the content decides. The text is what is expected.
    None(&'static str),
}

/// What tags are on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagKind {
    /// Strings.
    Text,
    /// Whole numbers.
    Integer,
    /// True or false.
    Boolean,
}

impl Shape {
    /// The tag is a field, to which these names lead.
    pub const fn field(tags: &'static [&'static str], path: &'static [&'static str]) -> Self {
        Self::new(tags, Tagging::Field(path))
    }

    /// The tag and the content are fields with these names.
    pub const fn beside(
        tags: &'static [&'static str],
        tag: &'static str,
        content: &'static str,
    ) -> Self {
        Self::new(tags, Tagging::Beside(tag, content))
    }

    /// The tag is the name of the only field.
    pub const fn name(tags: &'static [&'static str]) -> Self {
        Self::new(tags, Tagging::Name)
    }

    /// There is no tag on the wire, and the content decides.
    pub const fn untagged(tags: &'static [&'static str], expected: &'static str) -> Self {
        Self::new(tags, Tagging::None(expected))
    }

    /// As [`untagged`](Self::untagged); all variants are scalars.
    pub const fn untagged_scalars(tags: &'static [&'static str], expected: &'static str) -> Self {
        Self::untagged(tags, expected)
    }

    /// Tags are strings, unless a method says otherwise.
    const fn new(tags: &'static [&'static str], tagging: Tagging) -> Self {
        Self {
            tagging,
            tags,
            kind: TagKind::Text,
            declared: &[],
            default: None,
            matchers: &[],
        }
    }

    /// Tags are whole numbers.
    pub const fn integer_tags(self) -> Self {
        Self {
            kind: TagKind::Integer,
            ..self
        }
    }

    /// Tags are true or false.
    pub const fn boolean_tags(self) -> Self {
        Self {
            kind: TagKind::Boolean,
            ..self
        }
    }

    /// The variants with these tags declare the tag among their own fields.
    pub const fn declared(self, declared: &'static [&'static str]) -> Self {
        Self { declared, ..self }
    }

    /// An object without a tag is the variant with this one.
    pub const fn default_tag(self, tag: &'static str) -> Self {
        Self {
            default: Some(tag),
            ..self
        }
    }

    /// How variants are recognized, each with its tag.
    pub const fn with_matchers(self, matchers: &'static [(&'static str, VariantMatcher)]) -> Self {
        Self { matchers, ..self }
    }

    /// Whether a field with this name is the tag, or the content beside it.
    pub(crate) fn names(&self, name: &str) -> bool {
        matches!(self.tagging, Tagging::Beside(tag, content) if name == tag || name == content)
    }

    /// The tag of a variant, from its text.
    fn tag(&self, text: &str) -> Option<&'static str> {
        self.tags.iter().copied().find(|tag| *tag == text)
    }
}
