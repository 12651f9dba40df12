//! Objects: their fields, and how a value of one is created.

use super::argument_type::ArgumentType;
use super::boxes::Boxing;
use super::scalar::is_copy;
use crate::api::{self, Api, EnumKind, Presence, Rules, Scalar, Type, TypeKind, TypeRef, Value};
use crate::naming::{METHODS, Name, unique, unique_names};

/// The greatest number of fields for which `new` is shorter than the struct literal.
const FEW: usize = 4;

/// The greatest number of fields of an object that the runtime's macro puts into one tuple.
const TUPLE: usize = 16;

/// An object.
pub(crate) struct Object<'a> {
    /// The fields that the specification names, in its order.
    pub(crate) fields: Vec<Field<'a>>,
    /// The fields that always have the same value. They are not fields of the struct.
    pub(crate) constants: &'a [api::Constant],
    /// The field for all others, if they are kept.
    pub(crate) others: Option<AdditionalFields<'a>>,
    /// Whether a server rejects all others.
    pub(crate) is_closed: bool,
    /// The fields that are skipped, although others are kept or rejected.
    pub(crate) ignored: Vec<&'a str>,
    /// How a value is created.
    pub(crate) constructor: Constructor,
}

/// A field of an object.
pub(crate) struct Field<'a> {
    pub(crate) api: &'a api::Field,
    /// The field of the struct.
    pub(crate) name: String,
    /// What its type is wrapped in, because it may be absent or null.
    pub(crate) wrapping: Wrapping,
    /// Where its value is boxed.
    pub(crate) boxing: Boxing,
    /// How constructors take its value.
    pub(crate) argument: ArgumentType,
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

/// The field for the properties that no other field has.
pub(crate) struct AdditionalFields<'a> {
    /// The type of one value.
    pub(crate) ty: &'a TypeRef,
    /// The rules of one value.
    pub(crate) rules: Option<&'a Rules>,
    pub(crate) name: String,
    /// Where a value is boxed.
    pub(crate) boxing: Boxing,
    /// Whether it is a union, whose tag and content these properties are, instead of a map of all of them.
    pub(crate) is_union: bool,
}

/// How a value of an object is created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constructor {
    /// `Default`: no field needs a value.
    Default,
    /// `new`, with the fields that need a value.
    New,
    /// The struct literal.
    Literal,
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
    /// How the runtime's macro has to treat the field, if not like most fields.
    pub(crate) fn forms(&self) -> Vec<&'static str> {
        let fields = self.fields.iter().map(|field| field.boxing);
        let others = self.others.iter().map(|others| others.boxing);
        let is_deep = fields.chain(others).any(|boxing| boxing != Boxing::None);
        let is_wide = self.fields.len() > TUPLE && !is_deep;
        [
            (is_deep, "deep"),
            (is_wide, "wide"),
            (self.is_closed, "closed"),
        ]
        .into_iter()
        .filter_map(|(holds, form)| holds.then_some(form))
        .collect()
    }

    /// The traits that its struct derives. The runtime's macro implements the others.
    pub(super) fn derives(&self) -> Vec<&'static str> {
        match self.constructor {
            Constructor::Default => vec!["Default"],
            Constructor::New | Constructor::Literal => Vec::new(),
        }
    }
}

/// Plans an object.
pub(super) fn object<'a>(
    api: &'a Api,
    object: &'a api::Object,
    in_requests: bool,
    boxings: Vec<Boxing>,
) -> Object<'a> {
    let kept = object.others.ty();
    let rest = kept.iter().map(|_| match api.tagging_beside(object) {
        Some((_, value)) => Name::snake(None, value),
        None => Name::Derived("others".to_owned()),
    });
    let names = object.fields.iter();
    let names = names.map(|field| Name::snake(field.rust_name.as_deref(), &field.name));
    let names = names.chain(rest);
    let names = unique_names(names, &[], "_");
    let accessors = unique(names.iter().cloned(), &METHODS, "_");
    // `unique` returns one name for each that it gets, and there is one boxing for each value.
    let mut named = names.into_iter().zip(accessors);
    let mut boxings = boxings.into_iter();
    let fields = object.fields.iter().zip(&mut named).zip(&mut boxings);
    let fields = fields.map(|((field, (name, accessor)), boxing)| {
        let wrapping = wrapping(field);
        Field {
            api: field,
            name,
            wrapping,
            boxing,
            argument: argument(api, field, wrapping, boxing),
            accessor: self::accessor(api, field, accessor),
        }
    });
    let fields: Vec<Field<'a>> = fields.collect();
    let others = kept.zip(named.next()).zip(boxings.next());
    let others = others.map(|((ty, (name, _)), boxing)| AdditionalFields {
        ty,
        name,
        boxing,
        is_union: matches!(object.others, api::AdditionalFields::Union(_)),
        rules: object.others.rules(),
    });
    Object {
        constructor: match &others {
            // A union has no default value.
            Some(others) if others.is_union => Constructor::Literal,
            others => constructor(&fields, others.is_some(), in_requests),
        },
        fields,
        constants: &object.constants,
        others,
        is_closed: object.others == api::AdditionalFields::Rejected,
        ignored: match &object.others {
            // All unknown fields are skipped.
            api::AdditionalFields::Ignored | api::AdditionalFields::Union(_) => Vec::new(),
            api::AdditionalFields::Rejected | api::AdditionalFields::Kept(..) => {
                let ignored = object.ignored.iter();
                ignored.map(|field| field.name.as_str()).collect()
            }
        },
    }
}

pub(super) fn wrapping(field: &api::Field) -> Wrapping {
    match (&field.presence, field.ty.nullable) {
        (Presence::Required, false) => Wrapping::None,
        (Presence::Optional, true) => Wrapping::Maybe,
        (Presence::Required, true) | (Presence::Optional, false) | (Presence::Default(_), _) => {
            Wrapping::Option
        }
    }
}

fn argument(api: &Api, field: &api::Field, wrapping: Wrapping, boxing: Boxing) -> ArgumentType {
    match (wrapping, boxing) {
        (Wrapping::Maybe, _) | (_, Boxing::Whole) => ArgumentType::Into,
        (Wrapping::None | Wrapping::Option, Boxing::None | Boxing::Inside) => {
            ArgumentType::of(api, &field.ty.ty, false)
        }
    }
}

/// `Default` if no field needs a value. `new` for an object with others, if requests contain it: a
/// field that is added later then changes no caller. Objects that only the server creates have `new` if
/// few fields need a value.
fn constructor(fields: &[Field<'_>], has_others: bool, in_requests: bool) -> Constructor {
    let required = fields.iter().filter(|field| field.must_be_given()).count();
    let few = required <= FEW || in_requests;
    let all = required == fields.len() && !has_others;
    match required {
        0 => Constructor::Default,
        _ if few && !all => Constructor::New,
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
        Type::Scalar(scalar) if is_copy(api, *scalar) => Returned::Copy,
        Type::Scalar(_) => Returned::Clone,
        Type::Named(id) => match &api.type_def(*id).kind {
            TypeKind::Enum(values)
                if !values.open.keeps_others() || values.kind != EnumKind::Text =>
            {
                Returned::Copy
            }
            TypeKind::Enum(_)
            | TypeKind::Newtype(_)
            | TypeKind::Object(_)
            | TypeKind::Tuple(_)
            | TypeKind::Alias(_)
            | TypeKind::Union(_) => Returned::Clone,
        },
        Type::List(_) | Type::Map(_) => Returned::Clone,
    }
}
