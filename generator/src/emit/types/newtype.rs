//! Newtypes: scalars with their own types, so that one identifier cannot be used for another.

use quote::{format_ident, quote};

use super::super::file::{RustFile, derive, hidden};
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
    let definition = docs::entry(&lines, quote!(pub struct #name(#inner);))
        .with(docs::deprecated(&named.api.notes))
        .with(derive(&named.derives))
        .with(hidden)
        .with(rules);
    let path = if newtype.api.scalar == Scalar::String {
        "rt::string_newtype"
    } else {
        "rt::newtype"
    };
    file.import_runtime();
    file.push(definition.call(path));
}
