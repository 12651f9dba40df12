//! Enumerations. Closed ones reject unknown values, open ones keep them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::super::docs;
use super::super::file::{RustFile, derive};
use super::documentation;
use crate::rust::{Enum, NamedType};

pub(super) fn emit(named: &NamedType<'_>, values: &Enum<'_>, file: &mut RustFile<'_>) {
    let name = format_ident!("{}", named.name);
    let documentation = docs::attributes(&documentation(
        named.api,
        &format!("The values of `{}`.", named.api.name),
    ));
    let derive = derive(&named.derives);
    let variants = values.variants.iter();
    let names: Vec<Ident> = variants
        .clone()
        .map(|variant| format_ident!("{}", variant.name))
        .collect();
    let described = variants.clone().zip(&names).map(|(variant, name)| {
        let fallback = docs::code(&variant.api.value);
        let doc = variant.api.doc.as_ref();
        let lines = doc.map_or_else(|| docs::wrap(&fallback), |doc| docs::markdown(doc));
        let documentation = docs::attributes(&lines);
        quote!(#documentation #name)
    });
    let texts = variants.zip(&names).map(|(variant, name)| {
        let text = &variant.api.value;
        quote!(Self::#name => #text)
    });
    let as_str = docs::sentence("The value on the wire.");
    if let Some(other) = &values.other {
        let other = format_ident!("{other}");
        let unknown = docs::sentence("A value that the specification does not name.");
        file.push(quote! {
            #documentation
            #derive
            pub enum #name { #(#described,)* #unknown #other(String) }
        });
        let table = table(
            "KNOWN",
            "The values in the specification, in its order.",
            &names,
        );
        file.push(quote! {
            impl #name {
                #table
                #as_str
                pub fn as_str(&self) -> &str {
                    match self { #(#texts,)* Self::#other(other) => other }
                }
            }
        });
        file.push(quote!(rt::open_enum!(#name, #other);));
    } else {
        file.push(quote! {
            #documentation
            #derive
            pub enum #name { #(#described),* }
        });
        let table = table(
            "ALL",
            "Every value, in the order of the specification.",
            &names,
        );
        file.push(quote! {
            impl #name {
                #table
                #as_str
                pub fn as_str(&self) -> &'static str {
                    match self { #(#texts),* }
                }
            }
        });
        file.push(quote!(rt::closed_enum!(#name);));
    }
}

fn table(name: &str, documentation: &str, variants: &[Ident]) -> TokenStream {
    let (name, documentation) = (format_ident!("{name}"), docs::sentence(documentation));
    quote!(#documentation pub const #name: &'static [Self] = &[#(Self::#variants),*];)
}
