//! Named types.

use super::{Constraints, FieldEntry, Notes, TypeExpr};
use crate::api::{EnumKind, FieldCounts, Openness, Sensitivity, TagKind, Xml};
use crate::hash::HashMap;
use crate::node::{Node, NodeKind};
use crate::source::{Span, Spanned};

/// The greatest number of elements of a tuple: what the runtime's macro takes. Who reads a longer one has to count.
pub(crate) const MOST_ELEMENTS: usize = 16;

/// A named type as written.
#[derive(Debug, Clone)]
pub(crate) struct TypeEntry {
    pub(crate) name: Spanned<String>,
    pub(crate) notes: Notes,
    pub(crate) sensitivity: Sensitivity,
    pub(crate) kind: TypeEntryKind,
    pub(crate) example: Option<Node>,
    /// The form of the type in XML.
    pub(crate) xml: Option<Box<Spanned<Xml>>>,
    /// The type of the user that a newtype has in Rust, by its path.
    pub(crate) rust: Option<Spanned<String>>,
    /// The type in responses, if this is its form in requests.
    pub(crate) input_of: Option<String>,
    /// Whether the document writes it where it is used, without a name.
    pub(crate) is_inline: bool,
}

/// The kinds of named types.
#[derive(Debug, Clone)]
pub(crate) enum TypeEntryKind {
    Object {
        fields: Vec<FieldEntry>,
        others: AdditionalFieldsEntry,
        /// Where the document says so, if it does.
        others_at: Option<Span>,
        /// The objects whose fields it has as well.
        bases: Vec<Spanned<String>>,
        /// Fields that responses have, and that a server ignores in requests.
        ignored: Vec<FieldEntry>,
        /// Whether other fields are an error in requests, but responses have the type, too, so they are ignored.
        is_closed: bool,
        /// How many fields it may have, which types do not check.
        counts: FieldCounts,
    },
    Enum {
        values: Vec<EnumValueEntry>,
        open: Openness,
        /// The JSON type of the values.
        value_kind: EnumKind,
    },
    /// A list of values, each with its own type. The names of the elements are their indexes.
    Tuple(Vec<FieldEntry>),
    Newtype {
        inner: TypeExpr,
        constraints: Box<Constraints>,
    },
    /// Another name of a type.
    Alias {
        target: TypeExpr,
        constraints: Box<Constraints>,
    },
    Union(Box<UnionEntry>),
}

impl TypeEntryKind {
    /// An object that extends no others.
    pub(crate) fn plain_object(fields: Vec<FieldEntry>, others: AdditionalFieldsEntry) -> Self {
        Self::Object {
            fields,
            others,
            others_at: None,
            bases: Vec::new(),
            ignored: Vec::new(),
            is_closed: false,
            counts: FieldCounts::default(),
        }
    }

    /// The fields of an object.
    pub(crate) fn object(&self) -> Option<&[FieldEntry]> {
        let Self::Object { fields, .. } = self else {
            return None;
        };
        Some(fields)
    }

    /// The union that it is.
    pub(crate) fn union(&self) -> Option<&UnionEntry> {
        let Self::Union(union) = self else {
            return None;
        };
        Some(union)
    }

    /// The union that it is, to change it.
    pub(crate) fn union_mut(&mut self) -> Option<&mut UnionEntry> {
        let Self::Union(union) = self else {
            return None;
        };
        Some(union)
    }
}

impl TypeEntry {
    /// A type of which nothing else is known.
    pub(crate) fn new(name: Spanned<String>, kind: TypeEntryKind) -> Self {
        Self {
            name,
            notes: Notes::default(),
            sensitivity: Sensitivity::Public,
            kind,
            example: None,
            xml: None,
            rust: None,
            input_of: None,
            is_inline: false,
        }
    }

    /// Types by their names.
    pub(crate) fn by_name(types: &[Self]) -> HashMap<&str, &Self> {
        let named = types.iter().map(|entry| (entry.name.value.as_str(), entry));
        named.collect()
    }

    /// The indexes of types by their names.
    pub(crate) fn indexes(types: &[Self]) -> HashMap<&str, usize> {
        let names = types.iter().map(|entry| entry.name.value.as_str());
        names.zip(0..).collect()
    }

    /// Whether the type is an object with files.
    pub(crate) fn has_files(&self) -> bool {
        let TypeEntryKind::Object { fields, others, .. } = &self.kind else {
            return false;
        };
        fields.iter().any(|field| field.ty.is_file())
            || matches!(others, AdditionalFieldsEntry::Kept(ty) if ty.is_file())
    }
}

