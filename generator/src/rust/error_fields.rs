//! The further fields of the bodies of errors.

use super::argument_type::ArgumentType;
use super::headers::{Header, headers};
use super::object::{Wrapping, wrapping};
use crate::api::{self, Api, ErrorDef, Presence};
use crate::naming::{ERROR_METHODS, METHODS, Name, unique_names};

/// A further field of the body of an error.
pub(crate) struct BodyField<'a> {
    pub(crate) api: &'a api::BodyField,
    /// The field of the struct, and the method that sets it.
    pub(crate) name: String,
    /// What its type is wrapped in, because it may be absent or null.
    pub(crate) wrapping: Wrapping,
    pub(crate) filling: Filling,
    /// How functions take its value.
    pub(crate) argument: ArgumentType,
}

/// The value of a field in a new error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Filling {
    /// An argument of `new`.
    Argument,
    /// Its default value, or null.
    Default,
    /// Nothing: it is absent.
    Nothing,
}

/// The fields of the struct of an error: the further fields of its body, and its headers.
pub(super) fn rows<'a>(api: &Api, error: &'a ErrorDef) -> (Vec<BodyField<'a>>, Vec<Header<'a>>) {
    let fields = error.fields().iter();
    let names = fields
        .clone()
        .map(|field| Name::snake(field.field.rust_name.as_deref(), &field.field.name));
    let names = unique_names(names, &[&METHODS[..], &ERROR_METHODS].concat(), "_");
    let taken = names.iter().map(String::as_str);
    let taken: Vec<&str> = taken.chain(["status", "body", "context"]).collect();
    let headers = headers(api, &error.headers, &taken);
    let fields = fields
        .zip(names)
        .map(|(body_field, name)| field(api, body_field, name));
    let mut fields: Vec<BodyField<'a>> = fields.collect();
    // First those that `new` takes, and last those that are absent.
    fields.sort_by_key(|field| field.filling);
    (fields, headers)
}

fn field<'a>(api: &Api, field: &'a api::BodyField, name: String) -> BodyField<'a> {
    let wrapping = wrapping(&field.field);
    let filling = match (&field.value, wrapping) {
        (Some(_), _) | (None, Wrapping::Maybe) => Filling::Default,
        (None, Wrapping::None) => Filling::Argument,
        (None, Wrapping::Option) if field.field.presence == Presence::Required => Filling::Default,
        (None, Wrapping::Option) => Filling::Nothing,
    };
    let argument = match (filling, wrapping) {
        (Filling::Default, Wrapping::Option | Wrapping::Maybe) => ArgumentType::Into,
        (Filling::Argument | Filling::Nothing, _) | (Filling::Default, Wrapping::None) => {
            ArgumentType::of(api, &field.field.ty.ty, false)
        }
    };
    BodyField {
        api: field,
        name,
        wrapping,
        filling,
        argument,
    }
}
