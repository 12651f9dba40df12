//! Types: scalars, lists and maps, and the named ones.

use super::{Notes, Rules, Value};

/// Refers to a [`TypeDef`] of the same [`Api`](super::Api).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) usize);

impl TypeId {
    /// The place of the definition in [`Api::types`](super::Api::types).
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
    /// A whole value, as it stands on the wire.
    pub example: Option<Value>,
    /// The section that the type belongs to: types that only one resource uses stand with it.
    pub group: String,
}

/// What a named type is.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeKind {
    /// A JSON object with known members.
    Object(Object),
    /// A set of string values.
    Enum(Enum),
    /// A scalar under a name of its own.
    Newtype(Newtype),
}

/// A JSON object with known members.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The members, in the order of the document.
    pub fields: Vec<Field>,
    /// The type of the members that are not named, where they are kept; otherwise they are ignored.
    pub others: Option<TypeRef>,
    /// Whether the values of `others` are `Boxed`.
    pub boxes_others: bool,
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The member's name on the wire.
    pub name: String,
    /// Description and decisions.
    pub notes: Notes,
    /// Its type.
    pub ty: TypeRef,
    /// Whether it has to be there.
    pub presence: Presence,
    /// The bounds of its value.
    pub rules: Rules,
    /// Whether its value may be shown.
    pub sensitivity: Sensitivity,
    /// A value for people.
    pub example: Option<Value>,
    /// Whether the value is `Boxed` in Rust.
    pub boxed: bool,
}

/// Whether a member or a parameter has to be there.
#[derive(Debug, Clone, PartialEq)]
pub enum Presence {
    /// It is always there.
    Required,
    /// It may be left out.
    Optional,
    /// It may be left out and then has this value.
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

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A single value.
    Scalar(Scalar),
    /// A named type.
    Named(TypeId),
    /// A JSON array.
    List(Box<TypeRef>),
    /// A JSON object with free names.
    Map(Box<TypeRef>),
}

/// A single value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// Text.
    String,
    /// A whole number of 64 bits.
    Integer,
    /// A double.
    Number,
    /// True or false.
    Boolean,
    /// A moment with its offset, RFC 3339.
    Timestamp,
    /// A day, RFC 3339 `full-date`.
    Date,
    /// A UUID, RFC 9562.
    Uuid,
    /// A decimal number carried as a string.
    Decimal,
    /// Bytes carried as base64, RFC 4648 section 4.
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
    /// Whether other values may come, and are kept.
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

/// A scalar under a name of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Newtype {
    /// What it holds.
    pub scalar: Scalar,
    /// The bounds of its value.
    pub rules: Rules,
}

/// Whether a value may be shown in logs and in `Debug`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sensitivity {
    /// It may.
    Public,
    /// It tells of a person.
    Personal,
    /// It gives access.
    Secret,
}
