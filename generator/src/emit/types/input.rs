//! The conversion of a type in responses into its form in requests.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident, member};
use crate::rust::{Conversion, Kind, NamedType, Object, Step, Tuple, Union};

pub(super) fn from_output(
    named: &NamedType<'_>,
    conversion: &Conversion,
    file: &mut RustFile<'_>,
) -> TokenStream {
    let name = format_ident!("{}", named.name);
    let from = file.type_name(conversion.from);
    let body = match &named.kind {
        Kind::Object(of) => object(of, conversion),
        Kind::Tuple(of) => tuple(of, conversion),
        Kind::Union(of) => union(of, conversion, &from),
        // Only objects, tuples and unions have a form in requests.
        Kind::Enum(_) | Kind::Newtype(_) | Kind::Alias(_) => quote!(output),
    };
    // Every field may be one that only requests have.
    let output = match has_output(&named.kind, conversion) {
        true => quote!(output),
        false => quote!(_),
    };
    quote! {
        impl From<#from> for #name {
            fn from(#output: #from) -> Self { #body }
        }
    }
}

fn object(of: &Object<'_>, conversion: &Conversion) -> TokenStream {
    let fields = of.fields.iter().zip(&conversion.parts);
    let fields = fields.map(|(field, step)| {
        let name = ident(&field.name);
        let value = match step {
            Some(step) => converted(step, &quote!(output.#name)),
            None => quote!(Default::default()),
        };
        quote!(#name: #value)
    });
    let others = of.others.iter().map(|others| {
        let name = ident(&others.name);
        let value = converted(&conversion.others, &quote!(output.#name));
        quote!(#name: #value)
    });
    let fields = fields.chain(others);
    quote!(Self { #(#fields),* })
}

fn tuple(of: &Tuple<'_>, conversion: &Conversion) -> TokenStream {
    let elements = of.elements.iter().zip(&conversion.parts);
    let elements = elements.filter_map(|(element, step)| {
        let member = member(&element.name);
        let value = converted(step.as_ref()?, &quote!(output.#member));
        Some(match of.is_named {
            true => quote!(#member: #value),
            false => value,
        })
    });
    match of.is_named {
        true => quote!(Self { #(#elements),* }),
        false => quote!(Self(#(#elements),*)),
    }
}

/// `from` is the form in responses.
fn union(of: &Union<'_>, conversion: &Conversion, from: &TokenStream) -> TokenStream {
    let variants = of.variants.iter().zip(&conversion.parts);
    let variants = variants.map(|(variant, step)| {
        let name = format_ident!("{}", variant.name);
        match (&variant.api.ty, step) {
            (Some(_), Some(step)) => {
                let value = converted(step, &quote!(content));
                quote!(#from::#name(content) => Self::#name(#value))
            }
            (Some(_) | None, _) => quote!(#from::#name => Self::#name),
        }
    });
    let other = of.other.iter().map(|other| {
        let other = format_ident!("{}", other.name);
        quote!(#from::#other(value) => Self::#other(value))
    });
    let arms = variants.chain(other);
    quote!(match output { #(#arms,)* })
}

/// Whether the conversion reads the form in responses.
fn has_output(kind: &Kind<'_>, conversion: &Conversion) -> bool {
    match kind {
        Kind::Object(object) => {
            object.others.is_some() || conversion.parts.iter().any(Option::is_some)
        }
        Kind::Tuple(_) | Kind::Union(_) | Kind::Enum(_) | Kind::Newtype(_) | Kind::Alias(_) => true,
    }
}

/// The value, converted.
fn converted(step: &Step, value: &TokenStream) -> TokenStream {
    match step {
        Step::Same => quote!(#value),
        Step::Into => quote!(#value.into()),
        Step::Present(inner) => {
            let function = function(inner);
            quote!(#value.map(#function))
        }
        Step::Items(inner) => {
            let function = function(inner);
            quote!(#value.into_iter().map(#function).collect())
        }
        Step::Values(inner) => {
            let inner = converted(inner, &quote!(value));
            quote!(#value.into_iter().map(|(name, value)| (name, #inner)).collect())
        }
    }
}

/// The function that converts a value.
fn function(step: &Step) -> TokenStream {
    match step {
        Step::Into => quote!(Into::into),
        Step::Same | Step::Present(_) | Step::Items(_) | Step::Values(_) => {
            let value = converted(step, &quote!(value));
            quote!(|value| #value)
        }
    }
}
