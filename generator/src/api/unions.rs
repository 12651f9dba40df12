//! Unions, and what distinguishes their variants.

use super::{Api, EnumKind, Notes, Openness, Rules, Scalar, Type, TypeKind, TypeRef, Value};

/// A value of one of several types.
#[derive(Debug, Clone, PartialEq)]
pub struct Union {
    /// The variants, in the order of the document.
    pub variants: Vec<UnionVariant>,
    /// What distinguishes the variants.
    pub tagging: Tagging,
    /// Whether the tag is the name of a server-sent event, and the content its data. Values in the document are
    /// objects with the fields [`Union::EVENT`] and [`Union::DATA`].
    pub by_event: bool,
    /// Whether requests and responses may have values of no variant.
    pub open: Openness,
}

impl Union {
    /// The field of an event in a document that has its name.
    pub const EVENT: &str = "event";
    /// The field of an event in a document that has its data.
    pub const DATA: &str = "data";

    /// The types of the contents of its variants.
    pub fn types(&self) -> impl Iterator<Item = &TypeRef> {
        let variants = self.variants.iter();
        variants.filter_map(|variant| variant.ty.as_ref())
    }

    /// Whether a variant is on the wire more than its content: the union adds a tag.
    pub(crate) fn adds_to(&self, variant: &UnionVariant) -> bool {
        match &self.tagging {
            Tagging::Field { path, .. } => path.len() == 1 && !variant.declares_tag,
            Tagging::Beside { .. } | Tagging::Name => true,
            Tagging::None => false,
        }
    }

    /// The tag of a variant as a value.
    pub fn tag_value(&self, variant: &UnionVariant, kind: TagKind) -> Value {
        kind.value(&variant.tag)
    }

    /// Whether a variant is any string.
    pub(super) fn has_text(&self, api: &Api) -> bool {
        self.types().any(|ty| match &ty.ty {
            Type::Scalar(scalar) => *scalar == Scalar::String,
            Type::Named(id) => match &api.type_def(*id).kind {
                TypeKind::Newtype(newtype) => newtype.scalar == Scalar::String,
                TypeKind::Enum(values) => {
                    values.open.is_open_in_requests() && values.kind == EnumKind::Text
                }
                TypeKind::Union(union) => union.has_text(api),
                TypeKind::Object(_) | TypeKind::Tuple(_) | TypeKind::Alias(_) => false,
            },
            Type::List(_) | Type::Map(_) => false,
        })
    }
}

/// A variant of a union.
#[derive(Debug, Clone, PartialEq)]
pub struct UnionVariant {
    /// Its tag as text, or its name if there are no tags.
    pub tag: String,
    /// Further tags.
    pub also: Vec<String>,
    /// Its name in Rust, if the document has one.
    pub rust_name: Option<String>,
    /// The type of its content; `None` if it has only a tag.
    pub ty: Option<TypeRef>,
    /// Whether its content is the data of an event as it is, instead of JSON.
    pub is_text: bool,
    /// The constraints of its content.
    pub rules: Rules,
    /// Whether the tag is among the fields of its own type.
    pub declares_tag: bool,
    /// Description and decisions.
    pub notes: Notes,
}

impl UnionVariant {
    /// All its tags: the one that is sent, and those that are read as well.
    pub fn tags(&self) -> impl Iterator<Item = &String> + Clone {
        std::iter::once(&self.tag).chain(&self.also)
    }
}

/// What distinguishes the variants of a union.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tagging {
    /// A field of the content.
    Field {
        /// The name of the field, or the names that lead to it.
        path: Vec<String>,
        /// What tags are on the wire.
        kind: TagKind,
        /// The tag of an object without one.
        default: Option<String>,
    },
    /// By a field next to the one with the content.
    Beside {
        /// The name of the field with the tag.
        tag: String,
        /// The name of the field with the content.
        value: String,
        /// What tags are on the wire.
        kind: TagKind,
        /// The tag of an object without one.
        default: Option<String>,
    },
    /// By the name of the only field, whose value is the content.
    Name,
    /// By what the value looks like.
    None,
}

/// What the tags of a union are on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TagKind {
    /// Strings.
    Text,
    /// Whole numbers.
    Integer,
    /// True or false.
    Boolean,
}

impl TagKind {
    /// A tag as a value.
    pub(crate) fn value(self, tag: &str) -> Value {
        match (self, tag.parse()) {
            (Self::Integer, Ok(number)) => Value::Integer(number),
            (Self::Boolean, _) => Value::Bool(tag == "true"),
            (Self::Integer | Self::Text, _) => Value::Text(tag.to_owned()),
        }
    }
}
