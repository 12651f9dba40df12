//! Enumerations. Closed ones reject unknown values, open ones keep them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::RustFile;
use super::documentation;
use crate::rust::{Enum, NamedType, Variant};

pub(super) fn emit(named: &NamedType<'_>, values: &Enum<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let documentation = docs::attributes(&documentation(
        named.api,
        &format!("The values of `{}`.", named.api.name),
    ));
    let variants = values.variants.iter().map(variant);
    let other = values.other.iter().map(|other| {
        let other = format_ident!("{other}");
        quote!(#[other] #other(String))
    });
    let variants = variants.chain(other);
    let definition = quote! {
        #documentation
        pub enum #name { #(#variants),* }
    };
    let path = if values.other.is_some() {
        "rt::open_enum"
    } else {
        "rt::closed_enum"
    };
    file.push_in_macro(path, definition);
}

/// A variant and its value on the wire.
fn variant(variant: &Variant<'_>) -> TokenStream {
    let fallback = docs::code(&variant.api.value);
    let doc = variant.api.doc.as_ref();
    let lines = doc.map_or_else(|| docs::wrap(&fallback), |doc| docs::markdown(doc));
    let documentation = docs::attributes(&lines);
    let (name, value) = (format_ident!("{}", variant.name), &variant.api.value);
    quote!(#documentation #name = #value)
}
