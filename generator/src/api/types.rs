//! Types: scalars, lists and maps, and the named ones.

use super::{Notes, Rules, Value};

/// Refers to a [`TypeDef`] of the same [`Api`](super::Api).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) usize);

impl TypeId {
    /// The index of the definition in [`Api::types`](super::Api::types).
    pub fn index(self) -> usize {
        self.0
    }
}

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeDef {
    /// The name in the document.
    pub name: String,
    /// Description and decisions.
    pub notes: Notes,
    /// Whether values may be shown.
    pub sensitivity: Sensitivity,
    /// What it is.
    pub kind: TypeKind,
    /// An example of a whole value, as on the wire.
    pub example: Option<Value>,
}

impl TypeDef {
    /// The types of the values in an object: those of its fields, in order, and of all other fields.
    pub fn contents(&self) -> impl Iterator<Item = &TypeRef> {
        let object = match &self.kind {
            TypeKind::Object(object) => Some(object),
            TypeKind::Enum(_) | TypeKind::Newtype(_) => None,
        };
        object.into_iter().flat_map(|object| {
            let fields = object.fields.iter().map(|field| &field.ty);
            fields.chain(&object.others)
        })
    }
}

/// What a named type is.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeKind {
    /// A JSON object with known fields.
    Object(Object),
    /// A set of string values.
    Enum(Enum),
    /// A scalar with its own type.
    Newtype(Newtype),
}

/// A JSON object with known fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The fields, in the order of the document.
    pub fields: Vec<Field>,
    /// The type of all other fields, if they are kept. Otherwise they are ignored.
    pub others: Option<TypeRef>,
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The field's name on the wire.
    pub name: String,
    /// Description and decisions.
    pub notes: Notes,
    /// Its type.
    pub ty: TypeRef,
    /// Whether it is required.
    pub presence: Presence,
    /// The bounds of its value.
    pub rules: Rules,
    /// Whether its value may be shown.
    pub sensitivity: Sensitivity,
    /// An example.
    pub example: Option<Value>,
}

/// Whether a field or a parameter is required.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// It is always present.
    Required,
    /// It may be absent.
    Optional,
    /// It may be absent, which means this value.
    Default(Value),
}

/// The use of a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TypeRef {
    /// What it is.
    pub ty: Type,
    /// Whether `null` is a value.
    pub nullable: bool,
}

impl TypeRef {
    /// The named type at the bottom of the type, through lists and maps.
    pub fn named(&self) -> Option<TypeId> {
        match &self.ty {
            Type::Scalar(_) => None,
            Type::Named(id) => Some(*id),
            Type::List(inner) | Type::Map(inner) => inner.named(),
        }
    }

    /// The scalar at the bottom of the type, through lists and maps.
    pub fn scalar(&self) -> Option<Scalar> {
        match &self.ty {
            Type::Scalar(scalar) => Some(*scalar),
            Type::Named(_) => None,
            Type::List(inner) | Type::Map(inner) => inner.scalar(),
        }
    }
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A single value.
    Scalar(Scalar),
    /// A named type.
    Named(TypeId),
    /// A JSON array.
    List(Box<TypeRef>),
    /// A JSON object with arbitrary names.
    Map(Box<TypeRef>),
}

/// A single value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Text.
    String,
    /// A 64-bit integer.
    Integer,
    /// A 64-bit floating-point number.
    Number,
    /// True or false.
    Boolean,
    /// A date and time with an offset, RFC 3339.
    Timestamp,
    /// A date, RFC 3339 `full-date`.
    Date,
    /// A UUID, RFC 9562.
    Uuid,
    /// A decimal number, written as a string.
    Decimal,
    /// Bytes, written as base64, RFC 4648 section 4.
    Bytes,
    /// Any JSON value.
    Json,
}

impl Scalar {
    /// Every scalar, in the order of the language's reference.
    pub const ALL: [Self; 10] = [
        Self::String,
        Self::Integer,
        Self::Number,
        Self::Boolean,
        Self::Timestamp,
        Self::Date,
        Self::Uuid,
        Self::Decimal,
        Self::Bytes,
        Self::Json,
    ];

    /// The scalar's name in the language.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Timestamp => "timestamp",
            Self::Date => "date",
            Self::Uuid => "uuid",
            Self::Decimal => "decimal",
            Self::Bytes => "bytes",
            Self::Json => "json",
        }
    }

    /// The scalar of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.name() == name)
    }
}

/// A set of string values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enum {
    /// The known values, in the order of the document.
    pub values: Vec<EnumValue>,
    /// Whether other values are accepted and kept.
    pub open: bool,
}

/// One value of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnumValue {
    /// The value on the wire.
    pub value: String,
    /// What it means.
    pub doc: Option<String>,
}

/// A scalar with its own type.
#[derive(Debug, Clone, PartialEq)]
pub struct Newtype {
    /// The scalar.
    pub scalar: Scalar,
    /// The bounds of its value.
    pub rules: Rules,
}

/// Whether a value may be shown in logs and in `Debug`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sensitivity {
    /// It may be shown.
    Public,
    /// Personal data.
    Personal,
    /// A credential.
    Secret,
}

impl Sensitivity {
    /// The word for a value that must not be shown: `personal` or `secret`.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Public => None,
            Self::Personal => Some("personal"),
            Self::Secret => Some("secret"),
        }
    }
}
