//! The conversion of a type in responses into its form in requests.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident, member};
use crate::rust::{Conversion, Kind, NamedType, Step};

pub(super) fn from_output(
    named: &NamedType<'_>,
    conversion: &Conversion,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let name = format_ident!("{}", named.name);
    let from = file.type_name(conversion.from);
    let body = match &named.kind {
        Kind::Object(object) => {
            let fields = object.fields.iter().zip(&conversion.parts);
            let fields = fields.map(|(field, step)| {
                let name = ident(&field.name);
                let value = match step {
                    Some(step) => converted(*step, &quote!(output.#name)),
                    None => quote!(Default::default()),
                };
                quote!(#name: #value)
            });
            let others = object.others.iter().map(|others| {
                let name = ident(&others.name);
                quote!(#name: output.#name)
            });
            let fields = fields.chain(others);
            quote!(Self { #(#fields),* })
        }
        Kind::Tuple(of) => {
            let elements = of.elements.iter().zip(&conversion.parts);
            let elements = elements.filter_map(|(element, step)| {
                let member = member(&element.name);
                let value = converted((*step)?, &quote!(output.#member));
                Some(if of.is_named {
                    quote!(#member: #value)
                } else {
                    value
                })
            });
            if of.is_named {
                quote!(Self { #(#elements),* })
            } else {
                quote!(Self(#(#elements),*))
            }
        }
        Kind::Union(union) => {
            let variants = union.variants.iter().zip(&conversion.parts);
            let variants = variants.map(|(variant, step)| {
                let name = format_ident!("{}", variant.name);
                match (&variant.api.ty, step) {
                    (Some(_), Some(step)) => {
                        let value = converted(*step, &quote!(content));
                        quote!(#from::#name(content) => Self::#name(#value))
                    }
                    (Some(_) | None, _) => quote!(#from::#name => Self::#name),
                }
            });
            let other = union.other.iter().map(|other| {
                let other = format_ident!("{other}");
                quote!(#from::#other(value) => Self::#other(value))
            });
            let arms = variants.chain(other);
            quote!(match output { #(#arms,)* })
        }
        // Only objects, tuples and unions have a form in requests.
        Kind::Enum(_) | Kind::Newtype(_) | Kind::Alias(_) => quote!(output),
    };
    quote! {
        impl From<#from> for #name {
            fn from(output: #from) -> Self { #body }
        }
    }
}

fn converted(step: Step, value: &TokenStream) -> TokenStream {
    match step {
        Step::Same => quote!(#value),
        Step::Into => quote!(#value.into()),
        Step::Map => quote!(#value.map(Into::into)),
        Step::Items => quote!(#value.into_iter().map(Into::into).collect()),
    }
}
