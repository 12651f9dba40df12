//! The further fields of the bodies of errors, as rows of the runtime's macro.

use proc_macro2::TokenStream;
use quote::quote;

use super::docs;
use super::file::{RustFile, hidden, ident};
use super::rules::{literal, value};
use super::types::wrapped;
use crate::api::{ErrorDef, Presence};
use crate::render::Entry;
use crate::rust::{BodyField, ErrorType, Filling, Given, Wrapping};

/// The attribute with the values by which an error is told apart from others of its status.
pub(super) fn told_by(error: &ErrorDef) -> Option<TokenStream> {
    let values = error.told_by_values().filter_map(|of| {
        let (name, value) = (&of.field.name, literal(of.value.as_ref()?));
        Some(quote!(#name = #value))
    });
    let values: Vec<TokenStream> = values.collect();
    (!values.is_empty()).then(|| quote!(#[values(#(#values),*)]))
}

/// The rows of the fields of an error.
pub(super) fn rows(error: &ErrorType<'_>, file: &mut RustFile<'_>) -> Vec<Entry> {
    error.fields.iter().map(|field| row(field, file)).collect()
}

fn row(field: &BodyField<'_>, file: &mut RustFile<'_>) -> Entry {
    let of = &field.api.field;
    let (name, wire) = (ident(&field.name), &of.name);
    let ty = file.value_ty(&of.ty);
    let ty = wrapped(field.wrapping, ty);
    let into = (field.given == Given::Converted).then(|| quote!(into));
    let hidden = hidden(of.sensitivity).map(|word| quote!(, #word));
    let (attribute, value) = match field.filling {
        Filling::Argument => (quote!(#[required(#into #wire #hidden)]), None),
        Filling::Nothing => (quote!(#[optional(#into #wire #hidden)]), None),
        Filling::Usual => {
            let optional = (of.presence != Presence::Required).then(|| quote!(, optional));
            let value = filling(field, file);
            (
                quote!(#[usual(#into #wire #optional #hidden)]),
                Some(quote!(= #value)),
            )
        }
    };
    let fallback = format!("The field {}.", docs::code(wire));
    let mut lines = docs::of_value(file.plan().api, &of.notes, &of.ty, &fallback);
    if let Some(example) = &of.example {
        lines.extend([String::new(), docs::example(example)]);
    }
    Entry {
        marker: Some(attribute),
        ..docs::entry(&lines, quote!(pub #name: #ty #value)).with(docs::deprecated(&of.notes))
    }
}

/// The value of a field unless a handler sets it.
fn filling(field: &BodyField<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let of = field.api;
    let value = of
        .value
        .as_ref()
        .map(|value| self::value(file, value, &of.field.ty));
    match (value, field.wrapping) {
        (Some(value), Wrapping::None) => value,
        (Some(value), Wrapping::Option) => quote!(Some(#value)),
        (Some(value), Wrapping::Maybe) => quote!(rt::Maybe::Value(#value)),
        (None, Wrapping::Maybe) => quote!(rt::Maybe::Absent),
        (None, Wrapping::None | Wrapping::Option) => quote!(None),
    }
}
