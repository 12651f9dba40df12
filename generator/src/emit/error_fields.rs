//! The further fields of the bodies of errors, as rows of the runtime's macro.

use proc_macro2::TokenStream;
use quote::quote;

use super::file::{RustFile, hidden, ident};
use super::literals::{literal, value};
use super::types::wrapped;
use super::{docs, markdown};
use crate::api::{ErrorDef, Presence};
use crate::rust::{ArgumentType, BodyField, ErrorType, Filling, Wrapping};
use crate::rust_printer::Entry;

/// The attribute with the values that distinguish an error from other errors of its status.
pub(super) fn told_by(error: &ErrorDef) -> Option<TokenStream> {
    let values = error.distinguishing_fields().filter_map(|field| {
        let (name, value) = (&field.field.name, literal(field.value.as_ref()?));
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
    let api_field = &field.api.field;
    let (name, wire) = (ident(&field.name), &api_field.name);
    let plain = file.value_ty(&api_field.ty);
    let ty = wrapped(field.wrapping, plain.clone());
    let converts = field.argument == ArgumentType::Into;
    let given = |ty: &TokenStream| match converts {
        true => quote!(impl Into<#ty>),
        false => ty.clone(),
    };
    let (attribute, initial) = match field.filling {
        Filling::Argument => {
            let given = given(&ty);
            let conversion = converts.then(|| quote!(.into()));
            (quote!(#[argument(#given)]), quote!(#name #conversion))
        }
        Filling::Default => {
            let given = given(&ty);
            (quote!(#[setter(#given)]), filling(field, file))
        }
        Filling::Nothing => {
            let given = given(&plain);
            (quote!(#[setter(Some(#given))]), quote!(None))
        }
    };
    let optional = (api_field.presence != Presence::Required).then(|| quote!(, optional));
    let hidden = hidden(api_field.sensitivity).map(|word| quote!(, #word));
    let fallback = format!("The field {}.", markdown::code(wire));
    let mut lines = docs::of_value(file.plan().api, &api_field.notes, &api_field.ty, &fallback);
    docs::push_paragraph(&mut lines, api_field.example.as_ref().map(docs::example));
    Entry {
        marker: Some(quote!(#[field(#wire #optional #hidden)])),
        ..docs::entry(&lines, quote!(pub #name: #ty = #initial))
            .with(docs::deprecated(&api_field.notes))
            .with(attribute)
    }
}

/// The value of a field unless a handler sets it.
fn filling(field: &BodyField<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let api_field = field.api;
    let value = api_field
        .value
        .as_ref()
        .map(|value| self::value(file, value, &api_field.field.ty));
    match (value, field.wrapping) {
        (Some(value), Wrapping::None) => value,
        (Some(value), Wrapping::Option) => quote!(Some(#value)),
        (Some(value), Wrapping::Maybe) => quote!(rt::Maybe::Value(#value)),
        (None, Wrapping::Maybe) => quote!(rt::Maybe::Absent),
        (None, Wrapping::None | Wrapping::Option) => quote!(None),
    }
}