/// A union as written: values of one of several types.
#[derive(Debug, Clone)]
pub(crate) struct UnionEntry {
    pub(crate) variants: Vec<VariantEntry>,
    /// The field with the tag, or the names of the fields that lead to it.
    pub(crate) tag: Vec<Spanned<String>>,
    /// The field with the content, next to the tag.
    pub(crate) value: Option<Spanned<String>>,
    /// The value of `wrapped: true`.
    pub(crate) wrapped: Option<Span>,
    /// The value of `by_event: true`.
    pub(crate) by_event: Option<Span>,
    pub(crate) open: Openness,
    /// The JSON type of the tags.
    pub(crate) tag_kind: Option<Spanned<TagKind>>,
    /// The variant of a value without a tag.
    pub(crate) default: Option<Spanned<String>>,
    /// Fields next to the tag and the content.
    pub(crate) fields: Vec<FieldEntry>,
}

impl UnionEntry {
    /// A union without a tag.
    pub(crate) fn untagged(variants: Vec<VariantEntry>) -> Self {
        Self {
            variants,
            tag: Vec::new(),
            value: None,
            wrapped: None,
            by_event: None,
            open: Openness::Closed,
            tag_kind: None,
            default: None,
            fields: Vec::new(),
        }
    }

    /// Whether the value decides which variant it is.
    pub(crate) fn is_untagged(&self) -> bool {
        self.tag.is_empty() && self.wrapped.is_none() && self.by_event.is_none()
    }

    /// The names of its variants.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.variants
            .iter()
            .map(|variant| variant.name.value.as_str())
    }

    /// The names of the tag and of the field with the content.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.tag.iter().chain(&self.value)
    }
}

/// A variant of a union.
#[derive(Debug, Clone)]
pub(crate) struct VariantEntry {
    /// The tag, or a name.
    pub(crate) name: Spanned<String>,
    /// The type of the content; `None` if it has only a tag.
    pub(crate) ty: Option<TypeExpr>,
    /// The span of `text: true`: its data is text as it is, instead of JSON.
    pub(crate) text: Option<Span>,
    /// Further tags.
    pub(crate) also: Vec<Spanned<String>>,
    /// The name in Rust.
    pub(crate) rust_name: Option<Spanned<String>>,
    pub(crate) notes: Notes,
}

impl VariantEntry {
    /// A variant that has only a type.
    pub(crate) fn new(name: Spanned<String>, ty: TypeExpr) -> Self {
        Self {
            name,
            ty: Some(ty),
            text: None,
            also: Vec::new(),
            rust_name: None,
            notes: Notes::default(),
        }
    }

    /// All its tags.
    pub(crate) fn tags(&self) -> impl Iterator<Item = &Spanned<String>> {
        std::iter::once(&self.name).chain(&self.also)
    }
}

/// The treatment of fields that an object does not name.
#[derive(Debug, Clone)]
pub(crate) enum AdditionalFieldsEntry {
    /// Other fields are ignored.
    Ignored,
    /// Other fields are an error.
    Rejected,
    /// Other fields are kept, and have this type.
    Kept(TypeExpr),
    /// The tag and the content of this union are kept; other fields are ignored.
    Union(TypeExpr),
}

impl EnumKind {
    /// The text of a value in the document, always the same for the same value; `None` for other values.
    pub(crate) fn text(self, node: &Node) -> Option<String> {
        match (self, &node.kind) {
            (Self::Text, NodeKind::Text(text)) => Some(text.clone()),
            (Self::Integer, NodeKind::Integer(value, _)) => {
                i64::try_from(**value).ok().map(|value| value.to_string())
            }
            (Self::Number, NodeKind::Integer(value, _)) => Some((**value as f64).to_string()),
            (Self::Number, NodeKind::Number(value, _)) => {
                // Zero has one text.
                value.is_finite().then(|| (value + 0.0).to_string())
            }
            (Self::Boolean, NodeKind::Bool(value)) => Some(value.to_string()),
            (Self::Text | Self::Integer | Self::Number | Self::Boolean, _) => None,
        }
    }
}

/// One value of an enumeration.
#[derive(Debug, Clone)]
pub(crate) struct EnumValueEntry {
    /// The value on the wire as text.
    pub(crate) value: Spanned<String>,
    /// The name in Rust.
    pub(crate) rust_name: Option<Spanned<String>>,
    pub(crate) notes: Notes,
}
