//! The conversion of a type in responses into its form in requests.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::file::{RustFile, ident, member};
use crate::rust::{Conversion, ConversionStep, Kind, NamedType, Object, Tuple, Union};

/// Emits the conversion, if the type has one.
pub(super) fn emit(named: &NamedType<'_>, file: &mut RustFile<'_>) {
    let Some(conversion) = &named.conversion else {
        return;
    };
    let name = format_ident!("{}", named.name);
    let from = file.type_name(conversion.from);
    let body = match &named.kind {
        Kind::Object(planned) => object(planned, conversion),
        Kind::Tuple(planned) => tuple(planned, conversion),
        Kind::Union(planned) => union(planned, conversion, &from),
        // Only objects, tuples and unions have a form in requests.
        Kind::Enum(_) | Kind::Newtype(_) | Kind::Alias(_) => quote!(output),
    };
    // Every field may be one that only requests have.
    let output = match has_output(&named.kind, conversion) {
        true => quote!(output),
        false => quote!(_),
    };
    file.push(quote! {
        impl From<#from> for #name {
            fn from(#output: #from) -> Self { #body }
        }
    });
}

fn object(object: &Object<'_>, conversion: &Conversion) -> TokenStream {
    let fields = object.fields.iter().zip(&conversion.parts);
    let fields = fields.map(|(field, step)| {
        let name = ident(&field.name);
        let value = match step {
            Some(step) => converted(step, &quote!(output.#name)),
            None => quote!(Default::default()),
        };
        quote!(#name: #value)
    });
    let others = object.others.iter().map(|others| {
        let name = ident(&others.name);
        let value = converted(&conversion.others, &quote!(output.#name));
        quote!(#name: #value)
    });
    let fields = fields.chain(others);
    quote!(Self { #(#fields),* })
}

fn tuple(tuple: &Tuple<'_>, conversion: &Conversion) -> TokenStream {
    let elements = tuple.elements.iter().zip(&conversion.parts);
    let elements = elements.filter_map(|(element, step)| {
        let member = member(&element.name);
        let value = converted(step.as_ref()?, &quote!(output.#member));
        Some(match tuple.is_named {
            true => quote!(#member: #value),
            false => value,
        })
    });
    match tuple.is_named {
        true => quote!(Self { #(#elements),* }),
        false => quote!(Self(#(#elements),*)),
    }
}

/// `from` is the form in responses.
fn union(union: &Union<'_>, conversion: &Conversion, from: &TokenStream) -> TokenStream {
    let variants = union.variants.iter().zip(&conversion.parts);
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
    let other = union.other.iter().map(|other| {
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
fn converted(step: &ConversionStep, value: &TokenStream) -> TokenStream {
    match step {
        ConversionStep::Same => quote!(#value),
        ConversionStep::Into => quote!(#value.into()),
        ConversionStep::Present(inner) => {
            let function = function(inner);
            quote!(#value.map(#function))
        }
        ConversionStep::Items(inner) => {
            let function = function(inner);
            quote!(#value.into_iter().map(#function).collect())
        }
        ConversionStep::Values(inner) => {
            let inner = converted(inner, &quote!(value));
            quote!(#value.into_iter().map(|(name, value)| (name, #inner)).collect())
        }
    }
}

/// The function that converts a value.
fn function(step: &ConversionStep) -> TokenStream {
    match step {
        ConversionStep::Into => quote!(Into::into),
        ConversionStep::Same
        | ConversionStep::Present(_)
        | ConversionStep::Items(_)
        | ConversionStep::Values(_) => {
            let value = converted(step, &quote!(value));
            quote!(|value| #value)
        }
    }
}
