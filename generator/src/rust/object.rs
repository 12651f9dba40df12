//! Objects: their fields, and how a value of one is created.

use super::boxes::Boxing;
use super::given::Given;
use super::pattern::Pattern;
use crate::api::{self, Api, Presence, Scalar, Sensitivity, Type, TypeKind, TypeRef, Value};
use crate::naming::{METHODS, READING, builder_name, snake, unique};

/// The greatest number of fields for which arguments or a literal are comfortable.
const FEW: usize = 4;

/// An object.
pub(crate) struct Object<'a> {
    /// The fields that the specification names, in its order.
    pub(crate) fields: Vec<Field<'a>>,
    /// The field for all others, if they are kept.
    pub(crate) others: Option<Others<'a>>,
    /// How a value is created.
    pub(crate) constructor: Constructor,
    /// Whether `Debug` has to hide a field, and cannot be derived.
    pub(crate) is_redacted: bool,
}

/// A field of an object.
pub(crate) struct Field<'a> {
    pub(crate) api: &'a api::Field,
    /// The field of the struct.
    pub(crate) name: String,
    /// The variable for its value while the object is read.
    pub(crate) slot: String,
    /// The method of the builder that sets it.
    pub(crate) setter: String,
    /// What its type is wrapped in, because it may be absent or null.
    pub(crate) wrapping: Wrapping,
    /// Where its value is boxed.
    pub(crate) boxing: Boxing,
    /// How constructors take its value.
    pub(crate) given: Given,
    /// The static for its pattern.
    pub(crate) pattern: Option<Pattern>,
    /// The method that falls back to its default.
    pub(crate) accessor: Option<Accessor<'a>>,
}

impl Field<'_> {
    /// Whether code that creates the object has to give the field a value: it is neither absent nor
    /// null.
    pub(crate) fn must_be_given(&self) -> bool {
        self.wrapping == Wrapping::None
    }
}

/// What a type is wrapped in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrapping {
    /// Nothing: there is always a value.
    None,
    /// `Option`: it may be absent, or it may be null.
    Option,
    /// `Maybe`: it may be absent and may be null, which differ.
    Maybe,
}

/// The field for the properties that the specification does not name.
pub(crate) struct Others<'a> {
    /// The type of one value.
    pub(crate) ty: &'a TypeRef,
    pub(crate) name: String,
    /// Where a value is boxed.
    pub(crate) boxing: Boxing,
}

/// How a value of an object is created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constructor {
    /// `Default`: no field needs a value.
    Default,
    /// `new`, with the few fields that need a value.
    New,
    /// The builder of this name: many fields need a value, and many others do not.
    Builder(String),
    /// The struct literal.
    Literal,
}

impl Constructor {
    /// The name of the builder.
    pub(super) fn builder(&self) -> Option<&str> {
        match self {
            Self::Builder(name) => Some(name),
            Self::Default | Self::New | Self::Literal => None,
        }
    }
}

/// The method for a field with a default.
pub(crate) struct Accessor<'a> {
    pub(crate) name: String,
    pub(crate) default: &'a Value,
    pub(crate) returned: Returned<'a>,
}

/// How an accessor returns the value of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned<'a> {
    /// As `&str`; the default is this text.
    Text(&'a str),
    /// As a copy.
    Copy,
    /// As a clone.
    Clone,
}

impl Object<'_> {
    /// The traits that its struct derives.
    pub(super) fn derives(&self) -> Vec<&'static str> {
        let derives: &[_] = match self.constructor {
            Constructor::Default => &["Clone", "PartialEq", "Default"],
            Constructor::New | Constructor::Builder(_) | Constructor::Literal => {
                &["Clone", "PartialEq"]
            }
        };
        super::derives(self.is_redacted, derives)
    }
}

