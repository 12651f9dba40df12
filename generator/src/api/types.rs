//! Types: scalars, lists and maps, and the named ones.

use super::{Enum, FieldRules, Notes, Rules, Scalar, Union, Value, Xml};

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
    /// The kind of the type, with its parts.
    pub kind: TypeKind,
    /// An example of a whole value, as on the wire.
    pub example: Option<Value>,
    /// How it is written in XML, if the document says so.
    pub xml: Option<Box<Xml>>,
    /// The type in responses, if this is its form in requests.
    pub input_of: Option<TypeId>,
}

impl TypeDef {
    /// The values, if it is an enumeration.
    pub(crate) fn enumeration(&self) -> Option<&Enum> {
        let TypeKind::Enum(values) = &self.kind else {
            return None;
        };
        Some(values)
    }

    /// The field of an object with this name on the wire.
    pub fn field(&self, name: &str) -> Option<&Field> {
        let TypeKind::Object(object) = &self.kind else {
            return None;
        };
        object.fields.iter().find(|field| field.name == name)
    }

    /// The types that the definition contains: the types of the fields of an object, in order, and of its additional
    /// fields; of the elements of a tuple; of the variants of a union; and the type that an alias names.
    pub fn contents(&self) -> Vec<&TypeRef> {
        match &self.kind {
            TypeKind::Object(object) => {
                let fields = object.fields.iter().map(|field| &field.ty);
                fields.chain(object.others.ty()).collect()
            }
            TypeKind::Tuple(tuple) => tuple.elements.iter().map(|element| &element.ty).collect(),
            TypeKind::Union(union) => union.types().collect(),
            TypeKind::Alias(alias) => vec![&alias.ty],
            TypeKind::Enum(_) | TypeKind::Newtype(_) => Vec::new(),
        }
    }
}

/// What a named type is.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeKind {
    /// A JSON object with known fields.
    Object(Object),
    /// A JSON array of a fixed number of values.
    Tuple(Tuple),
    /// A set of values.
    Enum(Enum),
    /// A scalar with its own type.
    Newtype(Newtype),
    /// Another name of a type. Uses of it have the type itself, and the name as their alias.
    Alias(Alias),
    /// A value of one of several types.
    Union(Union),
}

/// A JSON array of a fixed number of values, each with its own type.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuple {
    /// The elements, in their order. Their names are their indexes, and all are required.
    pub elements: Vec<Field>,
}

impl Tuple {
    /// Whether its elements have names in Rust. Either all have one, or none.
    pub fn is_named(&self) -> bool {
        let mut elements = self.elements.iter();
        elements.any(|element| element.rust_name.is_some())
    }
}

/// Another name of a type.
#[derive(Debug, Clone, PartialEq)]
pub struct Alias {
    /// The type.
    pub ty: TypeRef,
    /// The constraints of its values.
    pub rules: Rules,
}

/// A JSON object with known fields.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The fields that always have the same value, in the order of the document. They come before the others
    /// on the wire.
    pub constants: Vec<Constant>,
    /// All other fields, in the order of the document.
    pub fields: Vec<Field>,
    /// What happens to fields that the document does not name.
    pub others: AdditionalFields,
    /// Fields that only responses have. A server ignores them in requests.
    pub ignored: Vec<IgnoredField>,
    /// Whether the document rejects other fields in requests. A server ignores them, because responses may have them.
    pub is_closed: bool,
    /// How many fields the document allows, if it says so. Types do not check it.
    pub counts: FieldCounts,
}

/// How many fields objects may have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FieldCounts {
    /// The minimum.
    pub min: Option<u64>,
    /// The maximum.
    pub max: Option<u64>,
}

/// A field that a server ignores in requests.
#[derive(Debug, Clone, PartialEq)]
pub struct IgnoredField {
    /// The name on the wire.
    pub name: String,
    /// The type that it has in responses.
    pub ty: TypeRef,
    /// The constraints that its value has there.
    pub rules: FieldRules,
}

impl Object {
    /// Whether some of its fields are files, so that it is only sent as a multipart form.
    pub fn has_files(&self) -> bool {
        let is_file = |ty: &TypeRef| ty.scalar() == Some(Scalar::File);
        let mut fields = self.fields.iter();
        fields.any(|field| is_file(&field.ty)) || self.others.kept().is_some_and(is_file)
    }
}

