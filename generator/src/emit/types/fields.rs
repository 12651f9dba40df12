//! Fields of objects: their documentation, attributes and types.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::super::file::{RustFile, hidden};
use super::super::{docs, markdown};
use crate::api::{self, Api, Presence, TypeRef};
use crate::rust::{Boxing, Field, Wrapping};

pub(super) fn field_documentation(api: &Api, field: &Field<'_>) -> Vec<String> {
    let fallback = format!("The field {}.", markdown::code(&field.api.name));
    let mut lines = docs::of_value(api, &field.api.notes, &field.api.ty, &fallback);
    let default = match &field.api.presence {
        Presence::Default(default) => Some(format!(
            "Default: {}. The method of this name returns it if the field is absent.",
            markdown::code(&default.to_string())
        )),
        Presence::Required | Presence::Optional => None,
    };
    let facts = [
        docs::constraints_sentence(&field.api.rules),
        docs::media(&field.api.media).map(|media| format!("{media}.")),
        default,
        field.api.example.as_ref().map(docs::example),
    ];
    for fact in facts {
        docs::push_paragraph(&mut lines, fact);
    }
    lines
}

/// The attribute of a field that differs from a required one with the same name on the wire.
pub(in crate::emit) fn properties(field: &api::Field, name: &str) -> Option<TokenStream> {
    let optional = (field.presence != Presence::Required).then(|| quote!(optional));
    let hidden = hidden(field.sensitivity).map(ToTokens::into_token_stream);
    let wire = &field.name;
    let name = (name != *wire).then(|| quote!(name = #wire));
    let properties: Vec<TokenStream> = [name, optional, hidden].into_iter().flatten().collect();
    (!properties.is_empty()).then(|| quote!(#[field(#(#properties),*)]))
}

/// The attribute that names the objects in a value that is boxed or contains boxed fields: `#[nested(boxed Tree)]`.
pub(super) fn objects(
    boxing: Boxing,
    ty: &TypeRef,
    file: &mut RustFile<'_>,
) -> Option<TokenStream> {
    let how = match boxing {
        Boxing::None => return None,
        Boxing::Inside => quote!(contains),
        Boxing::Whole => quote!(boxed),
    };
    let name = file.type_name(ty.named()?);
    Some(quote!(#[nested(#how #name)]))
}

/// The type of a field, with `Option` or `Maybe` if it may be absent.
pub(super) fn field_type(field: &Field<'_>, file: &mut RustFile<'_>) -> TokenStream {
    let plain = value_type(field, file);
    wrapped(field.wrapping, plain)
}

/// A type that may be absent or null.
pub(in crate::emit) fn wrapped(wrapping: Wrapping, plain: TokenStream) -> TokenStream {
    match wrapping {
        Wrapping::None => plain,
        Wrapping::Option => quote!(Option<#plain>),
        Wrapping::Maybe => quote!(rt::Maybe<#plain>),
    }
}

/// The type of a field's value, without `Option` or `Maybe`.
pub(super) fn value_type(field: &Field<'_>, file: &mut RustFile<'_>) -> TokenStream {
    boxed(field.boxing, file.value_ty(&field.api.ty))
}

/// The type of a value, boxed or not.
pub(super) fn boxed(boxing: Boxing, ty: TokenStream) -> TokenStream {
    match boxing {
        Boxing::None | Boxing::Inside => ty,
        Boxing::Whole => quote!(rt::Boxed<#ty>),
    }
}