/// Plans an object. `type_name` is the name of its type, and `wire` the one in the specification.
pub(super) fn object<'a>(
    api: &'a Api,
    type_name: &str,
    wire: &str,
    of: &'a api::Object,
    boxings: Vec<Boxing>,
) -> Object<'a> {
    let mut names = names(of);
    let mut boxings = boxings.into_iter();
    // There is one name and one boxing for each field, and for the others.
    let parts = of.fields.iter().zip(&mut names).zip(&mut boxings);
    let fields = parts.map(|((field, names), boxing)| {
        let wrapping = wrapping(field);
        Field {
            api: field,
            name: names.field,
            slot: names.slot,
            setter: names.setter,
            wrapping,
            boxing,
            given: given(api, field, wrapping, boxing),
            pattern: Pattern::of(
                &field.rules,
                format_args!("{wire}.{}", field.name),
                format_args!("{type_name}.{}", field.name),
            ),
            accessor: accessor(api, field, names.accessor),
        }
    });
    let fields: Vec<Field<'a>> = fields.collect();
    let others = of.others.as_ref().zip(names.next()).zip(boxings.next());
    let others = others.map(|((ty, names), boxing)| Others {
        ty,
        name: names.field,
        boxing,
    });
    Object {
        constructor: constructor(type_name, &fields, others.is_some()),
        is_redacted: fields
            .iter()
            .any(|field| field.api.sensitivity != Sensitivity::Public),
        fields,
        others,
    }
}

/// The names of everything that belongs to a field.
struct FieldNames {
    field: String,
    slot: String,
    setter: String,
    accessor: String,
}

/// The names for each field, and then for the others.
fn names(of: &api::Object) -> impl Iterator<Item = FieldNames> {
    let others = of.others.iter().map(|_| "others".to_owned());
    let fields = of.fields.iter().map(|field| snake(&field.name));
    let fields = unique(fields.chain(others), &[], "_");
    let clear_of = |taken| unique(fields.iter().cloned(), taken, "_").into_iter();
    let mut slots = clear_of(&READING);
    let mut setters = clear_of(&["build"]);
    let mut accessors = clear_of(&METHODS);
    // `unique` returns one name for each that it gets.
    fields.into_iter().map_while(move |field| {
        Some(FieldNames {
            field,
            slot: slots.next()?,
            setter: setters.next()?,
            accessor: accessors.next()?,
        })
    })
}

fn wrapping(field: &api::Field) -> Wrapping {
    match (&field.presence, field.ty.nullable) {
        (Presence::Required, false) => Wrapping::None,
        (Presence::Optional, true) => Wrapping::Maybe,
        (Presence::Required, true) | (Presence::Optional, false) | (Presence::Default(_), _) => {
            Wrapping::Option
        }
    }
}

fn given(api: &Api, field: &api::Field, wrapping: Wrapping, boxing: Boxing) -> Given {
    match (wrapping, boxing) {
        (Wrapping::Maybe, _) | (_, Boxing::Whole) => Given::Converted,
        (Wrapping::None | Wrapping::Option, Boxing::None | Boxing::Inside) => {
            Given::of(api, &field.ty.ty, false)
        }
    }
}

/// `new` for an object with few fields that need a value, a builder for one with many of these and many
/// others, otherwise the struct literal.
fn constructor(name: &str, fields: &[Field<'_>], has_others: bool) -> Constructor {
    let required = fields.iter().filter(|field| field.must_be_given()).count();
    let optional = fields.len() - required;
    match required {
        0 => Constructor::Default,
        1..=FEW if optional > 0 || has_others => Constructor::New,
        1..=FEW => Constructor::Literal,
        _ if optional > FEW => Constructor::Builder(builder_name(name)),
        _ => Constructor::Literal,
    }
}

fn accessor<'a>(api: &Api, field: &'a api::Field, name: String) -> Option<Accessor<'a>> {
    let Presence::Default(default) = &field.presence else {
        return None;
    };
    Some(Accessor {
        name,
        default,
        returned: returned(api, field, default),
    })
}

fn returned<'a>(api: &Api, field: &api::Field, default: &'a Value) -> Returned<'a> {
    match &field.ty.ty {
        Type::Scalar(Scalar::String) => default.as_text().map_or(Returned::Clone, Returned::Text),
        Type::Scalar(scalar) => match scalar {
            Scalar::Integer | Scalar::Number | Scalar::Boolean | Scalar::Date | Scalar::Uuid => {
                Returned::Copy
            }
            Scalar::String | Scalar::Timestamp | Scalar::Decimal | Scalar::Bytes | Scalar::Json => {
                Returned::Clone
            }
        },
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Enum(values) if !values.open => Returned::Copy,
            TypeKind::Enum(_) | TypeKind::Newtype(_) | TypeKind::Object(_) => Returned::Clone,
        },
        Type::List(_) | Type::Map(_) => Returned::Clone,
    }
}
