//! Unions: values of one of several types.

mod define;
mod look;
mod read;
mod rest;
#[cfg(test)]
mod tests;
mod write;

use crate::Json;
use crate::decode::{AnyValue, Context, Failed};

pub use self::look::{
    Fitting, Look, Sample, any, any_object, boolean, check_variant, fits, integer, items,
    known_number, known_text, list, number, object, other_variant, pick, text, variant_text,
};
pub use self::read::{ReadVariant, checked, content, decode, found, nothing, read};
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

    /// The variants that a value looks like, if the value itself decides.
    fn looks_like(sample: Sample<'_>) -> Fitting {
        let _ = sample;
        Fitting::default()
    }

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
}

/// Where the tag is.
#[derive(Debug)]
pub enum Tagging {
    /// A field among those of the content: `{"type": "card", "brand": "visa"}`. If there are several names,
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
    /// The shape of a union whose tags are strings.
    pub const fn new(tagging: Tagging, tags: &'static [&'static str]) -> Self {
        Self {
            tagging,
            tags,
            kind: TagKind::Text,
            declared: &[],
            default: None,
        }
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
