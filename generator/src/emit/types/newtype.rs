//! Newtypes: scalars with their own types, so that one identifier cannot be used for another.

use quote::{format_ident, quote};

use super::super::file::{RustFile, derive, hidden, path};
use super::super::{docs, rules};
use super::documentation;
use crate::api::{Scalar, Type};
use crate::rust::{NamedType, Newtype};

pub(super) fn emit(named: &NamedType<'_>, newtype: &Newtype<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let inner = file.scalar(newtype.api.scalar);
    let fallback = format!("The scalar `{}`.", named.api.name);
    let hidden = hidden(named.api.sensitivity).map(|word| quote!(#[hidden(#word)]));
    let rules = rules::attribute(file, &newtype.api.rules, &Type::Scalar(newtype.api.scalar));
    let lines = documentation(named.api, &fallback);
    let (value, scalar) = match &newtype.api.rust {
        Some(own) => (path(own), Some(quote!(#[scalar(#inner)]))),
        None => (inner, None),
    };
    let definition = docs::entry(&lines, quote!(pub struct #name(#value);))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives))
        .with(scalar)
        .with(hidden)
        .with(rules);
    let macro_path = match (&newtype.api.rust, newtype.api.scalar) {
        (Some(_), _) => "rt::own_type",
        (None, Scalar::String) => "rt::string_newtype",
        (None, _) => "rt::newtype",
    };
    file.import_runtime();
    file.push(definition.call(macro_path));
}