/// What happens to fields that the document does not name.
#[derive(Debug, Clone, PartialEq)]
pub enum AdditionalFields {
    /// They are ignored.
    Ignored,
    /// A server rejects them, and a client ignores them.
    Rejected,
    /// They are kept, and have this type, with constraints.
    Kept(TypeRef, Box<Rules>),
    /// They are the tag and the content of this union, see [`Tagging::Beside`](super::Tagging::Beside). Others are
    /// ignored.
    Union(TypeRef),
}

impl AdditionalFields {
    /// The type of those that are kept.
    pub fn kept(&self) -> Option<&TypeRef> {
        match self {
            Self::Kept(ty, _) => Some(ty),
            Self::Ignored | Self::Rejected | Self::Union(_) => None,
        }
    }

    /// The constraints of each additional field that is kept.
    pub fn rules(&self) -> Option<&Rules> {
        match self {
            Self::Kept(_, rules) => Some(rules),
            Self::Ignored | Self::Rejected | Self::Union(_) => None,
        }
    }

    /// The type of those that are in the type: of all that are kept, or of the union.
    pub fn ty(&self) -> Option<&TypeRef> {
        match self {
            Self::Kept(ty, _) | Self::Union(ty) => Some(ty),
            Self::Ignored | Self::Rejected => None,
        }
    }
}

/// A field that always has the same value.
#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
    /// Its name on the wire.
    pub name: String,
    /// Its value: text, an integer or a boolean.
    pub value: Value,
    /// Whether it must be present. It is always sent.
    pub required: bool,
    /// Description and decisions.
    pub notes: Notes,
    /// The only direction that has it, if its type is in both. Rust writes it in both.
    pub one_way: Option<OneWay>,
}

/// A field of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The field's name on the wire.
    pub name: String,
    /// Its name in Rust, if the document has one.
    pub rust_name: Option<String>,
    /// Description and decisions.
    pub notes: Notes,
    /// Its type.
    pub ty: TypeRef,
    /// Whether it is required.
    pub presence: Presence,
    /// The default that the document states although the field cannot have one, as if it may be null.
    pub stated_default: Option<Value>,
    /// The constraints of its value.
    pub rules: FieldRules,
    /// The media types that a file may have; any if there are none.
    pub media: Vec<String>,
    /// Whether its value may be shown.
    pub sensitivity: Sensitivity,
    /// An example.
    pub example: Option<Value>,
    /// How it is written in XML, if the document says so.
    pub xml: Option<Box<Xml>>,
    /// The only direction that has it, if its type is in both. Rust has one type for both, where it is optional.
    pub one_way: Option<OneWay>,
}

/// The direction of a field that is in one direction only, although its type is in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OneWay {
    /// Whether requests have it, and not responses.
    pub is_request: bool,
    /// Whether it must be present there.
    pub is_required: bool,
}

impl Field {
    /// A public field without constraints.
    pub(crate) fn new(name: String, notes: Notes, ty: TypeRef, presence: Presence) -> Self {
        Self {
            name,
            rust_name: None,
            notes,
            ty,
            presence,
            stated_default: None,
            rules: FieldRules::default(),
            media: Vec::new(),
            sensitivity: Sensitivity::Public,
            example: None,
            xml: None,
            one_way: None,
        }
    }
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
    /// The type, without `null`.
    pub ty: Type,
    /// Whether `null` is a value.
    pub nullable: bool,
    /// The alias by which the document names the type.
    pub alias: Option<TypeId>,
}

impl TypeRef {
    /// Whether it is the same type, whatever aliases name it and its parts.
    pub fn is_same(&self, other: &Self) -> bool {
        self.nullable == other.nullable
            && match (&self.ty, &other.ty) {
                (Type::List(one), Type::List(two)) | (Type::Map(one), Type::Map(two)) => {
                    one.is_same(two)
                }
                (one, two) => one == two,
            }
    }

    /// A type that is not null.
    pub const fn new(ty: Type) -> Self {
        Self {
            ty,
            nullable: false,
            alias: None,
        }
    }

    /// The named types that its name in Rust mentions: an alias, or else the type at the bottom.
    pub fn mentioned(&self) -> Option<TypeId> {
        match (&self.alias, &self.ty) {
            (Some(alias), _) => Some(*alias),
            (None, Type::Scalar(_)) => None,
            (None, Type::Named(id)) => Some(*id),
            (None, Type::List(inner) | Type::Map(inner)) => inner.mentioned(),
        }
    }

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

/// A scalar with its own type.
#[derive(Debug, Clone, PartialEq)]
pub struct Newtype {
    /// The scalar.
    pub scalar: Scalar,
    /// The constraints of its value.
    pub rules: Rules,
    /// The type of the user that it has in Rust, by its path.
    pub rust: Option<String>,
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
