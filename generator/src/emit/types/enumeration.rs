//! Enumerations. Closed ones reject unknown values, open ones keep them.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::docs;
use super::super::file::{Context, RustFile};
use super::documentation;
use crate::api::{Enum, TypeId};

pub(super) fn emit(context: Context<'_>, id: TypeId, values: &Enum, file: &mut RustFile<'_>) {
    let definition = context.api.type_def(id);
    let names = &context.names.types[id.0];
    let name = format_ident!("{}", names.name);
    let documentation = docs::attributes(&documentation(
        definition,
        &format!("The values of `{}`.", definition.name),
    ));
    let variants: Vec<_> = names
        .members
        .iter()
        .map(|variant| format_ident!("{variant}"))
        .collect();
    let described = values.values.iter().zip(&variants).map(|(value, variant)| {
        let fallback = docs::code(&value.value);
        let lines = value
            .doc
            .as_ref()
            .map_or_else(|| docs::wrap(&fallback), |doc| docs::markdown(doc));
        let documentation = docs::attributes(&lines);
        quote!(#documentation #variant)
    });
    let texts = values.values.iter().zip(&variants).map(|(value, variant)| {
        let text = &value.value;
        quote!(Self::#variant => #text)
    });
    let as_str = docs::sentence("The value on the wire.");
    if values.open {
        let other = format_ident!("{}", names.rest);
        let unknown = docs::sentence("A value that the specification does not name.");
        file.push(quote! {
            #documentation
            #[derive(Debug, Clone, PartialEq, Eq, Hash)]
            pub enum #name { #(#described,)* #unknown #other(String) }
        });
        let table = table(
            "KNOWN",
            "The values in the specification, in its order.",
            &variants,
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
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub enum #name { #(#described),* }
        });
        let table = table(
            "ALL",
            "Every value, in the order of the specification.",
            &variants,
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

fn table(name: &str, documentation: &str, variants: &[syn::Ident]) -> TokenStream {
    let (name, documentation) = (format_ident!("{name}"), docs::sentence(documentation));
    quote!(#documentation pub const #name: &'static [Self] = &[#(Self::#variants),*];)
}
